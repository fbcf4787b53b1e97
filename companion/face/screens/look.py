"""The look pages: the discard pile, the outlook, the last turns, what a clue may say, what
clues have said about each card of a hand.
"""

from typing import Final

from companion.face import seats, shown
from companion.face.glyphs.canvas import Rect
from companion.face.glyphs.letters import fits, text_width
from companion.face.preferences import Help
from companion.face.screens.layout import WIDTH
from companion.face.screens.page import Page
from companion.face.screens.parts import draw_step, sentence
from companion.face.screens.typography import AIR, BODY, LABEL, MARGIN, TEXT, TITLE_ROW
from companion.face.spoken import latest_actions, spoken_action
from companion.game.actions import Value
from companion.game.cards import RANKS, Card, ranks_on
from companion.game.outlook import critical_cards, gone_for_good
from companion.game.state import State

_PILE_LEFT: Final = 8
"""The first column of the suits."""
_TO_ONES: Final = 8
"""Rows from the symbols of the suits to the ones."""
_ONES: Final = 18
"""The row of the ones."""
_RANK_PITCH: Final = 6
_WIDE: Final = ((15, 4), (12, 3), (0, 2))
"""How wide each of three copies can be in a column of at least so many pixels."""
_LEGEND: Final = 48
"""The row of the legend."""
_LISTS: Final = 29
_LISTS_BESIDE: Final = 45
_PITCH: Final = 9
_CARD: Final = 16
_LABEL: Final = 56
"""The first row of the outlook's lists, rows of each line, columns of a card and of a label."""
_ALONE: Final = 7
"""The row of the words beside a figure where there are no others."""
_CARDS: Final = 15
"""The first row of what cards were pointed at for."""
_BASE: Final = 28
"""The row of the line on which a card stands; below it is what the card is not."""
_SIGN_PITCH: Final = 8
_SMALL: Final = 7
_LARGE: Final = 11
"""Rows of a suit's symbol."""


# The pile: every suit by ranks, and which copies of each card lie there


def draw_pile(page: Page) -> None:
    """Draw each copy of a card: a block if it is left, a ring in the pile, a dash if played.

    A needed card that is gone for good is crossed out; one with a single copy left has a `!`. With
    the help switched off only what lies there is shown, and not what is left.
    """
    state = page.state
    marked = page.face.preferences.help != Help.OFF
    gone = gone_for_good(state) if marked else ()
    last = critical_cards(state) if marked else ()
    copies = state.setup.box.copies
    first = _draw_pile_title(page)
    for rank in RANKS[::2]:  # a row is lower than a figure
        page.text(MARGIN, first + _RANK_PITCH * (rank - 1) - 2, str(rank), "small")
    column = (page.width - _PILE_LEFT) // len(state.fireworks)
    wide = max(wide for least, wide in _WIDE if column >= least)
    across = 16 if page.width == WIDTH else 3 * wide + 2
    for number, (suit, height) in enumerate(state.fireworks.items()):
        x = _PILE_LEFT + column * number + (column - across) // 2
        middle = x + across // 2 - 3
        page.symbol(middle - 1, first - _TO_ONES, suit, 7)
        for row, rank in enumerate(RANKS):
            card = Card(suit, rank)
            y = first + _RANK_PITCH * row
            if rank in ranks_on(suit, height):
                page.fill((middle, y + 2, 4, 1))
            elif card in gone:
                page.icon(middle, y, "cross-tiny")
            else:
                _draw_copies(page, card, (x, y, wide), marked)
            if card in last and copies[card] > 1:
                _draw_last_mark(page, x + (wide + 1) * copies[card], y)
    _draw_legend(page, marked)


def _draw_pile_title(page: Page) -> int:
    """Draw how many cards lie there. Return the row of the ones."""
    _draw_ring(page, MARGIN, 2)
    line = page.lines[0]
    room = page.room - 9
    if page.beside and not fits(line, LABEL[-1], room):
        page.paragraph((9, 0, room, 17), line, anchor="left")
        return _ONES + 8
    page.fit(9, 1, line, room, LABEL)
    return _ONES


