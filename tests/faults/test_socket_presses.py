"""Presses at the pins while scripts do their worst: acknowledged as quickly as without them, none lost."""

import multiprocessing
import statistics
import time
from pathlib import Path

import pytest

from tests.faults.daemons import FAULTS, SEED, until
from tests.faults.rude import Rude
from tests.faults.table import Table, laid

pytestmark = FAULTS

PRESSES = 150
AT_ONCE = 0.1
"""Seconds in which people feel that something happens at once."""

ACTS = [name for name in vars(Rude) if not name.startswith("_") and name != "act"]


def pester(path: Path, name: str, seed: int) -> None:
    """Be rude in one way, again and again; in a process of its own."""
    rude = Rude(path, seed, alone=False)
    while True:
        try:
            getattr(rude, name)()
        except (OSError, AssertionError, ValueError, IndexError):
            continue


def acknowledged(table: Table) -> float:
    """Press DISCARD for a moment; gives the seconds until the label under the finger is told to invert."""
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


@pytest.mark.parametrize("name", ACTS)
def test_presses_are_acknowledged_at_once(tmp_path, name):
    with laid(tmp_path) as table:
        with table.script() as script:
            script.ask(do="new", players=3)
        print()
        told("nobody", presses(table))
        context = multiprocessing.get_context("spawn")
        path = table.companion.threads.server.path
        rude = [
            context.Process(target=pester, args=(path, name, SEED + number), daemon=True)
            for number in range(3)
        ]
        for process in rude:
            process.start()
        time.sleep(1)
        times = presses(table)
        told(name, times)
        for process in rude:
            process.kill()
            process.join()
        assert statistics.median(times) < AT_ONCE / 10
        assert sorted(times)[len(times) * 95 // 100] < AT_ONCE
        table.check()
