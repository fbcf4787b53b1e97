"""The editions, one a screen: what it is called, how many cards it has, and what it changes."""

from typing import Final

from companion.face.editions import EDITIONS, changes
from companion.face.screens.page import PLAIN, WIDTH, Page
from companion.face.screens.parts import sentence
from companion.game.edition import PRESETS, Edition
from companion.game.setup import Setup

_ABOVE: Final = 17
"""The first row below the name."""
_RULES: Final = 27
_FEW: Final = 2
"""So many rules have room for whole sentences."""


def edition(page: Page) -> None:
    """Draw the edition that the list is at, and where in the list that is."""
    face = page.view.face
    name = EDITIONS[face.menu.cursor]
    rules = PRESETS[name]
    page.fit(0, 1, page.say(f"edition_{name}"), page.room, ("medium", "small"))
    setup = Setup(face.draft.setup.players, rules)
    cards = page.say("start_cards_dealt", cards=setup.box.total, each=setup.hand_size)
    place = f"{face.menu.cursor + 1}/{len(EDITIONS)}"
    page.text(WIDTH, _ABOVE, place, "small", "right")
    page.fit(0, _ABOVE, cards, WIDTH - 30, PLAIN)
    page.paragraph((0, _RULES, WIDTH, 26), sentence(changed_rules(page, rules)), PLAIN)


def changed_rules(page: Page, rules: Edition) -> str:
    """Return the rules that differ from the base game, abbreviated where there are many."""
    keys = changes(rules)
    if not keys:
        return page.say("rule_none")
    kind = "rule" if len(keys) <= _FEW else "brief"
    return ", ".join(page.say(f"{kind}_{key}") for key in keys)
