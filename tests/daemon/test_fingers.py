"""Fingers: when something is due of what they hold."""

import pytest

from companion.daemon.fingers import Fingers
from companion.face.gestures.debounce import DEAF_S, TOO_LONG_S
from companion.face.gestures.gestures import ANY, HOLD_S, STUCK_S, Tap
from companion.face.view import Held
from companion.panel import UNDO, Edge
from tests.rig.levels import Levels

LATER_S = 5.0
"""When all that is held in these tests is held for too long."""


@pytest.fixture
def levels() -> Levels:
    return Levels(("clue", "discard", "play", UNDO))


@pytest.fixture
def fingers(levels) -> Fingers:
    return Fingers(levels, lambda: ANY)


def move(fingers, levels, control, down, at):
    """Press a control or let it go. Return the gestures until it is listened to again."""
    levels.move(control, down)
    gestures = fingers.edge(Edge(control, down, at))
    return [*gestures, *fingers.tick(at + DEAF_S)]


def test_nothing_is_due_while_nothing_is_down(levels):
    def fail():
        raise AssertionError("it is not asked how presses are told apart")

    fingers = Fingers(levels, fail)
    assert fingers.tick(1.0) == []
    assert fingers.deadlines(1.0) == []
    assert fingers.held_control(1.0) is None


def test_a_button_that_is_down_is_due_as_a_hold_a_sleeve_and_a_stuck_one(fingers, levels):
    move(fingers, levels, "clue", True, 0.0)
    assert sorted(fingers.deadlines(0.1)) == [HOLD_S, TOO_LONG_S, STUCK_S]
    assert move(fingers, levels, "clue", False, 0.2) == [Tap("clue", 0.0)]
    assert fingers.deadlines(0.3) == []


def test_what_lies_on_a_button_beside_a_tap_is_due_as_a_stuck_one(fingers, levels):
    move(fingers, levels, "clue", True, 0.0)
    move(fingers, levels, "play", True, 4.0)
    assert move(fingers, levels, "play", False, 4.1) == [Tap("play", 4.0)]
    assert fingers.deadlines(LATER_S) == [STUCK_S]
    assert fingers.held_control(LATER_S) == Held("clue", True)


def test_a_control_that_is_part_of_no_chord_is_due_as_a_stuck_one(fingers, levels):
    move(fingers, levels, UNDO, True, 0.0)
    assert fingers.deadlines(LATER_S) == [STUCK_S]


def test_a_hold_of_a_script_is_due_at_its_end_and_where_its_length_counts(fingers):
    fingers.script("clue", 4.0, lambda answer: None, 0.0)
    assert sorted(fingers.deadlines(0.1)) == [HOLD_S, TOO_LONG_S, 4.0]
    assert fingers.held_control(1.0) == Held("clue", False)
