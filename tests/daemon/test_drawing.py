"""Drawing while parts fail: in the middle of a show, and while the display is asleep."""

import errno
from unittest.mock import Mock

import pytest
from PIL import ImageChops

from companion.daemon.drawing import REFRESH_S
from companion.daemon.screensaver import BLANK_AFTER_S
from companion.face import screens
from companion.face.effects import lights, motion
from companion.face.state import ScreenName
from tests.rig.rig import Rig
from wiring.reading.build import load


class Table(Rig):
    """A companion whose parts may fail; a try that the outputs would make is made by hand."""

    def __init__(self, build: str) -> None:
        super().__init__(build=load(build), frames=True)
        self.ask(do="new", players=3)
        self.wait(0.5)

    def again(self) -> bool:
        shown = self.stage.drawing.retry(self.now)
        self.stage.drawing.play_frames(self.now)
        return shown

    @property
    def dark(self) -> bool:
        return self.glass.getbbox() is None

    @property
    def moves(self) -> bool:
        return motion.next_frame_at(self.core.view, self.now) is not None

    @property
    def plays(self) -> bool:
        return lights.next_change_of_lights(self.core.view, self.now) is not None


@pytest.fixture
def table():
    with Table("deluxe") as table:
        yield table


def plays_a_firework(table):
    table.play("R")


def takes_back(table):
    table.tap("clue")
    table.hold("clue", after=0.0)


def misfires(table):
    table.hold("play", after=0.0)


@pytest.mark.parametrize("act", [plays_a_firework, takes_back, misfires])
def test_without_motion_screen_and_lights_change_once(table, act):
    table.ask(do="prefer", key="help", value="off")
    assert table.ask(do="prefer", key="motion", value="off")["ok"]
    act(table)
    table.wait(0.01)
    assert not table.moves
    assert not table.plays
    glass, lit = table.glass.tobytes(), table.ask(get="lights")["lights"]
    for _ in range(30):
        table.wait(0.05)
        assert not table.moves
        assert table.glass.tobytes() == glass
    assert table.ask(get="lights")["lights"] == lit


def test_without_motion_no_seat_blinks(table):
    table.ask(do="prefer", key="motion", value="off")
    table.tap("play")
    glass = table.glass.tobytes()
    for _ in range(30):
        table.wait(0.2)
        assert table.glass.tobytes() == glass


def break_the_lights(table, monkeypatch):
    monkeypatch.setattr(table.device.pixels, "write", Mock(side_effect=OSError(errno.EIO, "gone")))


def test_a_screen_that_vanishes_in_mid_animation_comes_back_with_the_truth(table):
    table.hold("play", after=0.1)
    assert table.moves
    table.device.model.unplug()
    table.wait(0.1)
    assert table.stage.drawing.next_due(table.now) == lights.next_change_of_lights(
        table.core.view, table.now
    )
    table.wait(1.0)
    assert not table.again()
    table.device.model.plug_in()
    assert table.again()
    table.check()


def test_lights_that_vanish_in_mid_show_come_back_with_the_rest_of_it(table, monkeypatch):
    table.hold("play", after=0.1)
    assert table.plays
    break_the_lights(table, monkeypatch)
    table.wait(0.2)
    assert table.stage.drawing.next_due(table.now) is None or table.moves
    monkeypatch.undo()
    assert table.plays
    table.again()
    assert table.stage.drawing.next_due(table.now) is not None
    table.wait(5.0)
    assert not table.plays
    table.check()


def test_lights_that_vanish_in_their_refresh_are_set_once_they_are_back(table, monkeypatch):
    table.tap("clue")
    break_the_lights(table, monkeypatch)
    table.wait(REFRESH_S + 0.1)
    monkeypatch.undo()
    written = table.device.pixels.transactions
    table.again()
    assert table.device.pixels.transactions > written
    table.check()


def test_lights_that_show_the_truth_are_not_planned_anew(table, monkeypatch):
    table.tap("clue")
    table.wait(5.0)
    made = []
    plan = lights.plan
    monkeypatch.setattr(lights, "plan", lambda view, now=None: made.append(now) or plan(view, now))
    table.wait(5.0)
    table.stage.drawing.play_frames(table.now)
    assert made == []
    table.tap("clue")
    assert made[0] is None


