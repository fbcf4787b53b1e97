"""The folder of `make try`, made once, and the browser that shows it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rig.try_page import TryPage
from tests.rig.try_server import FolderServer, folder_server


@pytest.fixture
def server(try_folder) -> Iterator[FolderServer]:
    with folder_server(try_folder) as serving:
        yield serving


@pytest.fixture
def folder(try_folder, tmp_path) -> Path:
    """Return a folder of its own, in which files can be damaged."""
    return Path(shutil.copytree(try_folder, tmp_path / "try"))


@pytest.fixture(autouse=True)
def quiet(browser) -> Iterator[None]:
    """Drop what is broken here on purpose: it is no complaint of a page of another test."""
    yield
    browser.complaints()


@pytest.fixture
def tablet(browser, server) -> Iterator[TryPage]:
    page = TryPage(browser, f"http://localhost:{server.server_port}/")
    yield page
    page.leave()
