"""When a display is dimmed, dark and moved by a row."""

from companion.daemon.screensaver import BLANK_AFTER_S, DIM_AFTER_S, Screensaver

BEGAN = 1000.0


def test_a_picture_whose_pixels_do_not_wear_never_moves():
    screensaver = Screensaver(BEGAN, wears=False)
    now, seen = BEGAN, []
    while due := screensaver.deadlines(now):
        now = min(due)
        assert screensaver.shift(now) == 0
        seen.append(now - BEGAN)
    assert seen == [DIM_AFTER_S, BLANK_AFTER_S]


def test_each_deadline_changes_something_and_nothing_changes_between():
    screensaver = Screensaver(BEGAN)
    screensaver.note_press(BEGAN + 70)
    now, seen = BEGAN + 70, []
    while due := screensaver.deadlines(now):
        before = (screensaver.night(now), screensaver.shift(now))
        then = min(due)
        assert then > now
        assert (screensaver.night(then - 0.01), screensaver.shift(then - 0.01)) == before
        assert (screensaver.night(then), screensaver.shift(then)) != before
        now = then
        seen.append(now - BEGAN)
    assert seen == [120, 190, 240, 360, 480, 600, 720, 840, 960, 970]
