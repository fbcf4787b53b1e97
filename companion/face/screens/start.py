"""The start of the next game: how many play, who begins, and by which rules."""

from typing import Final

from companion.face import seats
from companion.face.dialogue import tips
from companion.face.editions import changes, edition_name
from companion.face.glyphs import FaceName, text_width, wrap
from companion.face.screens.editions import changed_rules
from companion.face.screens.page import PLAIN, WIDTH, Page
from companion.face.screens.parts import sentence
from companion.game.setup import COLOURS, Setup


def start(page: Page) -> None:
    """What the next game will be: what to shuffle and to deal, and every rule that is not the base game's."""
    draft = page.view.face.draft
    setup = draft.setup
    width = page.fit(0, 1, edition_name(page.view.language, setup.edition, draft.preset), page.room, PLAIN)
    cards = page.say("start_cards_dealt", cards=setup.box.total, each=setup.hand_size)
    said = sentence(rules(page, setup))
    if width + text_width(cards, "tiny") + _APART <= page.room:
        page.text(page.room, 3, cards, "tiny", "right")
    else:
        said = f"{cards}. {said}"
    _lines(page, said)
    page.text(0, 34, str(setup.players), "large")
    detailed = setup.detail != COLOURS
    page.fit(16, 34 if detailed else 40, page.say("start_players"), 54, PLAIN)
    if detailed:
        page.fit(16, 45, page.say(f"start_{setup.detail}"), 56, PLAIN)
    where = draft.first % setup.players
    page.icon(72, 34, f"seat-{seats.direction(where, setup.players)}")
    if draft.names:
        page.name(93, 34, draft.names[0], WIDTH - 93)
    page.fit(93, 45 if draft.names else 40, page.say("start_first"), WIDTH - 93, PLAIN)


def rules(page: Page, setup: Setup) -> str:
    """The rules that differ from the base game; to newcomers where the practice is, if none does."""
    if tips.welcome(page.view.face) and not changes(setup.edition):
        return page.say("tip_practice")
    return changed_rules(page, setup.edition)


def _lines(page: Page, said: str) -> None:
    """The rules in two lines, or in three narrow ones."""
    name: FaceName = "small" if len(wrap(said, "small", page.room)) <= 2 else "tiny"
    lines = wrap(said, name, page.room)
    pitch = 10 if name == "small" else 8 if len(lines) < 3 else 7
    for row, line in enumerate(lines):
        page.text(0, _RULES + pitch * row, line, name)


_APART: Final = 6
_RULES: Final = 11
