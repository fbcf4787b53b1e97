"""What a run of the tests leaves out, by reason, and how to have it run.

A reason that is not listed here fails the run: else a test that nobody misses is skipped for ever.
"""

import re
from collections import Counter
from typing import Any, Final

import pytest

WAYS: Final = {
    "make test-browser": r"make test-browser|Chromium|axe-core|npm|address but the loopback's",
    "make test-case": r"make test-case|prusa-slicer",
    "make pictures": r"make pictures",
    "make test-deb": r"make test-deb|clean Debian 13|builds packages",
    "make test-ha": r"make test-ha",
    "make test-hil": r"make test-hil",
    "make test-faults": r"make test-faults",
    "apt install espeak-ng": r"espeak-ng",
    "apt install zbar-tools": r"zbar",
    "apt install mosquitto": r"Mosquitto",
    "apt install strace": r"strace",
    "apt install shellcheck": r"shellcheck",
    "apt install mtools dosfstools": r"mtools",
    "pip install evdev": r"evdev",
    "apt install systemd": r"systemd-(analyze|sysusers)",
    "pip install pygame (Python before 3.14)": r"pygame|SDL 3",
    "a checkout by git, and make": r"^git ",
    "not as root, in a folder that others may read": r"root reads everything|others may not read",
    "as root": r"\broot\b|mounted",
    "another computer": r"number here|always full",
    "nothing: another test tells it": r"test_builds\.py tells",
}
"""How what is skipped comes to run, and the reasons of which that is true."""


def way(reason: str) -> str | None:
    """Return how a test that was skipped comes to run, None if nobody has said."""
    return next((how for how, known in WAYS.items() if re.search(known, reason)), None)


def reasons(reports: list[Any]) -> Counter[str]:
    """Return how many tests were skipped for each reason."""
    said = (str(report.longrepr[2]).removeprefix("Skipped: ") for report in reports)
    return Counter(said)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run that skips a test for a reason that is not listed."""
    reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and any(way(one) is None for one in _skipped(reporter)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say what was left out."""
    ways: Counter[str] = Counter()
    for reason, count in _skipped(terminalreporter).items():
        if (how := way(reason)) is None:
            terminalreporter.write_line(f"skipped, and not listed in {__name__}: {reason}")
        else:
            ways[how] += count
    if ways:
        told = "; ".join(f"{count} {how}" for how, count in ways.most_common())
        terminalreporter.write_line(f"skipped: {told}")


def _skipped(reporter: Any) -> Counter[str]:
    return reasons(reporter.stats.get("skipped", []))
