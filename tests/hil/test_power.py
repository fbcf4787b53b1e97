"""The installed companion on a virtual Raspberry Pi where power fails, or the card keeps nothing.

A display that is cut off, a battery that grows empty, a read-only card.
"""

import shutil

import pytest

from tests.hil.virtual_pi import ENVIRON, MARKS_OF_PACKAGES, last_number, packaged_pi

BUILD = "bonnet"
READ_ONLY = "overlayroot=tmpfs"
"""How raspi-config starts a computer whose card is not written."""

pytestmark = MARKS_OF_PACKAGES


@pytest.fixture(scope="module")
def pi():
    with packaged_pi("e2fsprogs") as (pi, package):
        shutil.copy(package, pi.shared)
        pi.must(step("install", BUILD, "/mnt/host"))
        yield pi


def step(*words: str) -> str:
    """The command of a step of `powered.py`."""
    return f"{ENVIRON} python3 -m tests.hil.powered {' '.join(words)}"


def test_a_display_that_lost_its_power_is_whole_soon_after_two_presses(pi):
    pi.must(step("cut_displays", BUILD))


def test_an_empty_battery_switches_off_and_loses_nothing(pi):
    said = pi.start(step("drain_battery", BUILD))
    assert "switching off" in said, said[-20:]
    pi.must(step("goes_on", last_number(said, r"^draining at turn (\d+)")))


def test_a_read_only_card_says_that_games_are_lost_unless_they_lie_elsewhere(pi):
    said = pi.start(step("turn"))
    turn = last_number(said, r"^at turn (\d+)")
    pi.must(step("play_in_memory", BUILD, turn), kernel=READ_ONLY)
    pi.must(step("goes_on", turn))
    pi.must(step("move_games"))
    said = pi.start(step("play_on", BUILD), kernel=READ_ONLY)
    pi.must(step("goes_on", last_number(said, r"^kept at turn (\d+)")))
