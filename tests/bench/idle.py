"""What the companion does while it is idle."""

import math
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.daemon.heartbeat import UNWATCHED_S
from tests.bench.figures import Figure, Sample, skipped
from tests.bench.processes import Running, companion

CONFIG: Final = Path("/sys/kernel/config/gpio-sim")
LABEL: Final = "hanabi-simulated"
LINES: Final = 28


class NoLinesError(Exception):
    """Why there can be no simulated lines here."""


@contextmanager
def simulated_lines() -> Iterator[None]:
    """Make a chip with the label LABEL; raises NoLinesError where that is impossible."""
    if os.geteuid() != 0:
        raise NoLinesError("only root makes simulated lines")
    if not CONFIG.exists():
        with suppress(FileNotFoundError):
            subprocess.run(["modprobe", "gpio-sim"], check=False, capture_output=True)
    if not CONFIG.exists():
        raise NoLinesError("this kernel has no gpio-sim; `make test-hil` takes a virtual Pi")
    chip = CONFIG / LABEL
    bank = chip / "bank0"
    bank.mkdir(parents=True)
    try:
        (bank / "num_lines").write_text(str(LINES))
        (bank / "label").write_text(LABEL)
        (chip / "live").write_text("1")
        yield
    finally:
        (chip / "live").write_text("0")
        bank.rmdir()
        chip.rmdir()


SETTLED = 4.0
"""Seconds after the last press in which it may still have something to show."""
AWAKE = 1.0
"""Seconds for which what it does belongs to the same awakening."""
_SLEEPS = re.compile(r"^voluntary_ctxt_switches:\s+(\d+)", re.MULTILINE)
BUTTONS = f"""
board = "raspberry-pi"
chip = "{LABEL}"
[buttons]
clue.pin = 5
discard.pin = 6
play.pin = 13
"""
"""A build of three buttons on simulated lines."""


def idle(seconds: float) -> list[Figure]:
    """Measure an idle companion on the emulated device, and the bytes on its display's bus."""
    with companion("--headless") as running:
        figures = _idling(running, seconds, f"in {seconds:.0f} s of idling")
        ended = time.monotonic()
    sent = sum(payload for at, payload in running.told["sent"] if ended - seconds <= at <= ended)
    name = f"bytes on the display's bus in {seconds:.0f} s of idling"
    return [*figures, Figure(name, Sample((float(sent),), "bytes"), at_most=0, judged="value")]


def idle_on_lines(seconds: float) -> list[Figure]:
    """Measure the same on real lines, of the kernel's simulator, without a display.

    The wait for edges is part of it, which emulated pins do not have.
    """
    while_idle = f"in {seconds:.0f} s of idling, on real lines"
    try:
        with simulated_lines(), tempfile.TemporaryDirectory() as folder:
            build = Path(folder) / "lines.toml"
            build.write_text(BUTTONS)
            with companion("--headless", "--panel", str(build)) as running:
                return _idling(running, seconds, while_idle)
    except NoLinesError as why:
        return [skipped(f"awakenings {while_idle}", str(why))]


def _idling(running: Running, seconds: float, while_idle: str) -> list[Figure]:
    """Measure how often it wakes up, and the time of the processor.

    All that it may wake up for is the round that tells whether every thread is well.
    """
    running.tell(do="new", players=3)
    running.tell(do="press", control="clue")
    time.sleep(SETTLED)
    before = busy(running.pid)
    count = awakenings(running.pid, seconds)
    spent = busy(running.pid) - before
    return [
        Figure(
            f"awakenings {while_idle}",
            Sample((float(count),)),
            "the rounds that ask every thread",
            at_most=math.ceil(seconds / UNWATCHED_S),
            judged="value",
            note=f"{spent * 1e3:.1f} ms of the processor",
        )
    ]


def awakenings(pid: int, seconds: float) -> int:
    """Return how often any thread of a process woke up; what follows within a second is the same.

    A slow machine takes from one second into the next for a round.
    """
    count = 0
    awake = False
    before = sleeps(pid)
    for _ in range(round(seconds / AWAKE)):
        time.sleep(AWAKE)
        after = sleeps(pid)
        count += after != before and not awake
        awake = after != before
        before = after
    return count


def sleeps(pid: int) -> int:
    """Return how often the threads of a process went to sleep of their own accord."""
    statuses = [status.read_text() for status in Path(f"/proc/{pid}/task").glob("*/status")]
    return sum(int(_SLEEPS.findall(status)[0]) for status in statuses)


def busy(pid: int) -> float:
    """Return seconds for which its threads had the processor so far."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
