"""Answers: which scripts wait for the screen, and which ones subscribed to every change."""

from typing import Final

from companion.daemon.interfaces import LEFT, Reply, Shown
from companion.errors import refusal_answer

PATIENCE_S: Final = 1.0
"""Time after which an answer no longer waits for the screen, in seconds."""


class Answers:
    """Replies that are still to be given, at most one to a client."""

    def __init__(self) -> None:
        self._shown = Shown(0, sent=False)
        self._awaiting: dict[Reply, tuple[int, float]] = {}
        """The serial that each client waits for, and until when."""
        self.subscribers: Final[dict[Reply, None]] = {}
        """The scripts that are told every change; a second subscription changes nothing."""

    def wait_for_screen(self, serial: int, reply: Reply, now: float) -> None:
        """Answer once the screen has shown this serial, or not in time."""
        self._awaiting[reply] = serial, now + PATIENCE_S

    def on_shown(self, shown: Shown, now: float) -> None:
        """Note the newest view that the outputs have shown, and answer who waited for it."""
        self._shown = shown
        self.give_answers(now)

    def give_answers(self, now: float) -> None:
        """Answer the scripts whose view is shown, or whose patience ends."""
        for reply, (serial, until) in tuple(self._awaiting.items()):
            reached = self._shown.serial >= serial
            if reached or now >= until:
                del self._awaiting[reply]
                reply({"ok": True, "serial": serial, "shown": reached and self._shown.sent})

    def deadlines(self) -> list[float]:
        """Return the times at which a script's patience ends."""
        return [until for _, until in self._awaiting.values()]

    def drop_client(self, reply: Reply) -> None:
        """Unsubscribe a script that disconnected, and drop its answer."""
        self.subscribers.pop(reply, None)
        if self._awaiting.pop(reply, None):
            reply(refusal_answer(LEFT))
