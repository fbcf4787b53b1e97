"""The knob of an emulated rotary encoder."""

from typing import Final

from hardware.emulator.board import EmulatedBoard
from wiring import spec


class Knob:
    """The knob on the encoder of an emulated board; `position` is in detents, clockwise from 0."""

    def __init__(self, board: EmulatedBoard, pins: spec.EncoderPins) -> None:
        self._board: Final = board
        self._pins: Final = pins
        self.position = 0

    def rotate(self, steps: int) -> None:
        """Turn by `steps` detents, clockwise if positive: each is four edges of the two pins."""
        way = 1 if steps > 0 else -1
        ahead, behind = self._pins if steps > 0 else reversed(self._pins)
        for _ in range(abs(steps)):
            # Before the edges, since their watcher reads it.
            self.position += way
            self._board.pull_down(ahead)
            self._board.pull_down(behind)
            self._board.let_go(ahead)
            self._board.let_go(behind)
