"""The verdict: how the crowd likes a finished game."""

import pytest

from companion.game.verdict import rating
from tests.game import deal, do, lay
from tests.rig.cases import cases

ALL = dict.fromkeys("WRBYG", 5)


def heights(score, suits="WRBYGM"):
    """Fireworks that score so much."""
    return {suit: max(0, min(5, score - 5 * place)) for place, suit in enumerate(suits)}


@pytest.mark.parametrize(
    ("score", "stars"),
    [
        (0, 0),
        (5, 0),
        (6, 1),
        (10, 1),
        (11, 2),
        (15, 2),
        (16, 3),
        (20, 3),
        (21, 4),
        (24, 4),
        (25, 5),
        (29, 5),
    ],
)
def test_a_finished_game_is_rated_by_its_score(score, stars):
    state = lay(deal("rr-variant-1"), fireworks=heights(score))
    assert rating(do(state, "concede no_more_points")) == stars
    assert rating(do(lay(state, fireworks=heights(score), deck=0, turns_left=1), "clue")) == stars


@cases(
    "edition, fireworks, play, stars",
    {
        "twenty-five": ("classic", {**ALL, "R": 4}, "play R5", 5),
        "thirty": ("rr-variant-1", {**ALL, "M": 4}, "play M5", 6),
        "twenty-five black powder": ("black-powder", {**ALL, "K": 4}, "play K1", 5),
        "thirty black powder": ("grand", {**ALL, "M": 5, "K": 4}, "play K1", 6),
    },
)
def test_a_perfect_game_has_the_highest_rating_of_its_edition(edition, fireworks, play, stars):
    assert rating(do(lay(deal(edition), fireworks=fireworks), play)) == stars


def test_fewer_than_no_points_are_rated_too():
    assert rating(do(deal("black-powder"), "concede no_more_points")) == 0


@cases(
    "state",
    {
        "while playing": lay(deal(), fireworks=heights(20, "WRBYG")),
        "when the fuses lost it": do(lay(deal(), errors=2), "misfire"),
        "even when it scores": do(lay(deal(explosion="score"), errors=2), "misfire"),
        "when given up": do(deal(), "concede conceded"),
        "Final Flourish won": do(lay(deal("final-flourish"), fireworks={**ALL, "R": 4}), "play R5"),
        "Final Flourish lost": do(lay(deal("final-flourish"), clues=1), "discard R5"),
    },
)
def test_there_is_no_verdict(state):
    assert rating(state) is None
