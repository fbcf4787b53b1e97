"""The start of the next game: what to deal and to shuffle, by which rules, how many play, and who begins."""

from typing import Final

from companion.face import seats
from companion.face.dialogue import tips
from companion.face.editions import changes, edition_name
from companion.face.glyphs import FaceName, face, text_width, wrap
from companion.face.screens.editions import changed_rules
from companion.face.screens.page import PLAIN, TEXT, WIDTH, Page
from companion.face.screens.parts import sentence
from companion.game.setup import COLOURS, Setup


def start(page: Page) -> None:
    """What to do first and largest; then the box and every rule that is not the base game's; then who."""
    draft = page.view.face.draft
    setup = draft.setup
    name, lines = _set(page, setup, edition_name(page.view.language, setup.edition, draft.preset))
    pitch = _PITCH[name]
    top = _LOW - pitch * len(lines) + 1
    if top >= _BELOW_FIGURE:
        _deal(page, setup.hand_size)
        top = _BELOW_FIGURE + (top - _BELOW_FIGURE) // 2
    else:  # rules of their own may need more lines
        page.fit(0, 0, page.say("start_each", each=setup.hand_size), page.room, TEXT)
    for row, line in enumerate(lines):
        page.text(0, top + pitch * row, line, name)
    _who(page, setup)


def _deal(page: Page, each: int) -> None:
    """How many cards each player gets, the figure large in its words."""
    figure = str(each)
    x = 0
    for part in page.say("start_each", each=each).partition(figure):
        name: FaceName = "large" if part == figure else TEXT[0]
        page.text(x, face("large").cap - face(name).cap, part.strip(), name)
        x += text_width(part.strip(), name) + _APART * bool(part)


def _set(page: Page, setup: Setup, edition: str) -> tuple[FaceName, list[str]]:
    """The face and the lines of the box and its rules: in whole sentences where two lines have room for them."""
    box = page.say("start_box", edition=edition, cards=setup.box.total)
    if setup.detail != COLOURS:
        box += f", {page.say(f'start_{setup.detail}')}"
    if tips.welcome(page.view.face) and not changes(setup.edition):
        texts = [page.say("tip_practice")]
    else:
        texts = [changed_rules(page, setup.edition, kind) for kind in ("rule", "brief")]
    told = [[box, sentence(text)] if text.lower() not in ("", edition.lower()) else [box] for text in texts]
    for parts in told:
        for strings in (parts, [". ".join(parts)]):
            lines = [line for string in strings for line in wrap(string, "small", WIDTH)]
            if len(lines) <= _FEW:
                return "small", lines
    return "tiny", wrap(". ".join(told[-1]), "tiny", WIDTH)


def _who(page: Page, setup: Setup) -> None:
    """How many play, and who begins."""
    draft = page.view.face.draft
    width = page.text(0, _WHO, str(setup.players), TEXT[0]) + 3
    page.fit(width, _WHO + 4, page.say("start_players"), 56 - width, PLAIN)
    where = draft.first % setup.players
    page.icon(58, _WHO, f"point-{seats.direction(where, setup.players)}")
    if draft.names:
        page.name(72, _WHO + 4, draft.names[0], WIDTH - 72)
    else:
        page.fit(72, _WHO + 4, page.say("start_first"), WIDTH - 72, PLAIN)


_APART: Final = 4
"""Columns between the figure and the words beside it."""
_BELOW_FIGURE: Final = 21
_LOW: Final = 41
"""The rows between which the lines about the box stand."""
_WHO: Final = 43
_PITCH: Final = {"small": 10, "tiny": 7}
_FEW: Final = 2
