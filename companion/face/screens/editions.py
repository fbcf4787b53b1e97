"""The editions, one a screen: what it is called, how many cards it has, and what it changes."""

from typing import Final

from companion.face.editions import EDITIONS, changed_rules_of, edition_name
from companion.face.glyphs import fits
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import Page
from companion.face.screens.parts import sentence
from companion.face.screens.typography import TITLE, TITLE_ROW
from companion.game.edition import PRESETS, Edition
from companion.game.setup import Setup

_ABOVE: Final = 17
"""The first row below the name."""
_RULES: Final = 27
_FEW: Final = 2
"""So many rules have room for whole sentences."""


def draw_edition(page: Page) -> None:
    """Draw the edition that the list is at, and where in the list that is."""
    number = page.face.menu.cursor
    name = EDITIONS[number]
    page.targets.append(((0, 0, page.width, page.height), name))
    rules = PRESETS[name]
    title = edition_name(page.view.language, rules)
    if not fits(title, "medium", page.room):
        title = page.say(f"edition_{name}")
    setup = Setup(page.face.draft.setup.players, rules)
    cards = page.say("start_cards_dealt", cards=setup.box.total, each=setup.hand_size)
    place = f"{number + 1}/{len(EDITIONS)}"
    kind = "rule" if len(changed_rules_of(rules)) <= _FEW else "brief"
    changed = sentence(changed_rules(page, rules, kind) or page.say("rule_none"))
    if page.beside:
        top = page.title(title)
        page.text(WIDTH - 1, page.layout.deck + 6, place, "small", "right")
        rect = (0, top, page.width, page.height - top)
        page.paragraph(rect, f"{cards}\n{changed}", anchor="left")
        return
    page.fit(0, TITLE_ROW, title, page.room, TITLE)
    page.text(page.width, _ABOVE, place, "small", "right")
    page.fit(0, _ABOVE, cards, page.width - 30)
    page.paragraph((0, _RULES, page.width, 26), changed, anchor="left")


def changed_rules(page: Page, rules: Edition, kind: str) -> str:
    """Return the rules that differ from the base game.

    kind: "rule" for whole sentences, "brief" for abbreviations.
    """
    return ", ".join(page.say(f"{kind}_{key}") for key in changed_rules_of(rules))
