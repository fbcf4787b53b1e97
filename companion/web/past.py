"""Past games and standings as the page lists them, and one game turn by turn."""

import asyncio
from collections.abc import Mapping
from typing import Any

from companion.face import words
from companion.face.editions import edition_name
from companion.face.state import Phrase
from companion.game.cards import BLACK, HIGHEST
from companion.game.edition import Edition, box
from companion.game.record import parse_edition
from companion.game.verdict import rating_of
from companion.onlooking.look import Look
from companion.onlooking.replayed import replayed
from companion.table.statistics.standings import known
from companion.web import ends
from companion.web.states import Json
from companion.web.tables import table
from companion.web.words import say


def listed(games: list[Json], language: str) -> list[Json]:
    """The games in brief, as the device's history gives them."""
    return [brief(game, language) for game in games]


def brief(game: Mapping[str, Any], language: str) -> Json:
    """A game in brief."""
    edition = parse_edition(game["edition"])
    named = edition_name(language, edition, game.get("preset", ""))
    most = HIGHEST * sum(suit != BLACK for suit in box(edition).suits)
    verdict = _verdict(game, edition, language)
    ended = ends.day(game["changed"])
    result = f"{game['score']}/{most}"
    who = people(game["players"], language)
    return {
        "game": game["game"],
        "began": game["began"],
        "changed": game["changed"],
        "edition": named,
        "players": _players(game["players"]),
        "who": who,
        "turn": game["turn"],
        "score": game["score"],
        "maximum": most,
        "status": game["status"],
        "verdict": verdict,
        "text": ", ".join(filter(None, (ended, who, named, result, verdict))),
    }


def standings(stats: list[Json], language: str) -> list[Json]:
    """The figures of each group of games that are compared, those of named players first."""
    return [
        {
            "who": say(language, "everyone")
            if one["players"] is None
            else people(one["players"], language),
            "edition": edition_name(language, parse_edition(one["edition"]))
            if one["edition"]
            else say(language, "any_edition"),
            **{key: one[key] for key in ("games", "perfect", "best", "streak", "longest_streak")},
        }
        for one in sorted(stats, key=_order)
    ]


async def turn_by_turn(game: int, answer: Json, language: str, version: str, shown: str) -> Json:
    """A game with its table at the start and after each action; the loop goes on meanwhile.

    answer: as `{"get":"record","game":n}` gives it. shown: the help level.
    """
    sitting = replayed(game, answer["record"]).sitting
    tables = []
    for actions in range(len(sitting.steps) + 1):
        then = sitting._replace(steps=sitting.steps[:actions])
        tables.append(table(Look(then, screen="past", help=shown), language, version))
        await asyncio.sleep(0)
    summary = answer.get("summary")
    return {
        "game": brief(summary, language) if summary else None,
        "summary": ends.told(sitting, language, at=summary["changed"] if summary else 0.0),
        "curve": ends.points(sitting),
        "tables": tables,
    }


def people(who: int | list[str], language: str) -> str:
    """Who played: their names, or how many they were."""
    if isinstance(who, int):
        return words.say(language, Phrase("so_many", {"players": who}))
    names = [
        next(iter(known((name,))), "") or say(language, "player", place=place)
        for place, name in enumerate(who, 1)
    ]
    return ", ".join(names)


def _players(who: int | list[str]) -> int | list[str]:
    """The names, or their number where none is known."""
    return who if isinstance(who, int) or known(tuple(who)) else len(who)


def _verdict(game: Mapping[str, Any], edition: Edition, language: str) -> str:
    if game["status"] == "playing":
        return say(language, "in_progress")
    if game["status"] == "lost":
        return words.say(language, Phrase("lost"))
    if edition.flourish:
        return words.say(language, Phrase("flourish_won"))
    return words.say(language, Phrase(f"rating_{rating_of(game['score'])}"))


def _order(one: Mapping[str, Any]) -> tuple[bool, bool, int]:
    """Named players first, all games last; of each those with most games first."""
    return one["players"] is None, not isinstance(one["players"], list), -one["games"]
