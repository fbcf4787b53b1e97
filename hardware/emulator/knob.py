"""The knob of an emulated rotary encoder."""

from typing import Final

from hardware.emulator.board import EmulatedBoard
from wiring import spec


class Knob:
    """The knob on the encoder of an emulated board; `position` is in detents, clockwise from 0."""

    def __init__(
        self, board: EmulatedBoard, pins: spec.EncoderPins, per_detent: int = spec.WHOLE_CYCLE
    ) -> None:
        self._board: Final = board
        self.pins: Final = pins
        self._per_detent: Final = per_detent
        self._edges: Final = (pins.a, True), (pins.b, True), (pins.a, False), (pins.b, False)
        """The pins that close or open, from one quarter clockwise to the next."""
        self._quarter = 0
        self.position = 0

    def rotate(self, steps: int) -> None:
        """Turn by `steps` detents, clockwise if positive."""
        way = 1 if steps > 0 else -1
        for _ in range(abs(steps)):
            # Before the edges, since their watcher reads it.
            self.position += way
            for _ in range(self._per_detent):
                pin, closes = self._edges[self._quarter if way > 0 else self._quarter - 1]
                self._quarter = (self._quarter + way) % len(self._edges)
                if closes == (way > 0):
                    self._board.pull_down(pin)
                else:
                    self._board.let_go(pin)
