"""Games of chance in every edition, by touch events: what is offered is taken, what is dimmed is
refused with a sentence. COMPANION_RANDOM_GAMES says how many.
"""

import json
import os
from random import Random

import pytest

from companion.face.editions import EDITIONS
from companion.game.actions import Clue, Discard, Misfire, Play, parse_action
from companion.game.cards import Card
from companion.game.edition import PRESETS
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.game.view import state_json
from tests.rig.chromium import BROWSERS
from tests.rig.samples import EVERY_CASE
from tests.rig.try_page import TryPage

pytestmark = BROWSERS
GAMES = int(os.environ.get("COMPANION_RANDOM_GAMES", "3"))
TURNS = 400 if EVERY_CASE else 30
KEYS = {"clue": Clue(), "discard": Discard(), "misfire": Misfire()}
NAMING = "return document.querySelector('.sheet[data-sheet=naming]:not([hidden])') !== null"
MARK = """const path = arguments[0];
document.querySelectorAll("#marked").forEach((one) => one.removeAttribute("id"));
const all = [...document.querySelectorAll(".sheet button, .keys:not(.far) button, .rocket")];
const is = (one) => one.dataset.path === JSON.stringify(path)
    || (path.length === 1 && one.matches(".rocket.asked") && one.dataset.suit === path[0]);
const leads = (one) => one.dataset.act === "open"
    && (JSON.parse(one.dataset.to).at || []).every((part, at) => part === path[at])
    && (JSON.parse(one.dataset.to).at || []).length > 0;
const found = all.find(is) || all.filter(leads).pop();
if (found) found.id = "marked";
return Boolean(found) && is(found);"""
"""Marks what is tapped for an answer, or what leads to it; returns whether it is the answer."""


def tap_answer(tablet: TryPage, path: list[str]) -> None:
    """Answer a bonus tile as people do, sheet by sheet."""
    for _ in range(3):
        is_answer = tablet.browser.run(MARK, path)
        tablet.tap("#marked")
        if is_answer:
            return
    raise AssertionError(f"nothing leads to {path}: {tablet.browser.text('.sheet')}")


@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_of_chance_is_that_of_the_rules(tablet, number):
    dice = Random(number)
    preset = dice.choice(EDITIONS)
    players = dice.randint(2, 5)
    detail = dice.choice(["colours", "cards"])
    state = before = start(Setup(players, PRESETS[preset], detail))
    action = None
    tablet.open()
    tablet.speak()
    tablet.ask({"do": "new", "edition": {"preset": preset}, "players": players, "detail": detail})
    for _ in range(TURNS):
        assert tablet.comes_to(state_json(state)), (preset, number, state.turn)
        if state.over:
            break
        offers = tablet.ask({"get": "offers"})["offers"]
        tablet.browser.still()
        if offers["tile"]:
            paths = offers["answers"]["tile"]
            chosen = dice.randrange(len(paths))
            tap_answer(tablet, paths[chosen])
            state = apply(state, parse_action(offers["tile"]["bonuses"][chosen]))
            continue
        named = offers["answers"]["name"]
        if named and tablet.browser.run(NAMING):
            suit, rank = path = dice.choice(named)
            tap_answer(tablet, path)
            state = apply(before, type(action)(Card(suit, int(rank))))
            continue
        dimmed = [name for name in offers["refused"] if name in KEYS or len(name) == 1]
        if dimmed and dice.random() < 0.15:
            name = dice.choice(dimmed)
            column = f'.rocket[data-suit="{name}"]'
            tablet.tap(f'.keys [data-act="{name}"]' if name in KEYS else column)
            tablet.until("return document.querySelector('.news .refusal') !== null")
            assert tablet.comes_to(state_json(state)), "what is dimmed changes nothing"
        plays = [suit for suit in state.fireworks if suit not in offers["refused"]]
        keys = [key for key in KEYS if key not in offers["refused"]]
        suit = dice.choice(plays) if plays and dice.random() < 0.5 else None
        key = dice.choices(keys, [0.08 if key == "misfire" else 1 for key in keys])[0]
        tablet.enter("play" if suit else key, suit)
        before = state
        action = Play(suit=suit) if suit else KEYS[key]
        state = apply(state, action)
    print(json.dumps({"edition": preset, "turns": state.turn, "status": state.status}))
