"""Choosing with three buttons: fireworks, cards, outcomes, languages."""

from typing import Final

from companion.face.dialogue import choices, labels, tips
from companion.face.glyphs import FaceName, face
from companion.face.screens.page import PLAIN, WIDTH, Page
from companion.face.screens.parts import BOXES, mark, places, title
from companion.face.state import Choice, Phrase, Purpose, ScreenName
from companion.face.words import LANGUAGES
from companion.game.cards import BLACK, SUITS, Card, next_card

BOTTOM: Final = 54
TOP: Final = 11
"""The rows between which the cells lie."""
_BELOW_SIGN: Final = 16
"""The top row of the cells below the sign of what is named."""
_BELOW_MARK: Final = 28
"""The top row of what stands below the mark of a cell that is no higher than it must be."""
NAMED: Final = {"name_discard": "discard", "name_late": "discard", "name_misfire": "blast"}
"""The sign of what is named: the pile, or the misfire."""
OUTCOMES: Final = {choices.FITS: "check", choices.COMPLETES: "star", choices.MISFIRE: "blast"}


def choosing(page: Page, choice: Choice) -> None:
    """A question, and the answers that each button stands for."""
    match choice.purpose:
        case Purpose.LANGUAGE:
            _languages(page)
        case _ if choice.screen == ScreenName.NAMING:
            _naming(page, choice)
        case _:
            title(page, page.words(question(page, choice)))
            cells(page, TOP)


def question(page: Page, choice: Choice) -> Phrase:
    """What is asked, or in its place a tip about it."""
    view = page.view
    return tips.in_question(view.face, view.sitting, choice) or labels.question(choice, view.sitting)


def _naming(page: Page, choice: Choice) -> None:
    """The question for the name of a card, beside the sign of the pile or of the misfire."""
    asked = page.words(labels.question(choice, page.view.sitting))
    width = page.icon(0, 0, named_sign(page, choice)) + 4
    page.fit(width, 3, asked, page.room - width, PLAIN)
    cells(page, _BELOW_SIGN)


def named_sign(page: Page, choice: Choice) -> str:
    """The sign of what is named."""
    return NAMED[labels.named(choice, page.view.sitting)]


def cells(page: Page, top: int) -> None:
    """Three cells of suits, cards, ranks or outcomes, from row `top` down; empty ones are left out.

    What a single press takes is drawn large; several answers of a cell each keep their place.
    """
    for control, items in page.offered.items():
        if not items:
            continue
        left, width = BOXES[control]
        page.box((left, top, width, BOTTOM - top))
        if len(items) == 1:
            _item(page, items[0], left + width // 2, top, alone=True)
            continue
        below = _BELOW_MARK if mark(page, control, left, top - 1) and top > TOP else top
        for middle, item in places(control, page.shown[control]):
            if item in items:
                _item(page, item, middle, below, alone=False)


def _item(page: Page, item: str, middle: int, top: int, alone: bool) -> None:
    """One answer in its place: symbol and rank, a figure, or an icon."""
    room = BOTTOM - top
    centre = top + room // 2
    if item in OUTCOMES:
        page.icon(middle - 15, centre - 15, OUTCOMES[item], scale=2)
    elif item in SUITS:
        _suit(page, item, middle, top, alone)
    elif item == choices.OTHER:
        _others(page, middle, centre)
    else:
        name: FaceName = "huge" if alone and room > 36 else "large" if alone else "narrow"
        page.text(middle, centre - face(name).cap // 2, item, name, "centre")


def _others(page: Page, middle: int, centre: int) -> None:
    """Every suit but black."""
    suits = page.game.state.fireworks
    for number, suit in enumerate(suit for suit in suits if suit != BLACK):
        page.symbol(middle - 18 + 13 * (number % 3), centre - 12 + 13 * (number // 3), suit, 11)


def _suit(page: Page, suit: str, middle: int, top: int, alone: bool) -> None:
    """A suit, with the rank of the card that would be taken, where that is known."""
    card = taken(page, suit)
    room = BOTTOM - top
    if card is None:
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


def taken(page: Page, suit: str) -> Card | None:
    """The card that choosing a firework would lay on it; None where only a suit is asked for."""
    if not choices.lays(page.view.face, page.view.sitting):
        return None
    return next_card(suit, page.game.state.fireworks[suit])


def _languages(page: Page) -> None:
    """The first question ever, in every language at once."""
    asked = " · ".join(page.say("menu_language", language=language) for language in LANGUAGES)
    page.paragraph((0, 0, WIDTH, 17), asked, PLAIN)
    for control, items in page.offered.items():
        left, width = BOXES[control]
        if items:
            page.box((left, 18, width, 34))
        if len(items) == 1:
            page.fit(left + width // 2, 24, page.say("hello", language=items[0]), width - 4, PLAIN, "centre")
            page.icon(left + width // 2 - 5, 37, "point-s")
        for number, item in enumerate(items if len(items) > 1 else ()):
            name = page.say("own_name", language=item)
            page.fit(left + width // 2, 20 + 32 // len(items) * number, name, width - 4, PLAIN, "centre")
