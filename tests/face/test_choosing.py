"""The grid of fireworks on three buttons."""

import pytest

from companion.face.choosing import open_cell, places
from companion.game.actions import Play
from companion.game.edition import PRESETS
from companion.game.rules import start
from companion.game.setup import Setup


def state(preset="classic", **heights):
    fresh = start(Setup(3, PRESETS[preset]))
    return fresh._replace(fireworks={**fresh.fireworks, **heights})


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
    assert {control: "".join(suits) for control, suits in places(state(preset), ()).items()} == cells


def test_a_cell_of_one_names_its_play():
    assert open_cell(state(), (), "clue") == Play(suit="W")


def test_a_cell_of_several_spreads_with_its_gaps():
    assert open_cell(state(Y=5), (), "play") == ("B", "Y", "G")
    assert open_cell(state(Y=5), ("B", "Y", "G"), "discard") is None
    assert open_cell(state(Y=5), ("B", "Y", "G"), "play") == Play(suit="G")


def test_a_cell_with_one_firework_left_names_it():
    assert open_cell(state(B=5, Y=5), (), "play") == Play(suit="G")


def test_a_cell_that_is_finished_is_empty():
    assert open_cell(state(W=5), (), "clue") is None


def test_a_firework_whose_next_card_is_gone_is_not_offered():
    fresh = state(R=4)
    gone = fresh._replace(
        discards={**fresh.discards, next(c for c in fresh.setup.box.copies if str(c) == "R5"): 1}
    )
    assert open_cell(gone, (), "discard") is None
