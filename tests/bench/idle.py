"""What the companion does while nobody does anything."""

import shutil
import subprocess
import time
from pathlib import Path

from tests.bench.figures import Figure, Sample, skipped
from tests.bench.processes import companion

SETTLED = 4.0
"""Seconds after the last press in which it may still have something to show."""


def idle(seconds: float) -> list[Figure]:
    """Wake-ups, system calls, time of the processor and bytes on the bus; the watchdog is not set."""
    with companion("--headless") as running:
        running.tell(do="new", players=3)
        running.tell(do="press", control="clue")
        time.sleep(SETTLED)
        strace = _watch(running.pid)
        wakes, busy, began = _wakes(running.pid), _busy(running.pid), time.monotonic()
        time.sleep(seconds)
        wakes, busy, ended = _wakes(running.pid) - wakes, _busy(running.pid) - busy, time.monotonic()
        calls = None if strace is None else _begun(strace)
    sent = sum(payload for at, payload in running.told["sent"] if began <= at <= ended)
    while_idle = f"in {seconds:.0f} s of idling"
    told = [
        (f"wake-ups {while_idle}", wakes, ""),
        (f"time of the processor {while_idle}", busy * 1e3, "ms"),
        (f"bytes on the display's bus {while_idle}", sent, "bytes"),
    ]
    figures = [
        Figure(name, Sample((float(value),), unit), at_most=0, judged="value") for name, value, unit in told
    ]
    if calls is None:
        return [*figures, skipped(f"system calls {while_idle}", "there is no strace, or it may not look")]
    return [
        *figures,
        Figure(f"system calls {while_idle}", Sample((float(calls),)), at_most=0, judged="value"),
    ]


def _wakes(pid: int) -> int:
    """How often the process's threads have woken up so far."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total


def _busy(pid: int) -> float:
    """Seconds for which its threads had the processor so far."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def _watch(pid: int) -> "subprocess.Popen[str] | None":
    """Strace on all its threads; None where there is none, or it may not look."""
    if shutil.which("strace") is None:
        return None
    command = ["strace", "-f", "-qq", "-p", str(pid)]
    strace = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    time.sleep(1)
    if strace.poll() is None:
        return strace
    strace.communicate()
    return None


def _begun(strace: "subprocess.Popen[str]") -> int:
    """How many system calls began since it looked; the first one that it tells of a thread began before."""
    strace.terminate()
    _, told = strace.communicate()
    calls = [line for line in told.splitlines() if "(" in line]
    threads = [line.split("]")[0] if line.startswith("[pid") else "" for line in calls]
    return len(threads) - len(set(threads))
