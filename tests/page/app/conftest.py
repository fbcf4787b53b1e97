"""The page for the whole house, and a device with a touch screen whose own browser plays."""

from collections.abc import Iterator

import pytest

from tests.rig.daemons import Daemon
from tests.rig.page_beside import Beside, beside
from tests.rig.pages import Served, served
from tests.rig.touch_tables import TouchTable, touch_device, touch_table
from tests.rig.try_page import TryPage

SCREENS = [(800, 480), (1280, 720)]
"""Raspberry Pi's touch displays."""


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("page"), host="", open=True) as running:
        yield running


@pytest.fixture
def both(tmp_path) -> Iterator[Beside]:
    """Yield a device that was never used, and its page, as processes."""
    with beside(tmp_path) as found:
        yield found


@pytest.fixture
def device(tmp_path) -> Iterator[Daemon]:
    with touch_device(tmp_path) as running:
        yield running


@pytest.fixture
def table(device) -> Iterator[TouchTable]:
    with touch_table(device.sock.parent, device.sock) as served:
        yield served


@pytest.fixture
def kiosk(browser, table) -> TryPage:
    return TryPage(browser, table.url)


OUTSIDE = """const [w, h] = [innerWidth, innerHeight];
return [...document.querySelectorAll('.frame > :not(.sheet) button, .sheet-head button')]
.filter((one) => one.offsetParent).map((one) => [one, one.getBoundingClientRect()])
.filter(([, box]) => box.left < -1 || box.top < -1 || box.right > w + 1 ||
(box.bottom > h + 1 && !document.querySelector('.start'))).map(([one]) => one.outerHTML);"""
CUT = """return [...document.querySelectorAll('.label')].filter((one) => one.clientWidth &&
one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent);"""


def check(kiosk, name, width, height):
    """At this size nothing is cut or stands outside."""
    kiosk.browser.size(width, height)
    kiosk.browser.still()
    kiosk.browser.shot(f"kiosk-{name}-{width}")
    assert kiosk.browser.run(OUTSIDE) == [], (name, width)
    assert kiosk.browser.run(CUT) == [], (name, width)