def _draw_legend(page: Page, marked: bool) -> None:
    """Draw what the signs stand for; the ring's stands in the first row."""
    x = MARGIN
    y = _LEGEND
    # Labels at the right have two signs between them; the last one follows the one before it.
    between = page.layout.deck
    beside = ((90, between - 1), (90, between + 7), (MARGIN, 56)) if page.beside else ()
    signs = ("left", "played", "gone", "last") if marked else ("played",)
    for number, sign in enumerate(signs):
        if number < len(beside):
            x, y = beside[number]
        match sign:
            case "left":
                page.fill((x, y, 4, 5))
            case "played":
                page.fill((x, y + 2, 4, 1))
            case "gone":
                page.icon(x, y, "cross-tiny")
            case _:
                _draw_last_mark(page, x + 2, y)
        x += page.text(x + 7, y, page.say(f"legend_{sign}"), "tiny") + 11


def _draw_last_mark(page: Page, x: int, y: int) -> None:
    page.fill((x, y, 1, 3))
    page.fill((x, y + 4, 1, 1))


def _draw_copies(page: Page, card: Card, at: tuple[int, int, int], left_too: bool) -> None:
    state = page.state
    x, y, wide = at
    copies = state.setup.box.copies[card]
    left = copies - state.discards.get(card, 0)
    for copy in range(copies):
        if copy >= left:
            _draw_ring(page, x, y, wide)
        elif left_too:
            page.fill((x, y, wide, 5))
        x += wide + 1


def _draw_ring(page: Page, x: int, y: int, wide: int = 4) -> None:
    """Draw the outline of a copy; where it is too narrow for one, its first and last row."""
    if wide > 2:
        page.box((x, y, wide, 5))
    else:
        page.fill((x, y, wide, 1))
        page.fill((x, y + 4, wide, 1))


# The outlook


def draw_outlook(page: Page) -> None:
    """Draw the headline, in a narrow picture also below its figure, then the cards that matter."""
    head = shown.headline(page.state)
    counts = page.words(head.counts)
    more = page.words(head.more) if head.more else ""
    room = page.room - MARGIN
    lists = _LISTS
    if head.figure is None:
        page.paragraph((MARGIN, 0, room, _LISTS - 3), sentence(counts), TEXT, "left")
    else:
        x = MARGIN + page.text(MARGIN, TITLE_ROW, str(head.figure), "large") + AIR
        width = page.width - x
        if page.beside:
            page.paragraph((x, 0, width, 22), counts, anchor="left")
            page.paragraph((MARGIN, 23, room, 19 if more else 0), more, anchor="left")
            lists = _LISTS_BESIDE if more else _LISTS
        else:
            page.fit(x, TITLE_ROW if more else _ALONE, counts, page.room - x)
            page.paragraph((x, 9, width, 18), more, anchor="left")
    if head.tile:
        lists = _draw_tile_hint(page, lists, page.words(head.tile))
    _draw_lists(page, lists)


def _draw_tile_hint(page: Page, top: int, tile: str) -> int:
    """Draw that a tile may bring more. Return the first row below."""
    room = page.room - MARGIN
    if page.beside:
        page.paragraph((MARGIN, top, room, page.height - top), tile, anchor="left")
        return page.height
    page.fit(MARGIN, top, tile, room)
    return top + _PITCH


def _draw_lists(page: Page, top: int) -> None:
    """Draw the lists of cards from a row on, side by side, or a line each where that needs less."""
    if top == page.height:
        return
    lists = shown.cards_that_matter(page.state)
    found = [(page.words(label), cards) for label, cards in lists]
    room = page.width - MARGIN
    width = room // max(1, len(found)) - AIR
    if len(found) <= 2 and all(fits(label, LABEL[-1], width) for label, _ in found):
        for number, (label, cards) in enumerate(found):
            left = MARGIN + (width + AIR) * number
            page.fit(left, top, label, width, LABEL)
            _draw_cards(page, (left, top + _PITCH, width, page.height - top - _PITCH + 2), cards)
        return
    for y, (label, cards) in zip(range(top, page.height - 6, _PITCH), found, strict=False):
        x = MARGIN + page.fit(MARGIN, y, label, _LABEL, LABEL) + 4
        _draw_cards(page, (x, y, page.width - x, _PITCH), cards)


