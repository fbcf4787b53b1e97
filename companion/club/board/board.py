"""The board: the club as a broker tells of it, and the pages that are told of the club."""

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from companion.club.board import club, tables
from companion.club.board.club import About, Club, Key, Table, TopicKind
from companion.club.board.ranking import Ranking
from companion.club.board.settings import BoardSettings
from companion.club.board.words import titled
from companion.club.broker import Filter, Heard
from companion.club.link import BrokerLink, Subscription
from companion.club.topics import RESULT_S, ROOT
from companion.web.page_files import PageFile
from companion.web.site import Site
from companion.web.streams import Stream, event

log: Final = logging.getLogger("companion.club")
FILTERS: Final = tuple(Filter(f"{ROOT}/+/{kind}") for kind in ("state", "availability", "result/+"))
"""All that the board shows; events are told by the next state."""
PACE_S: Final = 0.05
"""Time between two changes of the pages, in seconds."""
SETTLE_S: Final = 10.0
"""Time after which a broker that is back, and the bridges with it, have told what they have, in seconds."""
LOOK_S: Final = 10.0
"""Time between two looks at the clock, in seconds."""


class PageState(NamedTuple):
    """What an open page has."""

    tables: Mapping[str, Table]
    ranking: int
    """The number of the last change of the ranking."""
    away: bool


class _BoardEvent(NamedTuple):
    """What pages are told that had something, and have something else now."""

    had: PageState | None
    now: PageState
    data: bytes


