"""What presses do, through the whole companion in virtual time; `tests/walks` has more."""

import pytest
from PIL import ImageChops

from tests.rig.rig import Rig


@pytest.fixture
def game():
    """A game of three that has just begun."""
    with Rig() as rig:
        rig.tap("play")
        yield rig


def test_the_column_is_marked_before_letting_go(game):
    game.tap("play", after=0.1)
    rest = game.glass
    game.down("clue")
    white = game.glass
    game.wait(0.03)
    game.down("discard")
    red = game.glass
    boxes = [ImageChops.difference(rest, picture).getbbox() for picture in (white, red)]
    assert boxes == [(3, 56, 22, 63), (28, 56, 47, 63)]
    game.look()
    game.wait(0.1)
    game.up("clue")
    assert game.glass.tobytes() == red.tobytes(), "the chord stays marked until all of it is up"
    game.up("discard")
    assert game.state.fireworks["R"] == 1


def test_choosing_leaves_every_firework_where_it_is(game):
    before = game.glass
    game.tap("play", after=0.1)
    changed = ImageChops.difference(before, game.glass)
    assert changed.crop((0, 0, 128, 16)).getbbox(), "what is asked is lit in a bar"
    assert changed.crop((0, 21, 128, 54)).getbbox() is None
    assert changed.crop((0, 56, 128, 63)).getbbox(), "dots stand in the place of the labels"


def test_a_child_on_all_buttons_for_five_seconds_is_put_right_by_seven_presses_at_most(game):
    game.play("R")
    before = game.json
    for number in range(25):
        control = ("clue", "play", "discard")[number * 7 % 3]
        game.hold(control, 0.05 + number % 3 * 0.03, after=0.08)
    game.wait(1)
    presses = game.presses
    while game.json != before or game.screen != "table":
        game.hold("clue")
        assert game.presses - presses <= 7, "more than seven presses to be right again"
