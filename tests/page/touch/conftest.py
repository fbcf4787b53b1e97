"""The folder of `make try`, made once, and the browser that shows it."""

from collections.abc import Iterator

import pytest

from tests.rig.try_page import TryPage
from tests.rig.try_server import FolderServer, folder_server


@pytest.fixture
def server(try_folder) -> Iterator[FolderServer]:
    with folder_server(try_folder) as serving:
        yield serving


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
