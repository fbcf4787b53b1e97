"""The touch table in a browser: how long Python, once it is loaded, takes to the first picture."""

import tempfile
from pathlib import Path

from companion.errors import CompanionError
from systemd.making.browser.folder import ROOT, make
from tests.bench.figures import Figure, Sample
from tests.bench.page import missing_browser
from tests.rig import chromium
from tests.rig.try_page import TryPage
from tests.rig.try_server import folder_server

NAME = "touch table, from Pyodide to the picture"
AT_MOST_MS = 600.0


def touch(rounds: int) -> list[Figure]:
    """Measure starts in one browser, whose cache has the files after the first one."""
    missing = missing_browser()
    took = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "try"
        try:
            make(folder, ROOT / "build" / "pyodide")
        except CompanionError as error:
            missing = f"not measured: {error}"
        if missing:
            return [Figure(NAME, Sample(()), note=missing)]
        with folder_server(folder) as server, chromium.chromium(Path(name)) as browser:
            page = TryPage(browser, f"http://localhost:{server.server_port}/")
            for _ in range(rounds):
                page.open()
                took.append(page.mark("picture") - page.mark("pyodide"))
    return [Figure(NAME, Sample(tuple(took), "ms"), at_most=AT_MOST_MS, judged="value")]
