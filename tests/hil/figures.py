"""Runs inside the virtual Raspberry Pi: what a pulled line takes there.

The emulator's times are not a Raspberry Pi's, so the same is done with gpiozero's own Button and
luma's own display() beside it.
"""

import os
import sys
import time

from gpiozero import Button, Device
from luma.core.interface.serial import i2c
from luma.oled.device import ssd1306

from companion.panel import Edge, Rotated
from hardware.gpio.board import open_board
from hardware.gpio.buttons import GpioControls
from hardware.gpio.kernel_pins import KernelFactory
from tests.bench import stock
from tests.bench.figures import beside, table
from tests.hil.guest import SINK, line, started
from tests.rig.views import game, show
from wiring.reading.build import Build, load
from wiring.spec import I2c

PRESSES = 20
QUIET = {"down": 0.4, "up": 0.6}
"""Seconds after which all that a line brings about is over.

One that is down for longer is a hold."""
WHOLE = 1.5
"""Seconds after which luma has sent its picture."""

Times = list[float]
"""Milliseconds since a line was pulled."""


def pulled(build: Build, control: str, level: str, quiet: float = 0.0) -> tuple[float, Times]:
    """Pull a button's line: when that was, and the milliseconds from then to each record of the
    bus.
    """
    SINK.write_text("-")
    began = time.monotonic()
    line(build.buttons[control], level)
    time.sleep(quiet or QUIET[level])
    records = [int(record.split()[1]) / 1e9 for record in SINK.read_text().splitlines()]
    return began, [(at - began) * 1e3 for at in records]


def callbacks(build: Build) -> tuple[Times, Times]:
    """Measure from a line to the callback of our buttons, and to that of gpiozero's own."""
    ours: list[float] = []
    board = open_board(build.board)
    buttons = GpioControls(board, build.buttons)

    def post(message: Edge | Rotated) -> None:
        ours.append(time.monotonic())

    buttons.listen(post)
    mine = _called(build, ours)
    buttons.close()
    theirs: list[float] = []
    Device.pin_factory = KernelFactory(0)
    button = Button(build.buttons["clue"])
    button.when_pressed = lambda: theirs.append(time.monotonic())
    others = _called(build, theirs)
    button.close()
    return mine, others


def _called(build: Build, calls: list[float]) -> Times:
    times = []
    for _ in range(PRESSES):
        calls.clear()
        began, _records = pulled(build, "clue", "down")
        assert calls, "no callback came"
        times.append((calls[0] - began) * 1e3)
        pulled(build, "clue", "up")
    return times


def redrawn(build: Build) -> Times:
    """Measure from a line to the last byte of a picture that luma draws and sends as it comes."""
    assert build.screen is not None
    assert isinstance(build.screen.bus, I2c)
    device = ssd1306(i2c(port=build.screen.bus.number, address=build.screen.bus.address))
    marks = stock.marks(show(game("clue")))
    button = Button(build.buttons["clue"])
    button.when_pressed = lambda: stock.draw(device, marks)
    times = []
    for _ in range(PRESSES):
        times.append(pulled(build, "clue", "down", WHOLE)[1][-1])
        pulled(build, "clue", "up")
    button.close()
    Device.pin_factory.close()  # which lets the lines go
    device.persist = True
    return times


def pressed(build: Build) -> tuple[Times, Times]:
    """Measure from a line to the last byte of the pressed label, and of the state after it."""
    labels, states = [], []
    for number in range(PRESSES):
        control = "discard" if number % 2 else "clue"
        labels.append(pulled(build, control, "down")[1][-1])
        states.append(pulled(build, control, "up")[1][-1])
    return labels, states


def main(name: str) -> None:
    """Measure all of it on a build with an SSD1306."""
    os.chdir("/root")
    build = load(name)
    mine, others = callbacks(build)
    whole = redrawn(build)
    companion = started(build, 3)
    labels, states = pressed(build)
    companion.terminate()
    companion.wait()
    stock_picture = "luma's canvas and display()"
    figures = [
        beside("line to callback", mine, others, "gpiozero's Button", "ms"),
        beside("line to the last byte of the label", labels, whole, stock_picture, "ms"),
        beside("line to the last byte of the next state", states, whole, stock_picture, "ms"),
    ]
    print(table(f"Virtual Raspberry Pi, {name}", figures), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
