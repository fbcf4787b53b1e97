"""The turns of a game: a list with a mark, and the table just before it."""

from typing import Final

from companion.face import seats
from companion.face.dialogue import repairs
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import Page
from companion.face.screens.parts import draw_step
from companion.face.screens.table import draw_small_counters
from companion.face.screens.typography import MARGIN, TEXT
from companion.game.cards import top_rank
from companion.game.setup import TOKENS
from companion.game.state import State

_FIRST: Final = 18
_PITCH: Final = 9
_LEAST: Final = 14
"""Columns of a firework at least."""


def draw_turns(page: Page) -> None:
    """Draw the list: the marked turn inverted, one before it and one after it."""
    visit = page.visit
    state = repairs.table_at_mark(visit)
    y = _FIRST - page.beside
    if state is not None:
        y += _draw_narrow_table(page, state)
    rows = (page.height - y) // _PITCH
    last = repairs.last_mark(visit)
    # A line before the mark is seen, and no row at the end is left empty.
    top = min(max(0, visit.mark - 1), max(0, last - rows + 1))
    for number in range(top, min(top + rows, last + 1)):
        _draw_turn(page, number, y + 1)
        page.targets.append(((0, y, page.width, _PITCH), str(number)))
        y += _PITCH


def _draw_narrow_table(page: Page, state: State) -> int:
    """Draw the table in two narrow rows: the counters, and each firework by symbol and height.

    Return the rows of what is drawn below them: the last ones of many fireworks.
    """
    draw_small_counters(page, state, MARGIN, in_figures=True)
    turn = page.say("turn_number", turn=state.turn)
    if page.beside:
        page.text(WIDTH - 1, page.layout.deck + 2, turn, "small", "right")
    else:
        page.text(page.room, 0, turn, "small", "right")
    if state.setup.detail == TOKENS:
        played = f"{state.cards_played} {page.say('cards_played', cards=state.cards_played)}"
        page.line(MARGIN, 9, played, page.width - MARGIN)
        return 0
    room = page.room - MARGIN
    across = min(len(state.fireworks), room // _LEAST)
    for number, (suit, height) in enumerate(state.fireworks.items()):
        x = MARGIN + room // across * (number % across)
        y = _PITCH + _PITCH * (number // across)
        page.symbol(x, y, suit, 7)
        page.text(x + 9, y, str(top_rank(suit, height)), "small")
    return y - _PITCH


def _draw_turn(page: Page, number: int, y: int) -> None:
    """Draw a line: whose turn it was, what it was, and whether it no longer fits."""
    visit = page.visit
    beyond = number - len(visit.lines)
    phrase = repairs.line_phrase(visit, number)
    x = MARGIN
    room = page.width - 3
    if beyond < 0:
        outcome = visit.outcomes[number]
        if outcome.line.turn:
            x = _draw_turn_player(page, outcome.before, y)
        if not outcome.fits:
            page.icon(page.width - 8, y, "cross-tiny")
            room -= 10
        draw_step(page, x, y, phrase, room - x)
    elif beyond == 0:
        state = visit.outcomes[-1].after if visit.outcomes else visit.sitting.opening
        if state is not None and not state.over:
            x = _draw_turn_player(page, state, y)
        page.fit(x, y, page.words(phrase), room - x)
    else:
        page.line(x, y, page.words(phrase), room)
    if number == visit.mark:
        page.invert((0, y - 1, page.width, _PITCH))


def _draw_turn_player(page: Page, state: State, y: int) -> int:
    """Draw the place of the player who acted. Return where the text goes on."""
    place = seats.seat_place(page.sitting, state)
    page.icon(MARGIN, y, f"seen-{seats.direction(place, state.setup.players)}")
    return page.text(12, y, str(place + 1), "small") + 16


def draw_leaving(page: Page) -> None:
    """Draw what is cut when the repair counts as it is, and what counts otherwise."""
    text = page.lines[0]
    page.paragraph((MARGIN, 0, page.room - MARGIN, page.height), text, TEXT, "left")
