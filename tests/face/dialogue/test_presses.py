"""What presses do, through the whole companion in virtual time; `tests/walks` has more."""

import pytest
from PIL import ImageChops

from tests.rig.rig import Rig
from tests.rig.samples import paired, sample
from tests.walks import overlap


@pytest.fixture
def rig():
    with Rig() as rig:
        yield rig


@pytest.fixture
def game(rig):
    """A game of three that has just begun."""
    rig.tap("play")
    assert rig.screen == "table"
    return rig


def test_the_column_is_marked_before_letting_go(game):

    game.tap("play", after=0.1)
    rest = game.glass
    game.down("clue")
    white = game.glass
    game.wait(0.03)
    game.down("discard")
    red = game.glass
    boxes = [ImageChops.difference(rest, picture).getbbox() for picture in (white, red)]
    assert boxes == [(4, 43, 21, 55), (29, 43, 46, 55)]
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


def test_the_seat_blinks_while_a_firework_is_chosen(game):
    game.tap("play", after=0.1)
    seen = set()
    for _ in range(8):
        game.wait(0.25)
        seen.add(game.device.levels()["seat"][0])
        game.check()
    assert seen == {0.0, 1.0}


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


# The game before


@pytest.mark.parametrize("apart", [0.02, 0.14, 0.3, 0.6, 0.9])
def test_presses_that_overlap_on_the_start_screen_begin_no_game(rig, apart):
    overlap(rig, ("clue", 0, apart + 0.2), ("play", apart, apart + 0.2))
    assert (rig.screen, rig.notice) == ("start", "one_at_a_time")
    assert rig.core.view.face.draft.setup.players == 4, "the other press counts"


@pytest.mark.parametrize(
    ("apart", "buttons"),
    paired(
        [0.02, 0.14, 0.2, 0.6, 0.9],
        [("clue", "discard"), ("clue", "play"), ("discard", "clue"), ("discard", "play")],
    ),
)
def test_presses_that_overlap_at_the_table_count_nothing(game, apart, buttons):
    first, second = buttons
    game.tap("clue")
    before = game.json
    overlap(game, (first, 0, apart + 0.2), (second, apart, apart + 0.1))
    assert (game.screen, game.notice, game.json) == ("table", "one_at_a_time", before)
    game.check()


@pytest.mark.parametrize("again", sample([0.12, 0.16, 0.2, 0.24, 0.28, 0.32, 0.36], 3))
def test_green_is_as_quick_as_the_other_fireworks(game, again):
    overlap(game, ("play", 0, 0.07), ("play", again, again + 0.07))
    game.wait(1)
    assert (game.screen, game.state.fireworks["G"]) == ("table", 1)
