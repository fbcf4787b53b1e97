"""The start of the next game: what to deal and to shuffle, its rules, who plays and begins."""

from typing import Final

from companion.face import seats
from companion.face.dialogue import tips
from companion.face.editions import changes, edition_name
from companion.face.glyphs import Canvas, FaceName, face, fits, wrap
from companion.face.screens.editions import changed_rules
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import TEXT, Page
from companion.face.screens.parts import sentence
from companion.game.edition import Edition, presets
from companion.game.setup import COLOURS, Setup


def start(page: Page) -> None:
    """Draw what to do first and largest; then the box, its rules, and who plays and begins."""
    setup = page.face.draft.setup
    if page.beside:
        _narrow(page, setup)
        return
    name, lines = _box_lines(page, setup, _FEW)
    letters = face(name)
    pitch = 8
    if name == "small":
        pitch = 10
    elif len(lines) == _FEW + 1:
        pitch = 7
    top = _WHO - pitch * (len(lines) - 1) - letters.cap - letters.below
    if top >= _BELOW_FIGURE:
        _deal(page, setup.hand_size, "medium")
        top = (_BELOW_FIGURE + top) // 2
    else:  # rules of their own may need more lines
        page.fit(0, 0, page.say("start_each", each=setup.hand_size), page.room, TEXT)
    _lines(page, top, name, pitch, lines)
    x = page.text(0, _WHO, str(setup.players), "medium") + 3
    page.fit(x, _WHO + 2, page.say("start_players"), _FIRST - 2 - x)
    _who(page, setup, (_FIRST, _WHO), page.width)


def _narrow(page: Page, setup: Setup) -> None:
    """Draw the same, with the number of players between two labels."""
    name, lines = _box_lines(page, setup, _FEW + 2)
    pitch = 10 if name == "small" else 8
    top = 11
    if len(lines) <= _MANY:
        _deal(page, setup.hand_size, "small")
        top = _BELOW_FIGURE + 2
    else:
        page.fit(0, 1, page.say("start_each", each=setup.hand_size), page.width)
    _lines(page, top, name, pitch, lines)
    y = page.layout.deck + 4
    x = _PLAYERS + page.text(_PLAYERS, y, str(setup.players), "medium") + 3
    page.fit(x, y + 2, page.say("start_players"), WIDTH - x)
    _who(page, setup, (_PLAYERS, 42), WIDTH)


def _lines(page: Page, y: int, name: FaceName, pitch: int, lines: list[str]) -> None:
    """Draw lines from a row on, so many rows apart."""
    for line in lines:
        page.text(0, y, line, name)
        y += pitch


def _deal(page: Page, each: int, words: FaceName) -> None:
    """Draw how many cards each player gets, the figure large in its words."""
    figure = str(each)
    text = page.say("start_each", each=each)
    page.remember(0, text)
    x = 0
    for part in text.partition(figure):
        name: FaceName = "large" if part == figure else words
        x += Canvas.text(page, x, face("large").cap - face(name).cap, part.strip(), name)
        x += _APART * bool(part)


def _box_lines(page: Page, setup: Setup, most: int) -> tuple[FaceName, list[str]]:
    """Return the face and the lines of the box and its rules.

    most: the lines of the usual face that there is room for.
    """
    rules = setup.edition
    edition = edition_name(page.view.language, rules, page.face.draft.preset)
    box = page.say("start_box", cards=setup.box.total)
    if presets(rules):
        box = f"{edition}, {box}"
    if setup.detail != COLOURS:
        box += f", {page.say(f'start_{setup.detail}')}"
    for text in _texts(page, rules):
        parts = [box]
        if text.lower() not in ("", edition.lower()):
            parts.append(sentence(text))
        in_a_row = ". ".join(parts)
        for paragraphs in ("\n".join(parts), in_a_row):
            lines = wrap(paragraphs, "small", page.width)
            if len(lines) <= most and all(fits(line, "small", page.width) for line in lines):
                return "small", lines
    return "tiny", wrap(in_a_row, "tiny", page.width)


def _texts(page: Page, edition: Edition) -> list[str]:
    """Return what differs from the classic game, in whole sentences and in short; else a tip."""
    if tips.welcome(page.face) and not changes(edition):
        return [page.say("tip_practice")]
    return [changed_rules(page, edition, kind) for kind in ("rule", "brief")]


def _who(page: Page, setup: Setup, at: tuple[int, int], end: int) -> None:
    """Draw who begins, as the mark that points there, and the name, to before a column."""
    draft = page.face.draft
    x, y = at
    where = seats.direction(draft.first % setup.players, setup.players)
    page.icon(x, y, f"point-{where}")
    x += 14
    if draft.names:
        page.name(x, y + 2, page.called(draft.names[0], draft.first), end - x)
    else:
        page.fit(x, y + 2, page.say("start_first"), end - x)


_APART: Final = 4
"""Columns between the figure and the words beside it."""
_BELOW_FIGURE: Final = 21
"""The first row below the figure."""
_WHO: Final = 43
"""The first row of how many play, and who begins."""
_FIRST: Final = 58
"""The first column of who begins."""
_PLAYERS: Final = 86
"""The first column of the number of players where labels stand at the right."""
_FEW: Final = 2
_MANY: Final = 5
"""So many lines have room below the figure of a narrow picture."""
