"""The club: all tables and results that are known; a club and a message give the club after it."""

import re
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from companion.club import reading
from companion.club.reading import Junk, Later, Position, Result
from companion.club.topics import ROOT
from companion.errors import one_line

MOST_TABLES: Final = 5000
MOST_RESULTS: Final = 50_000
MOST_STARTS: Final = 4
_TOPIC: Final = re.compile(
    rf"{ROOT}/([A-Za-z0-9_.-]{{1,64}})/(?:(state)|(availability)|result/([0-9]{{1,9}}))", re.ASCII
)


class Table(NamedTuple):
    """What is known of a table."""

    id: str
    known: bool = False
    """Whether it says that it is there, or that it is not."""
    online: bool = False
    start: int | None = None
    """The number that was drawn when its bridge started."""
    starts: tuple[int, ...] = ()
    """Those of its bridges before that."""
    position: Position | None = None
    later: str | None = None
    """What it is called, where it speaks a later version; else None."""


class Club(NamedTuple):
    """All that is known."""

    tables: Mapping[str, Table] = {}
    """By id."""
    results: Mapping[tuple[str, int], Result] = {}
    """By the table's id and the number of the game."""
    complaints: frozenset[str] = frozenset()
    """What was said of topics; each is said once."""


def heard(club: Club, topic: str, payload: bytes) -> tuple[Club, str]:
    """The club after a message, and a sentence for the log, "" for nothing."""
    found = _TOPIC.fullmatch(topic)
    if found is None:
        return club, ""  # an event, a check, or something that is not ours
    table, state, availability, game = found.groups()
    try:
        if state:
            return _well(_state(club, table, payload), topic), ""
        if availability:
            after, sentence = _availability(club, table, payload)
            return (_well(after, topic), "") if not sentence else _complain(after, f"two {table}", sentence)
        return _well(_result(club, table, int(game), payload), topic), ""
    except Junk as junk:
        return _complain(club, topic, f"{topic} is ignored: {one_line(str(junk))}")
    except Later as later:
        if state:
            was = _table(club, table)
            club = _with(club, was._replace(position=None, later=later.name or _called(was)))
        return _complain(club, topic, f"{topic}: {later}; a newer board would show it")


def settled(club: Club, fresh: Collection[str]) -> Club:
    """The club once the broker has told all that it keeps; fresh: the topics that it told.

    A broker may have forgotten what it kept, so a table of which nothing was told stays. Of a table that told
    its state, results that were not told have been cleared meanwhile.
    """
    alive = {table for table in club.tables if f"{ROOT}/{table}/state" in fresh}
    gone = {
        (table, game)
        for table, game in club.results
        if table in alive and f"{ROOT}/{table}/result/{game}" not in fresh
    }
    for table in club.tables.values():
        if table.online and f"{ROOT}/{table.id}/availability" not in fresh:
            club = _with(club, table._replace(online=False))
    return without(club, gone)


def without(club: Club, gone: Collection[tuple[str, int]]) -> Club:
    """The club without these results."""
    if not gone:
        return club
    return club._replace(results={key: one for key, one in club.results.items() if key not in gone})


def counting(club: Club) -> dict[tuple[str, int], Result]:
    """The results that count: not that of a game which is on the table and goes on, its end undone."""
    return {key: one for key, one in club.results.items() if not _goes_on(club, *key)}


def _goes_on(club: Club, table: str, game: int) -> bool:
    found = club.tables.get(table)
    if found is None or found.position is None or found.position.state is None:
        return False
    return found.position.game.number == game and not found.position.state.over


def _state(club: Club, table: str, payload: bytes) -> Club:
    position = reading.position(payload) if payload else None
    return _with(club, _table(club, table)._replace(position=position, later=None))


def _availability(club: Club, table: str, payload: bytes) -> tuple[Club, str]:
    was = _table(club, table)
    if not payload:
        return _with(club, was._replace(known=False, online=False, start=None, starts=())), ""
    told = reading.presence(payload)
    before, sentence = was.starts, ""
    if was.start is not None and was.start != told.start:
        before = (*before, was.start)[-MOST_STARTS:]
    if told.start in before:
        before = ()
        sentence = (
            f"two devices take turns as table {table}{_named(was)}: "
            "of a card that was copied, give one a new /etc/machine-id"
        )
    now = was._replace(known=True, online=told.online, start=told.start, starts=before)
    return _with(club, now), sentence


def _result(club: Club, table: str, game: int, payload: bytes) -> Club:
    key = (table, game)
    if not payload:
        return without(club, {key} & club.results.keys())
    result = reading.result(payload, game)
    if club.results.get(key) == result:
        return club
    if key not in club.results and len(club.results) >= MOST_RESULTS:
        raise Junk(f"there are more than {MOST_RESULTS} results")
    return club._replace(results={**club.results, key: result})


def _table(club: Club, table: str) -> Table:
    return club.tables.get(table) or Table(table)


def _with(club: Club, table: Table) -> Club:
    """The club with what is known of a table now; one of which nothing is known is none."""
    was = club.tables.get(table.id)
    if not table.known and table.position is None and table.later is None:
        if was is None:
            return club
        return club._replace(tables={key: one for key, one in club.tables.items() if key != table.id})
    if was == table:
        return club
    if was is None and len(club.tables) >= MOST_TABLES:
        raise Junk(f"there are more than {MOST_TABLES} tables")
    return club._replace(tables={**club.tables, table.id: table})


def _called(table: Table) -> str:
    return table.position.game.table if table.position else ""


def _named(table: Table) -> str:
    name = _called(table)
    return f" ({one_line(name)})" if name else ""


def _well(club: Club, about: str) -> Club:
    """A topic made sense: the next time that it does not is worth a sentence again."""
    return club._replace(complaints=club.complaints - {about}) if about in club.complaints else club


def _complain(club: Club, about: str, sentence: str) -> tuple[Club, str]:
    """Say something once."""
    if about in club.complaints or len(club.complaints) > MOST_TABLES:
        return club, ""
    return club._replace(complaints=club.complaints | {about}), sentence
