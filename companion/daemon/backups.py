"""Backups: what the sockets ask of them. A backup is handed out, and taken in, piece by piece.

What reads and merges one is imported at the first of these requests. The text of a backup is read
and checked beside the queries of past games, so that no press waits for it; the writer takes
in a few games at a time, between presses.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from companion import clock
from companion.daemon.dialogue import Dialogue
from companion.daemon.interfaces import Enqueue, Reply, StoreInterface
from companion.errors import refusal
from companion.journal.query_thread import Query
from companion.journal.reader import GamesReader
from companion.numbers import Json

if TYPE_CHECKING:
    from companion.journal.restoring import Restoring

CHECK_S: Final = 0.01
"""Time for which a backup is checked at a request, in seconds."""
_LOOK = Callable[[Query, Reply, float], None]


class BackupRequests:
    """Carries out the requests about backups."""

    def __init__(
        self, enqueue: Enqueue, look: _LOOK, store: StoreInterface, dialogue: Dialogue
    ) -> None:
        """Carry out requests by these parts; `look` has the store answer a query."""
        self._enqueue = enqueue
        self._look = look
        self._store = store
        self._dialogue = dialogue
        self._client: Reply | None = None
        """The client whose backup is taken in."""
        self._restoring: Restoring | None = None
        self.acts: Final[Mapping[str, Callable[..., None]]] = {
            "get backup": self._hand_out,
            "do backup": self._queue_note,
            "do restore": self._restore_step,
        }

    def forget(self, reply: Reply) -> None:
        """Drop the backup of a client that left before its end."""
        if reply is self._client:
            self._client = self._restoring = None

    def _hand_out(
        self,
        reply: Reply,
        now: float,
        after: int | None,
        last: int,
        tag: int,
        people_only: bool = False,
    ) -> None:
        """Answer with the beginning of a backup, or with its lines after a place.

        people_only: the games and the names alone.
        """
        from companion.journal import backup

        if after is None:
            query = backup.begin
        else:
            query = partial(backup.go_on, tag=tag, after=after, last=last, people_only=people_only)
        self._look(query, reply, now)

    def _queue_note(self, reply: Reply, now: float) -> None:
        self._enqueue(now, reply, self._keep_note)

    def _keep_note(self, reply: Reply, now: float) -> None:
        """Note that a backup was made."""
        self._dialogue.note_backup(clock.now())
        reply({"ok": True})

    # A backup is taken in

    def _restore_step(self, reply: Reply, now: float, step: str, text: str, partial: bool) -> None:
        backup = self._restoring
        if step == "begin":
            self._begin_restore(reply)
        elif reply is not self._client or backup is None:
            reply(refusal("a backup is restored from its beginning on"))
        elif step == "end":
            self._enqueue(now, reply, self._end, backup, partial)
        else:
            self._look(lambda store: _take(backup, store, step, text), reply, now)

    def _begin_restore(self, reply: Reply) -> None:
        from companion.journal.restoring import Restoring

        if self._client not in (None, reply):
            reply(refusal("another backup is being restored; try again when it is done"))
            return
        self._client = reply
        self._restoring = Restoring()
        reply({"ok": True})

    def _end(self, backup: "Restoring", partial: bool, reply: Reply, now: float) -> None:
        """Have the writer merge a backup, or say what is wrong with it."""
        wrong = backup.refusal(partial)
        self.forget(reply)
        if wrong:
            self._dialogue.refuse_backup()
            reply({**refusal(wrong), "wrong": True})
            return
        after = self._dialogue.pending.reserve(backup.fresh)
        self._store.restore(backup, after, reply)


def _take(backup: "Restoring", store: GamesReader, step: str, text: str) -> Json:
    """Take some more of the text of a backup, or check some more of it."""
    if step == "text":
        backup.feed(text)
        return {"wrong": bool(backup.wrong)}
    return {"checked": backup.check(store, CHECK_S)}
