"""Enrolment: which sticker is which card, and the scripts that watch the cards on a reader."""

from typing import Final

from companion.daemon.interfaces import Reply
from companion.errors import refusal_answer
from companion.journal.stickers import Sticker, Stickers
from companion.journal.writer import Writer
from companion.panel import Tagged

MOST_STICKERS: Final = 2000
"""Stickers that are known at a time: those of more than thirty decks."""


class Enrolment:
    """The stickers that are known, and the scripts that are told of each card on a reader."""

    def __init__(self, store: Writer, own: Stickers) -> None:
        """Start with the stickers of the build; each change is kept in the store."""
        self._store = store
        self._own = own
        self._watching: dict[Reply, None] = {}
        self.stickers: Stickers = own

    def open(self, kept: Stickers) -> None:
        """Take what the store has kept."""
        # What the group enrolled itself counts before what the build says.
        self.stickers = {**self._own, **kept}

    def watch_tags(self, reply: Reply) -> None:
        """Subscribe a script to every card; meanwhile no card counts in the game."""
        reply({"ok": True})
        self._watching[reply] = None

    def drop_client(self, reply: Reply) -> None:
        """Unsubscribe a script that disconnected."""
        self._watching.pop(reply, None)

    def notify_watchers(self, tagged: Tagged) -> bool:
        """Notify the watching scripts of tags on a reader. Return True if any script watches."""
        for watcher in self._watching:
            watcher({"ids": list(tagged.ids), "reader": tagged.reader})
        return bool(self._watching)

    def enrol(self, tag: str, sticker: Sticker | None, reply: Reply) -> None:
        """Keep a sticker, or forget it (None); the game goes by it from now on."""
        stickers = dict(self.stickers)
        known = stickers.pop(tag, None)
        why = ""
        if sticker:
            stickers[tag] = sticker
            if known:
                from shlex import quote  # a browser's Python would compile it at each start

                why = (
                    f"this sticker is {known.card} of the deck {known.deck} already; `companion"
                    f" cards forget {quote(known.deck)} {known.card}` frees it"
                )
            elif len(stickers) > MOST_STICKERS:
                why = (
                    f"{MOST_STICKERS} stickers are known already; `companion cards forget` with"
                    " the name of a deck makes room"
                )
        elif known is None:
            why = "nobody said which card this sticker is"
        if why:
            reply(refusal_answer(why))
            return
        self.stickers = stickers
        self._store.enrol(tag, sticker, reply)
