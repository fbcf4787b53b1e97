"""No pixel of the display shines for ever: an evening of play and the rest of its day."""

from companion.daemon.screensaver import BLANK_AFTER_S
from tests.rig.wear import DAY, Counters, evenings


def test_the_sums_of_the_pixels_are_right():
    counters = Counters()
    for picture, amount in ((0b101, 6), (0b100, 1000), (0b110, 1), (0b001, 0)):
        counters.add(picture, amount)
    assert counters.totals()[:4] == [6, 1, 1007, 0]


def test_a_pixel_shines_only_while_somebody_plays():
    wear = evenings(days=1, games=1)
    # The display shines from the start, and goes dark by itself after the start and after the
    # evening.
    assert 2 * BLANK_AFTER_S < wear.awake < DAY / 12
    assert wear.longest <= wear.awake
    assert wear.aged < 0.8 * wear.longest, "it is dimmed between presses"
    assert wear.longest < DAY / 12
