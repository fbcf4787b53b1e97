"""The end of a game: what a result means to those who played."""

import pytest

from companion.face import ending, words
from companion.face.state import Phrase
from companion.game.actions import Concede
from companion.journal.statistics.standings import Figures, Standing
from tests.rig.views import ALL, game, then

THREE = Phrase("so_many", {"players": 3})
THESE = Phrase("these_players", {"players": 3})


def scored(cards):
    """A game of three that ended with so many points."""
    return then(game(" ".join(ALL.split()[:cards])), Concede("no_more_points"))


def standing(before=Figures(), ever=Figures(9, 20), named=False):  # noqa: B008 - immutable
    return Standing(1, "2026-11-20", before, ever, named)


BEST_14, BEST_24 = Figures(4, 14), Figures(4, 24)
MOMENTS = {
    "not the best": (12, standing(BEST_14), Phrase("best_is", {"who": THREE, "best": 14})),
    "with names": (
        12,
        standing(BEST_14, named=True),
        Phrase("best_is", {"who": THESE, "best": 14}),
    ),
    "a new best": (15, standing(BEST_14), Phrase("best_new", {"who": THREE})),
    "the best again": (14, standing(BEST_14), Phrase("best_again")),
    "the first game": (12, standing(ever=Figures(1, 12)), Phrase("first_game", {"who": THREE})),
    "the first of this kind": (12, standing(ever=Figures(2, 12)), Phrase("first_alike")),
    "a streak": (22, standing(BEST_24, Figures(9, 24, 0, 3, 3)), Phrase("streak", {"count": 3})),
    "two in a row are no streak": (
        22,
        standing(BEST_24, Figures(9, 24, 0, 2, 3)),
        Phrase("best_is", {"who": THREE, "best": 24}),
    ),
    "a best comes before a streak": (
        23,
        standing(Figures(4, 22), Figures(9, 23, 0, 5, 5)),
        Phrase("best_new", {"who": THREE}),
    ),
    "better than nothing": (1, standing(Figures(4, 0)), Phrase("best_new", {"who": THREE})),
    "nothing again means nothing": (0, standing(Figures(4, 0)), None),
}


@pytest.mark.parametrize(("points", "given", "expected"), MOMENTS.values(), ids=MOMENTS.keys())
def test_the_most_remarkable_thing_is_said(points, given, expected):
    assert ending.standing_phrase(given, scored(points)) == expected


def test_a_perfect_game_is_counted():
    perfect = game(ALL)
    assert ending.standing_phrase(standing(ever=Figures(3, 25, 1)), perfect) == Phrase(
        "perfect_first"
    )
    told = ending.standing_phrase(standing(ever=Figures(9, 25, 4)), perfect)
    assert told == Phrase("perfect_game", {"count": 4})


def test_with_the_final_flourish_won_games_are_counted():
    lost = then(game("clue", "final-flourish"), Concede("conceded"))
    told = ending.standing_phrase(standing(Figures(4, 0, 1)), lost)
    assert told == Phrase("won_so_far", {"won": 1, "games": 5})


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "best with these players: 23"), ("fr", "record avec cette équipe : 23")],
)
def test_it_is_said_in_each_language(language, said):
    phrase = ending.standing_phrase(standing(Figures(4, 23), named=True), scored(12))
    assert words.say(language, phrase).replace("\N{NO-BREAK SPACE}", " ") == said
