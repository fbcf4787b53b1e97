"""The start of the next game: what to deal and to shuffle, its rules, who plays and begins."""

from typing import Final

from companion.face import seats
from companion.face.editions import edition_name
from companion.face.glyphs import Canvas, FaceName, face, fits, text_width, wrap
from companion.face.screens.editions import changed_rules
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import TEXT, Page, best, short_text
from companion.face.screens.parts import sentence
from companion.game.edition import Edition, presets
from companion.game.setup import COLOURS, Setup
from companion.panel import BUTTONS, CLUE, DISCARD


def start(page: Page) -> None:
    """Draw what to do first and largest; then the box, its rules, and who plays and begins.

    What a button changes stands above it, or beside the picture under its label.
    """
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
        pitch = _DENSE
    top = _WHO - pitch * (len(lines) - 1) - letters.cap - letters.below
    if top >= _BELOW_FIGURE:
        _deal(page, setup.hand_size, "medium")
        top = (_BELOW_FIGURE + top) // 2
    else:  # rules of their own may need more lines
        page.centre(0, page.say("start_each", each=setup.hand_size), page.room, names=TEXT)
    _lines(page, top, name, pitch, lines)
    middles = {key: left + width // 2 for key, (left, _, width, _) in page.layout.labels.items()}
    _players(page, setup, (middles[CLUE], _WHO), _APART + WIDTH // len(BUTTONS))
    _who(page, setup, (middles[DISCARD], _WHO), WIDTH)


def _narrow(page: Page, setup: Setup) -> None:
    """Draw the same, with the number of players between two labels."""
    name, lines = _box_lines(page, setup, _FEW + 2)
    pitch = 10 if name == "small" else 8
    top = 11
    if len(lines) <= _MANY:
        _deal(page, setup.hand_size, "small")
        top = _BELOW_FIGURE + 2
    else:
        page.centre(1, page.say("start_each", each=setup.hand_size), page.width)
    _lines(page, top, name, pitch, lines)
    middle = _PLAYERS + (WIDTH - _PLAYERS) // 2
    _players(page, setup, (middle, page.layout.deck + 4), WIDTH - _PLAYERS)
    _who(page, setup, (middle, 42), WIDTH)


def _lines(page: Page, y: int, name: FaceName, pitch: int, lines: list[str]) -> None:
    """Draw lines from a row on, so many rows apart; dense ones are read from the left."""
    middle = page.width // 2
    for line in lines:
        x = middle - text_width(line, name) // 2 if pitch > _DENSE else 0
        page.text(x, y, line, name)
        y += pitch


def _deal(page: Page, each: int, words: FaceName) -> None:
    """Draw how many cards each player gets, the figure large in its words."""
    figure = str(each)
    text = page.say("start_each", each=each)
    page.remember(0, text)
    parts = [part.strip() for part in text.partition(figure) if part]
    names: list[FaceName] = ["large" if part == figure else words for part in parts]
    wide = sum(map(text_width, parts, names)) + _APART * (len(parts) - 1)
    x = max(0, (page.room - wide) // 2)
    for part, name in zip(parts, names, strict=True):
        x += Canvas.text(page, x, face("large").cap - face(name).cap, part, name) + _APART


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
    """Return what differs from the classic game, in whole sentences and in short."""
    return [changed_rules(page, edition, kind) for kind in ("rule", "brief")]


def _players(page: Page, setup: Setup, at: tuple[int, int], room: int) -> None:
    """Draw the number of players around a column."""
    middle, y = at
    figure = str(setup.players)
    text = page.say("start_players")
    taken = text_width(figure, "medium") + 3
    wide = taken + text_width(text, best(text, room - taken))
    x = max(middle - room // 2, middle - wide // 2, 0)
    page.text(x, y, figure, "medium")
    page.fit(x + taken, y + 2, text, room - taken)


def _who(page: Page, setup: Setup, at: tuple[int, int], end: int) -> None:
    """Draw who begins, as the mark that points there, and the name, around a column.

    A long name goes on to before another column.
    """
    draft = page.face.draft
    middle, y = at
    text = page.say("start_first")
    if draft.names:
        text = page.called(draft.names[0], draft.first)
    first = _PLAYERS if page.beside else _FIRST
    room = end - first - _MARK
    text = short_text(text, room)
    wide = _MARK + text_width(text, best(text, room))
    x = max(first, middle - wide // 2)
    where = seats.direction(draft.first % setup.players, setup.players)
    page.icon(x, y, f"point-{where}")
    page.fit(x + _MARK, y + 2, text, end - x - _MARK)


_APART: Final = 4
"""Columns between the figure and the words beside it."""
_BELOW_FIGURE: Final = 21
"""The first row below the figure."""
_DENSE: Final = 7
"""Rows from one line to the next where there are many."""
_WHO: Final = 43
"""The first row of how many play, and who begins."""
_MARK: Final = 14
"""Columns of the mark that points to a player, and of what is dark beside it."""
_FIRST: Final = 46
"""The first column that a long name of who begins may take."""
_PLAYERS: Final = 86
"""The first column of the number of players where labels stand at the right."""
_FEW: Final = 2
_MANY: Final = 5
"""So many lines have room below the figure of a narrow picture."""
