"""Whole games in every edition and detail, by the buttons that the screen offers."""

import itertools
import random

import pytest

from companion.face.preferences import ButtonMode
from companion.game.edition import PRESETS, Edition
from tests.rig.model.device import living
from tests.rig.model.outside import Plan
from tests.rig.samples import EVERY_CASE, SEED

EDITIONS = {
    **PRESETS,
    "everything": Edition(10, "every", True, True, "flourish", 4, "score"),
    "flamboyant-flourish": Edition(flamboyants=True, ending="flourish"),
    "short-m-k-flamboyants": Edition(5, "own", True, True),
}
CASES = [
    (name, detail)
    for name, detail in itertools.product(EDITIONS, ("tokens", "colours", "cards"))
    if not (EDITIONS[name].flamboyants and detail == "tokens")
]
MOST = 600
"""Presses of a game, of which some open what they close again."""


@pytest.mark.parametrize(
    ("number", "name", "detail"),
    [
        (number, *case)
        for number, case in enumerate(CASES)
        if EVERY_CASE or (number + SEED) % 20 == 0
    ],
)
def test_a_game_by_what_the_screen_offers_keeps_all_promises_to_its_end(number, name, detail):
    """The model holds the game against the rules after each press."""
    dice = random.Random(f"{SEED} {name} {detail}")
    tiles = ("device", "table")[number % 2]
    preferences = {"buttons": tuple(ButtonMode)[number // 2 % 2], "tiles": tiles}
    edition = {key: getattr(EDITIONS[name], key) for key in Edition._fields}
    asked = {"do": "new", "players": 2 + number % 4, "detail": detail, "edition": edition}
    with living(Plan(preferences=preferences)) as device:
        for _ in range(MOST):
            state = device.core.sitting.state
            if state is None:  # also once its beginning was undone
                device.take(("ask", "player", asked))
            elif state.over:
                break
            device.take(("wait", 0.6))
            # What is held at the table is undone, so most presses are taps.
            device.take(("offered", dice.randrange(12), dice.random() < 0.03))
        assert device.core.sitting.state.over
