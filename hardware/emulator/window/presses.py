"""Presses that the emulator's window cancels: the mouse left the button, or the window."""

from typing import Final

from companion.panel import Controls, Edge
from hardware.gpio.buttons import ControlMessage, Post


class Presses:
    """Passes the messages of the controls to `post`, and marks the release of a cancelled press."""

    def __init__(self, controls: Controls, post: Post) -> None:
        self._post: Final = post
        self._cancelled: Final[set[str]] = set()
        controls.listen(self._hear_edge)

    def cancel(self, control: str) -> None:
        """Cancel the press of a control that is down and is released next."""
        self._cancelled.add(control)

    def _hear_edge(self, message: ControlMessage) -> None:
        if isinstance(message, Edge) and message.control in self._cancelled:
            self._cancelled.discard(message.control)
            message = message._replace(cancelled=not message.down)
        self._post(message)
