"""A state as JSON: the keys that others hold on to."""

from companion.game.view import state_json
from tests.game import deal

START = {
    "seat": 1,
    "turn": 1,
    "clues": 8,
    "errors": 0,
    "fuses": 3,
    "fireworks": {"W": 0, "R": 0, "B": 0, "Y": 0, "G": 0},
    "unplaced": 0,
    "deck": 35,
    "hands": [5, 5, 5],
    "discards": {},
    "unnamed": 0,
    "score": 0,
    "max_score": 25,
    "pace": 13,
    "turns_left": None,
    "bonus_pending": False,
    "tiles": [],
    "status": "playing",
    "reason": None,
    "rating": None,
}


def test_the_start_of_a_classic_game():
    assert state_json(deal()) == START


def test_the_start_with_everything():
    assert state_json(deal("grand", players=5)) == START | {
        "fireworks": {"W": 0, "R": 0, "B": 0, "Y": 0, "G": 0, "M": 0, "K": 0},
        "deck": 50,
        "hands": [4, 4, 4, 4, 4],
        "score": -5,
        "max_score": 30,
        "pace": 20,
        "tiles": ["clue", "colour", "recycle", "repair", "replay", "value"],
    }
