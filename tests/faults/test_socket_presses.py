"""Presses at the pins while scripts do their worst: acknowledged as quickly as without them, none
lost.
"""

import contextlib
import gc
import multiprocessing
import socket
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.daemon.socket.server import MOST_CLIENTS
from tests.rig.daemons import FAULTS, SEED
from tests.rig.rude import ODD, Rude
from tests.rig.socket_presses import PRESSES, SOON, presses, told
from tests.rig.table import laid

pytestmark = FAULTS

AT_ONCE = 0.1
"""Seconds in which people feel that something happens at once."""

CLUE = {"action": {"do": "clue"}}
ACTS = [name for name in vars(Rude) if not name.startswith("_") and name != "act"]


def pester(path: Path, name: str, seed: int) -> None:
    """Be rude in one way, again and again; in a process of its own."""
    rude = Rude(path, seed, alone=False)
    while True:
        try:
            getattr(rude, name)()
        except (OSError, AssertionError, ValueError, IndexError):
            continue


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


def crowd(path: Path, line: bytes) -> None:
    """Say the same line again and again in all places but two; in a process of its own."""
    socks = []
    for _ in range(MOST_CLIENTS - 2):
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        sock.connect(str(path))
        sock.setblocking(False)
        socks.append(sock)
    waiting = dict.fromkeys(socks, b"")
    while True:
        for sock in socks:
            rest = waiting[sock] or line + b"\n"
            with contextlib.suppress(BlockingIOError):
                rest = rest[sock.send(rest) :]
            waiting[sock] = rest
            with contextlib.suppress(BlockingIOError):
                sock.recv(65536)
        time.sleep(0.001)


@contextlib.contextmanager
def frozen() -> Iterator[None]:
    """As in a companion that is a process of its own, what stays for good is not looked
    at again.
    """
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@pytest.mark.parametrize("line", ODD.values(), ids=ODD)
def test_no_line_however_odd_keeps_a_press_waiting(tmp_path, line):
    with laid(tmp_path) as table, table.script() as script, frozen():
        script.ask(do="new", players=3)
        path = table.companion.threads.server.path
        process = multiprocessing.get_context("spawn").Process(
            target=crowd, args=(path, line), daemon=True
        )
        process.start()
        time.sleep(1)
        print()
        at_pins = presses(table)
        told("at the pins", at_pins)
        by_script = []
        for number in range(PRESSES // 2):
            began = time.perf_counter()
            script.ask(do="undo" if number % 2 else "action", **({} if number % 2 else CLUE))
            by_script.append(time.perf_counter() - began)
        told("by a script", by_script)
        process.kill()
        process.join()
        assert sorted(at_pins)[len(at_pins) * 95 // 100] < SOON
        assert statistics.median(by_script) < 2 * SOON
        table.check()