def _draw_cards(page: Page, rect: Rect, cards: tuple[Card, ...]) -> None:
    """Draw cards by symbol and rank in a rectangle; what has no room is counted."""
    left, top, width, height = rect
    across = max(1, width // _CARD)
    places = across * (height // _PITCH)
    for number, card in enumerate(cards[:places]):
        down, column = divmod(number, across)
        x, y = left + _CARD * column, top + _PITCH * down
        if number + 1 == places < len(cards):
            page.text(x, y, f"+{len(cards) - number}", "small")
            break
        page.symbol(x, y, card.suit, 7)
        page.text(x + 8, y, str(card.rank), "small")


def draw_actions(page: Page) -> None:
    """Draw the last turns, the newest one first, each with the mark of its player."""
    turns = latest_actions(page.sitting, (page.height - BODY) // 11)
    y = page.title(page.lines[0])
    has_names = bool(page.game.began.names)
    for action, before, seat in turns:
        x = 28 if seat is None else _draw_player(page, y, before)
        draw_step(page, x, y + 2, spoken_action(action, before), page.width - x, inside=has_names)
        y += 11


def _draw_player(page: Page, y: int, before: State) -> int:
    """Draw whose turn it was. Return where the text goes on."""
    names = page.game.began.names
    place = seats.seat_place(page.sitting, before)
    page.icon(MARGIN, y, f"point-{seats.direction(place, before.setup.players)}")
    if names:
        room = 26 if page.beside else 39
        return 20 + page.name(16, y + 2, page.called(names[before.seat], place), room)
    page.fill((15, y, 9, 10))
    page.text(19, y + 2, str(place + 1), "small", "centre", ink=0)
    return 28


def draw_clue_rules(page: Page) -> None:
    """Draw what a clue may say in this edition, and how many tokens are left for it."""
    tokens = page.state.clues
    title = page.lines[0]
    if page.beside:  # the tokens stand between two labels
        page.icon(94, page.layout.deck - 1, "clue" if tokens else "clue-used")
        page.text(107, page.layout.deck, str(tokens), "medium")
        page.remember(0, title)
        below = 0
    else:
        below = page.title(title)
    rect = (MARGIN, below, page.width - MARGIN, page.height - below)
    page.sentences(rect, page.own_text.lines)


# A hand: the newest card at the left


def draw_hand(page: Page, seat: int) -> None:
    """Draw a hand below its title: above each card's line what it was pointed at for, below what
    it was not.
    """
    after = _draw_player(page, 0, page.state._replace(seat=seat))
    page.fit(after, 2, page.say("hand_new"), page.room - after)
    column = page.width // 5
    width = column - 2
    for place, card in enumerate(shown.hands(page.sitting, page.face.preferences.clues)[seat]):
        left = place * column + 1
        signs = [*card.touched, *(["?"] if card.unknown else [])]
        large = sum(_width(sign, _LARGE) for sign in signs) <= width
        _draw_signs(page, (left, _CARDS, width), signs, _LARGE if large else _SMALL)
        page.fill((left, _BASE, width, 1))
        _draw_signs(page, (left, _BASE + 3, width), card.passed, _SMALL)
        if card.false:
            page.box((left - 1, _CARDS - 3, width + 2, page.height - _CARDS + 3))


def _draw_signs(
    page: Page, room: tuple[int, int, int], signs: list[Value] | tuple[Value, ...], size: int
) -> None:
    """Draw suits and ranks, as many in a line as there is room for.

    room: the first column and row, and the columns.
    """
    left, y, width = room
    taken = sum(_width(sign, size) for sign in signs) - 1
    x = left + max(0, (width - taken) // 2)
    for sign in signs:
        if x > left and x + _width(sign, size) > left + width + 1:
            x = left
            y += _SIGN_PITCH
        if isinstance(sign, str) and sign != "?":
            page.symbol(x, y - (size - _SMALL), sign, size)
        else:
            page.text(x, y, str(sign), "medium" if size == _LARGE else "small")
        x += _width(sign, size)


def _width(sign: Value, size: int) -> int:
    """Return the columns that a suit, a rank or a question mark takes, and one more."""
    if isinstance(sign, str) and sign != "?":
        return size + 1
    return text_width(str(sign), "medium" if size == _LARGE else "small") + 1
