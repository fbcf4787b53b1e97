"""A pod without a board: the firmware's own files and loop under MicroPython on a computer, on a
pty.

Run by `micropython` with the folder of the firmware and the number of steps. A step is made when
the lights show its number: the next control moves. A wrong picture stops it.
"""

import sys

sys.path.insert(0, sys.argv[1])

import config
import main

PIXELS = 3
NAMES = ("clue", "discard", "play", "undo", "power", "W", "R", "B", "Y", "G", "M", "K")


class Board:
    def __init__(self) -> None:
        self.step = 0
        self.order = list(config.CONTROLS)
        self.down = dict.fromkeys(self.order, False)

    def levels(self) -> list[bool]:
        return [self.down[name] for name in self.order]

    def show(self, colours: list[tuple[int, int, int]]) -> None:
        digits = "".join(f"{part // 17:X}" for colour in colours for part in colour)
        if digits == f"{self.step:09X}":
            name = NAMES[self.step % len(NAMES)]
            self.down[name] = not self.down[name]
            self.step += 1


config.CONTROLS = dict.fromkeys(NAMES, 0)
config.PIXELS = PIXELS
config.BRIGHTNESS = 1.0
main.run(Board(), main.reader(), sys.stdout.buffer.write)
