"""The board: the club as a broker tells of it, and the pages that are told of the club."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, NamedTuple, TypeVar

from companion.club.board import club, ranking, tables
from companion.club.board.club import About, Club, Key, Table, TopicKind
from companion.club.broker import Heard, Session
from companion.club.link import BrokerLink
from companion.club.reading import GameResult
from companion.club.topics import RESULT_S, ROOT, compact_json
from companion.numbers import Json
from companion.onlooking.settings import BoardSettings
from companion.page.page_files import PageFile
from companion.page.site import Site
from companion.page.streams import Stream, event
from companion.words.texts import Texts, all_texts

_K = TypeVar("_K")
_T = TypeVar("_T")
log: Final = logging.getLogger("companion.club")
FILTERS: Final = tuple(f"{ROOT}/+/{kind}" for kind in ("state", "availability", "result/+"))
"""All that the board shows; events are told by the next state."""
PACE_S: Final = 0.05
"""Time between two changes of the pages, in seconds."""
SETTLE_S: Final = 10.0
"""Time after which a broker that is back, and the bridges with it, have told what they have, in
seconds."""


class PageState(NamedTuple):
    """What an open page has."""

    tables: Mapping[str, Table]
    ranked: Mapping[Key, GameResult]
    """The results that count."""
    away: bool


class _BoardEvent(NamedTuple):
    """What leads a page from one state to another one."""

    had: PageState | None
    now: PageState
    data: bytes

    def leads(self, had: PageState | None, now: PageState) -> bool:
        """Return True if it leads from this state to that one."""
        return self.had is had and self.now is now


class ClubBoard(Site):
    """The club and those who look at it."""

    log = log

    def __init__(self, settings: BoardSettings, files: Mapping[str, PageFile]) -> None:
        """Make a board that knows nothing yet; it needs a running loop."""
        texts = all_texts("board", "page")
        if settings.title:
            title = {"title": settings.title}
            texts = {
                language: Texts(language, {**own.by_key, **title})
                for language, own in texts.items()
            }
        super().__init__(files, texts, settings.names, settings.browsers)
        self.club = Club()
        name = f"{ROOT}-board-{secrets.token_hex(4)}"
        session = Session(settings.broker, name, topics=FILTERS)
        self.link: Final = BrokerLink(session, self.on_message, self._on_link_change)
        self._left: float | None = time.monotonic()
        self._expiry: Final[dict[Key, float]] = {}
        """When the broker forgets a result, by the monotonic clock."""
        self._fresh: Final[set[About]] = set()
        """About what the broker told something that the club has, since it is there and until it
        told all."""
        self._settling: asyncio.TimerHandle | None = None
        self._waking: asyncio.TimerHandle | None = None
        self._woke = 0.0
        self._lines: Final[dict[tuple[str, str | Key], tuple[object, bytes]]] = {}
        """Each table and result as pages are told it, with what it was made of, by language."""
        self._shown = PageState({}, {}, away=True)
        self._events: Final[dict[str, _BoardEvent]] = {}
        """What was told last in each language: most pages have and need the same."""

    def on_message(self, message: Heard) -> None:
        """Take what the broker told; keep nothing of what the club does not have."""
        about = club.about(message.topic)
        if about is None:
            return
        before = self.club
        after, sentence = club.after_message(before, about, message.payload)
        if sentence:
            log.warning("club: %s", sentence)
        self._note(after, about, message.expires)
        self._change(after)

    def look(self) -> None:
        """Forget the results that the broker has forgotten."""
        now = time.monotonic()
        gone = {key for key, end in self._expiry.items() if end < now}
        self._change(club.without(self.club, gone))

    def news(self, stream: Stream) -> bytes:
        """Return what changed on the board since the page was told last, all for a new page."""
        if stream.about:
            return self._about(stream)
        had = stream.has if isinstance(stream.has, PageState) else None
        now = stream.has = self._page_state()
        if had is now:
            return self._away()
        latest = self._events.get(stream.language)
        if latest is None or not latest.leads(had, now):
            latest = _BoardEvent(had, now, self._club(had, now, stream.language))
            self._events[stream.language] = latest
        return latest.data + self._away()

    def _page_state(self) -> PageState:
        """Return what an open page should have, the same object as long as nothing changes."""
        shown = self._shown
        ranked = club.counting(self.club)
        now = PageState(
            self.club.tables,
            shown.ranked if ranked == shown.ranked else ranked,
            away=self._left is not None,
        )
        if now.tables is not shown.tables or now[1:] != shown[1:]:
            self._shown = now
        return self._shown

    def _club(self, had: PageState | None, now: PageState, language: str) -> bytes:
        """Return what is new to a page in this state, all for None."""
        before = had or PageState({}, {}, away=False)
        whole = had is None
        gone, new = _difference(before.tables, now.tables)
        lines = [self._line(key, table, tables.small, language) for key, table in new.items()]
        head = compact_json({"version": self.version, "whole": whole, "gone": gone})[:-1]
        body = head + b',"tables":[' + b",".join(lines) + b"]"
        if whole or before.ranked is not now.ranked:
            out, games = _difference(before.ranked, now.ranked)
            lines = [
                self._line(key, one, partial(ranking.game, key), language)
                for key, one in games.items()
            ]
            head = compact_json({"whole": whole, "without": out})[:-1]
            body += b',"ranking":' + head + b',"games":[' + b",".join(lines) + b"]}"
        return b"event: club\ndata: " + body + b"}\n\n"

    def _about(self, stream: Stream) -> bytes:
        """Return the table that the page shows alone."""
        table = self.club.tables.get(stream.about)
        now = (table, self._left is not None)
        if stream.has == now:
            return b""
        stream.has = now
        body = {"id": stream.about, "gone": True}
        if table is not None:
            body = {**tables.large(table, stream.language), "beside": self._beside(table)}
        return event("table", {"version": self.version, **body}) + self._away()

    def _beside(self, table: Table) -> list[str]:
        """Return the ids of the table before this one and of the next one."""
        ids = [other.id for other in sorted(self.club.tables.values(), key=tables.order)]
        place = ids.index(table.id)
        return [ids[place - 1], ids[(place + 1) % len(ids)]]

    def _away(self) -> bytes:
        if self._left is None:
            return b""
        return event("away", {"since": round(time.monotonic() - self._left)})

    def _line(
        self, key: str | Key, now: _T, make: Callable[[_T, str], Json], language: str
    ) -> bytes:
        """Return a table or a result, made once for all pages of a language."""
        made, line = self._lines.get((language, key), (None, b""))
        if made is not now:
            line = compact_json(make(now, language))
            self._lines[language, key] = now, line
        return line

    def _note(self, after: Club, about: About, expires: int | None) -> None:
        """Note when the broker forgets a result, and what it told of all that it keeps."""
        key = (about.table, about.game)
        if not club.has(after, about):
            self._fresh.discard(about)
            self._expiry.pop(key, None)
            return
        if self._tells_all:
            self._fresh.add(about)
        if about.kind is TopicKind.RESULT:
            self._expiry[key] = time.monotonic() + (RESULT_S if expires is None else expires)

    @property
    def _tells_all(self) -> bool:
        """Return True while the broker may not have told all that it keeps."""
        return self._left is not None or self._settling is not None

    def _change(self, after: Club) -> None:
        """Have the club be this from now on."""
        before = self.club
        self.club = after
        for key in self._expiry.keys() - after.results.keys():
            del self._expiry[key]
        if after.tables is not before.tables or after.results is not before.results:
            self._wake()

    def _wake(self) -> None:
        """Tell the pages, at once after a while of quiet, else as soon as the pace allows."""
        if self._waking is None:
            loop = asyncio.get_running_loop()
            self._waking = loop.call_at(max(loop.time(), self._woke + PACE_S), self._wake_pages)

    def _wake_pages(self) -> None:
        self._waking = None
        self._woke = asyncio.get_running_loop().time()
        there = self.club.tables.keys() | self.club.results.keys()
        for language, key in [line for line in self._lines if line[1] not in there]:
            del self._lines[language, key]
        self.wake()

    def _on_link_change(self) -> None:
        """Tell the pages whether the broker is there."""
        if self._settling is not None:
            self._settling.cancel()
            self._settling = None
        if self.link.connected:
            self._left = None
            self._settling = asyncio.get_running_loop().call_later(SETTLE_S, self._settle)
        else:
            if self._left is None:
                self._left = time.monotonic()
            # Now: the next connection may tell something before it is known as open.
            self._fresh.clear()
        self._wake()

    def _settle(self) -> None:
        self._settling = None
        after = club.settle(self.club, self._fresh)
        self._fresh.clear()
        self._change(after)


def _difference(before: Mapping[_K, _T], now: Mapping[_K, _T]) -> tuple[list[_K], dict[_K, _T]]:
    """Return the keys that are gone, and what is new or another one."""
    gone = [key for key in before if key not in now]
    return gone, {key: one for key, one in now.items() if before.get(key) is not one}
