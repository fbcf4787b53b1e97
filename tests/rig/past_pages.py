"""Past games as the page shows them."""

from companion.game.edition import PRESETS
from companion.game.record import edition_json


def summary(game: int = 12, **other: object) -> dict:
    told = {
        "game": game,
        "began": 1_790_000_000.0,
        "changed": 1_790_003_600.0,
        "players": ["Ann", "Ben"],
        "edition": edition_json(PRESETS["classic"]),
        "detail": "cards",
        "turn": 57,
        "score": 21,
        "status": "finished",
        "reason": "last_round",
    }
    return {**told, **other}
