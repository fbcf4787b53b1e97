"""The page's companion against the device's: the same presses, the same pictures and lights."""

import pytest

from companion.game.view import state_json
from tests.games import real_games, turns
from tests.rig.rig import Rig
from tests.rig.samples import sample
from tests.rig.tablets import Finger
from wiring.reading.build import load


@pytest.fixture
def finger(tmp_path) -> Finger:
    return Finger(tmp_path)


@pytest.mark.parametrize("number", sample([7, 0, 21], 3))
def test_a_real_game_by_its_buttons_has_the_pictures_and_the_states_of_the_device(
    number, tmp_path, finger
):
    record = real_games()[number]
    with Rig(tmp_path / "device", load("emulator")) as rig:
        while rig.core.view.face.draft.setup.players != record.setup.players:
            rig.tap("clue")
            finger.tap("clue")
        rig.tap("play")
        finger.tap("play")
        for do, suit, state in turns(record):
            rig.enter(do, suit)
            finger.enter(do, suit)
            assert finger.tablet.glass == rig.glass.tobytes()
            assert state_json(finger.state) == state_json(state)
            levels = rig.device.levels()
            assert levels["clue"] == finger.tablet._lights.levels()["clue"]


def test_a_turn_is_on_disk_before_it_is_shown(finger):
    finger.tap("play")
    before = finger.tablet.glass
    finger.holding = True
    finger.down("clue")
    finger.wait(0.1)
    finger.up("clue")
    assert finger.state.clues == 8
    finger.tablet.on_kept(finger.tablet.ticket, "")
    assert finger.state.clues == 7
    assert finger.tablet.glass != before


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.012, 0.02, 0.1])
def test_a_touch_counts_however_short(finger, seconds):
    finger.tap("play")
    for left in (7, 6, 5):
        finger.wait(0.5)
        finger.down("clue")
        finger.wait(seconds)
        finger.up("clue")
        finger.wait(0.1)
        assert finger.state.clues == left


def test_a_browser_without_room_is_told_of_and_played_on(finger):
    finger.problem = "the quota is used up"
    finger.tap("play")
    finger.tap("clue")
    assert finger.state.clues == 7
    assert not finger.tablet.core.view.saved
    finger.problem = ""
    finger.tap("clue")
    assert finger.tablet.core.view.saved


def test_another_page_goes_on_at_the_same_turn(tmp_path, finger):
    finger.tap("play")
    finger.tap("clue")
    other = Finger(tmp_path)
    assert other.state == finger.state
    assert other.state.clues == 7


def test_a_card_on_a_pad_counts(tmp_path):
    finger = Finger(tmp_path, "emulator-pads")
    finger.tap("play")
    finger.tablet.lay_card("R", 1, "play", finger.time.seconds)
    finger.tablet.on_kept(finger.tablet.ticket, "")
    assert finger.state.fireworks["R"] == 1


def test_a_touch_of_the_display_means_what_is_seen_there(finger):
    finger.tap("play")
    assert finger.tablet.label_at(10, 60) == "clue"
    assert finger.tablet.label_at(10, 40) == ""
    finger.tablet.touch(37, 40)
    finger.tablet.on_kept(finger.tablet.ticket, "")
    assert finger.state.fireworks["R"] == 1
    finger.time.seconds += 1
    finger.tablet.touch_lights("G")
    finger.tablet.on_kept(finger.tablet.ticket, "")
    assert finger.state.fireworks["G"] == 1


def test_sounds_and_words_reach_the_page(finger):
    finger.tap("play")
    assert finger.time.played
    finger.tablet.core.dialogue.face = finger.tablet.core.dialogue.face._replace(
        preferences=finger.tablet.core.dialogue.face.preferences._replace(voice="full")
    )
    finger.tap("clue")
    assert finger.time.said


def test_what_the_display_says_is_told_to_those_who_do_not_see_it(finger):
    assert "Players" in " ".join(finger.tablet.texts)
