"""What the companion does while it is idle."""

import math
import re
import time
from pathlib import Path

from companion.daemon.heartbeat import UNWATCHED_S
from tests.bench.figures import Figure, Sample
from tests.bench.processes import Running, companion

SETTLED = 4.0
"""Seconds after the last press in which it may still have something to show."""
AWAKE = 1.0
"""Seconds for which what it does belongs to the same awakening."""
_SLEEPS = re.compile(r"^voluntary_ctxt_switches:\s+(\d+)", re.MULTILINE)


def idle(seconds: float) -> list[Figure]:
    """Measure an idle companion on the emulated device, and the bytes on its display's bus."""
    with companion("--headless") as running:
        figure = idling(running, seconds)
        ended = time.monotonic()
    sent = sum(payload for at, payload in running.told["sent"] if ended - seconds <= at <= ended)
    name = f"bytes on the display's bus in {seconds:.0f} s of idling"
    return [figure, Figure(name, Sample((float(sent),), "bytes"), at_most=0, judged="value")]


def idling(running: Running, seconds: float) -> Figure:
    """Measure how often it wakes up, and the time of the processor.

    All that it may wake up for is the round that tells whether every thread is well.
    """
    running.tell(do="new", players=3)
    running.tell(do="press", control="clue")
    time.sleep(SETTLED)
    before = busy(running.pid)
    count = awakenings(running.pid, seconds)
    spent = busy(running.pid) - before
    return Figure(
        f"awakenings in {seconds:.0f} s of idling",
        Sample((float(count),)),
        "the rounds that ask every thread",
        at_most=math.ceil(seconds / UNWATCHED_S),
        judged="value",
        note=f"{spent * 1e3:.1f} ms of the processor",
    )


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
