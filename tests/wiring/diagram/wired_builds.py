"""Builds with every part, to be drawn."""

from collections.abc import Callable, Mapping
from functools import partial

from wiring import builds
from wiring.reading.build import Build, load, parse_build

EVERYTHING = """
board = "raspberry-pi"
[screen]
controller = "sh1106"
[buttons]
clue.pin = 5
discard.pin = 6
undo.pin = 19
[joystick]
up.pin = 13
down.pin = 26
left.pin = 20
right.pin = 21
press.pin = 0
[keys]
W.pin = 1
R.pin = 14
[encoder]
a.pin = 17
b.pin = 18
[lights]
fuse = [{ pin = 27, active_high = false }, { pin = 22, active_high = false }, { pin = 23 }]
deck = [24]
seat = [25, 12]
press.clue = 15
press.discard = { pin = 16, active_high = false, milliamps = 0.7 }
firework.W = [4]
[strip]
controller = "led-shim"
[strip.lights]
clue = "0-7"
"""


def everything() -> Build:
    """Return a build with more parts than the header has pins for power and ground."""
    return parse_build(EVERYTHING, "everything", "everything.toml")


def pads() -> Build:
    """Return a build with a card reader on the header's UART, and one on a USB lead."""
    play = 'name = "play"\nkind = "pn532"\nport = "/dev/serial0"'
    discard = 'name = "discard"\nkind = "rdm6300"\nport = "/dev/ttyUSB0"'
    buttons = "buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }"
    text = f'board = "raspberry-pi"\n{buttons}\n[[readers]]\n{play}\n[[readers]]\n{discard}'
    return parse_build(text, "pads", "pads.toml")


ALL: Mapping[str, Callable[[], Build]] = {
    **{name: partial(load, name) for name in builds.build_names()},
    "everything": everything,
    "pads": pads,
}
"""Builds by their names; each is read in the test that needs it, so that a mistake fails
that one."""
