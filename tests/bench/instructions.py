"""A cold start and a turn, beside the time that Python takes to import the two libraries: how long,
and in instructions of the processor, which a busy machine does not change: a change is held against
them.

Valgrind's callgrind counts them, over compiled files. Those of two Pythons or processors are not
compared.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.bench.figures import Figure, Sample, beside
from tests.bench.processes import (
    LIBRARIES,
    RUN,
    companion,
    environment,
    importing,
    memory_disk,
    warm,
)

IMPORTS: Final = "Python importing gpiozero and luma.oled"
TAKEN_AT_MOST: Final = 1.4
"""What a start to the first press may take beside the imports of its libraries."""

STARTED_AT_MOST: Final = 2.0
"""What a start may take beside the imports of its libraries."""
PRESSED_AT_MOST: Final = 9.0
ASKED_AT_MOST: Final = 4.0
"""Millions of instructions that a turn by presses, and one by the socket, may take."""
A_SECOND: Final = {"Zero 2 W": 600, "3 B+": 850, "4": 1900, "5": 4800}
"""Millions of instructions of Python that a Raspberry Pi is assumed to carry out in a second."""
PATIENCE: Final = 300
"""Seconds for a start under Valgrind."""
_COLLECTED: Final = re.compile(r"Collected : (\d+)")
_LEAVE: Final = "import os, sys; os._exit(0)"

LISTENING: Final = """
import os, sys
from hardware.gpio.buttons import GpioControls
GpioControls.listen = lambda buttons, post: os._exit(0)
from companion.cli import main
main(sys.argv[1:])
"""
"""The companion until its buttons are listened to."""

SHOWN: Final = """
import os, sys
from companion import cli
load = cli.import_module
def load_with_end(name):
    module = load(name)
    from companion.daemon.drawing import Drawing
    draw = Drawing.draw
    def drawn(drawing, view, now):
        draw(drawing, view, now)
        if view.sitting is not None:
            os._exit(0)
    Drawing.draw = drawn
    module.READ_AHEAD_S = 3600.0
    return module
cli.import_module = load_with_end
cli.main(sys.argv[1:])
"""
"""The companion until a picture of the game is on the display.

Nothing of it is imported before it has stopped the collector of garbage itself. Under Valgrind a
start takes longer than people wait for what is read ahead, which is no part of it."""

_TURNS: Final = """
import os, sys
from companion.daemon.interfaces import Shown
from hardware.emulator.models.part import ModelI2cPart
from tests.rig.rig import Rig
ModelI2cPart.write = lambda part, payload: None
with Rig(frames=True) as rig:
    stage = rig.stage
    def show(serial, view):
        rig.inbox.append(Shown(serial, stage.drawing.draw(view, rig.now)))
    stage.show_view = show
    rig.ask(do="new", players=3)
    for turn in range(int(sys.argv[1])):
        what = "discard" if turn % 2 else "clue"
        TAKE
        rig.pass_time(2)
os._exit(0)
"""
"""Turns in virtual time, with each frame of the display, and the store on a disk in memory.

The display takes its bytes as a real one does: nothing of this computer decodes them."""
PRESSED: Final = _TURNS.replace("TAKE", "rig.tap(what, after=0)")
ASKED: Final = _TURNS.replace("TAKE", 'rig.ask(do="action", action={"do": what})')
_FEW: Final = 4
_MANY: Final = 24


def starts(rounds: int) -> list[Figure]:
    """Measure until no press is lost, and until the game and the socket are there."""
    warm()
    listened, answered, imported = [], [], []
    for _ in range(rounds):
        imported.append(importing()[0] * 1e3)
        with companion("--headless") as running:
            listened.append(running.listened * 1e3)
            answered.append(running.answered * 1e3)
    taken, shown = (
        "start to the first press taken",
        "start to the game on the screen and the socket",
    )
    return [
        beside(taken, listened, imported, IMPORTS, "ms", TAKEN_AT_MOST),
        beside(shown, answered, imported, IMPORTS, "ms", STARTED_AT_MOST),
    ]


def instructions(rounds: int) -> list[Figure]:
    """Return a start and a turn, beside what Python takes to import two libraries."""
    if shutil.which("valgrind") is None:
        return [Figure("instructions", Sample((), "M"), note="not counted: valgrind is missing")]
    imported = _counts(rounds, f"{LIBRARIES}\n{_LEAVE}")
    start = [*RUN, "--headless"]
    taken, shown = _counts(rounds, LISTENING, *start), _counts(rounds, SHOWN, *start)
    return [
        _started("start to the first press taken", taken, imported, TAKEN_AT_MOST),
        _started("start to the game on the screen", shown, imported, STARTED_AT_MOST),
        _counted("a turn by presses", _turns(rounds, PRESSED), PRESSED_AT_MOST),
        _counted("a turn by the socket", _turns(rounds, ASKED), ASKED_AT_MOST),
    ]


def _turns(rounds: int, code: str) -> list[float]:
    """Count what a turn more takes."""
    few = _counts(rounds, code, str(_FEW))
    many = _counts(rounds, code, str(_MANY))
    return [(more - less) / (_MANY - _FEW) for more, less in zip(many, few, strict=True)]


def _started(name: str, counts: list[float], imported: list[float], at_most: float) -> Figure:
    figure = beside(name, counts, imported, IMPORTS, "M", at_most)
    return figure._replace(note=_estimated(figure.ours))


def _counted(name: str, counts: list[float], at_most: float) -> Figure:
    ours = Sample(tuple(counts), "M")
    return Figure(name, ours, at_most=at_most, judged="value", note=_estimated(ours))


def _estimated(counts: Sample) -> str:
    """Return what the instructions would take on each Raspberry Pi."""
    times = [f"{counts.median / speed * 1e3:.0f} on a {name}" for name, speed in A_SECOND.items()]
    return f"estimated in ms: {', '.join(times)}"


def _counts(rounds: int, code: str, *arguments: str) -> list[float]:
    """Count so often, once all of it is compiled; millions of instructions."""
    run([], code, *arguments)
    return [_count(code, *arguments) for _ in range(rounds)]


def _count(code: str, *arguments: str) -> float:
    callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    counted = _COLLECTED.search(run(callgrind, code, *arguments))
    assert counted is not None
    return int(counted[1]) / 1e6


def run(under: list[str], code: str, *arguments: str) -> str:
    """Run some code in a folder of its own; gives what it said on standard error."""
    with tempfile.TemporaryDirectory(dir=memory_disk()) as folder:
        environ = environment(folder, PYTHONHASHSEED="0", PYTHONPATH=str(Path.cwd()))
        command = [*under, sys.executable, "-c", code, *arguments]
        done = subprocess.run(
            command, env=environ, check=True, stderr=subprocess.PIPE, text=True, timeout=PATIENCE
        )
        return done.stderr
