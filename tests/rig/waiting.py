"""Waiting for what other threads and processes do."""

import time
from collections.abc import Callable

PATIENCE = 30.0
"""In seconds, for a machine that has much else to do; nothing else depends on it."""


def until(true: Callable[[], object], seconds: float = PATIENCE, pause: float = 0.002) -> None:
    """Wait until it is true, and look the less often the longer it takes: a tenth too late at
    most.
    """
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(pause)
        pause *= 1.1
