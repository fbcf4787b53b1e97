"""Cards: which one a firework takes next, and what lies on it."""

import pytest

from companion.game.cards import CARDS, SUITS, next_rank, ranks_on


@pytest.mark.parametrize(
    ("suit", "height", "rank"),
    [
        pytest.param("R", 0, 1, id="an empty firework takes a 1"),
        pytest.param("R", 3, 4, id="on a 3 goes a 4"),
        pytest.param("R", 5, None, id="a complete firework takes nothing"),
        pytest.param("M", 0, 1, id="multicolour begins with its 1 too"),
        pytest.param("K", 0, 5, id="black begins with its 5"),
        pytest.param("K", 4, 1, id="black ends with its 1"),
        pytest.param("K", 5, None, id="complete black takes nothing"),
    ],
)
def test_a_firework_takes_its_next_card(suit, height, rank):
    assert next_rank(suit, height) == rank


@pytest.mark.parametrize(
    ("suit", "height", "ranks"),
    [
        pytest.param("W", 0, set(), id="nothing"),
        pytest.param("W", 3, {1, 2, 3}, id="a colour grows upwards"),
        pytest.param("K", 3, {5, 4, 3}, id="black grows downwards"),
        pytest.param("K", 5, {1, 2, 3, 4, 5}, id="all of black"),
    ],
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
