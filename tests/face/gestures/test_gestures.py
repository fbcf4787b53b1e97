"""Gestures from clean edges."""

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
EVERY = pytest.mark.parametrize("manner", [ANY, TABLE, COLUMNS])


def gestures(*edges: tuple[float, str, bool], manner: Manner = ANY) -> list[object]:
    """What these edges (time, control, down) amount to.

    A chord is the set of its controls, in a tuple where it answers the press before it.
    """
    fingers, found = Pressing(), []
    for at, control, down in edges:
        fingers, ended = feel(fingers, Edge(control, down, at), manner)
        found += ended
    _, ended = decide_presses(fingers, edges[-1][0] + 1, manner)
    return [_short(one) if isinstance(one, Chord) else one for one in (*found, *ended)]


def _short(chord: Chord) -> object:
    return (set(chord.controls),) if chord.answers else set(chord.controls)


def both(control: str, down: float, up: float) -> list[tuple[float, str, bool]]:
    return [(down, control, True), (up, control, False)]


def woven(*presses: tuple[str, float, float], manner: Manner = ANY) -> list[object]:
    edges = [edge for control, down, up in presses for edge in both(control, down, up)]
    return gestures(*sorted(edges), manner=manner)


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0.01, Tap(C, 0.0)),
        (0.699, Tap(C, 0.0)),
        (0.7, Hold(C, 0.0)),
        (3.0, Hold(C, 0.0)),
        (3.01, Sleeve(C, 0.0)),
        (60.0, Sleeve(C, 0.0)),
    ],
)
def test_a_press_is_judged_by_its_length(seconds, expected):
    assert woven((C, 0.0, seconds)) == [expected]


def test_nothing_acts_before_it_is_let_go():
    assert gestures((0.0, C, True)) == []


def test_buttons_that_go_down_together_are_a_chord_once_all_are_up():
    fingers = Pressing()
    for edge in (Edge(C, True, 0.0), Edge(P, True, 0.03), Edge(C, False, 0.1)):
        fingers, ended = feel(fingers, edge)
        assert ended == ()
    _, ended = feel(fingers, Edge(P, False, 0.2))
    assert ended == (Chord(frozenset({C, P}), 0.0, (Tap(C, 0.0), Tap(P, 0.03))),)


@EVERY
@pytest.mark.parametrize("second", [(0.001, 0.3), (0.05, 0.15), (0.19, 0.5)])
def test_presses_that_overlap_are_decided_as_one(manner, second):
    assert woven((C, 0.0, 0.2), (P, *second), manner=manner) == [{C, P}]


def test_the_presses_of_a_chord_are_taps_in_the_order_in_which_they_went_down():
    fingers, ended = Pressing(), ()
    for edge in (Edge(P, True, 0.0), Edge(D, True, 0.05), Edge(D, False, 0.2), Edge(P, False, 0.4)):
        fingers, ended = feel(fingers, edge)
    assert ended[0].taps == (Tap(P, 0.0), Tap(D, 0.05))


def test_the_answer_may_go_down_before_the_button_that_asks_is_up():
    assert woven((P, 0.0, 0.15), (C, 0.1, 0.3), manner=TABLE) == [Tap(P, 0.0), ({C},)]
    assert woven((P, 0.0, 0.4), (C, 0.1, 0.3), manner=TABLE) == [Tap(P, 0.0), ({C},)]
    assert woven((P, 0.0, 0.15), (C, 0.1, 0.3), (D, 0.12, 0.3), manner=TABLE) == [
        Tap(P, 0.0),
        ({C, D},),
    ]
    assert woven((P, 0.0, 0.15), (C, 0.1, 0.3), (D, 0.39, 0.5), manner=TABLE) == [
        Tap(P, 0.0),
        ({C, D},),
    ]


def test_what_cannot_be_one_answer_is_none():
    hand = (P, 0.0, 0.3), (C, 0.04, 0.3), (D, 0.09, 0.3)
    assert woven(*hand, manner=TABLE) == [{C, D, P}], "three at once"
    held = (P, 0.0, 1.2), (C, 0.75, 0.9)
    assert woven(*held, manner=TABLE) == [{C, P}], "beside one that is held"
    two = (P, 0.0, 0.6), (C, 0.1, 0.2), (D, 0.4, 0.5)
    assert woven(*two, manner=TABLE) == [{C, D, P}], "two answers"
    assert woven((C, 0.0, 0.2), (P, 0.1, 0.3), manner=TABLE) == [{C, P}], (
        "the button that asks is the second"
    )


def test_where_something_is_chosen_by_columns_a_finger_may_be_a_little_late():
    in_time, too_late = 0.1 + LATE_S - 0.005, 0.1 + LATE_S + 0.005
    assert woven((C, 0.0, 0.1), (P, in_time, 0.3), manner=COLUMNS) == [{C, P}]
    assert woven((C, 0.0, 0.1), (P, too_late, 0.3), manner=COLUMNS) == [
        Tap(C, 0.0),
        Tap(P, too_late),
    ]
    for manner in (ANY, TABLE):
        assert woven((C, 0.0, 0.1), (P, in_time, 0.3), manner=manner) == [
            Tap(C, 0.0),
            Tap(P, in_time),
        ]


