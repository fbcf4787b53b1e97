"""A week of evenings: how long a pixel of the display shines at most."""

from tests.rig.daemons import FAULTS
from tests.rig.wear import evenings

pytestmark = FAULTS


def test_in_a_week_of_seven_evenings_no_pixel_shines_for_a_tenth_of_the_time(capsys):
    wear = evenings(days=7, games=2)
    with capsys.disabled():
        print(f"\nthe pixel that shone longest: {wear}")
    assert wear.longest < 0.1 * wear.seconds
    assert wear.aged < 0.07 * wear.seconds
