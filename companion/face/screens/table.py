"""The table: clue tokens, fuses, whose turn it is, the deck, and the fireworks."""

from collections.abc import Mapping
from typing import Final

from companion.face import seats
from companion.face.glyphs.canvas import Rect, icon
from companion.face.glyphs.letters import FaceName
from companion.face.preferences import Help
from companion.face.screens.layout import LABELS, UPPER, WIDTH
from companion.face.screens.page import Page
from companion.face.screens.typography import LABEL, MARGIN, short_text
from companion.face.shown import complete_fireworks, is_counted, shows_hand
from companion.face.state import TABLES
from companion.game.cards import HIGHEST, top_rank
from companion.game.outlook import possible_heights
from companion.game.state import State

_NARROW_SEAT: Final = 50
"""The first column of the seat in a narrow picture."""
_UPPERMOST: Final = 21
"""The first row of what stands below the counters."""
_BESIDE_SEAT: Final = 25
_UNDER_SMALL: Final = 11
"""The row of a sentence below small counters."""
_BESIDE: Final = 92
"""The first column of what stands between two labels at the right."""
_FIGURES: Final = 22
"""The first row of the heights."""
SYMBOLS: Final = 43
"""The first row of the fireworks' symbols."""
# Without gaps fireworks at 1, 0, 0, 0 and 0 would read as 10000.
_DIGITS: Final[Mapping[FaceName, int]] = {"large": 20, "narrow": 15, "slim": 0}
"""The figures of the heights, and the columns that each needs to stand apart from the next one."""
_PLATE: Final = UPPER + 1 - _UPPERMOST
"""Rows of the plate of a complete firework."""
_ROOMY: Final = 21
"""A column of more pixels has a large cross."""
_TIGHT: Final = 12
"""A column of so many pixels has small symbols."""


def table(page: Page) -> None:
    """Draw the main screen."""
    draw_table_head(page)
    below_head(page)


# The rows above


def draw_table_head(page: Page) -> None:
    """Draw the counters; while a turn is entered, and with a tip, small ones over that."""
    if page.own_text.title is None or page.face.practice is not None:
        _draw_counters(page)
        return
    text = page.lines[0]
    if page.beside:
        page.paragraph((MARGIN, 0, page.width - MARGIN, _UPPERMOST - 1), text, anchor="left")
        _draw_seat_between(page)
        # Columns have no labels at their right, and dots below them.
        x, y = (_BESIDE, 0) if page.columns else (MARGIN, LABELS)
        draw_small_counters(page, page.state, x, in_figures=True, y=y)
        return
    _draw_seat(page, 0, numbered=False)
    x = _BESIDE_SEAT
    name = "" if page.sign else _sign_or_name(page).strip()
    if name:
        x = draw_small_counters(page, page.state, x, in_figures=True)
        page.name(x, 0, name, page.room - x)
    else:
        x += page.text(x, 0, str(seats.seat_place(page.sitting) + 1), "small") + 8
        draw_small_counters(page, page.state, x)
    page.fit(_BESIDE_SEAT, _UNDER_SMALL, text, page.width - _BESIDE_SEAT)


def draw_small_counters(
    page: Page, state: State, x: int, in_figures: bool = False, y: int = 0
) -> int:
    """Draw clue tokens, fuses and the deck in a single row. Return where it goes on.

    in_figures: the fuses too, which takes less room.
    """
    counts = {"clue-tiny": state.clues, "fuse-tiny": state.fuses, "deck-tiny": state.deck}
    if state.turns_left is not None:
        del counts["deck-tiny"]
        counts["hourglass-tiny"] = state.turns_left
    first = x
    for name, count in counts.items():
        if name == "fuse-tiny" and not in_figures:
            for _ in range(count):
                x += page.icon(x, y, name) + 2
            x += 6
            continue
        if x + 19 > WIDTH:  # the last one has two digits
            x, y = first, y + 10
        x += page.icon(x, y, name) + 2
        x += page.text(x, y, str(count), "small") + 8
    return x


def _draw_counters(page: Page) -> None:
    """Draw the top rows: clue tokens, fuses, the seat to act, the deck or the turns left."""
    state = page.state
    draw_tokens(page)
    text = _sign_or_name(page)
    if _is_clock_at_fuses(page):
        page.icon(*fuse_at(page, 0), "fuse-small")
        page.text(39, 1, str(state.fuses), "small")
    else:
        for number in range(state.setup.edition.fuses):
            page.icon(
                *fuse_at(page, number), "fuse-small" if number < state.fuses else "fuse-small-burnt"
            )
    _draw_clock(page, named=bool(text))
    left = 71 if text else 53
    if page.beside:
        left = _NARROW_SEAT
    _draw_seat(page, left, numbered=page.beside or not text)
    if page.beside:
        _draw_below_fireworks(page)
    elif page.sign:  # under the fuses, dark on light
        page.signed = True
        page.plate((26, 10, 45, 9))
        page.text(48, 11, text, "tight", "centre", ink=0)
    elif text.strip():
        page.name(28, 11, text, 42)
    draw_deck(page)


