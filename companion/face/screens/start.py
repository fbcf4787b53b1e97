"""The start of the next game: what to deal and to shuffle, by which rules, how many play, and who begins."""

from typing import Final

from companion.face import seats
from companion.face.dialogue import tips
from companion.face.editions import changes, edition_name
from companion.face.glyphs import FaceName, face, text_width, wrap
from companion.face.screens.editions import changed_rules
from companion.face.screens.layout import HEIGHT, WIDTH
from companion.face.screens.page import PLAIN, TEXT, Page
from companion.face.screens.parts import sentence
from companion.game.setup import COLOURS, Setup


def start(page: Page) -> None:
    """What to do first and largest; then the box and every rule that is not the base game's; then who."""
    setup = page.view.face.draft.setup
    if page.layout.beside:
        _narrow(page, setup)
        return
    name, lines = _set(page, setup, _FEW)
    pitch = _PITCH[name]
    top = _LOW - pitch * len(lines) + 1
    if top >= _BELOW_FIGURE:
        _deal(page, setup.hand_size)
        top = _BELOW_FIGURE + (top - _BELOW_FIGURE) // 2
    else:  # rules of their own may need more lines
        page.fit(0, 0, page.say("start_each", each=setup.hand_size), page.room, TEXT)
    for row, line in enumerate(lines):
        page.text(0, top + pitch * row, line, name)
    width = page.text(0, _WHO, str(setup.players), TEXT[0]) + 3
    page.fit(width, _WHO + 4, page.say("start_players"), _FIRST - 2 - width, PLAIN)
    _who(page, setup, _FIRST)


def _narrow(page: Page, setup: Setup) -> None:
    """The same, with the number of players between two labels."""
    name, lines = _set(page, setup, _FEW + 1)
    each = page.say("start_each", each=setup.hand_size)
    large = text_width(each, TEXT[0]) <= page.layout.width
    page.text(0, 0, each, TEXT[0] if large else PLAIN[0])
    pitch = 9 if name == "small" else 7
    for row, line in enumerate(lines):
        page.text(0, (15 if large else 11) + pitch * row, line, name)
    _who(page, setup, 0)
    x = _PLAYERS + page.text(_PLAYERS, page.layout.deck, str(setup.players), "large") + 3
    page.fit(x, page.layout.deck + 6, page.say("start_players"), WIDTH - x, PLAIN)


def _deal(page: Page, each: int) -> None:
    """How many cards each player gets, the figure large in its words."""
    figure = str(each)
    x = 0
    for part in page.say("start_each", each=each).partition(figure):
        name: FaceName = "large" if part == figure else TEXT[0]
        page.text(x, face("large").cap - face(name).cap, part.strip(), name)
        x += text_width(part.strip(), name) + _APART * bool(part)


def _set(page: Page, setup: Setup, most: int) -> tuple[FaceName, list[str]]:
    """The face and the lines of the box and its rules: as long as so many lines have room for it."""
    edition = edition_name(page.view.language, setup.edition, page.view.face.draft.preset)
    box = page.say("start_box", edition=edition, cards=setup.box.total)
    if setup.detail != COLOURS:
        box += f", {page.say(f'start_{setup.detail}')}"
    if tips.welcome(page.view.face) and not changes(setup.edition):
        texts = [page.say("tip_practice")]
    else:
        texts = [changed_rules(page, setup.edition, kind) for kind in ("rule", "brief")]
    told = [[box, sentence(text)] if text.lower() not in ("", edition.lower()) else [box] for text in texts]
    width = page.layout.width
    for parts in told:
        for strings in (parts, [". ".join(parts)]):
            lines = [line for string in strings for line in wrap(string, "small", width)]
            if len(lines) <= most and all(text_width(line, "small") <= width for line in lines):
                return "small", lines
    return "tiny", wrap(". ".join(told[-1]), "tiny", width)


def _who(page: Page, setup: Setup, x: int) -> None:
    """Who begins, as the mark that points there, and the name."""
    draft = page.view.face.draft
    y = HEIGHT - 11 if page.layout.beside else _WHO
    where = seats.direction(draft.first % setup.players, setup.players)
    page.icon(x, y, f"point-{where}")
    x += 14
    if draft.names:
        page.name(x, y + 4, draft.names[0], page.layout.width - x)
    else:
        page.fit(x, y + 4, page.say("start_first"), page.layout.width - x, PLAIN)


_APART: Final = 4
"""Columns between the figure and the words beside it."""
_BELOW_FIGURE: Final = 21
_LOW: Final = 41
"""The rows between which the lines about the box stand."""
_WHO: Final = 43
_FIRST: Final = 58
"""The first column of who begins."""
_PLAYERS: Final = 86
"""The first column of the number of players where labels stand at the right."""
_PITCH: Final = {"small": 10, "tiny": 7}
_FEW: Final = 2
