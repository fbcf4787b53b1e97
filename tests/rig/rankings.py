"""The ranking as a page of the board has it, from what it was told."""

from typing import Any

Known = dict[tuple[str, int], dict[str, Any]]


def heard(known: Known, news: dict[str, Any]) -> Known:
    """Return the games of a page once it was told this."""
    out = set(map(tuple, news["without"]))
    kept = {} if news["whole"] else {key: game for key, game in known.items() if key not in out}
    return kept | {(game["table"], game["game"]): game for game in news["games"]}


def ranked(known: Known) -> list[dict[str, Any]]:
    """Return the groups in their order, each with its games in theirs and their places."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for game in sorted(known.values(), key=lambda one: [*one["order"], one["table"], one["game"]]):
        games = groups.setdefault(game["group"], [])
        shares = games and games[-1]["order"][:3] == game["order"][:3]
        games.append({**game, "place": games[-1]["place"] if shares else len(games) + 1})
    order = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return [
        {
            "edition": games[0][
                "edition" if len({game["edition"] for game in games}) == 1 else "rules"
            ],
            "players": games[0]["players"],
            "games": games,
        }
        for _, games in order
    ]
