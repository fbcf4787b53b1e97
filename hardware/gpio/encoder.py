"""The rotary encoder: its two contacts tell the direction and the number of detents of a turn.

In a cycle both contacts close and open again, one of them a quarter ahead: clockwise `a` is ahead,
the other way `b`. From one detent to the next it is a whole cycle, half of one or a quarter, by the
maker. gpiozero's own decoder is not used: it does not time the turns, and assumes that both
contacts are open when it begins.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from companion.errors import PanelError
from companion.panel import Edge, Rotated
from hardware.gpio.board import GpioChip
from wiring import spec
from wiring.spec import WHOLE_CYCLE

_CIRCLE: Final = ([False, False], [True, False], [True, True], [False, True])
"""Whether `a` and `b` are closed, from one detent clockwise to the next."""


class Quadrature:
    """Counts the quarters between detents; a lost edge costs at most its own detent.

    A bouncing contact, or a knob moved a little, goes back and forth, and that cancels out.
    """

    def __init__(self, a: bool, b: bool, per_detent: int = WHOLE_CYCLE) -> None:
        """Begin with contacts that are closed or not, at a detent; `per_detent` quarters apart."""
        self._closed = [a, b]
        self._quarters = 0
        self._per_detent: Final = per_detent
        # With one contact open a knob of whole cycles stands between two detents, at which most
        # have both open.
        is_between = a != b and per_detent == WHOLE_CYCLE
        self._rest: Final = 0 if is_between else _CIRCLE.index(self._closed)

    def change_contact(self, contact: int, closed: bool) -> int:
        """Close or open contact 0 (`a`) or 1 (`b`).

        Return the detents that this completes: -1, 0 or 1.
        """
        before = _CIRCLE.index(self._closed)
        self._closed[contact] = closed
        after = _CIRCLE.index(self._closed)
        # Only one contact changed, so this is -1, 0 or 1.
        self._quarters += (after - before + 1) % WHOLE_CYCLE - 1
        if (after - self._rest) % self._per_detent:
            return 0
        # From detent to detent it is all quarters or none. Another number is no detent: the knob
        # stood between two detents in the beginning.
        steps = int(self._quarters / self._per_detent)
        self._quarters = 0
        return steps


class GpioEncoder:
    """An encoder on its two pins: it only posts a stamped `Rotated` for each detent."""

    def __init__(
        self,
        board: GpioChip,
        pins: spec.EncoderPins,
        active_high: bool = False,
        per_detent: int = WHOLE_CYCLE,
    ) -> None:
        """Open the pins; `PanelError` if one of them cannot be used."""
        self._per_detent: Final = per_detent
        first = board.open_input(pins.a, active_high)
        try:
            self._contacts: Final = (first, board.open_input(pins.b, active_high))
        except PanelError:
            first.close()
            raise

    def listen(self, post: Callable[[Rotated], None]) -> None:
        """Post every detent from now on, from the thread that the edges come in."""
        a, b = self._contacts
        quadrature = Quadrature(a.down, b.down, self._per_detent)
        for contact, line in zip("ab", self._contacts, strict=True):
            line.listen(partial(_post_turn, quadrature, post), contact)

    def close(self) -> None:
        """Release the pins; never raise."""
        for line in self._contacts:
            line.close()


def _post_turn(quadrature: Quadrature, post: Callable[[Rotated], None], edge: Edge) -> None:
    if edge.cancelled:  # edges are lost, and the next one tells where the contact is
        return
    if steps := quadrature.change_contact("ab".index(edge.control), closed=edge.down):
        post(Rotated(steps, edge.at))
