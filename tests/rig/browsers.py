"""The one browser of all tests of a process, and the judge of its pages."""

import fcntl
import os
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import CompanionError
from tests.rig.chromium import Chromium, chromium

ROOT = Path(__file__).parents[2]
AXE = ROOT / "build" / "axe.min.js"


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """Yield one browser for all tests, whatever room they are of."""
    shots = tmp_path_factory.getbasetemp() / "page" / "shots"
    shots.mkdir(parents=True, exist_ok=True)
    with chromium(shots) as found:
        yield found


@pytest.fixture(scope="session")
def axe() -> str:
    """Return axe-core as npm has it; it is fetched once."""
    if not AXE.exists():
        with tempfile.TemporaryDirectory() as folder:
            words = ("npm", "pack", "axe-core", "--silent")
            try:
                done = subprocess.run(
                    words, cwd=folder, capture_output=True, text=True, timeout=120, check=True
                )
            except (OSError, subprocess.SubprocessError) as error:
                pytest.skip(f"axe-core cannot be had from npm: {error}")
            with tarfile.open(Path(folder) / done.stdout.split()[-1]) as packed:
                script = packed.extractfile("package/axe.min.js")
                assert script is not None
                AXE.parent.mkdir(exist_ok=True)
                AXE.write_bytes(script.read())
    return AXE.read_text("utf-8")


@pytest.fixture(scope="session")
def try_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of `make try`, made once for the processes of all tests; with
    `COMPANION_SITE` the one in that site.
    """
    if "COMPANION_SITE" in os.environ:
        return Path(os.environ["COMPANION_SITE"], "try").absolute()
    from systemd.making.browser.folder import make_folder  # pygame, which a test run may lack

    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    with (shared / "try.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "try").exists():
            try:
                make_folder(shared / "try", ROOT / "build" / "pyodide")
            except CompanionError as error:
                pytest.skip(str(error))
    return shared / "try"


def violations(browser: Chromium, axe: str) -> list[list[object]]:
    """Return what axe-core finds wrong with the page: each rule, and some that break it."""
    browser.run(axe)
    found: list[list[object]] = browser.driver.execute_async_script(
        "const done = arguments[0]; axe.run({ resultTypes: ['violations'] }).then((told) =>"
        " done(told.violations.map((one) => [one.id, one.nodes.map((node) => node.html).slice(0,"
        " 3)])))"
    )
    return found


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter, config) -> None:
    """Say where the pictures are."""
    factory = getattr(config, "_tmp_path_factory", None)
    shots: Path | None = factory.getbasetemp() / "page" / "shots" if factory else None
    if shots and shots.is_dir():
        terminalreporter.write_line(f"pictures of the page: {shots}")
