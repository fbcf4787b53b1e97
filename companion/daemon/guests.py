"""Guests: what programs at the view socket ask for; nothing of it changes a game in progress."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import companion
from companion.daemon.dialogue import Dialogue
from companion.daemon.interfaces import Enqueue, Reply
from companion.daemon.publishing import Publisher
from companion.daemon.socket import questions
from companion.face import words
from companion.face.command import Begin
from companion.face.dialogue import guests
from companion.face.dialogue.guests import NotGranted
from companion.face.dialogue.outcomes import refused_answer


class GuestRequests:
    """Carries out the requests of the view socket alone."""

    def __init__(
        self,
        enqueue: Enqueue,
        dialogue: Dialogue,
        publisher: Publisher,
        back_up: Callable[..., None],
    ) -> None:
        """Carry out requests by these parts, as `Scripts` does; `back_up` those about backups."""
        self._dialogue = dialogue
        self._publisher = publisher
        self._back_up = back_up
        self.acts: Final[Mapping[str, Callable[..., None]]] = {
            "do subscribe": lambda reply, now: enqueue(now, reply, self._subscribe_onlooker),
            "get view": self._get_view,
            "do serve": self._serve_page,
            "do enter": lambda reply, now, token: self._answer(
                reply, dialogue.check_token(token, now)
            ),
            "get backup": self._get_backup,
            "do backup": self._note_backup,
            "do new": lambda reply, now, token, command: enqueue(
                now, questions.naming(reply, command.draft.names), self._begin_game, token, command
            ),
        }

    def forget(self, reply: Reply) -> None:
        """Forget the addresses that a client serves, and tell it nothing more."""
        onlookers = self._publisher.onlookers
        before = onlookers.urls
        onlookers.forget(reply)
        if onlookers.urls != before:
            self._dialogue.on_served(onlookers.urls)

    def _subscribe_onlooker(self, reply: Reply, now: float) -> None:
        reply({"ok": True})
        self._publisher.subscribe(reply, self._dialogue.view)

    def _get_view(self, reply: Reply, now: float) -> None:
        face = self._dialogue.face
        view = {
            "language": face.preferences.language or words.DEFAULT,
            "preferences": face.preferences._asdict(),
            "next": questions.next_game(face.draft),
            "known": list(face.known),
            "version": companion.__version__,
        }
        reply({"ok": True, "view": view})

    def _serve_page(self, reply: Reply, now: float, urls: tuple[str, ...]) -> None:
        self._publisher.onlookers.serve(reply, urls)
        self._dialogue.on_served(self._publisher.onlookers.urls)
        reply({"ok": True})

    def _is_granted(self, reply: Reply, now: float, token: str) -> bool:
        """Return True for the evening's code; answer that another one is wrong."""
        not_granted = self._dialogue.check_token(token, now)
        if not_granted:
            self._answer(reply, not_granted)
        return not_granted is None

    def _get_backup(self, reply: Reply, now: float, token: str, **piece: Any) -> None:
        if self._is_granted(reply, now, token):
            self._back_up(reply, now, "get backup", people_only=True, **piece)

    def _note_backup(self, reply: Reply, now: float, token: str) -> None:
        if self._is_granted(reply, now, token):
            self._back_up(reply, now, "do backup")

    def _begin_game(self, token: str, command: Begin, reply: Reply, now: float) -> None:
        """Begin a game for a guest, where none is lost by it; the device says that a phone did."""
        dialogue = self._dialogue
        if not self._is_granted(reply, now, token):
            return
        if not_now := guests.beginning_refusal(dialogue.face, dialogue.sitting):
            self._answer(reply, not_now)
            return
        self._publisher.stir(now)
        dialogue.ask(command._replace(by_guest=True), reply, now)

    def _answer(self, reply: Reply, not_granted: NotGranted | None) -> None:
        """Answer that a request is done, or else why it is not granted."""
        if not_granted is None:
            reply({"ok": True})
        else:
            reply(refused_answer(not_granted, not_granted.phrase))
