"""A state as JSON: the keys that others hold on to."""

import json

from companion.game.view import state_json
from tests.game import deal, do, lay
from tests.rig.cases import cases

ALL = dict.fromkeys("WRBYG", 5)
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


@cases(
    "state, facts",
    {
        "the last round": (do(lay(deal(), deck=1), "play R1"), {"turns_left": 3, "pace": None}),
        "won": (
            do(lay(deal(), fireworks={**ALL, "R": 4}), "play R5"),
            {
                "seat": None,
                "status": "won",
                "reason": "perfect",
                "score": 25,
                "rating": 5,
                "pace": None,
            },
        ),
        "finished": (
            do(lay(deal(), fireworks={"R": 4}, deck=0, turns_left=1), "clue"),
            {
                "seat": None,
                "status": "finished",
                "reason": "last_round",
                "turns_left": None,
                "rating": 0,
            },
        ),
        "given up in the last round": (
            do(lay(deal(), deck=0, turns_left=2), "concede conceded"),
            {"seat": None, "reason": "conceded", "turns_left": None, "score": 0},
        ),
    },
)
def test_a_moment_reads_as_documented(state, facts):
    shown = state_json(state)
    assert {key: shown[key] for key in facts} == facts
    assert shown.keys() == START.keys()
    assert json.loads(json.dumps(shown)) == shown


def test_the_board_of_a_lost_game_is_kept():
    lost = do(lay(deal(), fireworks={"R": 4}, discards={"W1": 2}, errors=2), "misfire")
    assert state_json(lost)["fireworks"] == {"W": 0, "R": 4, "B": 0, "Y": 0, "G": 0}
    assert state_json(lost)["discards"] == {"W1": 2}
