"""Past games and standings as the page lists them, and one game turn by turn."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from companion.clock import day_of
from companion.face import words
from companion.face.dialogue.outcomes import refusal_phrase
from companion.face.editions import edition_name
from companion.face.on_table import on_table
from companion.game.cards import BLACK, HIGHEST
from companion.game.edition import box
from companion.game.hanab_live import exported_game, replay_link
from companion.game.names import Names, real_names
from companion.game.record import parse_edition
from companion.game.refusals import ActionRefused
from companion.game.setup import HANDS, Setup
from companion.game.verdict import rating_of
from companion.journal import times
from companion.journal.events import Began
from companion.journal.sitting import Sitting
from companion.journal.statistics.standings import Figures, Scope, outcome_of, scopes_of
from companion.numbers import Json
from companion.onlooking.look import Look
from companion.onlooking.replayed import replay_record
from companion.page import ends, players
from companion.page.tables import table_json
from companion.page.words import device_text, page_text

MOST_GAMES: Final = 1000
"""Past games that are told of."""
Asking = Callable[[Json], Awaitable[Json]]
"""Asks the companion. Raises CompanionError of what it refuses."""


async def games_json(ask: Asking, language: str) -> Json:
    """Return the newest past games in brief, the newest first."""
    answer = await ask({"get": "history", "limit": MOST_GAMES})
    return {"games": [game_in_brief(game, language) for game in answer["history"]]}


def game_in_brief(game: Json, language: str) -> Json:
    """Return a game of the device's history in brief."""
    edition = parse_edition(game["edition"])
    who = game["players"]
    names, count = _names_and_count(who)
    if game.get("trial"):
        verdict = page_text(language, "trial")
    elif game["status"] == "playing":
        verdict = page_text(language, "in_progress")
    elif game["status"] == "lost":
        verdict = device_text(language, "lost")
    elif edition.flourish:
        verdict = device_text(language, "flourish_won")
    else:
        verdict = device_text(language, f"rating_{rating_of(game['score'])}")
    return {
        "game": game["game"],
        "began": game["began"] if day_of(game["began"]) else None,
        "edition": edition_name(language, edition, game.get("preset", "")),
        "players": who if real_names(names) else count,
        "who": people_text(who, language),
        "took": times.in_short(game.get("seconds")),
        "score": game["score"],
        # Black adds no points: what it lacks takes some off.
        "maximum": HIGHEST * sum(suit != BLACK for suit in box(edition).suits),
        "status": game["status"],
        "trial": bool(game.get("trial")),
        "verdict": verdict,
    }


class _Tally(NamedTuple):
    """What some people have reached over their games, of which the last one spells their names."""

    scope: Scope
    figures: Figures = Figures()
    points: int = 0
    """Of all their games together."""


async def standings_json(ask: Asking, language: str) -> Json:
    """Return the figures of those who played together, and of each player."""
    history = (await ask({"get": "history", "limit": MOST_GAMES}))["history"]
    groups: dict[str, _Tally] = {}
    singles: dict[str, _Tally] = {}
    for game in reversed(history):  # the oldest first: rows of good games are counted as they were
        result = outcome_of(game["status"], game["reason"], game["score"])
        if result is None or game.get("trial"):
            continue
        names, count = _names_and_count(game["players"])
        began = Began(Setup(count, parse_edition(game["edition"])), names)
        single = (Scope(names=(name,)) for name in real_names(names))
        for tallies, scopes in ((groups, scopes_of(began)), (singles, single)):
            for scope in scopes:
                _, figures, points = tallies.get(scope.key, _Tally(scope))
                after = _Tally(scope, figures.after(result), points + result.score)
                tallies[scope.key] = after
    return {
        "groups": [_standing_json(one, language) for one in sorted(groups.values(), key=_by_names)],
        "players": [
            {**_standing_json(one, language), "edition": "", "name": one.scope.names[0]}
            for one in sorted(singles.values(), key=lambda one: -one.points / one.figures.games)
        ],
    }


def _names_and_count(who: int | list[str]) -> tuple[Names, int]:
    """Return the names in a game, if all are known, and how many players there were."""
    return ((), who) if isinstance(who, int) else (tuple(who), len(who))


def _standing_json(tally: _Tally, language: str) -> Json:
    scope, figures, points = tally
    everybody = not scope.names and scope.players is None
    who = list(scope.names) or scope.players or 0
    edition = page_text(language, "any_edition")
    if scope.edition is not None:
        edition = edition_name(language, scope.edition)
    return {
        "who": page_text(language, "everyone") if everybody else people_text(who, language),
        "edition": edition,
        "games": figures.games,
        "perfect": figures.perfect,
        "best": figures.best,
        "average": round(points / figures.games, 2),
        "longest_streak": figures.longest,
    }


async def turn_by_turn(sitting: Sitting, answer: Json, language: str, level: str) -> Json:
    """Return a game with its table at the start and after each action; the loop goes on meanwhile.

    answer: to `{"get":"record","game":n}`, if any. level: how much help is shown.
    """
    tables = []
    for actions in range(len(sitting.steps) + 1):
        then = sitting._replace(steps=sitting.steps[:actions])
        tables.append(table_json(Look(then, help=level), language))
        await asyncio.sleep(0)  # a long game has a hundred tables, and other requests wait
    summary = answer.get("summary")
    took = answer.get("times") or {}
    if summary:  # the history's own answer has it, a record's has it beside the times
        summary["seconds"] = took.get("seconds")
    return {
        "game": game_in_brief(summary, language) if summary else None,
        "summary": ends.plain_text(sitting, language, summary=summary),
        "curve": ends.curve_points(sitting),
        "hanab_live": _hanab_live_json(sitting, language),
        "tables": tables,
        "took": ["", *map(times.in_short, took.get("actions", ()))],
    }


def _hanab_live_json(sitting: Sitting, language: str) -> Json | None:
    """Return a game whose places were told as a `file` for Hanab Live and the `link` of its replay,
    or `why` it cannot be told there.
    """
    game = on_table(sitting)
    if game.setup.detail != HANDS:
        return None
    told: Json = {"file": None, "link": "", "why": ""}
    try:
        told["file"] = exported_game(game.setup, game.began.names, sitting.actions)
        told["link"] = replay_link(told["file"])
    except ActionRefused as error:
        told["why"] = words.say(language, refusal_phrase(error))
    return told


async def answer_path(path: str, ask: Asking, language: str, level: str) -> Json:
    """Return the answer of a page's server at a path, to a page that may read all."""
    kind, _, number = path.partition("/")
    if number:
        answer = await ask({"get": "record", "game": int(number)})
        sitting = replay_record(int(number), answer["record"]).sitting
        return await turn_by_turn(sitting, answer, language, level)
    return await (standings_json if kind == "standings" else games_json)(ask, language)


def people_text(who: int | list[str], language: str) -> str:
    """Return the players in words: their names, or their number."""
    if isinstance(who, int):
        return device_text(language, "so_many", players=who)
    return ", ".join(players.name_at(who, seat, seat, language) for seat in range(len(who)))


def _by_names(tally: _Tally) -> tuple[bool, bool, int]:
    """Return a sort key: named players first, all games last, and the most games first in each."""
    scope, figures, _ = tally
    return not scope.names and scope.players is None, not scope.names, -figures.games
