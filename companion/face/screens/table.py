"""The table: clue tokens, fuses, whose turn it is, the deck, and the fireworks."""

from typing import Final

from companion.face import seats
from companion.face.dialogue import practice, repairs, tips
from companion.face.glyphs import Canvas, FaceName, icon, wrap
from companion.face.preferences import Help
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import LABEL, PLAIN, Page, shortened
from companion.face.state import Phrase
from companion.game.cards import HIGHEST, top
from companion.game.outlook import reach
from companion.game.setup import TOKENS
from companion.game.state import State


def table(page: Page) -> None:
    """The main screen."""
    state = page.game.state
    counters(page, state)
    below_counters(page, state)


def below_counters(page: Page, state: State) -> None:
    """The fireworks; in a practice, while a turn is entered and with a tip a line above them."""
    face = page.view.face
    if face.practice is not None:
        _lesson(page, page.words(practice.line(face)))
        _small(page, state)
        return
    line = _line(page)
    width = page.layout.width
    if line is None:
        fireworks(page, state)
        return
    if page.layout.beside:
        page.dense((0, 21, width, 14), page.words(line))
    else:
        page.fit(width // 2, 23, page.words(line), width, PLAIN, "centre")
    in_one_row(page, state)


def _line(page: Page) -> Phrase | None:
    """What stands above the fireworks: which turn is entered, or a tip."""
    face = page.view.face
    entry = repairs.entering(face)
    if entry is None:
        return tips.at_table(face, page.view.sitting)
    return Phrase(f"entering_{entry.kind}", {"turn": repairs.turn_told(entry)})


def _lesson(page: Page, told: str) -> None:
    """What to do next, over the fireworks."""
    if page.layout.beside:
        page.dense((0, 22, page.layout.width, _small_top(page) - 22), told)
    else:
        page.paragraph((0, 21, page.layout.width, 21), told, PLAIN)


def symbols_top(page: Page) -> int:
    """The first row of the fireworks' symbols; heights stand beside them where there is little room."""
    face = page.view.face
    if face.practice is not None:
        return _small_top(page) - 1
    if repairs.entering(face) is None:
        return 43
    return 35 if page.layout.beside else 33


def _small_top(page: Page) -> int:
    """The first row of the fireworks that stand in a single line."""
    return 53 if page.layout.beside and not page.columns else 43


def counters(page: Page, state: State) -> None:
    """The top rows: clue tokens, fuses, the seat to act, the deck or the turns left."""
    page.icon(0, 3, "clue" if state.clues else "clue-used")
    page.text(12, 0, str(state.clues), "large")
    sign = _sign(page, state)
    below = bool(sign) and not page.layout.beside
    for number in range(state.setup.edition.fuses):
        page.icon(
            *_fuse(number, below), "fuse-small" if number < state.fuses else "fuse-small-burnt"
        )
    _seat(
        page,
        state,
        (_NARROW_SEAT if page.layout.beside else 71 if sign else 53, 0),
        numbered=not below,
    )
    if page.layout.beside:
        _say_below(page, sign)
    elif page.sign:
        _say_sign(page, sign)
    elif sign.strip():
        page.name(28, 11, sign, 42)
    _deck(page, state)


def _say_below(page: Page, sign: str) -> None:
    """What is wrong with the device, or the name of the player who acts, in the rows under the fireworks."""
    taken = page.columns or page.view.face.practice is not None or repairs.entering(page.view.face)
    if taken or not sign.strip():
        return
    if page.sign:
        page.signed = True
        page.fill((0, 55, page.layout.width, 9))
        page.fit(page.layout.width // 2, 56, sign, page.layout.width - 2, LABEL, "centre", 0)
    else:
        name = shortened(sign, page.layout.width)
        page.fit(page.layout.width // 2, 56, name, page.layout.width, LABEL, "centre")


def question(page: Page, state: State, asked: str, sign: str = "") -> None:
    """The same rows with whose turn it is, the sign of what is asked about, and what is asked."""
    beside = page.layout.beside
    _seat(page, state, (94, page.layout.deck) if beside else (0, 0), numbered=not sign)
    x = 0 if beside else 22 if sign else 36
    if sign:
        x += page.icon(x, 3, sign) + 4 - beside
    if beside:
        page.dense((x, 2, page.layout.width - x, 21), asked)
    else:
        page.paragraph((x, 0, page.room - x, 20), asked)


def _seat(page: Page, state: State, at: tuple[int, int], numbered: bool = True) -> None:
    """Who acts: the mark that points to the player, and the number of the place, which blinks.

    Where a name or a warning stands in its place, the mark blinks.
    """
    dim = page.view.dim_seat
    if state.over or (dim and not numbered):
        return
    place = seats.place(page.view.sitting, state)
    x, y = at
    page.icon(x, y, f"seat-{seats.direction(place, state.setup.players, page.view.flipped)}")
    if numbered and not dim:
        page.text(x + 22, y, str(place + 1), "large")


def _say_sign(page: Page, sign: str) -> None:
    """What is wrong with the device, dark on light, in a line or two under the fuses."""
    page.signed = True
    lines = wrap(sign, "tiny", 41)
    top, high = (12, 10) if len(lines) == 1 else (10, 13)
    page.fill((27, top - 2 if len(lines) == 1 else 9, 43, high))
    page.remember(top, sign)
    for row, line in enumerate(lines):
        Canvas.text(page, 48, top + 6 * row - len(lines) + 1, line, "tiny", "centre", 0)


def _sign(page: Page, state: State) -> str:
    """What stands under the fuses: what is wrong with the device, or the name of the player who acts."""
    began = page.view.sitting.began
    if page.sign:
        return page.say(f"sign_{page.sign}")
    if state.over or began is None or not began.names:
        return " " if began is not None and began.names else ""
    return began.names[state.seat]


def fuse_at(page: Page, state: State, number: int) -> tuple[int, int]:
    """Where a fuse stands: its left column and its top row."""
    return _fuse(number, bool(_sign(page, state)) and not page.layout.beside)


def _fuse(number: int, one_row: bool) -> tuple[int, int]:
    return (27 + 11 * number, 0) if one_row else (29 + 10 * (number // 2), 10 * (number % 2))


def _deck(page: Page, state: State) -> None:
    """The deck; once it is empty the turns left, or how many cards the player who acts still has."""
    y = page.layout.deck
    if state.turns_left is not None:
        page.icon(98, y + 3, "hourglass")
        page.text(WIDTH, y, str(state.turns_left), "large", "right")
    elif state.setup.edition.flourish and not state.deck and not state.over:
        page.icon(96, y + 3, "hand")
        page.text(WIDTH, y, str(state.hands[state.seat]), "large", "right")
    else:
        page.icon(94, y + 3, "deck")
        page.text(WIDTH, y, str(state.deck), "narrow", "right")


def fireworks(page: Page, state: State) -> None:
    """Every firework, as far as the detail knows them."""
    if counted(state):
        _unplaced(page, state)
    else:
        _heights(page, state)


def counted(state: State) -> bool:
    """Whether the cards on the fireworks are only counted, since not all of their suits are known."""
    return state.unplaced > 0 or state.setup.detail == TOKENS


def in_one_row(page: Page, state: State) -> None:
    """The fireworks in the last rows only, where something is said above them."""
    width = page.layout.width
    if state.setup.detail == TOKENS:
        x = page.text(0, 34, str(state.played), "large")
        total = HIGHEST * len(state.fireworks)
        page.fit(x + 4, 47, page.say("cards_of", total=total), width - x - 4, PLAIN)
        return
    suits = state.setup.box.suits
    column = width // len(suits)
    size = 11 if len(suits) == 5 else 7
    figures: FaceName = "medium" if page.columns else "narrow"
    for number, suit in enumerate(suits):
        x = column * number
        height = str(top(suit, state.fireworks[suit]))
        if page.layout.beside:
            page.symbol(x + (column - 7) // 2, 36, suit, 7)
            page.text(x + column // 2, 43 if page.columns else 44, height, figures, "centre")
            continue
        page.symbol(x, 34 + (20 - size) // 2, suit, size)
        if len(suits) < 7:
            page.text(x + size + 1, 34, height, "narrow")
        else:
            page.text(x + size + 1, 38, height, "medium")


def _small(page: Page, state: State) -> None:
    """The five fireworks in a single line."""
    y = _small_top(page)
    size, left = (7, 8) if page.layout.beside else (11, 10)
    for suit, height in state.fireworks.items():
        middle = firework_at(page, suit)
        page.symbol(middle - left, y + (11 - size) // 2, suit, size)
        page.text(middle + (0 if page.layout.beside else 3), y, str(height), "medium")


def complete_left(page: Page) -> int:
    """The first column of what is complete, where the fireworks are not named."""
    return 50 if page.layout.beside else 84


def _unplaced(page: Page, state: State) -> None:
    """How many cards lie on the fireworks, and how many of those are complete."""
    total = HIGHEST * len(state.fireworks)
    complete = state.unplaced_complete + sum(
        height == HIGHEST for height in state.fireworks.values()
    )
    begin = 0 if page.layout.beside else 4
    second = complete_left(page)
    width = page.text(begin, 22, str(state.played), "large")
    page.fit(begin + width + 3, 35, page.say("of_total", total=total), second - width - 8, PLAIN)
    if page.layout.beside:
        page.paragraph((0, 43, second - 4, 18), page.say("cards_played"), PLAIN[-1:], "left")
    else:
        page.fit(begin, 45, page.say("cards_played"), second - begin - 4, PLAIN)
    page.text(second, 22, str(complete), "large")
    page.icon(second + 16, 24, "star")
    if page.layout.beside:
        page.paragraph(
            (second, 43, page.layout.width - second, 18), page.say("complete"), PLAIN[-1:], "left"
        )
    else:
        page.fit(second, 45, page.say("complete"), page.layout.width - second, PLAIN)


def firework_at(page: Page, suit: str) -> int:
    """The middle column of a firework."""
    suits = page.game.state.setup.box.suits
    column = page.layout.width // len(suits)
    return column * suits.index(suit) + column // 2


def _heights(page: Page, state: State) -> None:
    """Each firework: its height over its symbol; complete ones inverted, crossed where it ends early."""
    view = page.view
    suits = state.setup.box.suits
    column = page.layout.width // len(suits)
    for suit in suits:
        height = state.fireworks[suit]
        middle = firework_at(page, suit)
        done = height == HIGHEST
        tight = column <= _TIGHT
        if done:
            page.fill((middle - column // 2 + 1 - tight, 21, column - 2 + tight, 33))
        crossed = view.face.preferences.help != Help.OFF and reach(state, suit) < HIGHEST
        digits: FaceName = "narrow" if len(suits) > (5 if page.layout.beside else 6) else "large"
        page.text(middle, 22, str(top(suit, height)), digits, "centre", ink=not done)
        if crossed and page.layout.beside:
            page.symbol(middle - 6, 45, suit, 7, ink=not done)
            page.icon(middle + 2 - tight, 46, "cross-tiny")
        else:
            page.symbol(middle - 5 - tight, 43, suit, 11, ink=not done)
        if crossed and not page.layout.beside:
            cross = "cross-small" if len(suits) == 5 else "cross-tiny"
            page.icon(middle + column // 2 - icon(cross).width + 1, 22, cross)
        if suit == view.face.marked:
            _gate(page, middle - column // 2, column)


def _gate(page: Page, left: int, width: int) -> None:
    """The mark of the firework that an encoder points at: a frame, open where the label is."""
    page.fill((left, 20, width + 1, 1))
    page.fill((left, 20, 1, 34))
    page.fill((left + width, 20, 1, 34))


_NARROW_SEAT: Final = 50
"""The first column of the seat in a narrow picture."""
_TIGHT: Final = 12
"""A column of so many pixels has a symbol and a single dark column."""
