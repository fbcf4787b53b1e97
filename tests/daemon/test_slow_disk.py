"""A disk that takes its time: what was pressed meanwhile counts, in order, and only once."""

import pytest

from companion.daemon.door import Door
from companion.daemon.interfaces import Request
from companion.daemon.pending import MOMENT_S, PATIENCE_S
from companion.face.gestures.gestures import LATE_S
from companion.game.actions import Clue, Discard
from companion.journal.writer_messages import Loaded
from tests.rig.rig import Rig


@pytest.fixture
def slow():
    """A game, and what its disk has not written yet."""
    with Rig() as rig:
        rig.ask(do="new", players=3)
        rig.wait(1)
        write, held = rig.books.write, []
        rig.books.write = lambda ticket, row: held.append((ticket, row))

        def catch_up():
            while held:
                write(*held.pop(0))
                rig.settle()

        yield rig, catch_up


@pytest.fixture
def shown(slow, monkeypatch):
    """Every view that is shown from now on: the buttons that are down, and the turn."""
    rig, _ = slow
    views, show = [], rig.stage.show_view

    def noted(serial, view):
        views.append((sorted(view.pressed), view.sitting.state.turn))
        show(serial, view)

    monkeypatch.setattr(rig.stage, "show_view", noted)
    return views


def test_a_step_that_is_on_disk_at_once_is_the_first_picture_after_the_press(slow, shown):
    rig, catch_up = slow
    rig.tap("clue", after=MOMENT_S / 2)
    catch_up()
    assert shown == [(["clue"], 1), ([], 2)]


def test_a_choice_that_is_decided_by_time_is_the_first_picture_after_the_press_too(slow, shown):
    rig, catch_up = slow
    rig.tap("play", after=0.1)
    del shown[:]
    rig.tap("discard", after=LATE_S + MOMENT_S / 2)
    catch_up()
    assert shown == [(["discard"], 1), ([], 2)]


def test_a_button_does_not_stay_pressed_while_the_disk_takes_its_time(slow, shown):
    rig, catch_up = slow
    rig.tap("clue", after=MOMENT_S * 2)
    assert shown == [(["clue"], 1), ([], 1)]
    catch_up()
    assert shown[2:] == [([], 2)]


def test_a_step_on_disk_is_shown_while_the_next_one_is_under_way(slow, shown):
    rig, catch_up = slow
    rig.tap("clue", after=0.35)
    rig.tap("discard", after=0.35)
    rig.tap("clue", after=0.35)
    del shown[:]
    catch_up()
    assert [turn for _, turn in shown] == [2, 3, 4]


def test_the_next_press_counts_though_the_disk_still_has_the_one_before(slow):
    rig, catch_up = slow
    rig.tap("clue", after=0.35)
    rig.tap("discard", after=1.0)
    assert rig.core.sitting.actions == ()
    catch_up()
    assert rig.core.sitting.actions == (Clue(), Discard())


def test_the_next_press_counts_right_after_the_disk_has_the_one_before(slow):
    rig, catch_up = slow
    rig.tap("clue", after=0.35)
    catch_up()
    rig.tap("discard")
    catch_up()
    assert rig.core.sitting.actions == (Clue(), Discard())


def test_a_double_press_counts_once_however_slow_the_disk_is(slow):
    rig, catch_up = slow
    rig.tap("clue", after=0.1)
    rig.tap("clue", after=1.0)
    catch_up()
    assert rig.core.sitting.actions == (Clue(),)


# What a script is answered


@pytest.fixture
def asking(slow):
    """A function that asks for a step whose row waits.

    It returns the list of the answers to come.
    """
    rig, _ = slow

    def ask(**body):
        answers = []
        rig.inbox.append(Request(body, answers.append, Door.CONTROL))
        rig.settle()
        assert answers == []
        return answers

    return ask


def test_a_script_is_answered_once_its_step_is_on_disk_and_the_next_press_is_not_its(slow, asking):
    rig, catch_up = slow
    answers = asking(do="action", action={"do": "clue"})
    catch_up()
    rig.tap("discard", after=1.0)
    catch_up()
    assert [answer["ok"] for answer in answers] == [True]


def test_a_script_is_answered_once_the_disk_has_had_time_enough(slow, asking):
    rig, catch_up = slow
    answers = asking(do="action", action={"do": "clue"})
    rig.wait(PATIENCE_S)
    assert [answer["ok"] for answer in answers] == [True]
    catch_up()
    assert [answer["ok"] for answer in answers] == [True]


def test_a_script_is_refused_once_where_the_game_before_cannot_be_read(slow, asking):
    rig, catch_up = slow
    loads = []
    rig.books.load_game = loads.append
    answers = asking(do="undo")
    assert len(loads) == 1
    rig.inbox.append(Loaded(None, "the disk does not answer"))
    rig.settle()
    assert [answer["ok"] for answer in answers] == [False]
    assert "the disk does not answer" in answers[0]["error"]
    rig.tap("clue", after=1.0)
    catch_up()
    assert len(answers) == 1
