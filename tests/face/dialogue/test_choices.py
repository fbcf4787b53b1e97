"""What the three buttons stand for: fireworks and ranks in columns or cells, tiles."""

import pytest

from companion.face.command import Do
from companion.face.dialogue.choices import items_by_press, pick, question_columns
from companion.face.preferences import Preferences
from companion.face.state import Choice, Purpose, face_at_start
from companion.game.actions import Play
from companion.game.cards import Card
from companion.game.edition import PRESETS
from companion.game.setup import Setup
from companion.journal.events import Began
from companion.journal.sitting import begin


def table(preset="classic", purpose="play", discards=None, buttons="single", path=(), **heights):
    """A face that asks, and its sitting."""
    sitting = begin(1, Began(Setup(3, PRESETS[preset])))
    opening = sitting.opening
    opening = opening._replace(
        fireworks={**opening.fireworks, **heights},
        discards=discards or {},
        unnamed=int(purpose == "name late"),
    )
    sitting = sitting._replace(opening=opening)
    face = face_at_start(sitting, Preferences("en", buttons=buttons))
    return face._replace(scene=Choice(Purpose(purpose), path)), sitting


def opened(face, choice):
    return face._replace(scene=choice)


@pytest.mark.parametrize(
    ("preset", "cells"),
    [
        ("classic", {"clue": "W", "discard": "R", "play": "BYG"}),
        ("rr-variant-1", {"clue": "W", "discard": "RM", "play": "BYG"}),
        ("black-powder", {"clue": "W", "discard": "RK", "play": "BYG"}),
        ("grand", {"clue": "W", "discard": "RMK", "play": "BYG"}),
    ],
)
def test_each_edition_has_its_cells(preset, cells):
    face, sitting = table(preset)
    assert {
        control: "".join(suits) for control, suits in items_by_press(face, sitting).items()
    } == cells


def test_a_cell_of_one_names_its_play():
    assert pick(*table(), "clue") == Do(Play(suit="W"))


def test_a_cell_of_several_spreads_with_its_gaps():
    face, sitting = table(Y=5)
    spread = pick(face, sitting, "play")
    assert spread.spread == ("B", "Y", "G")
    face = opened(face, spread)
    assert pick(face, sitting, "discard") is None
    assert pick(face, sitting, "play") == Do(Play(suit="G"))


def test_a_cell_with_one_firework_left_names_it():
    assert pick(*table(B=5, Y=5), "play") == Do(Play(suit="G"))


def test_a_cell_that_is_finished_is_empty():
    assert pick(*table(W=5), "clue") is None


def test_a_firework_whose_next_card_is_gone_is_not_offered():
    assert pick(*table(R=4, discards={Card("R", 5): 1}), "discard") is None


# Columns


GESTURES = {
    "W": "clue",
    "R": "clue+discard",
    "B": "discard",
    "Y": "discard+play",
    "G": "play",
    "M": "clue+play",
    "K": "clue+discard+play",
}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_firework_is_one_gesture_and_the_same_in_every_edition(preset):
    face, sitting = table(preset, buttons="together")
    suits = sitting.opening.fireworks
    assert list(question_columns(face, sitting).values()) == list(suits)
    for suit in suits:
        assert pick(face, sitting, GESTURES[suit]) == Do(Play(suit=suit))
    assert set(items_by_press(face, sitting)) == {GESTURES[suit] for suit in suits}


@pytest.mark.parametrize("buttons", ["clue+play", "clue+discard+play"])
def test_what_stands_for_no_firework_is_refused(buttons):
    assert pick(*table(buttons="together"), buttons) is None


def test_a_finished_firework_keeps_its_column_and_is_refused():
    face, sitting = table(Y=5, buttons="together")
    assert question_columns(face, sitting)["discard+play"] == "Y"
    assert pick(face, sitting, "discard+play") is None
    assert pick(face, sitting, "play") == Do(Play(suit="G"))


@pytest.mark.parametrize(("suit", "ranks"), [("B", "12345"), ("M", "12345"), ("K", "54321")])
def test_ranks_have_the_gestures_of_the_first_five_fireworks(suit, ranks):
    face, sitting = table("grand", "name late", buttons="together", path=(suit,))
    assert list(question_columns(face, sitting).items()) == list(
        zip(list(GESTURES.values())[:5], ranks, strict=True)
    )
    assert list(items_by_press(face, sitting).values()) == [(rank,) for rank in ranks]


def test_a_rank_that_cannot_be_is_refused():
    discards = {Card("R", 1): 3}
    face, sitting = table("classic", "name late", discards, "together", ("R",))
    assert pick(face, sitting, "clue") is None
    assert "clue" in question_columns(face, sitting)


def test_a_suit_leads_to_its_ranks():
    assert pick(*table("grand", "name late", buttons="together"), "clue+discard+play") == Choice(
        Purpose.NAME_LATE, ("K",)
    )


@pytest.mark.parametrize(
    ("purpose", "by_columns"),
    [
        ("play", True),
        ("name late", True),
        ("outcome", False),
        ("language", False),
        ("leaving", False),
    ],
)
def test_fireworks_and_ranks_are_chosen_by_columns_and_nothing_else(purpose, by_columns):
    assert bool(question_columns(*table(purpose=purpose, buttons="together"))) == by_columns
    assert not question_columns(*table(purpose=purpose, buttons="single"))


def test_without_a_question_nothing_is_chosen_by_columns():
    _, sitting = table(buttons="together")
    assert not question_columns(face_at_start(sitting), sitting)
