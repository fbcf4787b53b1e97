"""The controls of header and keypads as one: a control pressed on two is down until both are up."""

from collections.abc import Sequence
from functools import partial
from itertools import chain
from threading import Lock
from typing import Final

from companion.panel import Controls, Edge
from hardware.gpio.buttons import ControlMessage, Post


class AllControls:
    """Several sets of controls as one (see `companion.panel.Controls`); they may share names."""

    def __init__(self, members: Sequence[Controls]) -> None:
        names = chain.from_iterable(controls.names for controls in members)
        self.names: Final = tuple(dict.fromkeys(names))
        self._members: Final = members
        self._lock: Final = Lock()
        self._down: set[tuple[str, int]] = set()
        self._post: Post = lambda message: None

    def listen(self, post: Post) -> None:
        """Post every edge and turn from now on, but no edge of what another member holds down."""
        self._post = post
        for member, controls in enumerate(self._members):
            controls.listen(partial(self._hear_control, member))

    def watermark(self) -> float:
        """Return the time up to which every member has posted all."""
        return min(controls.watermark() for controls in self._members)

    def is_down(self, control: str) -> bool:
        """Return True if any member holds the control down."""
        return any(controls.is_down(control) for controls in self._members)

    def close(self) -> None:
        """Release the pins, and post nothing more."""
        for controls in self._members:
            controls.close()

    def _hear_control(self, member: int, message: ControlMessage) -> None:
        if not isinstance(message, Edge):
            self._post(message)
            return
        # Edges of two members come from two threads: the lock orders them.
        with self._lock:
            if message.down:
                self._down.add((message.control, member))
            else:
                self._down.discard((message.control, member))
            # The pin alone may be ahead of its edge, and the edges alone may lack a lost one.
            is_held_elsewhere = any(
                (message.control, other) in self._down and controls.is_down(message.control)
                for other, controls in enumerate(self._members)
                if other != member
            )
            if not is_held_elsewhere:
                self._post(message)
