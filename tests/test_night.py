"""The night: an idle display is dimmed and then dark, and the first press only wakes it."""

import pytest

from companion.daemon.screensaver import BLANK_AFTER_S, DIM_AFTER_S
from companion.face import words
from companion.face.dialogue import menus
from companion.face.state import face_at_start
from companion.face.view import Night
from companion.journal.sitting import EMPTY
from companion.journal.writer_messages import Mended, MendedKind
from companion.panel import Edge, Rotated
from tests.rig.rig import Rig
from tests.rig.samples import paired
from wiring.reading.build import load


@pytest.fixture
def rig():
    with Rig(build=load("emulator-keys")) as rig:
        rig.ask(do="new", players=3)
        rig.wait(1)
        yield rig


def night(rig):
    return rig.core.view.night


def later(rig, seconds):
    """Let time pass without what would happen in it."""
    rig.now += seconds
    rig.settle()


def test_nothing_lit_leaves_the_display_in_ten_quiet_minutes(rig):
    before = rig.glass
    seen = set()
    for _ in range(20):
        later(rig, 30)
        seen.add(rig.core.view.shift)
        assert rig.glass.histogram() == before.histogram()
    assert seen == {0, 1}


def fall_asleep(rig):
    later(rig, BLANK_AFTER_S + 60)
    assert night(rig) == Night.BLANK
    assert rig.glass.getbbox() is None
    assert not rig.device.lit_places()


def test_first_it_is_dimmed_and_then_dark(rig):
    rig.wait(DIM_AFTER_S - 2)
    assert (night(rig), rig.device.screen_brightness()) == ("", 1.0)
    rig.wait(2)
    assert night(rig) == Night.DIM
    assert 0 < rig.device.screen_brightness() < 0.1
    assert rig.device.lit_places()
    rig.check()
    rig.wait(BLANK_AFTER_S - DIM_AFTER_S)
    assert night(rig) == Night.BLANK
    rig.check()
    asleep = rig.device.model.bytes_received
    rig.wait(86400)
    assert rig.device.model.bytes_received == asleep


@pytest.mark.parametrize(
    ("control", "seconds"),
    paired(["clue", "discard", "play", "undo", "W", "up", "power"], [0.08, 1.0, 5.0]),
)
def test_the_first_press_only_wakes_and_the_next_one_counts(rig, control, seconds):
    fall_asleep(rig)
    before = rig.core.sitting
    rig.hold(control, seconds)
    assert (rig.core.sitting, rig.screen, rig.notice, night(rig)) == (before, "table", None, "")
    assert rig.device.screen_brightness() == 1
    rig.check()
    rig.tap("clue")
    assert rig.state.clues == 7
    rig.check()


def test_a_press_from_before_the_dark_that_comes_late_counts(rig):
    rig.tap("clue", after=0)
    rig.wait(BLANK_AFTER_S + 0.01)
    assert night(rig) == Night.BLANK
    rig.inbox.append(Edge("clue", True, rig.now - 0.1))
    rig.down("clue")
    rig.wait(0.1)
    rig.up("clue")
    assert (rig.state.clues, night(rig)) == (6, "")


def test_a_detent_from_before_the_dark_that_comes_late_counts(rig):
    rig.wait(BLANK_AFTER_S + 1)
    rig.inbox.append(Rotated(1, rig.now - 3))
    rig.settle()
    assert (night(rig), rig.core.view.face.marked) == ("", "W")


def test_the_seat_blinks_while_somebody_is_there_and_shines_while_nobody_is(rig):
    rig.tap("play")
    for wait, there in ((5, {0.0, 1.0}), (DIM_AFTER_S, {1.0}), (BLANK_AFTER_S, {0.0})):
        later(rig, wait)
        seen = set()
        for _ in range(4):
            rig.wait(0.5)
            seen.add(rig.device.levels()["seat"][0])
        assert seen == there


def test_what_is_to_be_said_waits_in_the_dark_until_somebody_has_seen_it(rig):
    fall_asleep(rig)
    rig.inbox.append(Mended(MendedKind.LOST, "games.damaged-1.txt", "it was damaged"))
    rig.settle()
    rig.check()
    assert night(rig) == Night.BLANK
    rig.tap("clue")
    assert (night(rig), rig.notice) == ("", "games_lost_kept")
    rig.check()
    rig.tap("clue")
    assert (rig.notice, rig.state.clues) == (None, 7)


def test_a_dark_companion_sleeps_until_somebody_presses(rig):
    fall_asleep(rig)
    assert rig.core.deadline(rig.now) is None
    assert rig.stage.drawing.next_due(rig.now) is None


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Brightness", "Lights", "Colour-blind"]),
        ("fr", ["Luminosité", "Lumières", "Daltonisme"]),
    ],
)
def test_the_menu_has_what_lights_and_screen_look_like_where_a_build_has_them(language, names):
    face = face_at_start(EMPTY)
    for lacks, there in (
        (frozenset(), names),
        (frozenset({"colours"}), names[:2]),
        (frozenset({"lights", "colours"}), names[:1]),
    ):
        said = [
            words.say(language, line.label)
            for line in menus.menu_lines(face._replace(lacks=lacks), EMPTY)
        ]
        assert [name for name in names if name in said] == there
