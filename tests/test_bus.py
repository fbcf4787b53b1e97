"""What a turn costs on the display's bus in real games, against the least of whole bytes."""

import pytest

from tests.bench.bus import (
    A_PICTURE,
    A_TILE,
    A_TURN,
    A_WINDOW,
    LONGEST_MS,
    frames,
    slow,
    stock_frame,
    turns_in,
)
from tests.games import real_games
from tests.rig.samples import fewer

GAMES = fewer(4, 4)


@pytest.fixture(scope="module")
def sent():
    """Every picture of some games that are played by the buttons, those of animations too."""
    return frames(real_games()[:GAMES])


@pytest.fixture(scope="module")
def payload(sent):
    """All bytes of these pictures."""
    return sum(frame.payload for frame in sent)


def test_the_mean_over_real_games_is_at_most_the_changed_tiles(sent, payload):
    least = sum(A_TILE * frame.tiles for frame in sent)
    assert payload <= least, f"{payload / least:.3f} times the changed tiles"


def test_no_picture_takes_more_than_its_tiles_and_windows(sent):
    for frame in sent:
        assert frame.payload <= A_TILE * frame.tiles + A_WINDOW * frame.windows


def test_a_picture_takes_an_eighth_of_what_luma_sends(sent, payload):
    assert payload / len(sent) <= A_PICTURE * stock_frame()


def test_a_turn_takes_half_of_one_picture_of_luma(payload):
    turn = payload / turns_in(real_games()[:GAMES])
    assert turn < A_TURN * stock_frame(), f"{turn:.0f} bytes"


@pytest.mark.parametrize("kind", LONGEST_MS, ids=lambda kind: kind.name)
def test_on_a_slow_bus_a_picture_is_soon_on_the_glass(sent, kind):
    times = slow(sent, kind).values
    assert len(times) > 10
    assert max(times) <= LONGEST_MS[kind]
