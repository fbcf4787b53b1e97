"""What a turn costs on the display's bus in real games, against the least of whole bytes."""

import pytest

from tests.bench.bus import A_TILE, A_WINDOW, Kind, frames, slow, stock_frame, turns_in
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
    assert payload / len(sent) <= 0.131 * stock_frame()


def test_a_turn_takes_half_of_one_picture_of_luma(payload):
    turn = payload / turns_in(real_games()[:GAMES])
    assert turn < 0.52 * stock_frame(), f"{turn:.0f} bytes"


def test_on_a_slow_bus_a_turn_takes_44_ms_a_question_33_and_a_label_8(sent):
    assert max(slow(sent, Kind.TURN).values) <= 44
    assert max(slow(sent, Kind.OTHER).values) <= 33
    assert max(slow(sent, Kind.LABEL).values) <= 8


def test_on_a_slow_bus_a_frame_of_an_animation_takes_10_ms(sent):
    motion = slow(sent, Kind.MOTION).values
    assert len(motion) > 50
    assert max(motion) <= 10
