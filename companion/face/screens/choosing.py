"""Choosing with three buttons: fireworks, cards, outcomes, languages."""

from typing import Final

from companion.face.dialogue import choices, labels, tips
from companion.face.glyphs import FaceName, Rect, face
from companion.face.screens.page import PLAIN, Page
from companion.face.screens.parts import mark, places, title
from companion.face.state import Choice, Phrase, Purpose, ScreenName
from companion.face.words import LANGUAGES
from companion.game.cards import BLACK, SUITS, Card, next_card

NAMED: Final = {"name_discard": "discard", "name_late": "discard", "name_misfire": "blast"}
"""The sign of what is named: the pile, or the misfire."""
_UNDER_TITLE: Final = 11
_BELOW_MARK: Final = 28
"""The top row of what stands below the mark of a box that is no higher than it must be."""
_FLAT: Final = 20
"""A box of fewer rows has symbol and rank side by side."""
OUTCOMES: Final = {choices.FITS: "check", choices.COMPLETES: "star", choices.MISFIRE: "blast"}


def choosing(page: Page, choice: Choice) -> None:
    """Draw a question, and the answers that each button stands for."""
    if choice.purpose == Purpose.LANGUAGE:
        _languages(page)
    elif choice.screen == ScreenName.NAMING:
        _naming(page, choice)
    else:
        title(page, page.words(question(page, choice)))
        cells(page)


def question(page: Page, choice: Choice) -> Phrase:
    """Return what is asked, or in its place a tip about it."""
    view = page.view
    tip = tips.in_question(view.face, view.sitting, choice)
    return tip or labels.question(choice, view.sitting)


def _naming(page: Page, choice: Choice) -> None:
    """Draw the question for the name of a card, beside the sign of the pile or of the misfire."""
    text = page.words(labels.question(choice, page.sitting))
    x = page.icon(0, 0, named_sign(page, choice)) + 4
    page.fit(x, 3, text, page.room - x, PLAIN)
    cells(page)


def named_sign(page: Page, choice: Choice) -> str:
    """Return the sign of what is named."""
    return NAMED[labels.naming_key(choice, page.sitting)]


def cells(page: Page) -> None:
    """Draw the boxes of suits, cards, ranks or outcomes; empty ones are left out.

    What a single press takes is drawn large; several answers of a box each keep their place.
    """
    for control, items in page.items.items():
        if not items:
            continue
        left, top, width, height = page.layout.boxes[control]
        page.box((left, top, width, height))
        if len(items) == 1:
            _item(page, items[0], left + width // 2, (top, height), alone=True)
            continue
        below = top
        has_mark = not page.beside and mark(page, control, left, top - 1) > 0
        if has_mark and top > _UNDER_TITLE:
            below = _BELOW_MARK
        for middle, item in places(page, control, page.cells[control]):
            if item in items:
                _item(page, item, middle, (below, top + height - below), alone=False)


def _item(page: Page, item: str, middle: int, rows: tuple[int, int], alone: bool) -> None:
    """Draw an answer in its place: symbol and rank, a figure, or an icon.

    rows: the first of its rows, and how many it has.
    """
    top, room = rows
    centre = top + room // 2
    if item in OUTCOMES:
        scale = 1 if room < _FLAT else 2
        page.icon(middle - 15 * scale // 2, centre - 15 * scale // 2, OUTCOMES[item], scale=scale)
    elif item in SUITS:
        _suit(page, item, middle, rows, alone)
    elif item == choices.OTHER:
        _others(page, middle, centre, room)
    elif room < _FLAT:
        page.text(middle, centre - face("medium").cap // 2, item, "medium", "centre")
    else:
        name: FaceName = "narrow"
        if alone:
            name = "huge" if room > 36 else "large"
        page.text(middle, centre - face(name).cap // 2, item, name, "centre")


def _others(page: Page, middle: int, centre: int, room: int) -> None:
    """Draw every suit but black."""
    suits = [suit for suit in page.state.fireworks if suit != BLACK]
    across = len(suits) if room < _FLAT else 3
    left = middle - 13 * across // 2 + 1
    top = centre - (5 if room < _FLAT else 12)
    for number, suit in enumerate(suits):
        page.symbol(left + 13 * (number % across), top + 13 * (number // across), suit, 11)


def _suit(page: Page, suit: str, middle: int, rows: tuple[int, int], alone: bool) -> None:
    """Draw a suit, with the rank of the card that would be taken, where that is known."""
    card = _card_for(page, suit)
    top, room = rows
    if room < _FLAT:
        _flat(page, (suit, card), middle, rows, 15 if alone and room > 16 else 11)
    elif card is None:
        size = 21 if alone else 11
        page.symbol(middle - size // 2, top + (room - size) // 2, suit, size)
    elif alone and room > 40:
        page.symbol(middle - 7, top + 3, suit, 15)
        page.text(middle, top + 21, str(card.rank), "large", "centre")
    elif alone:
        page.symbol(middle - 16, top + (room - 15) // 2, suit, 15)
        page.text(middle + 10, top + (room - 20) // 2, str(card.rank), "large", "centre")
    else:
        gap = (room - 22) // 3
        page.symbol(middle - 5, top + gap, suit, 11)
        page.text(middle, top + 11 + 2 * gap, str(card.rank), "medium", "centre")


def _flat(
    page: Page, answer: tuple[str, Card | None], middle: int, rows: tuple[int, int], size: int
) -> None:
    """Draw a suit, and the rank of its card beside it."""
    suit, card = answer
    top, room = rows
    left = middle - (size if card is None else size + 10) // 2
    page.symbol(left, top + (room - size) // 2, suit, size)
    if card is not None:
        page.text(left + size + 3, top + (room - face("medium").cap) // 2, str(card.rank), "medium")


def _card_for(page: Page, suit: str) -> Card | None:
    """Return the card that choosing a firework lays on it; None where only a suit is asked for."""
    if not choices.lays(page.face, page.sitting):
        return None
    return next_card(suit, page.state.fireworks[suit])


def _languages(page: Page) -> None:
    """Draw the first question ever, in every language at once."""
    text = " · ".join(page.say("menu_language", language=language) for language in LANGUAGES)
    page.paragraph((0, 0, page.layout.title, 17), text, PLAIN)
    for control, items in page.items.items():
        if not items:
            continue
        box = page.layout.boxes[control]
        page.box(box)
        if len(items) == 1:
            _greeting(page, items[0], box)
            continue
        for number, item in enumerate(items):
            _name(page, item, box, (number, len(items)))


def _greeting(page: Page, language: str, box: Rect) -> None:
    """Draw a greeting, and the way to its button."""
    left, top, width, height = box
    hello = page.say("hello", language=language)
    if page.beside:
        page.fit(left + 6, top + (height - 7) // 2, hello, width - 24, PLAIN)
        page.icon(left + width - 16, top + (height - 11) // 2, "point-e")
        return
    page.fit(left + width // 2, top + 6, hello, width - 4, PLAIN, "centre")
    page.icon(left + width // 2 - 5, top + 19, "point-s")


def _name(page: Page, language: str, box: Rect, place: tuple[int, int]) -> None:
    """Draw one of the languages of a button."""
    x, y, width, height = box
    number, count = place
    if page.beside:
        width //= count
        x += width * number
        y += (height - 7) // 2
    else:
        y += 2 + 32 // count * number
    name = page.say("own_name", language=language)
    page.fit(x + width // 2, y, name, width - 4, PLAIN, "centre")
