"""Gestures from clean edges: `gestures.txt` has presses that end, and what they are."""

from pathlib import Path

import pytest

from companion.face.gestures.gestures import (
    ANY,
    LATE_S,
    SLOW_HOLD_S,
    Chord,
    Hold,
    Manner,
    Pressing,
    Sleeve,
    Tap,
    decide_presses,
    feel,
    withdraw_press,
)
from companion.panel import Edge

C, D, P = "clue", "discard", "play"
TABLE = Manner(opening=frozenset({P}))
COLUMNS = Manner(chords=True)
MANNERS = {"any": ANY, "table": TABLE, "columns": COLUMNS, "slow": Manner(hold_s=SLOW_HOLD_S)}
LINES = Path(__file__).with_name("gestures.txt").read_text("utf-8").splitlines()
ROWS = [[part.strip() for part in line.split("|")] for line in LINES if line[:1] not in ("#", "")]


def gestures(*edges: tuple[float, str, bool], manner: Manner = ANY) -> list[object]:
    """What these edges (time, control, down) amount to."""
    fingers, found = Pressing(), []
    for at, control, down in edges:
        fingers, ended = feel(fingers, Edge(control, down, at), manner)
        found += ended
    _, ended = decide_presses(fingers, edges[-1][0] + 1, manner)
    return [*found, *ended]


def both(control: str, down: float, up: float) -> list[tuple[float, str, bool]]:
    return [(down, control, True), (up, control, False)]


def woven(*presses: tuple[str, float, float], manner: Manner = ANY) -> list[object]:
    edges = [edge for control, down, up in presses for edge in both(control, down, up)]
    return gestures(*sorted(edges), manner=manner)


def plain(gesture: Tap | Hold | Sleeve | Chord) -> str:
    """A gesture as it stands in a line."""
    if isinstance(gesture, Chord):
        return "answer " * gesture.answers + "+".join(sorted(gesture.controls))
    return f"{type(gesture).__name__.lower()} {gesture.control} {gesture.began:g}"


@pytest.mark.parametrize(
    ("title", "manner", "presses", "found"), ROWS, ids=[title for title, *_ in ROWS]
)
def test_presses_are_the_gestures_of_their_line(title, manner, presses, found):
    each = [press.split() for press in presses.split(", ")]
    told = [(control, float(down), float(up)) for control, down, up in each]
    for name in ("any", "table", "columns") if manner == "every" else (manner,):
        gestures = woven(*told, manner=MANNERS[name])
        assert (", ".join(map(plain, gestures)) or "none") == found, name


def test_nothing_acts_before_it_is_let_go():
    assert gestures((0.0, C, True)) == []


def test_buttons_that_go_down_together_are_a_chord_once_all_are_up():
    fingers = Pressing()
    for edge in (Edge(C, True, 0.0), Edge(P, True, 0.03), Edge(C, False, 0.1)):
        fingers, ended = feel(fingers, edge)
        assert ended == ()
    _, ended = feel(fingers, Edge(P, False, 0.2))
    assert ended == (Chord(frozenset({C, P}), 0.0, (Tap(C, 0.0), Tap(P, 0.03))),)


def test_the_presses_of_a_chord_are_taps_in_the_order_in_which_they_went_down():
    fingers, ended = Pressing(), ()
    for edge in (Edge(P, True, 0.0), Edge(D, True, 0.05), Edge(D, False, 0.2), Edge(P, False, 0.4)):
        fingers, ended = feel(fingers, edge)
    assert ended[0].taps == (Tap(P, 0.0), Tap(D, 0.05))


def test_where_something_is_chosen_by_columns_a_finger_may_be_a_little_late():
    in_time, too_late = 0.1 + LATE_S - 0.005, 0.1 + LATE_S + 0.005
    (together,) = woven((C, 0.0, 0.1), (P, in_time, 0.3), manner=COLUMNS)
    assert plain(together) == "clue+play"
    assert woven((C, 0.0, 0.1), (P, too_late, 0.3), manner=COLUMNS) == [
        Tap(C, 0.0),
        Tap(P, too_late),
    ]
    for manner in (ANY, TABLE):
        assert woven((C, 0.0, 0.1), (P, in_time, 0.3), manner=manner) == [
            Tap(C, 0.0),
            Tap(P, in_time),
        ]


