"""The store of the page: the same files, which the browser holds in memory.

What was written counts once the browser has the files on its disk: `keep` asks for that, and
`on_kept` hears of it. Until then no row is `Saved`, as with the writer of the device.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from companion.daemon.interfaces import Reply
from companion.errors import StoreError, refusal
from companion.journal.reader import GamesReader
from companion.journal.stickers import Sticker
from companion.journal.store import Row, Store
from companion.journal.writer_messages import Counted, Loaded, NotSaved, Restored, Saved

if TYPE_CHECKING:
    from companion.journal.restoring import Restoring


class Books:
    """The writer of the page (see `companion.daemon.interfaces.StoreInterface`)."""

    def __init__(self, store: Store, post: Callable[[Any], None], keep: Callable[[], None]) -> None:
        """Write to a store; `keep` has the browser put its files on disk."""
        self._store: Final = store
        self._post: Final = post
        self._keep: Final = keep
        self._ticket = 0
        self._waiting: Final[list[Row]] = []
        """Rows that the store itself refused."""

    def open(self) -> None:
        """Post where the group left off, and what was damaged."""
        self._post(self._store.opened())
        self._changed()

    def write(self, ticket: int, row: Row) -> None:
        """Write a row; `Saved` or `NotSaved` answers once the browser has said which."""
        self._ticket = ticket
        self._waiting.append(row)
        try:
            self._store.record(self._waiting)
        except StoreError as error:
            self._post(NotSaved(ticket, str(error)))
            return
        self._waiting.clear()
        standing = self._store.standing(row.sitting)
        if standing is not None:
            self._post(Counted(standing))
        self._changed()

    def on_kept(self, ticket: int, problem: str) -> None:
        """Take that the browser has all up to a row on disk, or why it has not."""
        if ticket:
            self._post(NotSaved(ticket, problem) if problem else Saved(ticket))

    @property
    def ticket(self) -> int:
        """The last row that was written."""
        return self._ticket

    def load(self, game: int) -> None:
        """Read a game; `Loaded` answers."""
        try:
            self._post(Loaded(self._store.load(game), None))
        except StoreError as error:
            self._post(Loaded(None, str(error)))

    def prefer(self, key: str, value: str) -> None:
        """Keep a preference."""
        self._store.prefer(key, value)
        self._changed()

    def forget(self, name: str) -> None:
        """Offer the name of a player no more."""
        self._store.forget(name)
        self._changed()

    def enrol(self, tag: str, sticker: Sticker | None, reply: Reply) -> None:
        """Keep a sticker, or forget it."""
        self._store.enrol(tag, sticker)
        self._changed()
        reply({"ok": True})

    def restore(self, backup: "Restoring", after: int, reply: Reply) -> None:
        """Merge a backup into the store."""
        try:
            merged = backup.take_in(self._store, after)
        except StoreError as error:
            reply(refusal(str(error)))
            return
        self._post(Restored(self._store.opened(), merged["report"]["games"]))
        self._changed()
        reply({"ok": True, **merged})

    def look(self, question: Callable[[GamesReader], dict[str, Any]], reply: Reply) -> None:
        """Answer with what a question finds in the store."""
        try:
            reply({"ok": True, **question(self._store)})
        except StoreError as error:
            reply(refusal(str(error)))

    def _changed(self) -> None:
        """Bring the index up, tell what was damaged, and have all of it kept."""
        store = self._store
        while store.has_work and not store.index_problem:
            store.work(float("inf"))
        for mended in store.told:
            self._post(mended)
        store.told.clear()
        self._keep()
