"""Runs inside the virtual Raspberry Pi: buttons of a build on real lines, pressed from outside.

Says how many awakenings an idle time takes, and whether 10,000 presses all came, in their order.
Without a build it is the companion that idles, for a minute.
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final

from companion.panel import Edge
from hardware.gpio.board import open_board
from hardware.gpio.buttons import GpioControls
from tests.bench.idle import idling, sleeps
from tests.bench.processes import companion
from tests.hil.guest import line
from wiring.reading.build import load

IDLE_S: Final = 10.0
PATIENCE_S: Final = 5.0
"""Time after which an edge is lost."""
BUTTONS: Final = """
board = "raspberry-pi"
[buttons]
clue.pin = 5
discard.pin = 6
play.pin = 13
"""
"""A build of three buttons on the lines of the virtual Raspberry Pi."""


def wait_for(edges: list[Edge], count: int) -> None:
    """Wait until so many edges came: a line that changes again at once loses edges."""
    until = time.monotonic() + PATIENCE_S
    while len(edges) < count:
        assert time.monotonic() < until, f"an edge is lost after {len(edges)}"
        time.sleep(0.0002)


def idle() -> None:
    """Say what an idle minute of the companion takes, without a display.

    The wait for edges is part of it, which emulated pins do not have.
    """
    with tempfile.TemporaryDirectory() as folder:
        build = Path(folder) / "lines.toml"
        build.write_text(BUTTONS)
        with companion("--headless", "--panel", str(build)) as running:
            figure = idling(running, 60)
    print(f"awakenings: {figure.ours.values[0]:.0f} of {figure.at_most}; {figure.note}")


def press(name: str, presses: int) -> None:
    """Idle, then press."""
    build = load(name)
    edges: list[Edge] = []
    controls = GpioControls(open_board(build.board), build.buttons)
    controls.listen(edges.append)
    pins = {control: build.buttons[control] for control in ("clue", "discard", "play")}
    time.sleep(1)

    before = sleeps(os.getpid())
    time.sleep(IDLE_S)
    print(f"idle: {sleeps(os.getpid()) - before - 1} awakenings in {IDLE_S:.0f} s")

    dice = Random(1)
    pulled: list[tuple[str, bool]] = []
    for _ in range(presses // len(pins)):
        for down in (True, False):
            for control in dice.sample(tuple(pins), len(pins)):
                line(pins[control], "down" if down else "up")
                pulled.append((control, down))
            wait_for(edges, len(pulled))
    print(f"presses: {len(pulled)} edges made, {len(edges)} came")
    # Of lines that are pulled at once, the simulated chip tells the lower one first.
    for control in pins:
        came = [edge.down for edge in edges if edge.control == control]
        assert came == [down for one, down in pulled if one == control], f"{control} is wrong"
    controls.close()
    print("all well")


if __name__ == "__main__":
    press(sys.argv[1], int(sys.argv[2])) if sys.argv[1:] else idle()
