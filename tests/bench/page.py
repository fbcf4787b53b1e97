"""What a browser shows: a press as a pixel, beside the line at the view socket that brings it
there; and the first picture of the touch table, once its Python is loaded.
"""

import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from companion import settings
from companion.errors import CompanionError
from systemd.making.browser.folder import ROOT, make_folder
from tests.bench.figures import Figure, Sample
from tests.rig import chromium
from tests.rig.page_beside import Beside, beside
from tests.rig.running import Script
from tests.rig.try_page import TryPage
from tests.rig.try_server import folder_server

NAME = "press to the pixel in a browser"
TOUCH = "touch table, from Pyodide to the picture"
TOUCH_AT_MOST_MS = 600.0
EACH_GAME = 40
"""Turns after which another game begins, before the deck is empty."""
WATCH = """
window.drawn = 0;
new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
  window.drawn = performance.timeOrigin + performance.now();
}))).observe(document.querySelector('.keys'), {
  childList: true, subtree: true, characterData: true,
});
"""
"""Keeps when the last picture of the keys was handed over, in milliseconds of the wall clock."""


def page(count: int) -> list[Figure]:
    """Measure presses on an emulated device; both times are the wall clock's, of this computer."""
    missing = missing_browser()
    if missing:
        return [Figure(NAME, Sample(()), note=missing)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with beside(folder) as both, chromium.chromium(folder) as browser:
            browser.open(both.url)
            told, drawn = _presses(both, browser, count)
    ours, theirs = Sample(tuple(drawn), "ms"), Sample(tuple(told), "ms")
    ratios = tuple(mine / other for mine, other in zip(drawn, told, strict=True))
    return [Figure(NAME, ours, "the line at the view socket", theirs, ratios)]


def touch(rounds: int) -> list[Figure]:
    """Measure starts in one browser, whose cache has the files after the first one."""
    missing = missing_browser()
    took = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "try"
        try:
            make_folder(folder, ROOT / "build" / "pyodide")
        except CompanionError as error:
            missing = f"not measured: {error}"
        if missing:
            return [Figure(TOUCH, Sample(()), note=missing)]
        with folder_server(folder) as server, chromium.chromium(Path(name)) as browser:
            page = TryPage(browser, f"http://localhost:{server.server_port}/")
            for _ in range(rounds):
                page.open()
                took.append(page.mark("picture") - page.mark("pyodide"))
    return [Figure(TOUCH, Sample(tuple(took), "ms"), at_most=TOUCH_AT_MOST_MS, judged="value")]


def missing_browser() -> str:
    """Return why no page can be looked at here; empty where one can."""
    if not chromium.BROWSER or not chromium.DRIVER:
        return "not measured: apt install chromium chromium-driver"
    if find_spec("selenium") is None or find_spec("tornado") is None:
        return "not measured: selenium and tornado are not installed"
    return (
        "" if chromium.own_address() else "not measured: this computer has no address of a network"
    )


def _presses(
    both: Beside, browser: chromium.Chromium, count: int
) -> tuple[list[float], list[float]]:
    """Return the milliseconds from each press to its line, and to its picture."""
    told, drawn = [], []
    with both.script as script, Script(settings.view_socket_beside(both.daemon.sock)) as onlooker:
        onlooker.ask(do="subscribe")
        for number in range(count):
            if number % EACH_GAME == 0:
                script.ask(do="new", players=3)
                time.sleep(0.5)
                browser.run(WATCH)
            browser.run("window.drawn = 0")
            began = time.time()
            script.ask(do="press", control="discard" if number % 2 else "clue")
            told.append((_line(onlooker, number % EACH_GAME + 2) - began) * 1e3)
            drawn.append(_picture(browser) - began * 1e3)
    return told, drawn


def _line(onlooker: Script, turn: int) -> float:
    """Return when the line of this turn came."""
    while (onlooker.read().get("state") or {}).get("turn") != turn:
        pass
    return time.time()


def _picture(browser: chromium.Chromium) -> float:
    end = time.monotonic() + 10
    while not (drawn := browser.run("return window.drawn")):
        assert time.monotonic() < end, "the page does not change"
        time.sleep(0.005)
    return float(drawn)
