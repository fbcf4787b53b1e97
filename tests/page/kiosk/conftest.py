"""A device with a touch screen, its touch table, and the browser that shows it."""

from collections.abc import Iterator

import pytest

from tests.page.television.conftest import axe, browser
from tests.rig.daemons import Daemon
from tests.rig.touch_tables import touch_device, touch_table
from tests.rig.try_page import TryPage

__all__ = ["axe", "browser"]


@pytest.fixture
def device(tmp_path) -> Iterator[Daemon]:
    with touch_device(tmp_path) as running:
        yield running


@pytest.fixture
def kiosk(browser, device, tmp_path) -> Iterator[TryPage]:
    with touch_table(tmp_path, device.sock) as served:
        page = TryPage(browser, served.url)
        yield page
        page.leave()
