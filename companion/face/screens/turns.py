"""The turns of a game: a list with a mark, and the table just before it."""

from typing import Final

from companion.face import seats
from companion.face.dialogue import practice, repairs
from companion.face.screens.page import PLAIN, WIDTH, Page
from companion.face.screens.parts import step
from companion.face.spoken import spoken_action
from companion.face.state import Visit
from companion.game.cards import top
from companion.game.setup import TOKENS
from companion.game.state import State

_ROWS: Final = 4
_FIRST: Final = 18
_PITCH: Final = 9
_LESSON: Final = 37
"""The first row of what to do next in the practice."""


def turns(page: Page, visit: Visit) -> None:
    """The list: the marked turn inverted, one before it and one after it."""
    state = repairs.table(visit)
    if state is not None:
        _table(page, state)
    rows = _ROWS if page.view.face.practice is None else _ROWS - 2
    top = min(max(0, visit.mark - 1), max(0, repairs.last(visit) - rows + 1))
    for row in range(rows):
        if top + row <= repairs.last(visit):
            _line(page, visit, top + row, _FIRST + _PITCH * row)
    if page.view.face.practice is not None:
        page.paragraph((0, _LESSON, WIDTH, 18), page.words(practice.line(page.view.face)), PLAIN)


def _table(page: Page, state: State) -> None:
    """The table in two narrow rows: tokens, fuses, the deck or the turns left; the fireworks."""
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
    page.text(page.room, 0, page.say("turn_number", turn=state.turn), "small", "right")
    if state.setup.detail == TOKENS:
        page.fit(0, 9, f"{state.played} {page.say('cards_played', cards=state.played)}", WIDTH, PLAIN)
        return
    suits = state.setup.box.suits
    column = page.room // len(suits)
    for number, suit in enumerate(suits):
        page.symbol(column * number, 9, suit, 7)
        page.text(column * number + 9, 9, str(top(suit, state.fireworks[suit])), "small")


def _line(page: Page, visit: Visit, number: int, y: int) -> None:
    """A line: whose turn it was, what it was, and whether it no longer fits."""
    beyond = number - len(visit.lines)
    marked = number == visit.mark
    x, room = 1, WIDTH - 2
    if beyond < 0:
        moment = visit.moments[number]
        if moment.line.turn:
            x = _who(page, moment.before, x, y)
        if not moment.fits:
            page.icon(WIDTH - 8, y + 1, "cross-tiny")
            room -= 10
        step(page, x, y + 1, spoken_action(moment.line.action, moment.before), room - x)
    elif beyond == 0:
        state = visit.moments[-1].after if visit.moments else visit.sitting.opening
        if state is not None and not state.over:
            x = _who(page, state, x, y)
        page.fit(x, y + 1, page.say("turns_now"), room - x)
    else:
        page.fit(x, y + 1, page.say("turns_undone", what=repairs.undone(visit, beyond)), room)
    if marked:
        page.invert((0, y, WIDTH, _PITCH))


def _who(page: Page, state: State, x: int, y: int) -> int:
    """The place of the player who acted; returns where the text goes on."""
    sitting = page.view.sitting
    place = seats.place(sitting, state)
    page.icon(x, y + 1, f"seen-{seats.direction(place, state.setup.players)}")
    return x + 9 + page.text(x + 9, y + 1, str(place + 1), "small") + 4


def leaving(page: Page, visit: Visit) -> None:
    """What is cut when the repair counts as it is, and what counts otherwise."""
    page.paragraph((0, 0, page.room, 53), page.words(repairs.leaving(visit)))
