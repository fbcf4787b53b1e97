"""A companion on lines that this process pulls, late in whatever way."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final

from companion.panel import BUTTONS
from tests.rig.daemons import Daemon, launched
from tests.rig.gestures import Moment, Pull, Told, press_all
from tests.rig.kernel import PulledLine
from tests.rig.running import Script

PINS: Final = dict(zip(BUTTONS, (5, 6, 13), strict=True))
BUILD: Final = """
board = "raspberry-pi"
chip = 0
[buttons]
clue.pin = 5
discard.pin = 6
play.pin = 13
"""
"""A build of three buttons, on pins that every chip has."""
START_S: Final = 300.0
"""How long a start may take: an emulated computer is slow."""


class LateTable:
    """A companion in a process of its own, whose lines are pulled here."""

    def __init__(self, daemon: Daemon, busy: Path, pull: Callable[..., Moment]) -> None:
        self.daemon = daemon
        self.pull = pull
        self._busy = busy

    def compute(self, threads: int) -> None:
        """Have so many of its threads compute all the time."""
        self._busy.write_text(str(threads))

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the process meanwhile."""
        process = self.daemon.process
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED)
        try:
            yield
        finally:
            process.send_signal(signal.SIGCONT)

    def stop_soon(self, dice: Random) -> None:
        """Stop the process for 50 to 350 ms, soon."""
        before, seconds = dice.uniform(0, 0.5), dice.uniform(0.05, 0.35)

        def stop() -> None:
            time.sleep(before)
            with self.stopped():
                time.sleep(seconds)

        threading.Thread(target=stop, daemon=True).start()

    def press_all(
        self, count: int, dice: Random, disturb: Callable[[], None] = lambda: None
    ) -> Told:
        """Make gestures. Return what came of them."""
        with Script(self.daemon.sock) as script:
            return press_all(self.pull, script.ask, count, dice, disturb)


@contextmanager
def late_table(folder: Path, pull: Pull, *module: str) -> Iterator[LateTable]:
    """Launch a companion on three lines, by a module of these tests that has busy threads."""
    build, busy = folder / "lines.toml", folder / "busy"
    build.write_text(BUILD)
    busy.write_text("0")
    sock = folder / "hanabi-companion.sock"
    words = ("run", "--headless", "--panel", str(build), "--socket", str(sock))
    with launched(folder, "-m", *module, str(folder), *words) as daemon:
        daemon.ready(START_S)
        yield LateTable(daemon, busy, pull)


@contextmanager
def pulled_table(folder: Path) -> Iterator[LateTable]:
    """Launch a companion on lines that are pipes, which this process pulls."""
    lines = {control: PulledLine(folder, pin) for control, pin in PINS.items()}

    def pull(control: str, /, *, down: bool, at: float | None = None) -> Moment:
        stamp = lines[control].pull(int(not down), at)
        # This process, unlike a kernel, may be late between the time of an edge and its writing.
        return Moment(stamp, time.monotonic() if at is None else stamp)

    try:
        with late_table(folder, pull, "tests.rig.kernel") as table:
            yield table
    finally:
        for line in lines.values():
            line.close()
