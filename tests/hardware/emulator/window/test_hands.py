"""What hands do at the emulator's window, and what its panel hears: `hands.txt` has the lines."""

import os
import time
from pathlib import Path

import pytest

from tests.rig.waiting import until

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pytest.importorskip("pygame")
import pygame

from tests.hardware.emulator.window.hand import Hand

LINES = Path(__file__).with_name("hands.txt").read_text("utf-8").splitlines()
DEEDS = [[part.strip() for part in line.split("|")] for line in LINES if line[:1] not in ("#", "")]


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(
    ("title", "build", "deeds", "heard"), DEEDS, ids=[title for title, *_ in DEEDS]
)
def test_the_panel_hears_what_hands_do(title, build, deeds, heard):
    hand = Hand(build)
    for deed in deeds.split(", "):
        hand.do(deed)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    hand.window.run()
    wanted = [] if heard == "nothing" else heard.split(", ")
    if hand.panel.links:  # a reader looks for cards in a thread of its own
        until(lambda: len(hand.heard) >= len(wanted))
        time.sleep(0 if wanted else 0.3)
    assert hand.heard == wanted
    for link in hand.panel.links:
        link.close()
