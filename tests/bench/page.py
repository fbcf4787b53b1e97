"""What a browser shows: a press as a pixel, beside the line at the view socket that brings it
there; and the start of the touch table: when it is painted, drawn by the program, and a tap counts.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from itertools import product
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
TOUCH = "touch table from opening"
SPEEDS = {
    "local net": {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
    "10 Mbit/s": {"latency": 40, "downloadThroughput": 1_250_000, "uploadThroughput": 1_250_000},
}
LINES = [(line, processor) for line in SPEEDS for processor in ("1x", "4x slower")]
AT_MOST_MS = {
    ("cold", "local net", "1x", "painted"): 700.0,
    ("cold", "local net", "1x", "picture"): 1100.0,
    ("warm", "local net", "1x", "painted"): 250.0,
    ("warm", "local net", "1x", "picture"): 700.0,
    ("warm", "local net", "4x slower", "painted"): 800.0,
    ("warm", "local net", "4x slower", "picture"): 2200.0,
}
TAP = """
let pressed = false;
let said = '';
const look = () => {
  const language = document.querySelector('.languages [data-value="en"]');
  const key = language || document.querySelector('.keys [data-turn]:not([aria-disabled])');
  const begins = document.querySelector('.begin') ? 'begins' : '';
  const now = begins || document.getElementById('said')?.textContent;
  if (pressed && now !== said) return performance.mark('counted');
  if (!pressed && key) {
    said = now;
    pressed = true;
    key.click();
  }
  requestAnimationFrame(look);
};
look();
"""
"""Taps what the first picture has, a language or a turn, and tells when that counted."""
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
    """Measure starts of the touch table, cold and warm, beside those of the folder that
    `COMPANION_BESIDE` names, by turns.
    """
    missing = missing_browser()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folders = [Path(name) / "try"]
        try:
            make_folder(folders[0], ROOT / "build" / "pyodide")
        except CompanionError as error:
            missing = f"not measured: {error}"
        if missing:
            return [Figure(TOUCH, Sample(()), note=missing)]
        if before := os.environ.get("COMPANION_BESIDE"):
            folders.append(Path(before))
        servers = [stack.enter_context(folder_server(folder)) for folder in folders]
        browser = stack.enter_context(chromium.chromium(Path(name)))
        browser.do("Page.addScriptToEvaluateOnNewDocument", source=TAP)
        browser.do("Network.enable")
        pages = [TryPage(browser, f"http://localhost:{one.server_port}/") for one in servers]
        took: dict[tuple[str, ...], list[list[float]]] = {}
        for (line, processor), (number, page) in product(LINES * rounds, enumerate(pages)):
            for (kind, reached), at in _starts(page, line, processor):
                key = (kind, line, processor, reached)
                took.setdefault(key, [[] for _ in pages])[number].append(at)
    return [_start_figure(key, samples) for key, samples in took.items()]


def _starts(page: TryPage, line: str, processor: str) -> Iterator[tuple[tuple[str, str], float]]:
    """Yield a first start, and one with everything kept: when what was reached."""
    browser = page.browser
    browser.do("Storage.clearDataForOrigin", origin=page.url.rstrip("/"), storageTypes="all")
    browser.do("Network.clearBrowserCache")
    for kind in ("cold", "warm"):
        browser.do("Network.emulateNetworkConditions", offline=False, **SPEEDS[line])
        browser.do("Emulation.setCPUThrottlingRate", rate=int(processor[0]))
        page.open()
        page.until("return performance.getEntriesByName('counted').length")
        has = page.browser.run("return performance.getEntriesByName('painted').length")
        yield (kind, "painted"), page.mark("painted" if has else "picture")
        for reached in ("picture", "counted"):
            yield (kind, reached), page.mark(reached)
        browser.do("Emulation.setCPUThrottlingRate", rate=1)
        browser.do("Network.emulateNetworkConditions", offline=False, **SPEEDS["local net"])
        if kind == "cold":
            page.begin()
            page.saved()
            page.until("return navigator.serviceWorker.controller !== null", 60)


def _start_figure(key: tuple[str, ...], samples: list[list[float]]) -> Figure:
    ours, *others = (Sample(tuple(values), "ms") for values in samples)
    theirs = others[0] if others else Sample(())
    ratios = tuple(one / other for one, other in zip(ours.values, theirs.values, strict=False))
    against = "the folder beside" if others else ""
    at_most = AT_MOST_MS.get(key)
    judged = "value"
    return Figure(f"{TOUCH}: {', '.join(key)}", ours, against, theirs, ratios, at_most, judged)


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
