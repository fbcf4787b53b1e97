"""A device with a touch screen, its touch table, and the browser that shows it."""

from collections.abc import Iterator

import pytest

from tests.page.television.conftest import axe, browser, violations
from tests.rig.daemons import Daemon
from tests.rig.touch_tables import touch_device, touch_table
from tests.rig.try_page import TryPage

__all__ = ["axe", "browser"]
SCREENS = [(800, 480), (1280, 720)]
"""Raspberry Pi's touch displays."""


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


def shot(kiosk, axe, name, language, size):
    """Take a picture, in which nothing is cut, stands outside or breaks a rule of axe."""
    kiosk.until("return document.fonts.status === 'loaded'")
    kiosk.browser.shot(f"kiosk-{name}-{language}-{size[0]}")
    outside = kiosk.browser.run(
        "const [w, h] = [innerWidth, innerHeight];"
        "return [...document.querySelectorAll('.frame > :not(.sheet) button, .sheet-head button')]"
        ".filter((one) => one.offsetParent).map((one) => [one, one.getBoundingClientRect()])"
        ".filter(([, box]) => box.left < -1 || box.top < -1 || box.right > w + 1 ||"
        " (box.bottom > h + 1 && !document.querySelector('.start'))).map(([one]) => one.outerHTML)"
    )
    assert outside == []
    cut = kiosk.browser.run(
        "return [...document.querySelectorAll('.label')].filter((one) => one.clientWidth &&"
        " one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
    )
    assert cut == []
    assert violations(kiosk.browser, axe) == []