def draw_tokens(page: Page) -> None:
    """Draw the clue tokens at the left edge."""
    clues = page.state.clues
    page.icon(0, 3, "clue" if clues else "clue-used")
    page.text(12, 0, str(clues), "large")


def _is_clock_at_fuses(page: Page) -> bool:
    """Return True if the clock of the turn stands beside the fuses, which are a figure then."""
    return page.view.left is not None and not page.beside


def _draw_clock(page: Page, named: bool) -> None:
    """Draw what is left of the turn, if the group wants a clock.

    It stands below the fuses, or right of them if the name or a warning does; or at the right
    above the second label.
    """
    left = page.view.left
    if left is None:
        return
    minutes, seconds = divmod(abs(left), 60)
    text = f"{'–' if left < 0 else ''}{minutes}:{seconds:02}"
    letters: FaceName = "small" if len(text) < len("–00:00") else "tight"
    if page.beside:
        page.text(WIDTH - 1, page.layout.sign[1] + 1, text, letters, "right")
    elif named:
        page.text(69, 1, text, letters, "right")
    else:
        page.text(28, 11, text, letters)


def draw_deck(page: Page) -> None:
    """Draw the deck at the right edge, or what counts instead of it: turns left, cards in hand."""
    state = page.state
    name, x, figure = "deck", 94, state.deck
    digits: FaceName = "narrow"
    if state.turns_left is not None:
        name, x, figure, digits = "hourglass", 98, state.turns_left, "large"
    elif shows_hand(state):
        name, x, figure, digits = "hand", 96, state.hands[state.seat], "large"
    y = page.layout.deck
    if page.beside:
        page.icon(_BESIDE, y + 2, f"{name}-tiny")
        # Beside the clock's figures a third size would be one too many.
        row, digits = (y, "medium") if page.view.left is None else (y + 2, "small")
        page.text(WIDTH - 1, row, str(figure), digits, "right")
    else:
        page.icon(x, y + 3, name)
        page.text(WIDTH, y, str(figure), digits, "right")


def _draw_seat(page: Page, x: int, numbered: bool) -> None:
    """Draw who acts: the mark that points to the player, and the number of the place.

    The number blinks; where a name or a warning stands in its place, the mark does.
    """
    state = page.state
    dim = page.view.dim_seat
    if state.over:
        return
    place = seats.seat_place(page.sitting)
    # The number is fewer bytes than the mark, so that one blinks where both stand.
    if numbered or not dim:
        page.icon(x, 0, f"seat-{seats.direction(place, state.setup.players, page.view.flipped)}")
    if numbered and not dim:
        page.text(x + 22, 0, str(place + 1), "large")


def _draw_seat_between(page: Page) -> None:
    """Draw between two labels at the right who acts: the mark, and the number or the name."""
    y = page.layout.deck
    place = seats.seat_place(page.sitting)
    where = seats.direction(place, page.state.setup.players, page.view.flipped)
    page.icon(_BESIDE - 4, y, f"point-{where}")
    if page.view.dim_seat:
        return
    names = page.game.began.names
    if names:
        page.name(_BESIDE + 9, y + 2, page.called(names[page.state.seat], place), 26)
    else:
        page.text(_BESIDE + 16, y, str(place + 1), "medium")


def _draw_below_fireworks(page: Page) -> None:
    """Draw under the fireworks what is wrong with the device, or the name of the player to act."""
    text = _sign_or_name(page)
    is_taken = page.columns or page.face.practice is not None
    if is_taken or not text.strip():
        return
    if page.sign:
        page.signed = True
        page.centre(56, text, page.width - 2, 1, LABEL)
        page.invert((0, 55, page.width, 8))
    else:
        page.centre(56, short_text(text, page.width), page.width, names=LABEL)


def _sign_or_name(page: Page) -> str:
    """Return the sign's words, or the name of the player to act; after the end a blank."""
    began = page.sitting.began
    if page.sign:
        return page.say(f"sign_{page.sign}")
    if began is None or not began.names:
        return ""
    # The blank keeps the fuses where they were.
    if page.state.over:
        return " "
    return page.called(began.names[page.state.seat], seats.seat_place(page.sitting))


