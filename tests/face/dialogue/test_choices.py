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
