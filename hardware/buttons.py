"""The buttons: they put raw, stamped edges into the companion's queue and do nothing else."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from companion.errors import PanelError
from companion.panel import Edge
from hardware.board import Board, Input


class Buttons:
    """The controls of a build, each on its pin (see `companion.panel.Controls`).

    There is no debounce here: the companion does that, on the time stamps.
    """

    def __init__(self, board: Board, pins: Mapping[str, int]) -> None:
        self._board: Final = board
        self._inputs: dict[str, Input] = {}
        board.hold()
        self._open = True
        try:
            for control, pin in pins.items():
                self._inputs[control] = board.input(pin)
        except PanelError:
            self.close()
            raise

    @property
    def names(self) -> tuple[str, ...]:
        """The controls that this build has."""
        return tuple(self._inputs)

    def listen(self, post: Callable[[Edge], None]) -> None:
        """From now on post every edge; a control that is down already is posted at once."""
        for control, line in self._inputs.items():
            line.listen(partial(_post, post, control))
        # After that, so that a press in between is posted twice rather than never.
        for control, line in self._inputs.items():
            if line.down:
                post(Edge(control, True, line.now()))

    def is_down(self, control: str) -> bool:
        """The level of the control's pin, read now; False once closed."""
        return self._open and self._inputs[control].down

    def close(self) -> None:
        """Let the pins go."""
        if self._open:
            self._open = False
            for line in self._inputs.values():
                line.close()
            self._board.release()


def _post(post: Callable[[Edge], None], control: str, down: bool, at: float) -> None:
    post(Edge(control, down, at))
