"""The board: the club as a broker tells of it, and the pages that are told of the club."""

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from companion.club.board import club, tables
from companion.club.board.club import Club, Table
from companion.club.board.ranking import ranking
from companion.club.board.settings import Settings
from companion.club.board.words import TEXTS
from companion.club.broker import Filter, Heard
from companion.club.link import Asked, Link
from companion.club.reading import Result
from companion.club.topics import RESULT_S, ROOT
from companion.web.page_files import File
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


class Shown(NamedTuple):
    """What an open page has."""

    tables: Mapping[str, Table]
    results: Mapping[tuple[str, int], Result]
    away: bool


class Board(Site):
    """The club and those who look at it."""

    log = log

    def __init__(self, settings: Settings, files: Mapping[str, File]) -> None:
        """A board that knows nothing yet; it needs a running loop."""
        super().__init__(files, TEXTS, settings.names)
        self.club = Club()
        self.link: Final = Link(
            settings.broker,
            f"{ROOT}-board-{secrets.token_hex(4)}",
            asked=Asked(FILTERS, self.heard),
            changed=self._came_or_went,
        )
        self._left: float | None = time.monotonic()
        self._counting: Mapping[tuple[str, int], Result] = {}
        self._counted: Club | None = None
        self._expiry: Final[dict[str, float]] = {}
        """When the broker forgets the result of a topic, by the monotonic clock."""
        self._fresh: Final[set[str]] = set()
        """The topics that the broker told since it is there."""
        self._settling: asyncio.TimerHandle | None = None
        self._waking: asyncio.TimerHandle | None = None
        self._woke = 0.0
        self._small: Final[dict[tuple[str, str], tuple[Table, bytes]]] = {}
        self._ranking: Final[dict[str, tuple[Mapping[tuple[str, int], Result], bytes]]] = {}

    def heard(self, message: Heard) -> None:
        """The broker told something."""
        self._fresh.add(message.topic)
        after, sentence = club.heard(self.club, message.topic, message.payload)
        if sentence:
            log.warning("club: %s", sentence)
        if after.results is not self.club.results or message.topic in self._expiry:
            lasts = RESULT_S if message.expires is None else message.expires
            self._expiry[message.topic] = time.monotonic() + lasts
        self._now(after)

    def look(self) -> None:
        """Forget the results that the broker has forgotten."""
        now = time.monotonic()
        known = {f"{ROOT}/{table}/result/{game}": (table, game) for table, game in self.club.results}
        for topic in self._expiry.keys() - known:
            del self._expiry[topic]
        self._now(club.without(self.club, [known[topic] for topic, end in self._expiry.items() if end < now]))

    def news(self, stream: Stream) -> bytes:
        """What changed on the board since the page was told last; all of it for a new page."""
        if stream.about:
            return self._about(stream)
        had = stream.has if isinstance(stream.has, Shown) else None
        shown = stream.has = Shown(self.club.tables, self._count(), self._left is not None)
        told = had.tables if had else {}
        changed = [one for key, one in shown.tables.items() if told.get(key) is not one]
        gone = [key for key in told if key not in shown.tables]
        found = b""
        if had is None or changed or gone or had.results is not shown.results or had.away != shown.away:
            parts = [
                f'"version":{json.dumps(self.version)}',
                f'"whole":{"false" if had else "true"}',
                f'"gone":{json.dumps(gone)}',
            ]
            body = ",".join(parts).encode()
            body += b',"tables":[' + b",".join(self._encoded(one, stream.language) for one in changed) + b"]"
            if had is None or had.results is not shown.results:
                body += b',"ranking":' + self._ranked(stream.language)
            found = b"event: club\ndata: {" + body + b"}\n\n"
        return found + self._away()

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
            known = self._small[language, table.id] = (table, encoded(tables.small(table, language)))
        return known[1]

    def _ranked(self, language: str) -> bytes:
        known = self._ranking.get(language)
        if known is None or known[0] is not self._counting:
            known = self._ranking[language] = (self._counting, encoded(ranking(self._counting, language)))
        return known[1]

    def _count(self) -> Mapping[tuple[str, int], Result]:
        """The results that count now: the same object as long as they are the same."""
        if self._counted is not self.club:
            self._counted, counting = self.club, club.counting(self.club)
            if counting != self._counting:
                self._counting = counting
        return self._counting

    def _now(self, after: Club) -> None:
        """The club is this from now on."""
        before, self.club = self.club, after
        if after.tables is before.tables and after.results is before.results:
            return
        self._wake()

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
        self._now(club.settled(self.club, self._fresh))


def encoded(body: object) -> bytes:
    """JSON without blanks."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
