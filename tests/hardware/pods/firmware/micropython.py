"""A pod's firmware under MicroPython, which speaks with the driver over a pty."""

import os
import shutil
import subprocess
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import hardware.pods.firmware
from companion.panel import COLOUR_KEYS, Edge, Plugged, Rotated
from hardware.pods.link import PodLink
from tests.rig.pods import is_there, strip
from tests.rig.waiting import until
from wiring.spec import Colour, Pod

MICROPYTHON = shutil.which("micropython")
NAMES = ("clue", "discard", "play", "undo", "power", *COLOUR_KEYS)
PROGRAM = Path(__file__).with_name("micropython_pod.py")
FIRMWARE = Path(hardware.pods.firmware.__path__[0])


@contextmanager
def board(device: Path) -> Iterator[None]:
    """Run a pod's program; its end is its unplugging."""
    assert MICROPYTHON
    far, near = os.openpty()
    tty.setraw(near)
    command = (MICROPYTHON, str(PROGRAM), str(FIRMWARE))
    with subprocess.Popen(command, stdin=far, stdout=far, cwd=device.parent) as process:
        os.close(far)
        device.symlink_to(os.ttyname(near))
        try:
            yield
            assert process.poll() is None, "the program ended"
        finally:
            device.unlink()
            process.kill()
            os.close(near)


def colours(step: int) -> list[Colour]:
    """Return what shows the number of a step: a hex digit of it for each colour of each pixel."""
    parts = [int(digit, 16) * 17 for digit in f"{step:09X}"]
    return [(parts[at], parts[at + 1], parts[at + 2]) for at in range(0, 9, 3)]


def step_through(link: PodLink, posted: "SimpleQueue[Edge | Rotated]", steps: int) -> list[Edge]:
    """Have the pod make this many steps, each of which moves a control."""
    edges = []
    for step in range(steps):
        link._host.send(colours(step), 1.0, afresh=False)
        edge = posted.get(timeout=20)
        assert isinstance(edge, Edge)
        edges.append(edge)
    return edges


def pod(folder: Path) -> tuple[PodLink, "SimpleQueue[Edge | Rotated]"]:
    """Return the link of a pod in a folder, and what its controls do."""
    link = PodLink(Pod("far", str(folder / "pod"), NAMES, strip(3)), str(folder / "pod"))
    posted: SimpleQueue[Edge | Rotated] = SimpleQueue()
    link.controls.listen(posted.put)
    return link, posted


def run(folder: Path, steps: int) -> None:
    link, posted = pod(folder)
    news: SimpleQueue[object] = SimpleQueue()
    began = time.monotonic()
    try:
        with board(folder / "pod"):
            link.listen(news.put)
            edges = step_through(link, posted, steps)
        until(lambda: not is_there(link))
        let_go = _taken(posted)
        with board(folder / "pod"):
            again = step_through(link, posted, 3)
            told = _taken(news)
    finally:
        link.close()
    # One that is slow to begin is told as absent before.
    assert told[-2:] == [Plugged("far", there=False), Plugged("far", there=True)]
    turns = len(NAMES)
    assert _moves(edges) == [
        (NAMES[step % turns], step // turns % 2 == 0, False) for step in range(steps)
    ]
    assert began < edges[0].at
    assert all(before.at <= after.at for before, after in pairwise(edges))
    held = [name for at, name in enumerate(NAMES) if (steps - at + turns - 1) // turns % 2]
    assert _moves(let_go) == [(name, False, True) for name in sorted(held)]
    assert _moves(again) == [(name, True, False) for name in NAMES[:3]]


def _taken(queue: "SimpleQueue[Any]") -> list[Any]:
    """Return everything that waits in a queue, and leave it empty."""
    return [queue.get() for _ in range(queue.qsize())]


def _moves(edges: list[Edge]) -> list[tuple[str, bool, bool]]:
    return [(edge.control, edge.down, edge.cancelled) for edge in edges]
