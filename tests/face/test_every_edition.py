"""Whole games in every edition and detail, by the buttons that the screen offers."""

import itertools

import pytest

from companion.face.preferences import ButtonMode
from companion.game.edition import PRESETS, Edition
from tests.rig.player import Group
from tests.rig.rig import Rig
from tests.rig.samples import EVERY_CASE

EDITIONS = {
    **PRESETS,
    "everything": Edition(10, "every", True, True, "flourish", 4, "score"),
    "flamboyant-flourish": Edition(flamboyants=True, ending="flourish"),
    "short-m-k-flamboyants": Edition(5, "own", True, True),
}
SKILLS = (0.3, 0.97)
EVERY = [
    (name, detail, SKILLS[number // 2 % 2], tuple(ButtonMode)[number % 2])
    for number, (name, detail) in enumerate(
        itertools.product(EDITIONS, ("tokens", "colours", "cards"))
    )
    if not (EDITIONS[name].flamboyants and detail == "tokens")
]
"""Each edition and detail by one way to choose, each edition by both; groups play well or badly."""
CASES = (
    EVERY
    if EVERY_CASE
    else [case for number, case in enumerate(EVERY) if number // 3 % 3 == number % 3]
)


def turning(name):
    """By whom tiles are turned in an edition: by each of them, in the sample by one after the
    other.
    """
    if not EDITIONS[name].flamboyants:
        return ("device",)
    these = [name for name, edition in EDITIONS.items() if edition.flamboyants]
    return ("device", "table") if EVERY_CASE else ("device", "table")[these.index(name) % 2 :][:1]


@pytest.mark.parametrize(("name", "detail", "skill", "buttons"), CASES)
def test_a_game_by_the_buttons_agrees_with_the_rules_after_every_turn(name, detail, skill, buttons):
    for seed, tiles in enumerate(turning(name)):
        players = 2 + (seed + len(name)) % 4
        with Rig(buttons=buttons) as rig:
            rig.store.prefer("tiles", tiles)
            rig.books.open()
            rig.settle()
            edition = EDITIONS[name]
            rig.ask(
                do="new",
                players=players,
                detail=detail,
                edition={key: getattr(edition, key) for key in Edition._fields},
            )
            group = Group(rig, edition, players, detail, seed, skill)
            for _ in range(400):
                if group.expected.over:
                    break
                group.turn()
                group.check()
                if EVERY_CASE or group.expected.turn % 3 == 0 or group.expected.over:
                    rig.look()
            rig.check_store()
            assert group.expected.over
            assert rig.screen in ("end", "naming")
