"""The package on a virtual Raspberry Pi (`make test-hil`), and then all that happens to it on a
shelf.

The computer is restarted, switched off by the buttons, and has its plug pulled in the middle of
games; its card is one disk all the while.
"""

import os

from tests.hil.virtual_pi import MARKS_OF_PACKAGES, at_line, last_number, steps

BUILD = "bonnet"
CUTS = int(os.environ.get("COMPANION_HIL_CUTS", "2"))
"""How often the plug is pulled."""

pytestmark = MARKS_OF_PACKAGES


def test_an_installed_companion_lives_through_all_that_happens_on_a_shelf(pi):
    said = pi.start(steps("installed", f"examined {BUILD}"))
    assert "all well" in said, said[-20:]
    said = pi.start(steps("installed", f"first {BUILD}"))
    turn = last_number(said, r"^restarting at turn (\d+)")

    said = pi.start(steps("installed", f"after_reboot {BUILD} {turn}"), at_line("shown ", 5))
    for cut in range(CUTS - 1):
        turn = last_number(said, r"^shown (\d+)")
        said = pi.start(steps("installed", f"cut {BUILD} {turn}"), at_line("shown ", 4 + 3 * cut))
    turn = last_number(said, r"^shown (\d+)")

    said = pi.start(steps("installed", f"dying_card {BUILD} {turn}"))
    turn = last_number(said, r"^dying at turn (\d+)")
    told = [line for line in said if line.startswith("said: ")]
    assert any("later are lost" in line for line in told), said[-20:]
    assert not any(line.startswith("still on") for line in said), said[-20:]
    said = pi.start(steps("installed", f"killed_on_a_dead_card {BUILD} {turn}"))
    assert any(line.startswith("killed on a dead card: back") for line in said), said[-20:]

    said = pi.start(steps("installed", f"switched_off {BUILD} {turn}"))
    turn = last_number(said, r"^switching off at turn (\d+)")
    pi.must(steps("installed", f"last {BUILD} {turn}"))
