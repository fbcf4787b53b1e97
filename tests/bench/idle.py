"""What the companion does while it is idle."""

import math
import re
import shutil
import subprocess
import time
from pathlib import Path

from companion.daemon.heartbeat import UNWATCHED_S
from tests.bench.figures import Figure, Sample, skipped
from tests.bench.processes import companion

SETTLED = 4.0
"""Seconds after the last press in which it may still have something to show."""
AWAKE = 1.0
"""Seconds for which what it does belongs to the same awakening."""


def idle(seconds: float) -> list[Figure]:
    """Measure the time of the processor and the bytes on the bus.

    Then how often it wakes up, and for how many system calls.

    All that it may wake up for is the round that tells whether every thread is well.
    """
    with companion("--headless") as running:
        running.tell(do="new", players=3)
        running.tell(do="press", control="clue")
        time.sleep(SETTLED)
        before, began = busy(running.pid), time.monotonic()
        time.sleep(seconds)
        spent, ended = busy(running.pid) - before, time.monotonic()
        strace = _watch(running.pid)
        if strace is not None:
            time.sleep(seconds)
        calls = None if strace is None else _begun(strace)
    sent = sum(payload for at, payload in running.told["sent"] if began <= at <= ended)
    while_idle = f"in {seconds:.0f} s of idling"
    figures = [
        Figure(f"time of the processor {while_idle}", Sample((spent * 1e3,), "ms")),
        Figure(
            f"bytes on the display's bus {while_idle}",
            Sample((float(sent),), "bytes"),
            at_most=0,
            judged="value",
        ),
    ]
    if calls is None:
        return [
            *figures,
            skipped(f"awakenings {while_idle}", "there is no strace, or it may not look"),
        ]
    awakenings, until = 0, float("-inf")
    for at in calls:
        if at > until:
            awakenings, until = awakenings + 1, at + AWAKE
    return [
        *figures,
        Figure(
            f"awakenings {while_idle}",
            Sample((float(awakenings),)),
            "the rounds that ask every thread",
            at_most=math.ceil(seconds / UNWATCHED_S),
            judged="value",
            note=f"{len(calls)} system calls",
        ),
    ]


def busy(pid: int) -> float:
    """Return seconds for which its threads had the processor so far."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def _watch(pid: int) -> "subprocess.Popen[str] | None":
    """Start strace on all its threads. Return None where there is none, or it may not look."""
    if shutil.which("strace") is None:
        return None
    command = ["strace", "-f", "-ttt", "-qq", "-p", str(pid)]
    strace = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    time.sleep(1)
    if strace.poll() is None:
        return strace
    strace.communicate()
    return None


def _begun(strace: "subprocess.Popen[str]") -> list[float]:
    """Return when system calls began since it looked.

    The first one that it tells of a thread began before.
    """
    strace.terminate()
    _, told = strace.communicate()
    began, threads = [], set()
    for thread, at in re.findall(r"^(?:\[pid +(\d+)\] )?(\d+\.\d+) (?=\w+\()", told, re.MULTILINE):
        if thread in threads:
            began.append(float(at))
        threads.add(thread)
    return sorted(began)
