"""The stamps of a pod in the host's time: a hold is as long as it was, however slow the link is."""

import random

import pytest

from hardware.pods.clock import PodClock
from hardware.pods.firmware.protocol import BEAT_MS, TICKS


def heard(clock: PodClock, ms: int, arrival: float, settled: bool = True) -> float:
    """A line, and when it was stamped."""
    clock.note_stamp(ms, arrival, settled)
    return clock.host_time(ms, arrival)


def test_jitter_of_the_lead_does_not_change_the_length_of_a_hold():
    chance = random.Random(4)
    clock = PodClock(0, 50.0)
    now_ms = 0

    def hear(slowest: float, settled: bool) -> float:
        return heard(clock, now_ms, 50.0 + now_ms / 1000 + chance.uniform(0.001, slowest), settled)

    for _ in range(500):
        for _ in range(8):  # some quick lines in each minute, as a link has them
            now_ms += chance.randrange(200, 2000)
            hear(0.0011, settled=True)
        down = hear(0.060, settled=True)
        length = chance.randrange(20, 3000)
        now_ms += length
        assert hear(0.060, settled=False) - down == pytest.approx(length / 1000, abs=0.0001)


@pytest.mark.parametrize("ppm", [-150, 150])
def test_clocks_that_drift_apart_for_a_day_stay_within_some_milliseconds(ppm):
    chance = random.Random(ppm)
    clock = PodClock(7, 0.0)
    worst = 0.0
    for beat in range(1, 24 * 3600 * 1000 // BEAT_MS):
        sent = beat * BEAT_MS / 1000 * (1 + ppm / 1e6)
        at = heard(
            clock, (7 + beat * BEAT_MS) % TICKS, sent + chance.uniform(0.0, 0.004), settled=True
        )
        worst = max(worst, abs(at - sent))
    assert worst < 0.015


def test_a_stamp_is_never_in_the_future_and_never_runs_backwards():
    chance = random.Random(1)
    clock, arrival, before = PodClock(0, 10.0), 10.0, float("-inf")
    for _ in range(2000):
        arrival += chance.choice([0.0, 0.001, 0.5, 20.0])
        at = heard(clock, chance.randrange(TICKS), arrival, settled=chance.random() < 0.5)
        assert before <= at <= arrival
        before = at


def test_the_milliseconds_may_begin_again():
    clock = PodClock(TICKS - 500, 10.0)
    clock.note_stamp(TICKS - 500, 10.0, settled=True)
    down = heard(clock, TICKS - 100, 10.4, settled=True)
    assert heard(clock, 900, 11.4, settled=False) - down == pytest.approx(1.0)


def test_a_report_that_is_repeated_keeps_its_time():
    clock = PodClock(0, 10.0)
    clock.note_stamp(0, 10.0, settled=True)
    clock.note_stamp(500, 10.5, settled=True)
    assert heard(clock, 600, 10.9, settled=True) == pytest.approx(10.6)