def test_slow_hands_hold_for_longer():
    slow = Manner(hold_s=SLOW_HOLD_S)
    assert woven((C, 0.0, 1.19), manner=slow) == [Tap(C, 0.0)]
    assert woven((C, 0.0, 1.2), manner=slow) == [Hold(C, 0.0)]


def test_a_tap_waits_only_where_a_second_button_may_still_join():
    fingers, _ = feel(Pressing(), Edge(C, True, 0.0), TABLE)
    assert feel(fingers, Edge(C, False, 0.1), TABLE)[1] == (Tap(C, 0.0),)
    fingers, ended = feel(fingers, Edge(C, False, 0.1), COLUMNS)
    due = 0.1 + LATE_S
    assert (fingers.due(), ended) == (due, ())
    assert decide_presses(fingers, 0.12, COLUMNS) == (fingers, ())
    assert decide_presses(fingers, due, COLUMNS)[1] == (Tap(C, 0.0),)


def test_a_button_that_waits_for_another_and_is_tapped_again_is_tapped_twice():
    assert woven((C, 0.0, 0.1), (C, 0.16, 0.3), manner=COLUMNS) == [Tap(C, 0.0), Tap(C, 0.16)]
    assert woven((C, 0.0, 0.1), (C, 0.16, 0.3), (D, 0.2, 0.3), manner=COLUMNS) == [
        Tap(C, 0.0),
        {C, D},
    ]


def test_after_a_chord_a_button_acts_again():
    assert woven((C, 0.0, 0.2), (D, 0.05, 0.3), (P, 0.5, 0.6))[1:] == [Tap(P, 0.5)]


@EVERY
def test_a_hold_is_a_press_beside_which_no_other_went_down(manner):
    assert woven((C, 0.0, 1.5), (P, 0.7, 1.1), manner=manner) == [{C, P}]
    assert woven((C, 0.0, 1.0), (P, 0.9, 1.9), manner=manner) == [{C, P}]
    assert woven((C, 0.0, 0.9), (D, 0.05, 0.9), (P, 0.8, 0.85), manner=manner) == [{C, D, P}]


@EVERY
def test_a_sleeve_on_one_button_leaves_the_others_alone(manner):
    presses = (C, 0.0, 60.0), (P, 10.0, 10.1), (D, 20.0, 20.1), (D, 30.0, 30.3), (P, 30.01, 30.2)
    found = woven(*presses, manner=manner)
    assert found == [Tap(P, 10.0), Tap(D, 20.0), {D, P}, Sleeve(C, 0.0)]


def test_a_sleeve_that_flickers_is_one():
    presses = (C, 0.0, 10.0), (C, 10.2, 10.4), (C, 10.5, 20.0), (P, 12.0, 12.1)
    assert woven(*presses) == [Sleeve(C, 0.0), Tap(P, 12.0)]


def test_beside_a_sleeve_another_button_can_be_held():
    fingers, _ = feel(Pressing(), Edge(C, True, 0.0))
    assert fingers.alone(5.0).control == C
    fingers, _ = feel(fingers, Edge(P, True, 5.0))
    assert fingers.alone(6.0).control == P
    assert feel(fingers, Edge(P, False, 6.0))[1] == (Hold(P, 5.0),)


def test_all_three_at_once_are_one_chord_of_three():
    assert woven((C, 0.0, 0.3), (D, 0.02, 0.3), (P, 0.04, 0.3)) == [{C, D, P}]
    assert woven((C, 0.0, 0.3), (D, 0.2, 0.5), (P, 0.4, 0.7), manner=COLUMNS) == [{C, D, P}]


def test_a_chord_held_too_long_is_nothing():
    assert woven((C, 0.0, 5.0), (D, 0.02, 5.1)) == []


@pytest.mark.parametrize("opened", [0.005, 0.04])
def test_a_contact_that_opens_amid_a_chord_changes_nothing(opened):
    assert woven((C, 0.0, 0.2), (C, 0.2 + opened, 0.4), (P, 0.03, 0.4)) == [{C, P}]


def test_a_contact_that_opens_amid_a_hold_ends_it_and_acts_once():
    assert woven((C, 0.0, 0.4), (C, 0.41, 1.0)) == [Tap(C, 0.0)]


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


def test_a_contact_that_closes_for_a_moment_after_a_tap_is_no_second_tap():
    assert woven((C, 0.0, 0.1), (C, 0.13, 0.145)) == [Tap(C, 0.0)]
    assert woven((C, 0.0, 0.1), (C, 0.115, 0.16)) == [Tap(C, 0.0)]


def test_two_quick_taps_are_two():
    assert woven((C, 0.0, 0.08), (C, 0.11, 0.17)) == [Tap(C, 0.0), Tap(C, 0.11)]


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