def test_a_tap_waits_only_where_a_second_button_may_still_join():
    fingers, _ = feel(Pressing(), Edge(C, True, 0.0), TABLE)
    assert feel(fingers, Edge(C, False, 0.1), TABLE)[1] == (Tap(C, 0.0),)
    fingers, ended = feel(fingers, Edge(C, False, 0.1), COLUMNS)
    due = 0.1 + LATE_S
    assert (fingers.due(), ended) == (due, ())
    assert decide_presses(fingers, 0.12, COLUMNS) == (fingers, ())
    assert decide_presses(fingers, due, COLUMNS)[1] == (Tap(C, 0.0),)


def test_beside_a_sleeve_another_button_can_be_held():
    fingers, _ = feel(Pressing(), Edge(C, True, 0.0))
    assert fingers.alone(5.0).control == C
    fingers, _ = feel(fingers, Edge(P, True, 5.0))
    assert fingers.alone(6.0).control == P
    assert feel(fingers, Edge(P, False, 6.0))[1] == (Hold(P, 5.0),)


def test_a_spike_beside_a_press_is_withdrawn_and_breaks_nothing():
    for control, expected in ((C, Hold(C, 0.0)), (P, Hold(P, 0.0))):
        other = P if control == C else C
        fingers, _ = feel(Pressing(), Edge(control, True, 0.0))
        fingers = withdraw_press(feel(fingers, Edge(other, True, 0.8))[0], other)
        assert feel(fingers, Edge(control, False, 0.9))[1] == (expected,)


def test_a_spike_while_a_press_waits_for_another_leaves_it_over():
    fingers, _ = feel(Pressing(), Edge(C, True, 0.0), COLUMNS)
    fingers, _ = feel(fingers, Edge(C, False, 0.1), COLUMNS)
    before = fingers
    assert withdraw_press(feel(fingers, Edge(C, True, 0.13), COLUMNS)[0], C) == before


def test_what_goes_down_after_a_press_whose_end_is_told_late_does_not_overlap_it():
    edges = (0.0, C, True), (0.305, P, True), (0.3, C, False), (0.4, P, False)
    assert gestures(*edges) == [Tap(C, 0.0), Tap(P, 0.305)]


def test_an_edge_that_comes_twice_changes_nothing():
    assert gestures((0.0, C, True), (0.05, C, True), (0.1, C, False), (0.2, C, False)) == [
        Tap(C, 0.0)
    ]


def test_a_press_that_is_cancelled_is_nothing_and_leaves_the_button_ready():
    fingers, ended = feel(
        feel(Pressing(), Edge(C, True, 0.0))[0], Edge(C, False, 0.2, cancelled=True)
    )
    assert (fingers, ended) == (Pressing(), ())


@pytest.mark.parametrize("first", [C, P])
def test_a_chord_of_which_a_button_is_cancelled_is_nothing(first):
    fingers = Pressing()
    second = P if first == C else C
    for edge in (Edge(C, True, 0.0), Edge(P, True, 0.05), Edge(first, False, 0.1, cancelled=True)):
        fingers, ended = feel(fingers, edge)
        assert ended == ()
    fingers, ended = feel(fingers, Edge(second, False, 0.2))
    assert (fingers.group, ended) == ((), ())


def test_a_button_beside_a_cancelled_one_still_acts():
    fingers, _ = feel(feel(Pressing(), Edge("W", True, 0.0))[0], Edge(C, True, 0.05))
    fingers, _ = feel(fingers, Edge("W", False, 0.1, cancelled=True))
    assert feel(fingers, Edge(C, False, 0.2))[1] == (Tap(C, 0.05),)
