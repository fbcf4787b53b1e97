"""The editions, one a screen: what it is called, how many cards it has, and what it changes."""

from typing import Final

from companion.face.editions import EDITIONS, changes, edition_name
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
    page.fit(0, 1, edition_name(page.view.language, rules), page.room, ("medium", "small"))
    setup = Setup(face.draft.setup.players, rules)
    cards = page.say("start_cards_dealt", cards=setup.box.total, each=setup.hand_size)
    place = f"{face.menu.cursor + 1}/{len(EDITIONS)}"
    page.text(WIDTH, _ABOVE, place, "small", "right")
    page.fit(0, _ABOVE, cards, WIDTH - 30, PLAIN)
    kind = "rule" if len(changes(rules)) <= _FEW else "brief"
    changed = changed_rules(page, rules, kind) or page.say("rule_none")
    page.paragraph((0, _RULES, WIDTH, 26), sentence(changed), PLAIN)


def changed_rules(page: Page, rules: Edition, kind: str) -> str:
    """Return the rules that differ from the base game, each whole ("rule") or abbreviated ("brief")."""
    return ", ".join(page.say(f"{kind}_{key}") for key in changes(rules))
