"""What the tests of the emulator's window share: builds of every kind, and a window that runs."""

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from wiring import builds
from wiring.reading.build import Build, load, parse_build

if TYPE_CHECKING:
    from hardware.emulator.window.window import Window


def mine(rest: str) -> Build:
    """Return an emulated build with the three buttons, or those that `rest` has."""
    buttons = (
        "" if "buttons" in rest else "buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n"
    )
    return parse_build(f'board = "mock"\n{buttons}{rest}', "mine", "mine.toml")


STICK = "joystick = { up.pin = 28, down.pin = 29, left.pin = 30, right.pin = 31"
TALL = "firework.R = [8, 9, 10, 11, 12], seat = [15, 16, 17, 18, 19]"
RESTS = [
    "",
    'screen = { controller = "ssd1306", rotate = 1 }',
    "lights = { firework.K = [7], firework.M = [8], press = { clue = 9, play = 10 } }",
    "keys = { R.pin = 7, K.pin = 8 }",
    f"keys.W.pin = 7\nlights = {{ firework.W = [14], {TALL} }}",
    f"encoder = {{ a.pin = 7, b.pin = 20 }}\nlights = {{ {TALL} }}",
    f"{STICK} }}\nkeys.M.pin = 7\nlights = {{ {TALL} }}",
    f"buttons = {{ clue.pin = 5, discard.pin = 6, undo.pin = 7 }}\n{STICK}, press.pin = 13 }}",
    f'shape = "hat"\n{STICK} }}',
    'shape = "hat"\nencoder = { a.pin = 7, b.pin = 20 }',
    'shape = "hat"',
    f"lights = {{ deck = [20, 21, 22, 23, 24, 25, 26, 27, 32, 33], {TALL} }}\n{STICK} }}",
    (
        'strip = { controller = "led-shim", lights = { deck = "0-27" } }\nlights = { clue = '
        "[20, 21, 22, 23, 24, 25, 26, 27] }"
    ),
    (
        'strip = { controller = "sk9822", pixels = 90, supply_milliamps = 9000, lights = { deck ='
        ' "0-59", press.play = 70, firework.W = "80-84" } }'
    ),
]
GLASS = 'screen.controller = "ssd1306"\n'
BUILDS = [
    *(partial(load, name) for name in builds.build_names()),
    *(partial(mine, rest) for rest in RESTS),
    *(partial(mine, GLASS + rest) for rest in RESTS if TALL in rest),
    *(partial(mine, GLASS + rest) for rest in RESTS if "hat" in rest or "strip" in rest),
]
"""What reads each build, so that one with a mistake fails its own tests alone."""


def run_with(window: "Window", act: Callable[[], None]) -> None:
    """Run the window here and let another thread act on it; then stop it."""
    failed: list[BaseException] = []

    def other() -> None:
        try:
            act()
        except BaseException as error:
            failed.append(error)
        finally:
            window.stop()

    thread = threading.Thread(target=other)
    thread.start()
    window.run()
    thread.join()
    for error in failed:
        raise error
