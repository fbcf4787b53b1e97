"""Past games and standings as the page lists them, and one game turn by turn."""

import asyncio

from companion.clock import day
from companion.face.editions import edition_name
from companion.game.cards import BLACK, HIGHEST
from companion.game.edition import Edition, box
from companion.game.record import parse_edition
from companion.game.verdict import rating_of
from companion.journal import times
from companion.journal.statistics.standings import real_names
from companion.numbers import Json
from companion.onlooking.look import Look
from companion.onlooking.replayed import replay_record
from companion.page import ends, players
from companion.page.tables import table
from companion.page.words import device_text, say


def brief(game: Json, language: str) -> Json:
    """Return a game of the device's history in brief."""
    edition = parse_edition(game["edition"])
    edition_text = edition_name(language, edition, game.get("preset", ""))
    most = HIGHEST * sum(suit != BLACK for suit in box(edition).suits)
    verdict = _verdict(game, edition, language)
    ended = day(game["changed"])
    result = f"{game['score']}/{most}"
    who = people(game["players"], language)
    return {
        "game": game["game"],
        "began": game["began"] if day(game["began"]) else None,
        "changed": game["changed"],
        "edition": edition_text,
        "players": _names_or_count(game["players"]),
        "who": who,
        "turn": game["turn"],
        "took": times.in_short(game.get("seconds")),
        "score": game["score"],
        "maximum": most,
        "status": game["status"],
        "verdict": verdict,
        "text": ", ".join(filter(None, (ended, who, edition_text, result, verdict))),
    }


def standings(stats: list[Json], language: str) -> list[Json]:
    """Return the figures of each group of games that are compared, those of named players first."""
    return [_standing(group, language) for group in sorted(stats, key=_order)]


def _standing(group: Json, language: str) -> Json:
    who = say(language, "everyone")
    if group["players"] is not None:
        who = people(group["players"], language)
    edition = say(language, "any_edition")
    if group["edition"]:
        edition = edition_name(language, parse_edition(group["edition"]))
    figures = ("games", "perfect", "best", "streak", "longest_streak")
    return {"who": who, "edition": edition, **{key: group[key] for key in figures}}


async def turn_by_turn(game: int, answer: Json, language: str, version: str, level: str) -> Json:
    """Return a game with its table at the start and after each action; the loop goes on meanwhile.

    answer: to `{"get":"record","game":n}`. version: of the page. level: how much help is shown.
    """
    sitting = replay_record(game, answer["record"]).sitting
    tables = []
    for actions in range(len(sitting.steps) + 1):
        then = sitting._replace(steps=sitting.steps[:actions])
        tables.append(table(Look(then, screen="past", help=level), language, version))
        await asyncio.sleep(0)
    summary = answer.get("summary")
    took = answer.get("times") or {}
    if summary:
        summary["seconds"] = took.get("seconds")
    return {
        "game": brief(summary, language) if summary else None,
        "summary": ends.plain_text(sitting, language, summary=summary or {}),
        "curve": ends.points(sitting),
        "tables": tables,
        "took": ["", *map(times.in_short, took.get("actions", ()))],
    }


def people(who: int | list[str], language: str) -> str:
    """Return who played: their names, or how many they were."""
    if isinstance(who, int):
        return device_text(language, "so_many", players=who)
    return ", ".join(players.name_at(who, seat, seat, language) for seat in range(len(who)))


def _names_or_count(who: int | list[str]) -> int | list[str]:
    """Return the names, or their number where none is known."""
    if isinstance(who, int) or real_names(tuple(who)):
        return who
    return len(who)


def _verdict(game: Json, edition: Edition, language: str) -> str:
    if game["status"] == "playing":
        return say(language, "in_progress")
    if game["status"] == "lost":
        return device_text(language, "lost")
    if edition.flourish:
        return device_text(language, "flourish_won")
    return device_text(language, f"rating_{rating_of(game['score'])}")


def _order(group: Json) -> tuple[bool, bool, int]:
    """Return a sort key: named players first, all games last, and the most games first in each."""
    return group["players"] is None, not isinstance(group["players"], list), -group["games"]
