"""Backups: what the sockets ask of them. A backup is handed out, and taken in, piece by piece.

What reads and merges one is imported when it is asked for. The text of a backup is read
and checked beside the queries of past games, so that no press waits for it; the writer takes
in a few games at a time, between presses.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from companion import clock
from companion.daemon.dialogue import Dialogue
from companion.daemon.interfaces import Enqueue, Reply
from companion.errors import refusal_answer
from companion.face.dialogue.outcomes import refusal_phrase, refused_answer
from companion.face.state import Phrase
from companion.journal.query_thread import Query
from companion.journal.reader import GamesReader
from companion.journal.writer import Writer
from companion.numbers import Json

if TYPE_CHECKING:
    from companion.journal.restoring import Restoring

CHECK_S: Final = 0.01
"""Time for which a backup is checked at a request, in seconds."""
AskStore = Callable[[Query, Reply, float], None]


class BackupRequests:
    """Carries out the requests about backups."""

    def __init__(self, enqueue: Enqueue, ask: AskStore, store: Writer, dialogue: Dialogue) -> None:
        """Carry out requests by these parts; `ask` has the store answer a query."""
        self._enqueue = enqueue
        self._ask = ask
        self._store = store
        self._dialogue = dialogue
        self._client: Reply | None = None
        """The client whose backup is taken in."""
        self._restoring: Restoring | None = None

    def drop_client(self, reply: Reply) -> None:
        """Drop the backup of a client that left before its end."""
        if reply is self._client:
            self._client = self._restoring = None

    def hand_out(self, reply: Reply, now: float, **place: Any) -> None:
        """Answer with a piece of a backup."""
        from companion.journal.backup import piece_after

        self._ask(partial(piece_after, **place), reply, now)

    def keep_note(self, reply: Reply, now: float) -> None:
        """Note that a backup was made."""
        self._dialogue.note_backup(clock.now())
        reply({"ok": True})

    # A backup is taken in

    def restore_step(self, reply: Reply, now: float, step: str, text: str, partial: bool) -> None:
        """Carry out a step of a restore."""
        backup = self._restoring
        if step == "begin":
            self.begin_restore(reply)
        elif reply is not self._client or backup is None:
            reply(refusal_answer("a backup is restored from its beginning on"))
        elif step == "end":
            self._enqueue(now, reply, self.end_restore, backup, partial)
        else:
            self._ask(lambda store: take_piece(backup, store, step, text), reply, now)

    def begin_restore(self, reply: Reply) -> None:
        """Begin a restore, one client at a time."""
        from companion.journal.restoring import Restoring

        if self._client not in (None, reply):
            reply(refusal_answer("another backup is being restored; try again when it is done"))
            return
        self._client = reply
        self._restoring = Restoring()
        reply({"ok": True})

    def end_restore(self, backup: "Restoring", partial: bool, reply: Reply, now: float) -> None:
        """Have the writer merge a backup, or say what is wrong with it."""
        wrong = backup.refusal(partial)
        self.drop_client(reply)
        if wrong:
            phrase = refusal_phrase(backup.why) if backup.why else Phrase("restore_refused")
            self._dialogue.refuse_backup()
            reply({**refused_answer(wrong, phrase), "wrong": True})
            return
        # A game that begins while the writer merges must not get the number of one of these.
        after = self._dialogue.pending.reserve_games(backup.fresh)
        self._store.restore(backup, after, reply)


def take_piece(backup: "Restoring", store: GamesReader, step: str, text: str) -> Json:
    """Take some more of the text of a backup, or check some more of it."""
    if step == "text":
        backup.feed(text)
        return {"wrong": bool(backup.wrong)}
    return {"checked": backup.check_games(store, CHECK_S)}
