"""The optional controls: colour keys, undo key, encoder, joystick, on their pins."""

import pytest

from tests.games import real_games, turns
from tests.rig.rig import Rig
from tests.rig.samples import sample
from wiring.reading.build import load


@pytest.fixture
def rig():
    with Rig(build=load("emulator-keys")) as rig:
        rig.tap("play")
        yield rig


def turn(rig, steps):
    rig.device.rotate(steps)
    rig.settle()
    rig.wait(0.2)


def test_a_colour_key_at_the_table_is_the_whole_turn(rig):
    rig.tap("R")
    assert (rig.state.fireworks["R"], rig.state.turn) == (1, 2)
    rig.check()


def test_a_colour_key_chooses_its_suit_while_something_is_chosen(rig):
    rig.tap("play")
    rig.tap("G")
    assert (rig.state.fireworks["G"], rig.screen) == (1, "table")


def test_a_colour_key_names_the_suit_of_a_discard(rig):
    rig.ask(do="new", players=3, detail="cards")
    rig.wait(1)
    rig.tap("clue")
    rig.tap("discard")
    rig.tap("B")
    assert rig.core.view.face.choice.path == ("B",)


def test_a_colour_key_of_a_finished_firework_is_refused(rig):
    for _ in range(5):
        rig.tap("W")
    rig.tap("W")
    assert rig.notice == "suit_complete"
    assert rig.state.fireworks["W"] == 5


def test_a_double_press_on_a_colour_key_counts_once(rig):
    rig.tap("Y", after=0.1)
    rig.tap("Y")
    assert rig.state.fireworks["Y"] == 1


def test_the_undo_key_undoes_in_one_tap(rig):
    rig.tap("clue")
    rig.tap("undo")
    assert (rig.state.clues, rig.notice) == (8, "undid")
    rig.tap("play")
    rig.tap("undo")
    assert rig.screen == "table"


def test_the_encoder_marks_a_firework_and_play_lays_on_it(rig):
    turn(rig, 1)
    assert rig.core.view.face.marked == "W"
    turn(rig, 2)
    assert rig.core.view.face.marked == "B"
    rig.check()
    rig.tap("play")
    assert (rig.state.fireworks["B"], rig.screen) == (1, "table")
    assert rig.core.view.face.marked is None


def test_the_encoder_skips_what_is_finished(rig):
    for _ in range(5):
        rig.tap("W")
    turn(rig, 1)
    assert rig.core.view.face.marked == "R"
    turn(rig, -1)
    assert rig.core.view.face.marked == "G"


def test_a_mark_fades_and_play_chooses_again(rig):
    turn(rig, 1)
    rig.wait(11)
    assert rig.core.view.face.marked is None
    rig.tap("play")
    assert rig.screen == "choosing"


def test_the_encoder_moves_through_a_menu(rig):
    rig.more("menu")
    turn(rig, 2)
    assert rig.core.view.face.menu.cursor == 2


def test_the_joystick_opens_more_moves_in_a_menu_and_marks(rig):
    rig.tap("up")
    assert rig.screen == "more"
    rig.tap("play")
    assert rig.screen == "menu"
    rig.tap("down")
    assert rig.core.view.face.menu.cursor == 1
    rig.tap("undo")
    assert rig.screen == "table"
    rig.tap("down")
    assert rig.screen == "look"
    rig.tap("right")
    assert (rig.screen, rig.core.view.face.marked) == ("table", "W")
    rig.tap("left")
    assert rig.core.view.face.marked == "G"


def test_the_real_games_take_one_press_a_turn_with_colour_keys():
    presses = count = 0
    for record in sample(real_games(), 4):
        with Rig(build=load("emulator-keys"), blind=True) as rig:
            rig.ask(do="new", players=record.setup.players)
            rig.wait(1)
            for do, suit, expected in turns(record):
                if do == "play":
                    rig.tap(suit)
                else:
                    rig.enter(do, suit)
                count += 1
                assert rig.state.turn == expected.turn
            assert rig.state == expected
            presses += rig.presses
    assert presses == count


def test_scripts_can_use_them_too(rig):
    assert rig.ask(do="press", control="R")["ok"]
    assert rig.ask(do="turn", steps=1)["ok"]
    assert rig.core.view.face.marked == "W"
    assert not rig.ask(do="turn", steps=0)["ok"]
    assert not rig.ask(do="press", control="encoder")["ok"]
