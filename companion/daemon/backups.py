"""Backups: what the sockets ask of them. A backup is handed out, and taken in, piece by piece.

What reads and merges one is imported when it is asked for. The text of a backup is read
and checked beside the queries of past games, so that no press waits for it; the writer takes
in a few games at a time, between presses.
"""

from typing import TYPE_CHECKING, Final

from companion.daemon.dialogue import Dialogue
from companion.daemon.interfaces import Reply
from companion.daemon.socket.fields import BadRequest
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


class BackupRequests:
    """Takes in backups, one client's at a time."""

    def __init__(self, store: Writer, dialogue: Dialogue) -> None:
        """Have the writer merge what was taken in, and the dialogue say so."""
        self._store = store
        self._dialogue = dialogue
        self._client: Reply | None = None
        """The client whose backup is taken in."""
        self._restoring: Restoring | None = None

    def drop_client(self, reply: Reply) -> None:
        """Drop the backup of a client that left before its end."""
        if reply is self._client:
            self._client = self._restoring = None

    def restore_step(
        self, reply: Reply, step: str, text: str, partial: bool
    ) -> Json | Query | None:
        """Carry out a step of a restore. Return what is told of it, or the query that tells it."""
        backup = self._restoring
        if step == "begin":
            return self._begin_restore(reply)
        if reply is not self._client or backup is None:
            raise BadRequest("a backup is restored from its beginning on")
        if step != "end":
            return lambda store: take_piece(backup, store, step, text)
        self._end_restore(backup, partial, reply)
        return None

    def _begin_restore(self, reply: Reply) -> Json:
        from companion.journal.restoring import Restoring

        if self._client not in (None, reply):
            raise BadRequest("another backup is being restored; try again when it is done")
        self._client = reply
        self._restoring = Restoring()
        return {}

    def _end_restore(self, backup: "Restoring", partial: bool, reply: Reply) -> None:
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
