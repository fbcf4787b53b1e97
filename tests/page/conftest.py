"""A page that is served, and its device."""

from collections.abc import Iterator

import pytest

from tests.rig.page_sessions import judge
from tests.rig.pages import Served, served
from tests.rig.view_socket import line


@pytest.fixture
def page(tmp_path) -> Iterator[Served]:
    with served(tmp_path) as running:
        yield running


@pytest.fixture
def guests(page) -> Served:
    """Yield a page whose device shows a code."""
    page.device.answers["enter"] = judge
    page.device.answers["history"] = lambda body: {"ok": True, "history": []}
    page.say(line(serial=2, guests=True))
    reader = page.open()
    reader.table(guests=True)
    reader.close()
    return page
