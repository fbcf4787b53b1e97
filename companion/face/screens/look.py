"""The look pages beside the discard pile: the outlook, the figures of groups that play by
conventions, the last turns, what a clue may say, what clues have said about each card of a hand.
"""

from typing import Final

from companion.face import seats, shown
from companion.face.glyphs.letters import text_width, wrap
from companion.face.hands import hands
from companion.face.outlook import headline
from companion.face.screens.page import Page
from companion.face.screens.parts import draw_step, sentence
from companion.face.screens.typography import AIR, BODY, TEXT, TINY, TITLE_ROW
from companion.face.spoken import latest_actions, spoken_action
from companion.game.actions import Value
from companion.game.cards import Card
from companion.game.state import State

_LISTS: Final = 26
_PITCH: Final = 9
"""The first row of the outlook's lists, and the rows of each line."""
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


def draw_outlook(page: Page) -> None:
    """Draw the headline, in a narrow picture also below its figure, then the cards that matter."""
    head = headline(page.state)
    counts = page.words(head.counts)
    more = page.words(head.more) if head.more else ""
    y = _LISTS
    if head.figure is None:
        page.paragraph((0, 0, page.room, 22), sentence(counts), TEXT, "left")
    else:
        x = page.text(0, TITLE_ROW, str(head.figure), "large") + AIR
        width = page.width - x
        if page.beside:
            page.paragraph((x, 0, width, 22), counts, anchor="left")
            high = 8 * len(wrap(more, "tiny", page.width))
            page.paragraph((0, 23, page.width, high), more, TINY, "left")
            y = 24 + high
        else:
            page.fit(x, 0 if more else _ALONE, counts, page.room - x)
            page.paragraph((x, 10, width, 15), more, anchor="left")
    for key, cards in shown.cards_that_matter(page.state).items():
        if cards and y + _PITCH <= page.height:
            y = draw_cards(page, y, page.say(key), cards, last=key == "outlook_last_copy")


def draw_cards(page: Page, y: int, label: str, cards: tuple[Card, ...], last: bool) -> int:
    """Draw a label and the cards by symbol and rank; the last list goes on in more lines.

    What has no room is counted. Return the next row.
    """
    start = page.fit(0, y, label, 64) + 4
    x = start
    for number, card in enumerate(cards):
        left = len(cards) - number
        more = f"+{left}"
        goes_on = last and y + 2 * _PITCH <= page.height
        end = x + 14
        if left > 1 and not goes_on:
            end += text_width(more, "small") + 3
        if end > page.width and not goes_on:
            page.text(x, y, more, "small")
            break
        if end > page.width:
            x = start
            y += _PITCH
        page.symbol(x, y, card.suit, 7)
        x += 8 + page.text(x + 8, y, str(card.rank), "small") + 3
    return y + _PITCH


def draw_figures(page: Page) -> None:
    """Draw what groups that play by conventions count, below the stage of the game."""
    figures = shown.convention_figures(page.sitting)
    if not figures:  # a game that ended without a clue has none
        return
    (_, first), *others = figures
    below = page.title(page.words(first))
    page.sentences((0, below, page.width, page.height - below), others)


def draw_actions(page: Page) -> None:
    """Draw the last turns, the newest one first, each with the mark of its player."""
    turns = latest_actions(page.sitting, (page.height - BODY) // 11)
    y = page.title(page.say("actions_title" if turns else "actions_none"))
    has_names = bool(page.game.began.names)
    for action, before, seat in turns:
        x = 26 if seat is None else draw_player(page, y, before)
        draw_step(page, x, y + 2, spoken_action(action, before), page.width - x, inside=has_names)
        y += 11


def draw_player(page: Page, y: int, before: State) -> int:
    """Draw whose turn it was. Return where the text goes on."""
    names = page.game.began.names
    place = seats.seat_place(page.sitting, before)
    page.icon(0, y, f"point-{seats.direction(place, before.setup.players)}")
    if names:
        room = 26 if page.beside else 39
        return 18 + page.name(14, y + 2, page.called(names[before.seat], place), room)
    page.fill((13, y, 9, 10))
    page.text(17, y + 2, str(place + 1), "small", "centre", ink=0)
    return 26


def draw_clue_rules(page: Page) -> None:
    """Draw what a clue may say in this edition, and how many tokens are left for it."""
    tokens = page.state.clues
    title = page.say("clue_title", tokens=tokens)
    if page.beside:  # the tokens stand between two labels
        page.icon(94, page.layout.deck + 3, "clue" if tokens else "clue-used")
        page.text(107, page.layout.deck, str(tokens), "large")
        page.remember(0, title)
        below = 0
    else:
        below = page.title(title)
    page.sentences((0, below, page.width, page.height - below), shown.clue_rules(page.game))


# A hand: the newest card at the left


def draw_hand(page: Page, seat: int) -> None:
    """Draw a hand below its title: above each card's line what it was pointed at for, below what
    it was not.
    """
    after = draw_player(page, 0, page.state._replace(seat=seat))
    page.fit(after, 2, page.say("hand_new"), page.room - after)
    column = page.width // 5
    width = column - 2
    for place, card in enumerate(hands(page.sitting, page.face.preferences.clues)[seat]):
        left = place * column + 1
        signs = [*card.touched, *(["?"] if card.unknown else [])]
        large = sum(_width(sign, _LARGE) for sign in signs) <= width
        draw_signs(page, (left, _CARDS, width), signs, _LARGE if large else _SMALL)
        page.fill((left, _BASE, width, 1))
        draw_signs(page, (left, _BASE + 3, width), card.passed, _SMALL)
        if card.false:
            page.box((left - 1, _CARDS - 3, width + 2, page.height - _CARDS + 3))


def draw_signs(
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
