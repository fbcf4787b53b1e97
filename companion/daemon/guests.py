"""Guests: what programs at the view socket ask for; nothing of it changes a game."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import companion
from companion.daemon.dialogue import Dialogue
from companion.daemon.interfaces import Enqueue, Reply
from companion.daemon.publishing import Publisher
from companion.daemon.socket import questions
from companion.face import words
from companion.face.dialogue import names
from companion.face.dialogue.guests import NotGranted, Wish
from companion.face.dialogue.outcomes import refused
from companion.game.record import edition_json


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
            "do subscribe": lambda reply, now: enqueue(now, reply, self._subscribe),
            "get view": self._get_view,
            "do serve": self._serve,
            "do enter": lambda reply, now, token: self._answer(
                reply, dialogue.check_token(token, now)
            ),
            "get draft": self._get_draft,
            "get backup": self._get_backup,
            "do backup": self._note_backup,
            "do draft": lambda reply, now, token, wish: enqueue(
                now, questions.naming(reply, wish.names or ()), self._change_draft, token, wish
            ),
        }

    def forget(self, reply: Reply) -> None:
        """Forget the addresses that a client serves, and tell it nothing more."""
        onlookers = self._publisher.onlookers
        before = onlookers.urls
        onlookers.forget(reply)
        if onlookers.urls != before:
            self._dialogue.on_served(onlookers.urls)

    def _subscribe(self, reply: Reply, now: float) -> None:
        reply({"ok": True})
        self._publisher.subscribe(reply, self._dialogue.view)

    def _get_view(self, reply: Reply, now: float) -> None:
        preferences = self._dialogue.face.preferences
        view = {
            "language": preferences.language or words.DEFAULT,
            "help": preferences.help,
            "version": companion.__version__,
        }
        reply({"ok": True, "view": view})

    def _serve(self, reply: Reply, now: float, urls: tuple[str, ...]) -> None:
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

    def _get_draft(self, reply: Reply, now: float, token: str) -> None:
        if not self._is_granted(reply, now, token):
            return
        draft = self._dialogue.face.draft
        setup = draft.setup
        draft_json = {
            "players": setup.players,
            "names": list(names.by_place(draft)[: setup.players]),
            "edition": edition_json(setup.edition),
            "preset": draft.preset,
        }
        reply({"ok": True, "draft": draft_json})

    def _change_draft(self, token: str, wish: Wish, reply: Reply, now: float) -> None:
        not_granted = self._dialogue.check_token(token, now)
        if not_granted is None:
            self._publisher.stir(now)
            not_granted = self._dialogue.change_draft(wish, now)
        self._answer(reply, not_granted)

    def _answer(self, reply: Reply, not_granted: NotGranted | None) -> None:
        """Answer that a request is done, or else why it is not granted."""
        if not_granted is None:
            reply({"ok": True})
        else:
            reply(refused(not_granted, not_granted.phrase))
