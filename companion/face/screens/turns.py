"""The turns of a game: a list with a mark, and the table just before it."""

from typing import Final

from companion.face import seats
from companion.face.dialogue import practice, repairs
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import PLAIN, Page
from companion.face.screens.parts import step
from companion.face.spoken import spoken_action
from companion.face.state import Visit
from companion.game.cards import top
from companion.game.setup import TOKENS
from companion.game.state import State

_FIRST: Final = 18
_PITCH: Final = 9
_FOR_SMALL: Final = 14
"""A narrower column has its height in the smallest figures."""
_LESSON: Final = 37
"""The first row of what to do next in the practice."""


def turns(page: Page, visit: Visit) -> None:
    """Draw the list: the marked turn inverted, one before it and one after it."""
    state = repairs.table(visit)
    if state is not None:
        _table(page, state)
    first = _FIRST
    rows = (page.height - first) // _PITCH
    if page.face.practice is not None:
        first -= 2 * page.beside
        rows = 2
    top = min(max(0, visit.mark - 1), max(0, repairs.last(visit) - rows + 1))
    for row in range(rows):
        if top + row <= repairs.last(visit):
            _line(page, visit, top + row, first + _PITCH * row)
    if page.face.practice is not None:
        text = page.words(practice.line(page.face))
        if page.beside:
            page.dense((0, _LESSON - 1, page.width, page.height - _LESSON + 1), text)
        else:
            page.paragraph((0, _LESSON, page.width, 18), text, PLAIN)


def _table(page: Page, state: State) -> None:
    """Draw the table in two narrow rows: the counters, and the fireworks."""
    x = page.icon(0, 0, "pip") + 2
    x += page.text(x, 0, str(state.clues), "small") + 8
    x += page.icon(x, 0, "fuse-tiny") + 2
    x += page.text(x, 0, str(state.fuses), "small") + 8
    if state.turns_left is not None:
        x += page.icon(x, 0, "hourglass-tiny") + 2
        page.text(x, 0, str(state.turns_left), "small")
    else:
        x += page.icon(x, 0, "deck-tiny") + 2
        page.text(x, 0, str(state.deck), "small")
    turn = page.say("turn_number", turn=state.turn)
    if page.beside:
        page.text(WIDTH - 1, page.layout.deck + 6, turn, "small", "right")
    else:
        page.text(page.room, 0, turn, "small", "right")
    if state.setup.detail == TOKENS:
        played = f"{state.cards_played} {page.say('cards_played', cards=state.cards_played)}"
        page.line(0, 9, played, page.width)
    else:
        _fireworks(page, state)


def _fireworks(page: Page, state: State) -> None:
    """Draw the fireworks in a row: symbol and height."""
    suits = state.setup.box.suits
    column = page.room // len(suits)
    for number, suit in enumerate(suits):
        page.symbol(column * number, 9, suit, 7)
        height = str(top(suit, state.fireworks[suit]))
        if column < _FOR_SMALL:
            page.text(column * number + 8, 11, height, "tiny")
        else:
            page.text(column * number + 9, 9, height, "small")


def _line(page: Page, visit: Visit, number: int, y: int) -> None:
    """Draw a line: whose turn it was, what it was, and whether it no longer fits."""
    beyond = number - len(visit.lines)
    x = 1
    room = page.width - 2
    if beyond < 0:
        moment = visit.moments[number]
        if moment.line.turn:
            x = _who(page, moment.before, x, y)
        if not moment.fits:
            page.icon(page.width - 8, y + 1, "cross-tiny")
            room -= 10
        step(page, x, y + 1, spoken_action(moment.line.action, moment.before), room - x)
    elif beyond == 0:
        state = visit.moments[-1].after if visit.moments else visit.sitting.opening
        if state is not None and not state.over:
            x = _who(page, state, x, y)
        page.fit(x, y + 1, page.say("turns_now"), room - x)
    else:
        page.line(x, y + 1, page.say("turns_undone", what=repairs.redo_phrase(visit, beyond)), room)
    if number == visit.mark:
        page.invert((0, y, page.width, _PITCH))


def _who(page: Page, state: State, x: int, y: int) -> int:
    """Draw the place of the player who acted. Return where the text goes on."""
    sitting = page.sitting
    place = seats.place(sitting, state)
    page.icon(x, y + 1, f"seen-{seats.direction(place, state.setup.players)}")
    return x + 9 + page.text(x + 9, y + 1, str(place + 1), "small") + 4


def leaving(page: Page, visit: Visit) -> None:
    """Draw what is cut when the repair counts as it is, and what counts otherwise."""
    height = page.height - (not page.beside)
    page.paragraph((0, 0, page.room, height), page.words(repairs.leaving_phrase(visit)))
