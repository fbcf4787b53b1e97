"""The installed companion on a virtual Raspberry Pi where power fails, or the card keeps nothing.

A display that is cut off, a battery that grows empty, a read-only card.
"""

from tests.hil.virtual_pi import MARKS_OF_PACKAGES, last_number, steps

BUILD = "bonnet"
READ_ONLY = "overlayroot=tmpfs"
"""How raspi-config starts a computer whose card is not written."""

pytestmark = MARKS_OF_PACKAGES


def test_a_display_that_lost_its_power_is_whole_soon_after_two_presses(pi):
    pi.must(steps("powered", f"cut_displays {BUILD}"))


def test_an_empty_battery_switches_off_and_loses_nothing(pi):
    said = pi.start(steps("powered", f"drain_battery {BUILD}"))
    assert "switching off" in said, said[-20:]
    turn = last_number(said, r"^draining at turn (\d+)")
    pi.must(steps("powered", f"goes_on {turn}"))


def test_a_read_only_card_says_that_games_are_lost_unless_they_lie_elsewhere(pi):
    said = pi.start(steps("powered", "tell_turn"))
    turn = last_number(said, r"^at turn (\d+)")
    pi.must(steps("powered", f"play_in_memory {BUILD} {turn}"), kernel=READ_ONLY)
    pi.must(steps("powered", f"goes_on {turn}"))
    pi.must(steps("powered", "move_games"))
    said = pi.start(steps("powered", f"play_on {BUILD}"), kernel=READ_ONLY)
    turn = last_number(said, r"^kept at turn (\d+)")
    pi.must(steps("powered", f"goes_on {turn}"))
