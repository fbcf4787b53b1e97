"""What is said of a link in one line."""

import pytest

from companion.club.pulse import AWAY, Pulse, status

OPEN = Pulse("pi:1883", True, 100.0, "")
LOST = Pulse("pi:1883", False, 100.0, "no broker at pi:1883")


@pytest.mark.parametrize(
    ("pulse", "there", "line"),
    [
        (OPEN, True, "connected to pi:1883"),
        (OPEN, False, "connected to pi:1883; the companion is away"),
        (LOST, True, f"{AWAY}: no broker at pi:1883"),
        (LOST._replace(problem=""), False, "connecting to pi:1883; the companion is away"),
    ],
)
def test_one_line_says_how_the_link_is(pulse, there, line):
    assert status(pulse, there) == line