class ClubBoard(Site):
    """The club and those who look at it."""

    log = log

    def __init__(self, settings: BoardSettings, files: Mapping[str, PageFile]) -> None:
        """A board that knows nothing yet; it needs a running loop."""
        super().__init__(files, titled(settings.title), settings.names)
        self.club = Club()
        self.link: Final = BrokerLink(
            settings.broker,
            f"{ROOT}-board-{secrets.token_hex(4)}",
            asked=Subscription(FILTERS, self.heard),
            changed=self._came_or_went,
        )
        self._left: float | None = time.monotonic()
        self._ranking: Final = Ranking()
        self._expiry: Final[dict[Key, float]] = {}
        """When the broker forgets a result, by the monotonic clock."""
        self._fresh: Final[set[About]] = set()
        """About what the broker told something that the club has, since it is there and until it told all."""
        self._settling: asyncio.TimerHandle | None = None
        self._waking: asyncio.TimerHandle | None = None
        self._woke = 0.0
        self._small: Final[dict[tuple[str, str], tuple[Table, bytes]]] = {}
        self._shown = PageState(self.club.tables, 0, True)
        self._events: Final[dict[str, _BoardEvent]] = {}
        """What was told last in each language: most pages have and need the same."""

    def heard(self, message: Heard) -> None:
        """The broker told something; nothing is kept of what the club does not have."""
        about = club.about(message.topic)
        if about is None:
            return
        before = self.club
        after, sentence = club.heard(before, about, message.payload)
        if sentence:
            log.warning("club: %s", sentence)
        self._note(after, about, message.expires)
        self._now(after, club.touched(about, before, after))

    def look(self) -> None:
        """Forget the results that the broker has forgotten."""
        now = time.monotonic()
        self._forget(
            club.without(self.club, {key for key, end in self._expiry.items() if end < now})
        )

    def news(self, stream: Stream) -> bytes:
        """What changed on the board since the page was told last; all of it for a new page."""
        if stream.about:
            return self._about(stream)
        had = stream.has if isinstance(stream.has, PageState) else None
        now = stream.has = self._now_shown()
        if had is now:
            return self._away()
        known = self._events.get(stream.language)
        if known is None or known.had is not had or known.now is not now:
            known = self._events[stream.language] = _BoardEvent(
                had, now, self._club(had, now, stream.language)
            )
        return known.data + self._away()

    def _now_shown(self) -> PageState:
        """What an open page should have: the same object as long as it is the same."""
        now = PageState(self.club.tables, self._ranking.version, self._left is not None)
        same = now.tables is self._shown.tables and now[1:] == self._shown[1:]
        if not same:
            self._shown = now
        return self._shown

    def _club(self, had: PageState | None, now: PageState, language: str) -> bytes:
        """What is new to a page that has this; all for None."""
        told: Mapping[str, Table] = had.tables if had else {}
        changed = [one for key, one in now.tables.items() if told.get(key) is not one]
        gone = [key for key in told if key not in now.tables]
        body = encoded({"version": self.version, "whole": had is None, "gone": gone})[:-1]
        body += b',"tables":[' + b",".join(self._encoded(one, language) for one in changed) + b"]"
        since = had.ranking if had else None
        if since != now.ranking:
            body += b',"ranking":' + self._ranking.news(since, language)
        return b"event: club\ndata: " + body + b"}\n\n"

    def _about(self, stream: Stream) -> bytes:
        """The table that the page shows alone."""
        table = self.club.tables.get(stream.about)
        now = (table, self._left is not None)
        if stream.has == now:
            return b""
        stream.has = now
        told: dict[str, Any] = {"id": stream.about, "gone": True}
        if table is not None:
            told = {**tables.large(table, stream.language), "beside": self._beside(table)}
        return event("table", {"version": self.version, **told}) + self._away()

    def _beside(self, table: Table) -> list[str]:
        """The ids of the table before this one and of the next one."""
        ids = [one.id for one in sorted(self.club.tables.values(), key=tables.order)]
        place = ids.index(table.id)
        return [ids[place - 1], ids[(place + 1) % len(ids)]]

    def _away(self) -> bytes:
        if self._left is None:
            return b""
        return event("away", {"since": round(time.monotonic() - self._left)})

    def _encoded(self, table: Table, language: str) -> bytes:
        """A table, made once for all pages of a language."""
        known = self._small.get((language, table.id))
        if known is None or known[0] is not table:
            known = self._small[language, table.id] = (
                table,
                encoded(tables.small(table, language)),
            )
        return known[1]

    def _note(self, after: Club, about: About, expires: int | None) -> None:
        """Note when the broker forgets a result, and what it told while it tells all that it keeps."""
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

    def _now(self, after: Club, touched: Iterable[Key]) -> None:
        """Have the club be this from now on; touched: the results that may count otherwise."""
        before, self.club = self.club, after
        for key in touched:
            self._ranking.put(key, club.counting(after, key))
        if after.tables is not before.tables or after.results is not before.results:
            self._wake()

    def _forget(self, after: Club) -> None:
        """Have the club be this from now on, which has some results less."""
        gone = self.club.results.keys() - after.results.keys()
        for key in gone:
            self._expiry.pop(key, None)
        self._now(after, gone)

    def _wake(self) -> None:
        """Tell the pages, at once after a while of quiet, else as soon as the pace allows."""
        if self._waking is None:
            loop = asyncio.get_running_loop()
            self._waking = loop.call_at(max(loop.time(), self._woke + PACE_S), self._awake)

    def _awake(self) -> None:
        self._waking, self._woke = None, asyncio.get_running_loop().time()
        for key in [key for key in self._small if key[1] not in self.club.tables]:
            del self._small[key]
        self.streams.wake()

    def _came_or_went(self) -> None:
        """The broker is there, or is not any more."""
        if self._settling is not None:
            self._settling.cancel()
            self._settling = None
        if self.link.connected:
            self._left = None
            self._settling = asyncio.get_running_loop().call_later(SETTLE_S, self._settle)
        else:
            self._left = time.monotonic() if self._left is None else self._left
            self._fresh.clear()  # now: the next connection may tell something before it is known as open
        self._wake()

    def _settle(self) -> None:
        self._settling = None
        after = club.settled(self.club, self._fresh)
        self._fresh.clear()
        self._forget(after)


def encoded(body: object) -> bytes:
    """JSON without blanks."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
