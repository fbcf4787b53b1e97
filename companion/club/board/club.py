"""The club: all tables and results that are known, and what a message changes of them."""

import re
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from companion.club import reading
from companion.club.reading import GameResult, Junk, Position
from companion.club.topics import ROOT
from companion.errors import one_line

MOST_TABLES: Final = 5000
MOST_RESULTS: Final = 50_000
_TOPIC: Final = re.compile(
    rf"{ROOT}/([A-Za-z0-9_.-]{{1,64}})/(?:(state|availability)|(result)/([1-9][0-9]{{0,8}}))",
    re.ASCII,
)

Key = tuple[str, int]
"""Of a result: the table's id and the number of the game."""


class About(NamedTuple):
    """What a topic is about."""

    table: str
    kind: str
    """`state`, `availability` or `result`."""
    game: int = 0
    """Of a result."""


class Table(NamedTuple):
    """What is known of a table."""

    id: str
    known: bool = False
    """Whether it says that it is there, or that it is not."""
    online: bool = False
    position: Position | None = None


class Club(NamedTuple):
    """All that is known."""

    tables: Mapping[str, Table] = {}
    """By id."""
    results: Mapping[Key, GameResult] = {}


def about(topic: str) -> About | None:
    """Return the subject of a topic; None for one of which the board keeps nothing."""
    parts = _TOPIC.fullmatch(topic)
    if parts is None:
        return None
    table, kind, result, game = parts.groups()
    return About(table, kind or result, int(game or 0))


def after_message(club: Club, about: About, payload: bytes) -> tuple[Club, str]:
    """Return the club after a message, and why that is ignored, "" where it makes sense."""
    table, kind, game = about
    try:
        if kind == "state":
            return _state(club, table, payload), ""
        if kind == "availability":
            return _availability(club, table, payload), ""
        return _result(club, (table, game), payload), ""
    except Junk as junk:
        return club, one_line(str(junk))


def settle(club: Club, told: Club) -> Club:
    """Return the club once the broker has told all that it keeps, which is `told`.

    A broker may have forgotten what it kept, so a table of which nothing was told stays. Of a table
    that told its state, results that were not told have been cleared meanwhile.
    """
    gone = {
        (table, game)
        for table, game in club.results
        if _table(told, table).position and (table, game) not in told.results
    }
    for table in club.tables.values():
        if table.online and not _table(told, table.id).known:
            club = _with(club, table._replace(online=False))
    return without(club, gone)


def without(club: Club, gone: Collection[Key]) -> Club:
    """Return the club without these results."""
    if not gone:
        return club
    kept = {key: result for key, result in club.results.items() if key not in gone}
    return club._replace(results=kept)


def counting(club: Club) -> dict[Key, GameResult]:
    """Return the results that count: none of a game whose end was undone."""
    return {key: one for key, one in club.results.items() if not _goes_on(club, *key)}


def _goes_on(club: Club, table: str, game: int) -> bool:
    position = _table(club, table).position
    if position is None or position.state is None:
        return False
    return position.game.number == game and not position.state.over


def _state(club: Club, table: str, payload: bytes) -> Club:
    position = reading.position(payload) if payload else None
    return _with(club, _table(club, table)._replace(position=position))


def _availability(club: Club, table: str, payload: bytes) -> Club:
    online = payload != b"" and reading.presence(payload).online
    return _with(club, _table(club, table)._replace(known=payload != b"", online=online))


def _result(club: Club, key: Key, payload: bytes) -> Club:
    if not payload:
        return without(club, {key} & club.results.keys())
    result = reading.result(payload, key[1])
    if club.results.get(key) == result:
        return club
    if key not in club.results and len(club.results) >= MOST_RESULTS:
        raise Junk(f"there are more than {MOST_RESULTS} results")
    return club._replace(results={**club.results, key: result})


def _table(club: Club, table: str) -> Table:
    return club.tables.get(table) or Table(table)


def _with(club: Club, table: Table) -> Club:
    """Return the club with what is known of a table now, without it where that is nothing."""
    was = club.tables.get(table.id)
    if table == Table(table.id):
        others = {id: other for id, other in club.tables.items() if id != table.id}
        return club if was is None else club._replace(tables=others)
    if was == table:
        return club
    if was is None and len(club.tables) >= MOST_TABLES:
        raise Junk(f"there are more than {MOST_TABLES} tables")
    return club._replace(tables={**club.tables, table.id: table})
