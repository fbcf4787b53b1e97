"""Answers: which scripts wait for the screen, and which ones subscribed to every change."""

from typing import Any, Final, NamedTuple

from companion.daemon.interfaces import Reply, Shown

PATIENCE_S: Final = 1.0
"""Time after which an answer no longer waits for the screen, in seconds."""


class _Awaiting(NamedTuple):
    serial: int
    until: float
    reply: Reply


class Answers:
    """Replies that are still to be given."""

    def __init__(self) -> None:
        self._shown = Shown(0, False)
        self._awaiting: tuple[_Awaiting, ...] = ()
        self.subscribers: tuple[Reply, ...] = ()
        """The scripts that are told every change."""

    def wait(self, serial: int, reply: Reply, now: float) -> None:
        """Answer once the screen has shown this serial, or not in time."""
        self._awaiting = (*self._awaiting, _Awaiting(serial, now + PATIENCE_S, reply))

    def shown(self, shown: Shown) -> None:
        """The outputs have come as far as this."""
        self._shown = shown

    def give(self, now: float) -> None:
        """Answer the scripts whose view is shown, or whose patience ends."""
        waiting = []
        for one in self._awaiting:
            reached = self._shown.serial >= one.serial
            if reached or now >= one.until:
                one.reply({"ok": True, "serial": one.serial, "shown": reached and self._shown.sent})
            else:
                waiting.append(one)
        self._awaiting = tuple(waiting)

    def deadlines(self) -> list[float]:
        """When a script's patience ends."""
        return [one.until for one in self._awaiting]

    def subscribe(self, reply: Reply) -> None:
        """Tell this script of every change from now on; a second subscription changes nothing."""
        self.forget(reply)
        self.subscribers = (*self.subscribers, reply)

    def forget(self, reply: Reply) -> None:
        """Tell a script that left nothing more."""
        self.subscribers = tuple(other for other in self.subscribers if other is not reply)

    def tell(self, line: dict[str, Any]) -> None:
        """Tell every subscriber."""
        for reply in self.subscribers:
            reply(line)