def fuse_at(page: Page, number: int) -> tuple[int, int]:
    """Return the place of a fuse: its left column and its top row."""
    if _is_clock_at_fuses(page):
        return 28, 0
    if _sign_or_name(page) and not page.beside:  # which stands below them
        return 27 + 11 * number, 0
    return 29 + 10 * (number // 2), 10 * (number % 2)


# The fireworks


def below_head(page: Page) -> None:
    """Draw the fireworks, in a practice in a single line under what to do next.

    A touch anywhere in the column of a firework means it.
    """
    if page.face.screen in TABLES and not is_counted(page.state):
        column = page.width // len(page.state.fireworks)
        for suit in page.state.fireworks:
            left = firework_at(page, suit) - column // 2
            page.targets.append(((left, _UPPERMOST, column, page.height - _UPPERMOST), suit))
    if page.face.practice is None:
        draw_fireworks(page)
        return
    y = small_top(page)
    text = page.lines[0]
    page.paragraph((0, _UPPERMOST, page.width, y - _UPPERMOST), text)
    size, left, right = (7, 8, 0) if page.beside else (11, 10, 3)
    for suit, height in page.state.fireworks.items():
        middle = firework_at(page, suit)
        page.symbol(middle - left, y + (11 - size) // 2, suit, size)
        page.text(middle + right, y, str(height), "medium")


def small_top(page: Page) -> int:
    """Return the first row of the fireworks that stand in a single line."""
    return 52 if page.beside and not page.columns else 43


def draw_fireworks(page: Page) -> None:
    """Draw every firework, as far as the detail knows them."""
    state = page.state
    if not is_counted(state):
        _draw_heights(page)
        return
    # How many cards lie on the fireworks, and how many of those are complete.
    total = HIGHEST * len(state.fireworks)
    begin = 0 if page.beside else 4
    second = complete_left(page)
    width = page.text(begin, 22, str(state.cards_played), "large")
    page.fit(begin + width + 3, 35, page.say("of_total", total=total), second - begin - width - 4)
    played = page.say("cards_played", cards=state.cards_played)
    page.fit(begin, 45, played, second - begin - 2)
    complete = complete_fireworks(state)
    page.text(second, 22, str(complete), "large")
    page.icon(second + 16, 24, "star")
    page.fit(second, 45, page.say("complete", fireworks=complete), page.width - second)


def complete_left(page: Page) -> int:
    """Return the first column of what is complete, where the fireworks are not named."""
    return 52 if page.beside else 84


def firework_at(page: Page, suit: str) -> int:
    """Return the middle column of a firework."""
    suits = list(page.state.fireworks)
    column = page.width // len(suits)
    return column * suits.index(suit) + column // 2


def plate_of(page: Page, suit: str) -> Rect:
    """Return the plate of a firework that is complete."""
    column = page.width // len(page.state.fireworks)
    left = firework_at(page, suit) - column // 2
    return left + 1, _UPPERMOST, column - 1 - column // 12, _PLATE


def _draw_heights(page: Page) -> None:
    """Draw each firework, its height over its symbol: on a plate if complete, or crossed out.

    A cross says that it ends early. The one that an encoder points at has a frame, open where the
    label is.
    """
    column = page.width // len(page.state.fireworks)
    digits = next(name for name, needs in _DIGITS.items() if column >= needs)
    helps = page.face.preferences.help != Help.OFF
    possible = possible_heights(page.state) if helps else {}
    for suit, height in page.state.fireworks.items():
        middle = firework_at(page, suit)
        left = middle - column // 2
        ink = height < HIGHEST
        if not ink:
            page.plate(plate_of(page, suit))
        page.text(middle, _FIGURES, str(top_rank(suit, height)), digits, "centre", ink)
        is_crossed = possible.get(suit, HIGHEST) < HIGHEST
        _draw_firework_symbol(page, suit, middle, ink, is_crossed)
        if suit == page.face.marked:
            page.fill((left, 20, column + 1, 1))
            page.fill((left, 20, 1, 34))
            page.fill((left + column, 20, 1, 34))


def _draw_firework_symbol(page: Page, suit: str, middle: int, ink: int, is_crossed: bool) -> None:
    column = page.width // len(page.state.fireworks)
    if column <= _TIGHT:
        page.symbol(middle - 3, SYMBOLS, suit, 7, ink)
        if is_crossed:
            page.icon(middle - 2, SYMBOLS + 8, "cross-tiny", ink)
    elif page.beside and is_crossed:
        page.symbol(middle - 6, SYMBOLS + 3, suit, 7, ink)
        page.icon(middle + 2, SYMBOLS + 4, "cross-tiny", ink)
    else:
        page.symbol(middle - 5, SYMBOLS, suit, 11, ink)
        if is_crossed:
            name = "cross-small" if column > _ROOMY else "cross-tiny"
            page.icon(middle + column // 2 + 1 - icon(name).width, _FIGURES, name)
