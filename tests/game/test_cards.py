"""Cards: which one a firework takes next, and what lies on it."""

import pytest

from companion.game.cards import CARDS, SUITS, next_rank, ranks_on
from tests.rig.cases import cases


@cases(
    "suit, height, rank",
    {
        "an empty firework takes a 1": ("R", 0, 1),
        "on a 3 goes a 4": ("R", 3, 4),
        "a complete firework takes nothing": ("R", 5, None),
        "multicolour begins with its 1 too": ("M", 0, 1),
        "black begins with its 5": ("K", 0, 5),
        "black ends with its 1": ("K", 4, 1),
        "complete black takes nothing": ("K", 5, None),
    },
)
def test_a_firework_takes_its_next_card(suit, height, rank):
    assert next_rank(suit, height) == rank


@cases(
    "suit, height, ranks",
    {
        "nothing": ("W", 0, set()),
        "a colour grows upwards": ("W", 3, {1, 2, 3}),
        "black grows downwards": ("K", 3, {5, 4, 3}),
        "all of black": ("K", 5, {1, 2, 3, 4, 5}),
    },
)
def test_the_cards_on_a_firework_are_those_played_so_far(suit, height, ranks):
    assert set(ranks_on(suit, height)) == ranks


@pytest.mark.parametrize("suit", SUITS)
def test_the_next_card_is_never_on_the_firework_already(suit):
    for height in range(5):
        assert next_rank(suit, height) not in ranks_on(suit, height)
        assert next_rank(suit, height) in ranks_on(suit, height + 1)


def test_a_card_is_called_by_its_suit_and_rank():
    assert {name: str(card) for name, card in CARDS.items()} == {name: name for name in CARDS}
    assert len(CARDS) == 7 * 5
