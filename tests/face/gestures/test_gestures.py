"""Gestures from clean edges."""

import pytest

from companion.face.gestures.gestures import Chord, Hold, Pressing, Sleeve, Tap, feel
from companion.panel import Edge

C, D, P = "clue", "discard", "play"


def gestures(*edges: tuple[float, str, bool]) -> list[object]:
    """What these edges (time, control, down) amount to."""
    fingers, found = Pressing(), []
    for at, control, down in edges:
        fingers, ended = feel(fingers, Edge(control, down, at))
        found += ended
    return found


def both(control: str, down: float, up: float) -> list[tuple[float, str, bool]]:
    return [(down, control, True), (up, control, False)]


def woven(*presses: tuple[str, float, float]) -> list[object]:
    edges = [edge for control, down, up in presses for edge in both(control, down, up)]
    return gestures(*sorted(edges))


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
    assert gestures((0.0, C, True), (0.12, P, True), (0.2, C, False)) == []
    assert woven((C, 0.0, 0.2), (P, 0.12, 0.3)) == [Chord(frozenset({C, P}), 0.0)]


def test_the_order_within_a_chord_does_not_matter():
    assert woven((P, 0.0, 0.4), (D, 0.05, 0.2)) == [Chord(frozenset({D, P}), 0.0)]


def test_a_button_that_comes_after_a_chord_has_begun_is_swallowed_with_it():
    assert woven((C, 0.0, 0.9), (D, 0.05, 0.9), (P, 0.5, 0.6)) == [Chord(frozenset({C, D}), 0.0)]


def test_after_a_chord_a_button_acts_again():
    assert woven((C, 0.0, 0.2), (D, 0.05, 0.3), (P, 0.5, 0.6))[1:] == [Tap(P, 0.5)]


def test_buttons_one_after_the_other_are_taps_in_the_order_in_which_they_went_down():
    assert woven((C, 0.0, 0.4), (P, 0.2, 0.3)) == [Tap(C, 0.0), Tap(P, 0.2)]
    assert woven((C, 0.0, 0.3), (P, 0.2, 0.5)) == [Tap(C, 0.0), Tap(P, 0.2)]


def test_a_hold_that_another_button_interrupts_does_nothing():
    assert woven((C, 0.0, 1.5), (P, 1.0, 1.1)) == [Tap(P, 1.0)]


def test_a_sleeve_on_one_button_leaves_the_others_alone():
    assert woven((C, 0.0, 60.0), (P, 10.0, 10.1), (D, 20.0, 20.1)) == [Tap(P, 10.0), Tap(D, 20.0)]


def test_all_three_at_once_are_one_chord_of_three():
    assert woven((C, 0.0, 0.3), (D, 0.02, 0.3), (P, 0.04, 0.3)) == [Chord(frozenset({C, D, P}), 0.0)]


def test_a_chord_held_too_long_is_nothing():
    assert woven((C, 0.0, 5.0), (D, 0.02, 5.1)) == []


def test_an_edge_that_comes_twice_changes_nothing():
    assert gestures((0.0, C, True), (0.05, C, True), (0.1, C, False), (0.2, C, False)) == [Tap(C, 0.0)]


def test_a_press_that_is_cancelled_is_nothing_and_leaves_the_button_ready():
    fingers, ended = feel(feel(Pressing(), Edge(C, True, 0.0))[0], Edge(C, False, 0.2, cancelled=True))
    assert (fingers, ended) == (Pressing(), ())


@pytest.mark.parametrize("first", [C, P])
def test_a_chord_of_which_a_button_is_cancelled_is_nothing(first):
    fingers = Pressing()
    second = P if first == C else C
    for edge in (Edge(C, True, 0.0), Edge(P, True, 0.05), Edge(first, False, 0.1, cancelled=True)):
        fingers, ended = feel(fingers, edge)
        assert ended == ()
    assert feel(fingers, Edge(second, False, 0.2)) == (Pressing(), ())


def test_a_button_beside_a_cancelled_one_still_acts():
    fingers, _ = feel(feel(Pressing(), Edge("W", True, 0.0))[0], Edge(C, True, 0.05))
    fingers, _ = feel(fingers, Edge("W", False, 0.1, cancelled=True))
    assert feel(fingers, Edge(C, False, 0.2)) == (Pressing(), (Tap(C, 0.05),))
