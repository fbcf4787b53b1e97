"""The folder of `make try`, made once, and the browser that shows it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import CompanionError
from tests.page.television.conftest import axe, browser
from tests.rig.try_page import TryPage
from tests.rig.try_server import FolderServer, folder_server

__all__ = ["axe", "browser"]

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def try_folder(tmp_path_factory) -> Path:
    from systemd.making.browser.folder import make  # pygame, which a test run may lack

    folder = tmp_path_factory.mktemp("made") / "try"
    try:
        make(folder, ROOT / "build" / "pyodide")
    except CompanionError as error:
        pytest.skip(str(error))
    return folder


@pytest.fixture
def server(try_folder) -> Iterator[FolderServer]:
    with folder_server(try_folder) as serving:
        yield serving


@pytest.fixture
def tablet(browser, server) -> Iterator[TryPage]:
    page = TryPage(browser, f"http://localhost:{server.server_port}/")
    yield page
    page.leave()
