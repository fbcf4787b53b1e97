"""The evening's ranking: the results that are known, by edition and number of players."""

import time
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from companion.club.board.tables import called
from companion.club.reading import Result
from companion.face import ending, words
from companion.face.editions import edition_name
from companion.face.state import Phrase
from companion.game.outlook import score
from companion.table.statistics.standings import known

Json = dict[str, Any]
Ranked = tuple[tuple[str, int], Result]
"""The table's id and the number of the game, and what came of it."""


def ranking(results: Mapping[tuple[str, int], Result], language: str) -> list[Json]:
    """Each group of games that are compared, the one with most games first; in it the best game first."""
    alike = sorted(results.items(), key=lambda one: repr(_group(one[1])))
    groups = [list(games) for _, games in groupby(alike, lambda one: _group(one[1]))]
    groups.sort(key=lambda games: (-len(games), repr(_group(games[0][1]))))
    return [_told(games, language) for games in groups]


def _told(games: list[Ranked], language: str) -> Json:
    setup = games[0][1].state.setup
    presets = {result.game.preset for _, result in games}
    preset = presets.pop() if len(presets) == 1 else ""
    return {
        "edition": edition_name(language, setup.edition, preset),
        "players": words.say(language, Phrase("so_many", {"players": setup.players})),
        "games": list(_places(games, language)),
    }


def _places(games: list[Ranked], language: str) -> Iterable[Json]:
    """The games with their places; equal results share one."""
    place, last = 0, None
    for number, ((table, game), result) in enumerate(sorted(games, key=_order), 1):
        state = result.state
        if _points(result) != last:
            place, last = number, _points(result)
        told = ending.result(state)
        yield {
            "place": place,
            "table": table,
            "game": game,
            "name": called(table, result.game.table, language),
            "names": ", ".join(known(result.game.names)),
            "score": told.figure,
            "maximum": words.say(language, told.of),
            "verdict": words.say(language, told.verdict),
            "lost": state.status == "lost",
            "ended": "" if result.ended is None else time.strftime("%H:%M", time.localtime(result.ended)),
        }


def _group(result: Result) -> tuple[Any, int]:
    edition = result.state.setup.edition
    if not edition.multicolour:
        edition = edition._replace(multicolour_clue="own")  # it means nothing there
    return edition, result.state.setup.players


def _points(result: Result) -> tuple[bool, int, int]:
    """What is compared: the more the better."""
    state = result.state
    return state.status != "lost", ending.result(state).figure, score(state)


def _order(one: Ranked) -> tuple[Any, ...]:
    """The best first; of equals the one that ended first."""
    (table, game), result = one
    won, figure, points = _points(result)
    return not won, -figure, -points, result.ended is None, result.ended or 0, table, game
