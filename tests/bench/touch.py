"""The touch table from opening its page to the first tap that counts, beside Pyodide alone."""

import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from systemd.making.browser.folder import ROOT, make_folder
from systemd.making.browser.pyodide import unpacked_pyodide
from tests.bench.figures import Figure, beside, skipped
from tests.rig import chromium
from tests.rig.try_page import TryPage
from tests.rig.try_server import folder_server

SLOWER: Final = {"": 1, ", a processor 4 times as slow": 4}
AT_MOST: Final = {
    ("cold", "painted"): 0.3,
    ("warm", "painted"): 0.3,
    ("cold", "counted"): 1.2,
    ("warm", "counted"): 0.8,
}
"""What a start may take beside Pyodide alone, by what it has reached."""
KEPT_S: Final = 6.0
"""Seconds after a start in which the page keeps its memory."""
REACHED: Final = {"painted": "to a true picture", "counted": "to the first tap that counts"}
ALONE: Final = """<!doctype html><script type="module">
import { loadPyodide } from "./pyodide/pyodide.js";
(await loadPyodide({ lockFileContents: NO_PACKAGES })).runPython("1");
performance.mark("ready");
</script>"""
"""A page that starts Python, and does nothing with it."""
TAP: Final = """
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

Took = dict[tuple[str, str], list[float]]
"""Milliseconds by start (cold, warm) and by what was reached."""


def touch(rounds: int) -> list[Figure]:
    """Measure starts with nothing kept and with everything kept, by turns with Pyodide alone."""
    name = "touch table from opening"
    if missing := _missing_browser():
        return [skipped(name, missing)]
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as stack:
        folder = Path(temporary) / "try"
        try:
            _make(folder)
        except CompanionError as error:
            return [skipped(name, str(error))]
        server = stack.enter_context(folder_server(folder))
        browser = stack.enter_context(chromium.chromium(Path(temporary)))
        browser.do("Page.addScriptToEvaluateOnNewDocument", source=TAP)
        page = TryPage(browser, f"http://localhost:{server.server_port}/")
        return [
            figure
            for where, slower in SLOWER.items()
            for figure in _figures_of(_times(page, slower, rounds), where)
        ]


def _make(folder: Path) -> None:
    """Make the touch table, and beside it the page of Pyodide alone. Raises CompanionError."""
    cache = ROOT / "build" / "pyodide"
    make_folder(folder, cache)
    with unpacked_pyodide(cache) as package:
        shutil.copy(package / "python_stdlib.zip", folder / "pyodide")
    packages = re.search(r"NO_PACKAGES = (.+);", (folder / "python.js").read_text())
    (folder / "alone.html").write_text(ALONE.replace("NO_PACKAGES", packages[1]))


def _times(page: TryPage, slower: int, rounds: int) -> Took:
    took: Took = {}
    for _ in range(rounds):
        for key, at in _starts(page, slower):
            took.setdefault(key, []).append(at)
    return took


def _starts(page: TryPage, slower: int) -> Iterator[tuple[tuple[str, str], float]]:
    """Yield when what was reached, of a start with nothing kept and of one with everything."""
    alone = TryPage(page.browser, f"{page.url}alone.html")
    for kind in ("cold", "warm"):
        if kind == "cold":
            _forget(page)
        _slow_down(page, slower)
        page.open()
        page.until("return performance.getEntriesByName('counted').length", 180)
        for reached in REACHED:
            yield (kind, reached), page.mark(reached)
        _slow_down(page, 1)
        if kind == "cold":
            page.begin()
            page.saved()
            page.until("return navigator.serviceWorker.controller !== null", 60)
            time.sleep(KEPT_S)
            _forget(alone)
        _slow_down(page, slower)
        alone.browser.open(alone.url)
        alone.until("return performance.getEntriesByName('ready').length", 180)
        yield (kind, "ready"), alone.mark("ready")
        _slow_down(page, 1)


def _forget(page: TryPage) -> None:
    page.browser.do(
        "Storage.clearDataForOrigin", origin=page.url.rpartition("/")[0], storageTypes="all"
    )
    page.browser.do("Network.clearBrowserCache")


def _slow_down(page: TryPage, slower: int) -> None:
    page.browser.do("Emulation.setCPUThrottlingRate", rate=slower)


def _figures_of(took: Took, where: str) -> list[Figure]:
    return [
        beside(
            f"touch table {what}, {kind}{where}",
            took[kind, reached],
            took[kind, "ready"],
            "Pyodide alone",
            "ms",
            AT_MOST[kind, reached],
        )
        for kind in ("cold", "warm")
        for reached, what in REACHED.items()
    ]


def _missing_browser() -> str:
    """Return why no page can be looked at here; empty where one can."""
    if not chromium.BROWSER or not chromium.DRIVER:
        return "apt install chromium chromium-driver"
    return "" if find_spec("selenium") else "selenium is not installed"