def test_what_scripts_are_told_of_the_lights_is_what_they_were_set_to(table, monkeypatch):
    break_the_lights(table, monkeypatch)
    table.tap("clue")
    assert sum(table.ask(get="lights")["lights"]["clue"]) == 0
    monkeypatch.undo()
    table.again()
    assert sum(table.ask(get="lights")["lights"]["clue"]) == 7


@pytest.mark.parametrize("build", ["deluxe", "oled-hat", "table"])
def test_a_screen_that_comes_back_in_the_night_stays_dark_until_somebody_presses(build):
    with Table(build) as table:
        table.wait(BLANK_AFTER_S + 1)
        assert table.dark
        table.device.model.unplug()
        table.wait(60)
        table.device.model.plug_in()
        table.again()
        table.wait(60)
        assert table.dark
        table.tap("clue")
        table.check()
        assert not table.dark
        assert table.state.clues == 8, "the press only wakes"


# A picture that cannot be drawn

MISTAKEN = Mock(side_effect=KeyError("a mistake"))


@pytest.mark.parametrize(("build", "top", "bottom"), [("emulator", 0, 16), ("oled-hat", 8, 21)])
def test_a_picture_that_cannot_be_drawn_is_the_last_one_with_a_sign_and_play_goes_on(
    monkeypatch, caplog, build, top, bottom
):
    with Rig(build=load(build)) as rig:
        rig.tap("play")
        rig.tap("clue")
        good = rig.glass
        monkeypatch.setitem(screens._DRAWERS, ScreenName.TABLE, MISTAKEN)
        monkeypatch.setattr(
            rig.stage, "show_view", lambda serial, view: rig.stage.drawing.draw(view, rig.now)
        )
        for _ in range(3):
            rig.tap("clue")
        assert rig.state.clues == 4
        left, above, _, below = ImageChops.difference(
            rig.glass.convert("L"), good.convert("L")
        ).getbbox()
        assert left > 110, "only the sign is new"
        assert top <= above < below <= bottom, "it hides no label"
        assert caplog.text.count("a mistake of the program: drawing the screen table") == 1
        assert "a mistake" in rig.ask(get="screen")["error"]
        monkeypatch.undo()
        rig.tap("clue")
        rig.tap("clue")
        assert rig.screen == "table"
        rig.check()


def test_lights_and_frames_that_cannot_be_made_end_nothing_either(monkeypatch, caplog):
    with Rig(frames=True) as rig:
        rig.tap("play")
        monkeypatch.setattr(motion, "moving_picture", MISTAKEN)
        rig.play("R")
        rig.wait(2)
        monkeypatch.setattr(lights, "plan", MISTAKEN)
        rig.tap("clue")
        rig.tap("clue")
        assert rig.state.clues == 6
        assert caplog.text.count("a mistake of the program: the lights") == 1
        assert caplog.text.count("a mistake of the program: a frame") == 1
        monkeypatch.undo()
        rig.tap("clue")
        rig.wait(2)
        rig.check()


def test_a_group_that_wants_it_is_reminded_once_of_its_turn(table):
    assert table.ask(do="prefer", key="nudge", value="1")["ok"]
    table.tap("clue")
    table.stage.sounds.clear()
    table.wait(59.0)
    assert table.stage.sounds == []
    seen = set()
    for _ in range(80):
        table.wait(0.1)
        seen.add(max(lights.plan(table.core.view, table.now).seat))
    assert [name for name, _ in table.stage.sounds] == ["nudge"]
    assert len(seen) > 5
    table.wait(900.0)
    assert len(table.stage.sounds) == 1
    table.tap("clue")
    table.tap("clue")
    table.stage.sounds.clear()
    table.wait(61.0)
    assert [name for name, _ in table.stage.sounds] == ["nudge"]


@pytest.mark.parametrize("screen", ["off", "question", "over"])
def test_nobody_is_reminded_who_did_not_ask_for_it_or_who_is_not_to_act(table, screen):
    table.ask(do="prefer", key="nudge", value="off" if screen == "off" else "1")
    if screen == "question":
        table.tap("play")
    if screen == "over":
        table.ask(do="action", action={"do": "concede", "reason": "conceded"})
    table.stage.sounds.clear()
    table.wait(130.0)
    assert table.stage.sounds == []
