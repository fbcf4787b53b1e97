"""Editions: the cards in the box, the rulebooks' variants, and the deal."""

import itertools

import pytest

from companion.game.cards import CARDS
from companion.game.edition import PRESETS, Edition, box, meant
from companion.game.record import parse_edition
from companion.game.rules import start
from companion.game.setup import Setup
from tests.rig.cases import cases


def copies(edition: Edition, suit: str) -> str:
    """The cards of a suit as the rulebooks list them."""
    return "".join(
        str(rank) * box(edition).copies.get(CARDS[f"{suit}{rank}"], 0) for rank in range(1, 6)
    )


@cases(
    "edition, suit, cards",
    {
        "red": (Edition(), "R", "1112233445"),
        "no multicolour in the classic box": (Edition(), "M", ""),
        "no black in the classic box": (Edition(), "K", ""),
        "ten multicolour cards": (Edition(multicolour=10), "M", "1112233445"),
        "five multicolour cards": (Edition(multicolour=5), "M", "12345"),
        "black has three 5s and one 1": (Edition(black=True), "K", "1223344555"),
        "black changes no other suit": (Edition(black=True), "R", "1112233445"),
    },
)
def test_the_box_holds_the_printed_cards(edition, suit, cards):
    assert copies(edition, suit) == cards


@cases(
    "edition, suits, total",
    {
        "classic": (Edition(), "WRBYG", 50),
        "five multicolour cards": (Edition(multicolour=5), "WRBYGM", 55),
        "ten multicolour cards": (Edition(multicolour=10), "WRBYGM", 60),
        "black": (Edition(black=True), "WRBYGK", 60),
        "both": (Edition(multicolour=10, black=True), "WRBYGMK", 70),
        "tiles and fuses are no cards": (Edition(flamboyants=True, fuses=4), "WRBYG", 50),
    },
)
def test_the_box_adds_up(edition, suits, total):
    assert "".join(box(edition).suits) == suits
    assert box(edition).total == sum(box(edition).copies.values()) == total


def test_the_presets_are_what_their_rulebooks_say():
    every = {"multicolour": 10, "multicolour_clue": "every"}
    choices = {
        "classic": {},
        "rr-variant-1": {"multicolour": 10},
        "rr-variant-2": {"multicolour": 5},
        "rr-variant-3": every,
        "rr-variant-4": {"ending": "flourish"},
        "summary": {"multicolour": 5, "explosion": "score"},
        "online": {"fuses": 4},
        "colour-avalanche": every,
        "black-powder": {"black": True},
        "flamboyants": {"flamboyants": True},
        "final-flourish": {"ending": "flourish"},
        "grand": {**every, "black": True, "flamboyants": True},
    }
    assert {name: Edition(**chosen) for name, chosen in choices.items()} == dict(PRESETS)


def test_every_combination_of_extensions_can_be_dealt():
    choices = itertools.product(
        (0, 5, 10), ("own", "every"), (False, True), (False, True), ("standard", "flourish"), (3, 4)
    )
    for multicolour, clue, black, flamboyants, ending, fuses in choices:
        edition = Edition(multicolour, clue, black, flamboyants, ending, fuses)
        for players in range(2, 6):
            state = start(Setup(players, edition))
            assert state.card_total == 50 + multicolour + 10 * black, edition
            assert state.fuses == fuses, edition


@pytest.mark.parametrize(
    "values",
    [*itertools.product((0, 5, 10), ("own", "every"), ("standard", "flourish"), ("lost", "score"))],
)
def test_what_means_nothing_beside_the_other_rules_makes_no_other_edition(values):
    keys = ("multicolour", "multicolour_clue", "ending", "explosion")
    edition = parse_edition(dict(zip(keys, values, strict=True)))
    assert meant(edition) == edition
    assert edition.multicolour or edition.multicolour_clue == "own"
    assert not (edition.flourish and edition.explosion == "score")
    if values[0] == 0 and values[2:] == ("standard", "lost"):
        assert edition == PRESETS["classic"]
