"""The grid of three buttons: fireworks, cards, tiles, editions."""

import pytest

from companion.face.command import Do
from companion.face.dialogue.choices import offered, pick, shown
from companion.face.state import Choice, Purpose, wake
from companion.game.actions import Play
from companion.game.cards import Card
from companion.game.edition import PRESETS
from companion.game.setup import Setup
from companion.table.events import Began
from companion.table.sitting import begin


def table(preset="classic", purpose="play", discards=None, **heights):
    """A face that asks, and its sitting."""
    sitting = begin(1, Began(Setup(3, PRESETS[preset])))
    opening = sitting.opening
    opening = opening._replace(fireworks={**opening.fireworks, **heights}, discards=discards or {})
    sitting = sitting._replace(opening=opening)
    return wake(sitting)._replace(scene=Choice(purpose)), sitting


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
    assert {control: "".join(suits) for control, suits in offered(face, sitting).items()} == cells


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


def test_every_preset_is_at_most_three_presses_away():
    face, sitting = table(purpose="edition")
    found = {}

    def walk(choice, presses):
        at = opened(face, choice)
        for control in ("clue", "discard", "play"):
            match pick(at, sitting, control):
                case Choice() as deeper:
                    walk(deeper, presses + 1)
                case None:
                    pass
                case command:
                    found.setdefault(command.edition, presses + 1)

    walk(face.choice, 0)
    assert set(found) == set(PRESETS.values())
    assert max(found.values()) <= 3


def test_no_more_than_three_cells_are_shown_and_no_item_is_lost():
    face, sitting = table(purpose="edition")
    for cell in shown(face, sitting):
        at = opened(face, Choice(Purpose.EDITION, (), cell))
        assert sorted(item for part in shown(at, sitting) for item in part) == sorted(cell)
