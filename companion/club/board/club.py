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


def subject_of_topic(topic: str) -> About | None:
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
            position = reading.parse_position(payload) if payload else None
            return with_table(club, table_of(club, table)._replace(position=position)), ""
        if kind == "availability":
            online = payload != b"" and reading.parse_presence(payload).online
            now = table_of(club, table)._replace(known=payload != b"", online=online)
            return with_table(club, now), ""
        return with_result(club, (table, game), payload), ""
    except Junk as junk:
        return club, one_line(str(junk))


def without_untold(club: Club, told: Club) -> Club:
    """Return the club once the broker has told all that it keeps, which is `told`.

    A broker may have forgotten what it kept, so a table of which nothing was told stays. Of a table
    that told its state, results that were not told have been cleared meanwhile.
    """
    gone = {
        (table, game)
        for table, game in club.results
        if table_of(told, table).position and (table, game) not in told.results
    }
    for table in club.tables.values():
        if table.online and not table_of(told, table.id).known:
            club = with_table(club, table._replace(online=False))
    return without_results(club, gone)


def without_results(club: Club, gone: Collection[Key]) -> Club:
    """Return the club without these results."""
    if not gone:
        return club
    kept = {key: result for key, result in club.results.items() if key not in gone}
    return club._replace(results=kept)


def counting_results(club: Club) -> dict[Key, GameResult]:
    """Return the results that count: none of a game whose end was undone."""
    goes_on = {
        (table.id, table.position.game.number)
        for table in club.tables.values()
        if table.position and table.position.state and not table.position.state.over
    }
    return {key: one for key, one in club.results.items() if key not in goes_on}


def with_result(club: Club, key: Key, payload: bytes) -> Club:
    """Return the club with a result, without it where the message is empty. Raises Junk."""
    if not payload:
        return without_results(club, {key} & club.results.keys())
    result = reading.parse_result(payload, key[1])
    if club.results.get(key) == result:
        return club
    if key not in club.results and len(club.results) >= MOST_RESULTS:
        raise Junk(f"there are more than {MOST_RESULTS} results")
    return club._replace(results={**club.results, key: result})


def table_of(club: Club, table: str) -> Table:
    """Return what is known of a table."""
    return club.tables.get(table) or Table(table)


def with_table(club: Club, table: Table) -> Club:
    """Return the club with what is known of a table now, without it where that is nothing."""
    was = club.tables.get(table.id)
    if table == Table(table.id):
        others = {id: other for id, other in club.tables.items() if id != table.id}
        return club if was is None else club._replace(tables=others)
    if was == table:
        return club
    # Whoever may write there could make up tables without end.
    if was is None and len(club.tables) >= MOST_TABLES:
        raise Junk(f"there are more than {MOST_TABLES} tables")
    return club._replace(tables={**club.tables, table.id: table})
