"""The controls of the header: they post raw, stamped edges and turns, and do nothing else.

A control is absent while the kernel or another program has its pin. The others work without it, and
it is tried again, more and more seldom.
"""

from collections.abc import Callable, Collection, Mapping
from itertools import chain, repeat
from threading import Event, Lock, Thread
from typing import Final

from companion.errors import PanelError
from companion.panel import ENCODER, Edge, Plugged, Rotated, Unusable
from hardware.gpio.board import GpioChip, Input, PinBusy
from hardware.gpio.encoder import GpioEncoder
from wiring import spec
from wiring.spec import WHOLE_CYCLE

RETRY_S: Final = (2.0, 4.0, 8.0, 16.0, 30.0)
"""Pauses between two tries to open a pin of an absent control; the last one repeats."""

ControlMessage = Edge | Rotated | Unusable | Plugged
Post = Callable[[ControlMessage], None]


class GpioControls:
    """The controls of a build (see `companion.panel.Controls`), each on a pin, the encoder on two.

    There is no debounce here: the companion does that, on the time stamps.
    """

    def __init__(
        self,
        board: GpioChip,
        pins: Mapping[str, int],
        encoder: spec.EncoderPins | None = None,
        active_high: Collection[str] = (),
        per_detent: int = WHOLE_CYCLE,
    ) -> None:
        """Open the pins; `PanelError` if one is none, but not if something else has it.

        active_high: the controls that a press connects to 3.3 V. per_detent: of the encoder.
        """
        self._per_detent: Final = per_detent
        self._active_high: Final = active_high
        self.names: Final = (*pins, ENCODER) if encoder else tuple(pins)
        self._board: Final = board
        self._pins: Final = pins
        self._wired: Final = encoder
        self._inputs: dict[str, Input] = {}
        self._encoder: GpioEncoder | None = None
        self._absent: dict[str, str] = {}
        self._lock: Final = Lock()
        self._closed: Final = Event()
        board.hold_chip()
        try:
            for control in self.names:
                self._open_control(control)
        except PanelError:
            self.close()
            raise

    def listen(self, post: Post) -> None:
        """Post every edge and turn from now on, and at once a control that is down already."""
        for control in self.names:
            if control not in self._absent:
                self._listen_to(control, post)
        # Afterwards, so that a press in between is posted twice rather than never.
        for control in self._inputs:
            self._post_if_down(control, post)
        for control, why in self._absent.items():
            post(Unusable(control, why))
        if self._absent:
            Thread(target=self._open_absent, args=(post,), name="pins", daemon=True).start()

    def watermark(self) -> float:
        """Return the time up to which every edge and every turn is posted; post what waits."""
        return self._board.watermark()

    def is_down(self, control: str) -> bool:
        """Return True if the control's pin is down now.

        The encoder and an absent control never are, nor any after `close`.
        """
        line = self._inputs.get(control)
        return line is not None and not self._closed.is_set() and line.down

    def close(self) -> None:
        """Release the pins."""
        with self._lock:
            if self._closed.is_set():
                return
            self._closed.set()
            for line in self._inputs.values():
                line.close()
            if self._encoder:
                self._encoder.close()
            self._board.release_chip()

    def _open_control(self, control: str) -> None:
        """Open the pins of a control, or note why something keeps it from them."""
        high = control in self._active_high
        try:
            if control != ENCODER:
                self._inputs[control] = self._board.open_input(self._pins[control], high)
            elif self._wired is not None:
                self._encoder = GpioEncoder(self._board, self._wired, high, self._per_detent)
        except PinBusy as busy:
            self._absent[control] = str(busy)
        else:
            self._absent.pop(control, None)

    def _listen_to(self, control: str, post: Post) -> None:
        if control != ENCODER:
            self._inputs[control].listen(post, control)
        elif self._encoder is not None:
            self._encoder.listen(post)

    def _post_if_down(self, control: str, post: Post) -> None:
        line = self._inputs[control]
        if line.down:
            post(Edge(control, down=True, at=line.edge_time()))

    def _open_absent(self, post: Post) -> None:
        """Open the absent controls, until none is absent."""
        for pause in chain(RETRY_S, repeat(RETRY_S[-1])):
            if not self._absent or self._closed.wait(pause):
                return
            for control in tuple(self._absent):
                self._reconnect_control(control, post)

    def _reconnect_control(self, control: str, post: Post) -> None:
        """Open an absent control, and post that it can be used again."""
        with self._lock:
            if self._closed.is_set():
                return
            self._open_control(control)
        if control in self._absent:
            return
        self._listen_to(control, post)
        if control in self._inputs:
            self._post_if_down(control, post)
        post(Unusable(control, ""))
