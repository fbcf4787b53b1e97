"""A browser and the pages that it shows; its pictures are kept in pytest's temporary folder."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rig.chromium import Chromium, chromium


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    """Yield one browser for all tests."""
    shots = tmp_path_factory.getbasetemp() / "page" / "shots"
    shots.mkdir(parents=True, exist_ok=True)
    with chromium(shots) as found:
        yield found


@pytest.fixture(scope="session")
def axe(tmp_path_factory) -> str:
    """Return axe-core as npm has it."""
    folder = tmp_path_factory.mktemp("axe")
    try:
        packed = subprocess.run(
            ["npm", "pack", "axe-core", "--silent"],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        archive = folder / packed.stdout.split()[-1]
        subprocess.run(["tar", "-xzf", archive, "package/axe.min.js"], cwd=folder, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"axe-core cannot be had from npm: {error}")
    return (folder / "package" / "axe.min.js").read_text("utf-8")


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
