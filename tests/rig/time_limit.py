"""A test has an end: after its time every thread's stack is written, and the process ends.

With pytest-xdist another process runs the tests that were left, and the one that hung has failed.
"""

import faulthandler
import os
import sys
from collections.abc import Iterator

import pytest

SECONDS = float(os.environ.get("COMPANION_TEST_SECONDS", "300"))
"""Time of a test with its fixtures; the slowest takes 20 s on an idle machine."""
LONG = {"browser", "case", "deb", "faults", "ha", "hil"}
"""Marks of tests that take minutes, and end what they start themselves."""


TERMINAL = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    """Keep the terminal, which is captured while a test runs."""
    config.stash[TERMINAL] = os.dup(sys.__stderr__.fileno())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """End a test that hangs."""
    if LONG.isdisjoint(mark.name for mark in item.iter_markers()):
        faulthandler.dump_traceback_later(SECONDS, exit=True, file=item.config.stash[TERMINAL])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
