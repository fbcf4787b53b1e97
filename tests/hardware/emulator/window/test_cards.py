"""Cards of the deck on the pads, as time goes by: `hands.txt` has how they get there."""

import os
import time

import pytest

from tests.rig.waiting import until
from tests.rig.windows import run_with

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")

from tests.hardware.emulator.window.hand import Hand


@pytest.fixture
def hand(large):
    hand = Hand("emulator-pads")
    yield hand
    for link in hand.panel.links:
        link.close()


def test_a_card_that_is_dragged_is_seen_on_its_way_and_over_every_edge(hand):
    right, bottom = hand.layout.size
    seen = hand.window._cards

    def act():
        hand.do("mouse Y2")
        for corner in ((0, 0), (right - 1, 0), (0, bottom - 1), (right - 1, bottom - 1)):
            hand.do("to {} {}".format(*corner))
            until(lambda corner=corner: seen.dragged_to == corner)
            time.sleep(0.1)  # until it is drawn
        hand.do("to play")
        assert hand.heard == []
        hand.do("up play")
        until(lambda: hand.heard == ["Y2 on play"])

    run_with(hand.window, act)


def test_the_only_copy_of_a_card_can_be_laid_again_once_it_was_taken_off(hand):
    def act():
        for number in (1, 2):
            for deed in ("mouse W5", "up W5", "mouse discard", "up discard"):
                hand.do(deed)
            until(lambda number=number: hand.heard == ["W5 on discard"] * number)
            until(lambda: not hand.window._cards.lying)
            time.sleep(1.0)  # until the reader has missed it

    run_with(hand.window, act)
