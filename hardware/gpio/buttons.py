"""The controls of the header: they post raw, stamped edges and turns, and do nothing else."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion.errors import PanelError
from companion.panel import ENCODER, Edge, Rotated
from hardware.gpio.board import Board, Input
from hardware.gpio.encoder import Encoder
from wiring import spec


class Buttons:
    """The controls of a build (see `companion.panel.Controls`), each on a pin, the encoder on two.

    There is no debounce here: the companion does that, on the time stamps.
    """

    def __init__(self, board: Board, pins: Mapping[str, int], encoder: spec.Encoder | None = None) -> None:
        self.names: Final = (*pins, ENCODER) if encoder else tuple(pins)
        self._board: Final = board
        self._inputs: dict[str, Input] = {}
        self._encoder: Encoder | None = None
        board.hold()
        self._open = True
        try:
            for control, pin in pins.items():
                self._inputs[control] = board.input(pin)
            if encoder:
                self._encoder = Encoder(board, encoder)
        except PanelError:
            self.close()
            raise

    def listen(self, post: Callable[[Edge | Rotated], None]) -> None:
        """From now on post every edge and turn; a control that is down already is posted at once."""
        for control, line in self._inputs.items():
            line.listen(partial(_post, post, control))
        if self._encoder:
            self._encoder.listen(post)
        # Afterwards, so that a press in between is posted twice rather than never.
        for control, line in self._inputs.items():
            if line.down:
                post(Edge(control, True, line.now()))

    def is_down(self, control: str) -> bool:
        """The level of the control's pin, read now; False for the encoder, and once closed."""
        return self._open and control != ENCODER and self._inputs[control].down

    def close(self) -> None:
        """Release the pins."""
        if self._open:
            self._open = False
            for line in self._inputs.values():
                line.close()
            if self._encoder:
                self._encoder.close()
            self._board.release()


def _post(post: Callable[[Edge | Rotated], None], control: str, down: bool, at: float) -> None:
    post(Edge(control, down, at))
