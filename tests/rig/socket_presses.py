"""Presses that come by the socket, and their answers."""

import statistics
import time

from tests.rig.table import Table
from tests.rig.waiting import until

PRESSES = 150
SOON = 0.05
"""Seconds that no line on the socket may take from a press."""


def acknowledged(table: Table) -> float:
    """Press DISCARD for a moment.

    Gives the seconds until the label under the finger is told to invert.
    """
    core = table.companion.threads.core
    began = time.perf_counter()
    table.device.press("discard")
    until(lambda: core.view is not None and "discard" in core.view.pressed, 5, 0.0002)
    took = time.perf_counter() - began
    table.device.release("discard")
    until(lambda: core.view is not None and "discard" not in core.view.pressed, 5, 0.0002)
    return took


def presses(table: Table) -> list[float]:
    times = []
    for _ in range(PRESSES):
        times.append(acknowledged(table))
        time.sleep(0.02)
    return times


def told(name: str, times: list[float]) -> None:
    median, slow = statistics.median(times) * 1e3, sorted(times)[len(times) * 95 // 100] * 1e3
    print(f"{name:28} {median:6.2f} ms, 95 % {slow:6.2f} ms, all {max(times) * 1e3:6.1f} ms")
