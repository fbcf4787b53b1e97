"""When a display is dimmed, dark and moved by a row."""

import pytest

from companion.daemon.screensaver import BLANK_AFTER, DIM_AFTER, MOVED_EVERY, Care
from companion.face.view import BLANK, DIM

BEGAN = 1000.0


@pytest.mark.parametrize(
    ("after", "night"),
    [(0, ""), (119.9, ""), (120, DIM), (899.9, DIM), (900, BLANK), (1e7, BLANK)],
)
def test_it_is_dimmed_after_two_minutes_and_dark_after_fifteen(after, night):
    assert Care(BEGAN).night(BEGAN + after) == night


@pytest.mark.parametrize("pressed", [60, 500, 5000])
def test_a_press_begins_anew(pressed):
    care = Care(BEGAN)
    care.stir(BEGAN + pressed)
    assert care.night(BEGAN + pressed) == ""
    assert care.night(BEGAN + pressed + DIM_AFTER - 0.1) == ""
    assert care.night(BEGAN + pressed + DIM_AFTER) == DIM
    assert care.night(BEGAN + pressed + BLANK_AFTER) == BLANK


def test_the_picture_moves_up_and_down_by_a_row_and_rests_in_the_dark():
    care = Care(BEGAN)
    shifts = [care.shift(BEGAN + number * MOVED_EVERY) for number in range(10)]
    assert shifts == [0, 1, 0, 1, 0, 1, 0, 1, 0, 0]
    assert care.shift(BEGAN + MOVED_EVERY - 0.1) == 0


def test_each_deadline_changes_something_and_nothing_changes_between():
    care = Care(BEGAN)
    care.stir(BEGAN + 70)
    now, seen = BEGAN + 70, []
    while due := care.deadlines(now):
        before = (care.night(now), care.shift(now))
        then = min(due)
        assert then > now
        assert (care.night(then - 0.01), care.shift(then - 0.01)) == before
        assert (care.night(then), care.shift(then)) != before
        now = then
        seen.append(now - BEGAN)
    assert seen == [120, 190, 240, 360, 480, 600, 720, 840, 960, 970]


def test_a_dark_display_wants_nothing():
    assert Care(BEGAN).deadlines(BEGAN + BLANK_AFTER) == []
    assert (Care().night(BEGAN), Care().deadlines(BEGAN)) == (BLANK, [])
