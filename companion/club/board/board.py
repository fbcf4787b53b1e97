"""The board: the club as a broker tells of it, and the pages that are told of the club."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from functools import partial
from operator import is_not
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from companion.club.board import club, ranking, tables
from companion.club.board.club import MOST_TABLES, About, Club, Key, Table
from companion.club.broker import Incoming, Session
from companion.club.link import BrokerLink
from companion.club.reading import GameResult
from companion.club.topics import RESULT_S, ROOT
from companion.numbers import Json, compact_json
from companion.onlooking.settings import BoardSettings
from companion.page import page_files
from companion.page.answers import SHARED_PATHS, Live, stream_event
from companion.page.site import Site
from companion.words.texts import Texts, all_texts

_K = TypeVar("_K")
_T = TypeVar("_T")
log: Final = logging.getLogger("companion.club")
FILTERS: Final = tuple(f"{ROOT}/+/{kind}" for kind in ("state", "availability", "result/+"))
"""All that the board shows; events are told by the next state."""
FOLDER: Final = Path(__file__).with_name("page")
PACE_S: Final = 0.05
"""Time between two changes of the pages, in seconds."""
SETTLE_S: Final = 10.0
"""Time after which a broker that is back, and the bridges with it, have told what they have, in
seconds."""


class PageState(NamedTuple):
    """What an open page has."""

    tables: Mapping[str, Table] = {}
    ranked: Mapping[Key, GameResult] = {}
    """The results that count."""
    away: bool = True


class ClubBoard(Site):
    """The club and those who look at it."""

    log = log
    name = "club: the board"

    def __init__(self, settings: BoardSettings) -> None:
        """Make a board that knows nothing yet and is not opened; it needs a running loop."""
        texts = all_texts("board", "page")
        if settings.title:
            title = {"title": settings.title}
            texts = {
                language: Texts(language, {**own.by_key, **title})
                for language, own in texts.items()
            }
        files = page_files.load_files(FOLDER)
        super().__init__(files, texts, SHARED_PATHS, settings, settings.browsers)
        self.club = Club()
        name = f"{ROOT}-board-{secrets.token_hex(4)}"
        session = Session(settings.broker, name, topics=FILTERS)
        self.link: Final = BrokerLink(session, self.on_message, self._on_link_change)
        self._left: float | None = time.monotonic()
        """When the broker went away."""
        self._expiry: dict[Key, float] = {}
        """When the broker forgets a result, by the monotonic clock."""
        self._told: Club | None = Club()
        """What the broker told since it is there, until it told all."""
        self._complaints: Final[set[About]] = set()
        """Of which the log has it that they make no sense."""
        self._settling: asyncio.TimerHandle | None = None
        self._waking: asyncio.TimerHandle | None = None
        self._woke = 0.0
        self._lines: Final[dict[tuple[str, str | Key], tuple[object, bytes]]] = {}
        """Each table and result as pages are told it, with what it was made of, by language."""
        self._shown = PageState()
        """What pages should have."""
        self._steps: Final[dict[tuple[str, int], bytes]] = {}
        """What leads pages to that, by language and what they have: most have the same."""

    def on_message(self, message: Incoming) -> None:
        """Take what the broker told; keep nothing of what the club does not have."""
        about = club.subject_of_topic(message.topic)
        if about is None:
            return
        after, sentence = club.after_message(self.club, about, message.payload)
        if self._told is not None:
            self._told, _ = club.after_message(self._told, about, message.payload)
        # Whoever may write there could make up names without end.
        is_new = about not in self._complaints and len(self._complaints) < MOST_TABLES
        if sentence and is_new:
            self._complaints.add(about)
            log.warning("club: %s is ignored: %s", message.topic, sentence)
        self._replace_club(after)
        if (key := (about.table, about.game)) in after.results:
            lasts = RESULT_S if message.expires is None else message.expires
            self._expiry[key] = time.monotonic() + lasts

    async def follow(self) -> None:
        """Follow the broker for ever."""
        try:
            await self.link.run()
        finally:
            await self.link.leave()

    def refresh(self) -> None:
        """Refresh the addresses, and drop the results that the broker has dropped."""
        super().refresh()
        now = time.monotonic()
        self._replace_club(
            club.without_results(self.club, {key for key, at in self._expiry.items() if at < now})
        )
        there = self.club.results
        self._expiry = {key: at for key, at in self._expiry.items() if key in there}

    def events_for(self, page: Live) -> bytes:
        """Return the changes of the board since the page was told last, all for a new page."""
        if page.about:
            return self._table_event(page)
        had = page.has
        if had is None:
            self._renew_shown()
        now = page.has = self._shown
        if had is now:
            return self._away_event()
        # By identity, which costs nothing with a thousand tables: `_renew_shown` drops all steps
        # before a new state can have the identity of an old one.
        key = page.language, id(had)
        if key not in self._steps:
            known = had if isinstance(had, PageState) else None
            self._steps[key] = self._club_event(known, now, page.language)
        return self._steps[key] + self._away_event()

    def _club_event(self, had: PageState | None, now: PageState, language: str) -> bytes:
        """Return the parts that are new to a page in this state, all for None."""
        before = had or PageState()
        whole = had is None
        gone, new = difference(before.tables, now.tables)
        lines = [
            self._cached_line(key, table, tables.small_table, language)
            for key, table in new.items()
        ]
        head = compact_json({"version": self.version, "whole": whole, "gone": gone})[:-1]
        body = head + b',"tables":[' + b",".join(lines) + b"]"
        if whole or before.ranked is not now.ranked:
            out, games = difference(before.ranked, now.ranked)
            lines = [
                self._cached_line(key, one, partial(ranking.ranked_game, key), language)
                for key, one in games.items()
            ]
            head = compact_json({"whole": whole, "without": out})[:-1]
            body += b',"ranking":' + head + b',"games":[' + b",".join(lines) + b"]}"
        return b"event: club\ndata: " + body + b"}\n\n"

    def _table_event(self, page: Live) -> bytes:
        """Return the table that the page shows alone."""
        table = self.club.tables.get(page.about)
        now = (table, self._left is not None)
        if page.has == now:
            return b""
        page.has = now
        body = {"id": page.about, "gone": True}
        if table is not None:
            ids = [other.id for other in sorted(self.club.tables.values(), key=tables.table_order)]
            place = ids.index(table.id)
            beside = [ids[place - 1], ids[(place + 1) % len(ids)]]
            body = {**tables.large_table(table, page.language), "beside": beside}
        return stream_event("table", {"version": self.version, **body}) + self._away_event()

    def _away_event(self) -> bytes:
        if self._left is None:
            return b""
        return stream_event("away", {"since": round(time.monotonic() - self._left)})

    def _cached_line(
        self, key: str | Key, now: _T, make: Callable[[_T, str], Json], language: str
    ) -> bytes:
        """Return a table or a result, made once for all pages of a language."""
        made, line = self._lines.get((language, key), (None, b""))
        if made is not now:
            line = compact_json(make(now, language))
            self._lines[language, key] = now, line
        return line

    def _replace_club(self, after: Club) -> None:
        """Replace the club, and wake the pages if that changes it."""
        if after is not self.club:
            self.club = after
            self._schedule_wake()

    def _schedule_wake(self) -> None:
        """Tell the pages, at once after a while of quiet, else as soon as the pace allows."""
        if self._waking is None:
            loop = asyncio.get_running_loop()
            self._waking = loop.call_at(max(loop.time(), self._woke + PACE_S), self._wake_pages)

    def _wake_pages(self) -> None:
        self._waking = None
        self._woke = asyncio.get_running_loop().time()
        self._renew_shown()
        there = self.club.tables.keys() | self.club.results.keys()
        for language, key in [line for line in self._lines if line[1] not in there]:
            del self._lines[language, key]
        self.wake()

    def _renew_shown(self) -> None:
        """Have pages show the club as it is now."""
        ranked: Mapping[Key, GameResult] = club.counting_results(self.club)
        ranked = self._shown.ranked if ranked == self._shown.ranked else ranked
        now = PageState(self.club.tables, ranked, self._left is not None)
        if any(map(is_not, now, self._shown)):
            self._shown = now
            self._steps.clear()

    def _on_link_change(self) -> None:
        """Tell the pages whether the broker is there."""
        if self._settling is not None:
            self._settling.cancel()
            self._settling = None
        if self.link.connected:
            self._left = None
            self._settling = asyncio.get_running_loop().call_later(SETTLE_S, self._drop_untold)
        elif self._left is None:
            self._left = time.monotonic()
        # Now: the next connection may tell something before it is known as open.
        self._told = self._told if self.link.connected else Club()
        self._schedule_wake()

    def _drop_untold(self) -> None:
        told, self._told = self._told, None
        if told is not None:
            self._replace_club(club.without_untold(self.club, told))


def difference(before: Mapping[_K, _T], now: Mapping[_K, _T]) -> tuple[list[_K], dict[_K, _T]]:
    """Return the keys that are gone, and what is new or another one."""
    gone = [key for key in before if key not in now]
    return gone, {key: one for key, one in now.items() if before.get(key) is not one}


async def serve(settings: BoardSettings) -> None:
    """Follow the broker and serve the page until a signal comes."""
    await ClubBoard(settings).serve()
