"""Choosing with three buttons: fireworks, cards, outcomes, languages."""

from typing import Final

from companion.face.dialogue import choices, labels, tips
from companion.face.glyphs import FaceName, Rect, face
from companion.face.screens.page import Page
from companion.face.screens.parts import draw_boxes, places
from companion.face.screens.typography import PLAIN, TINY
from companion.face.state import Choice, Purpose, ScreenName
from companion.face.words import DEFAULT
from companion.game.cards import BLACK, SUITS
from companion.game.cards import top_rank as highest
from companion.panel import BUTTONS

NAMED: Final = {"name_discard": "discard", "name_late": "discard", "name_misfire": "blast"}
"""The sign of what is named: the pile, or the misfire."""
_TINY_PITCH: Final = 9
"""Rows of a language that has no room for letters of the usual size."""
_FLAT: Final = 20
"""A box of fewer rows has symbol and rank side by side."""
Rows = tuple[int, int]
"""The first row, and how many there are."""
OUTCOMES: Final = {choices.FITS: "check", choices.COMPLETES: "star", choices.MISFIRE: "blast"}


def choosing(page: Page, choice: Choice) -> None:
    """Draw a question, or a tip about it, and the answers that each button stands for."""
    if choice.purpose == Purpose.LANGUAGE:
        draw_languages(page)
    elif choice.screen == ScreenName.NAMING:
        draw_naming(page, choice)
    else:
        tip = tips.in_question(page.face, page.sitting, choice)
        page.title(page.words(tip or labels.question_phrase(choice, page.sitting)))
        draw_cells(page)


def draw_naming(page: Page, choice: Choice) -> None:
    """Draw the question for the name of a card, beside the sign of the pile or of the misfire."""
    text = page.words(labels.question_phrase(choice, page.sitting))
    x = page.icon(0, 0, named_sign(page, choice)) + 4
    page.paragraph((x, 1, page.room - x, 14), text, anchor="left")
    draw_cells(page)


def named_sign(page: Page, choice: Choice) -> str:
    """Return the sign of what is named."""
    return NAMED[labels.naming_key(choice, page.sitting)]


def draw_cells(page: Page) -> None:
    """Draw the boxes of suits, cards, ranks or outcomes; empty ones are left out.

    What a single press takes is drawn large; several answers of a box each keep their place.
    """
    for control, items, (left, top, width, height) in draw_boxes(page):
        if len(items) == 1:
            draw_answer(page, items[0], left + width // 2, (top, height), alone=True)
            continue
        for middle, item in places(page, control):
            draw_answer(page, item, middle, (top, height), alone=False)


def draw_answer(page: Page, item: str, middle: int, rows: Rows, alone: bool) -> None:
    """Draw an answer in its place: symbol and rank, a figure, or an icon."""
    top, room = rows
    centre = top + room // 2
    if item in OUTCOMES:
        scale = 1 if room < _FLAT else 2
        half = 15 * scale // 2
        page.icon(middle - half, centre - half, OUTCOMES[item], scale=scale)
    elif item in SUITS:
        draw_suit(page, item, middle, rows, alone)
    elif item == choices.OTHER:
        draw_other_suits(page, middle, centre, room)
    else:
        name = rank_face(room, alone)
        page.text(middle, centre - face(name).cap // 2, item, name, "centre")


def rank_face(room: int, alone: bool) -> FaceName:
    """Return the face of a rank, by its room and whether it has its box for itself."""
    if room < _FLAT:
        return "medium"
    if not alone:
        return "narrow"
    return "huge" if room > 36 else "large"


def draw_other_suits(page: Page, middle: int, centre: int, room: int) -> None:
    """Draw every suit but black."""
    suits = [suit for suit in page.state.fireworks if suit != BLACK]
    across = 3
    top = centre - 12
    if room < _FLAT:
        across = len(suits)
        top = centre - 5
    left = middle - 13 * across // 2 + 1
    for number, suit in enumerate(suits):
        page.symbol(left + 13 * (number % across), top + 13 * (number // across), suit)


def draw_suit(page: Page, suit: str, middle: int, rows: Rows, alone: bool) -> None:
    """Draw a suit as at the table: its height over its symbol, where a card is laid on it."""
    height = firework_height(page, suit)
    top, room = rows
    if room < _FLAT:
        draw_flat_suit(page, suit, height, middle, rows, alone)
    elif not height:
        size = 21 if alone else 11
        page.symbol(middle - size // 2, top + (room - size) // 2, suit, size)
    elif alone and room > 40:
        page.text(middle, top + 3, height, "large", "centre")
        page.symbol(middle - 7, top + room - 18, suit, 15)
    elif alone:
        page.text(middle - 9, top + (room - 20) // 2, height, "large", "centre")
        page.symbol(middle + 2, top + (room - 15) // 2, suit, 15)
    else:
        gap = (room - 22) // 3
        page.text(middle, top + gap, height, "medium", "centre")
        page.symbol(middle - 5, top + 11 + 2 * gap, suit)


def draw_flat_suit(
    page: Page, suit: str, height: str, middle: int, rows: Rows, alone: bool
) -> None:
    """Draw a suit, and its height beside it."""
    top, room = rows
    size = 15 if alone and room > 16 else 11
    width = size + 10 if height else size
    left = middle - width // 2
    if height:
        page.text(left, top + (room - face("medium").cap) // 2, height, "medium")
    page.symbol(left + width - size, top + (room - size) // 2, suit, size)


def firework_height(page: Page, suit: str) -> str:
    """Return the height of a firework; it is empty where only a suit is asked for."""
    lays = choices.lays(page.face, page.sitting)
    return str(highest(suit, page.state.fireworks[suit])) if lays else ""


def draw_languages(page: Page) -> None:
    """Draw the first question ever: in every language that has a button, else in English alone."""
    shown = [language for items in page.items.values() for language in items]
    asked = shown if len(shown) <= len(BUTTONS) else [DEFAULT]
    text = " · ".join(page.say("menu_language", language=language) for language in asked)
    rows = page.head.right if page.beside else page.head.below
    page.paragraph((0, 0, page.room, rows - 1), text)
    for _, items, box in draw_boxes(page):
        if len(shown) <= len(BUTTONS):
            draw_greeting(page, items[0], box)
            continue
        for number, item in enumerate(items):
            draw_language(page, item, box, (number, len(items)))


def draw_greeting(page: Page, language: str, box: Rect) -> None:
    """Draw a greeting, and the way to its button."""
    left, top, width, height = box
    hello = page.say("hello", language=language)
    if page.beside:
        page.fit(left + 6, top + (height - 7) // 2, hello, width - 24)
        page.icon(left + width - 16, top + (height - 11) // 2, "point-e")
        return
    page.centre(top + 6, hello, width - 4, left + 2)
    page.icon(left + width // 2 - 5, top + 19, "point-s")


def draw_language(page: Page, language: str, box: Rect, place: tuple[int, int]) -> None:
    """Draw one of the languages of a button."""
    x, y, width, height = box
    number, count = place
    columns = 2 if page.beside and count > 1 else 1
    pitch = (height - 2) // -(-count // columns)
    width //= columns
    x += width * (number % columns)
    y += 1 + pitch * (number // columns) + (pitch - 6) // 2
    names = PLAIN if pitch > _TINY_PITCH else TINY
    page.centre(y, page.say("own_name", language=language), width - 2, x + 1, names)
