"""The ranking as a page of the board has it, from what it was told."""

from typing import Any


def ranked(known: list[dict[str, Any]], news: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the ranking of a page once it was told this; what it knew before stays as it is."""
    games = {} if news["whole"] else {group["key"]: list(group["games"]) for group in known}
    headers = news.get("groups", known)
    out = set(map(tuple, news["without"]))
    for key in games:
        games[key] = [game for game in games[key] if (game["table"], game["game"]) not in out]
    for game in news["games"]:
        rest = {key: value for key, value in game.items() if key != "at"}
        games.setdefault(game["group"], []).insert(game["at"], rest)
    groups = [{**header, "games": _placed(games.pop(header["key"]))} for header in headers]
    assert not any(games.values()), "games of a group without a name"
    return groups


def _placed(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the games of a group with their places; equal ones share one."""
    placed: list[dict[str, Any]] = []
    for number, game in enumerate(games, 1):
        last = placed[-1] if placed else None
        shares = last is not None and all(
            last[key] == game[key] for key in ("lost", "score", "points")
        )
        placed.append({**game, "place": last["place"] if last is not None and shares else number})
    return placed
