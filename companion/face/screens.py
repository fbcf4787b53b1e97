"""Screens: a view drawn as the picture on the display, 128 by 64 pixels, one bit each."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.face import choosing, hints, seats, words
from companion.face.glyphs import Anchor, Canvas, FaceName, face, text_width, wrap
from companion.face.state import CHOOSING, END, PUT_BACK, START, TABLE, Phrase
from companion.face.view import View
from companion.game.cards import HIGHEST
from companion.game.outlook import reach, score
from companion.game.state import State
from companion.game.verdict import rating
from companion.panel import CLUE, DISCARD, PLAY

WIDTH: Final = 128
HEIGHT: Final = 64
LABELS: Final = 55
"""The first row of the button labels."""
CELLS: Final[Mapping[str, tuple[int, int]]] = {CLUE: (0, 42), DISCARD: (42, 44), PLAY: (86, 42)}
"""Where each button's label begins, and how wide it may be."""
_TEXT: Final[tuple[FaceName, ...]] = ("medium", "small", "tiny")


class Page(Canvas):
    """A canvas that remembers what it says."""

    def __init__(self, view: View) -> None:
        """An empty page for a view."""
        super().__init__(WIDTH, HEIGHT)
        self.view: Final = view
        self.texts: Final[list[str]] = []

    def text(self, x: int, y: int, string: str, name: FaceName, anchor: Anchor = "left", ink: int = 1) -> int:
        """Draw a line of text and remember it."""
        self.texts.append(string)
        return super().text(x, y, string, name, anchor, ink)

    def say(self, key: str, **facts: object) -> str:
        """A phrase in the language of the view."""
        return words.say(self.view.language, Phrase(key, facts))

    def best(self, string: str, width: int, names: tuple[FaceName, ...] = _TEXT) -> FaceName:
        """The largest of these faces in which a text fits."""
        return next((name for name in names if text_width(string, name) <= width), names[-1])


def draw(view: View, size: tuple[int, int] = (WIDTH, HEIGHT)) -> Page:
    """The page of a view; `size` is the display's."""
    page = Page(view)
    _DRAWERS[view.face.screen](page)
    _labels(page)
    if view.held is not None:
        _held(page)
    elif view.face.notice is not None:
        _panel(page, words.say(view.language, view.face.notice.phrase))
    if not view.saved:
        page.icon(WIDTH - 13, 41, "unsaved")
    return page


def texts(view: View) -> list[str]:
    """Every text that is on the screen, from top to bottom as drawn."""
    return draw(view).texts


# Parts of several screens


def _labels(page: Page) -> None:
    """The bottom row: what each button does now; inverted while it is down."""
    view = page.view
    for control, phrase in hints.key_phrases(view.face, view.sitting).items():
        left, width = CELLS[control]
        if phrase is not None:
            label = words.say(view.language, phrase)
            name = page.best(label, width, ("small", "tiny"))
            top = LABELS + (0 if name == "small" else 2)
            page.text(left + width // 2, top, label, name, "centre")
        if control in view.pressed:
            page.invert((left, LABELS, width, HEIGHT - LABELS))


def _panel(page: Page, string: str, room: int = 31) -> None:
    """A sentence in a frame over the middle of the screen, in its upper `room` rows."""
    page.fill((0, 21, WIDTH, 33), ink=0)
    page.box((0, 21, WIDTH, 33))
    for name in _TEXT:
        letters = face(name)
        lines = wrap(string, name, WIDTH - 6)
        high = letters.line * (len(lines) - 1) + letters.cap
        if high + letters.below <= room:
            break
    else:
        page.cut.append(string)
    for number, line in enumerate(lines):
        page.text(WIDTH // 2, 22 + (room - high) // 2 + number * letters.line, line, name, "centre")


def _held(page: Page) -> None:
    """A held button: a filled bar and what letting go will do, or what the button is for."""
    view = page.view
    assert view.held is not None
    if view.held.too_long:
        _panel(page, page.say(f"explain_{view.held.control}"))
        return
    phrase = hints.on_release(view.face, view.sitting, view.held.control)
    _panel(page, words.say(view.language, phrase), room=22)
    page.bar((4, 45, WIDTH - 8, 7), 1.0)


# The table


def _table(page: Page) -> None:
    state = page.view.sitting.state
    assert state is not None
    _counters(page, state)
    _fireworks(page, state)


def _counters(page: Page, state: State) -> None:
    """The top row: clue tokens, fuses, the seat to act, the deck or the turns left."""
    page.icon(0, 3, "clue" if state.clues else "clue-used")
    page.text(12, 0, str(state.clues), "large")
    total = state.setup.edition.fuses
    for number in range(total):
        burnt = number >= state.fuses
        x, y = 29 + 10 * (number // 2), 10 * (number % 2)
        page.icon(x, y, "fuse-small-burnt" if burnt else "fuse-small")
    _seat(page, state)
    if state.turns_left is not None:
        page.icon(98, 3, "hourglass")
        page.text(WIDTH, 0, str(state.turns_left), "large", "right")
    else:
        page.icon(94, 3, "deck")
        page.text(WIDTH, 0, str(state.deck), "narrow", "right")


def _seat(page: Page, state: State) -> None:
    """The mark that points to the player who acts, and the number of the place."""
    if state.over or page.view.dim_seat:
        return
    place = seats.place(page.view.sitting)
    page.icon(53, 0, f"seat-{seats.direction(place, state.setup.players)}")
    page.text(75, 0, str(place + 1), "large")


def _fireworks(page: Page, state: State) -> None:
    """Each firework: its height over its symbol; complete ones inverted, crossed where it ends early."""
    suits = state.setup.box.suits
    column = WIDTH // len(suits)
    for number, suit in enumerate(suits):
        height = state.fireworks[suit]
        middle = (2 * number + 1) * WIDTH // (2 * len(suits))
        done = height == HIGHEST
        if done:
            page.fill((middle - column // 2 + 1, 21, column - 2, 33))
        page.text(middle, 22, str(height), "large" if len(suits) < 7 else "narrow", "centre", ink=not done)
        page.symbol(middle - 5, 43, suit, 11, ink=not done)
        if reach(state, suit) < HIGHEST:
            page.icon(middle + 6, 22, "cross-small")


# Choosing


def _choosing(page: Page) -> None:
    state, spread = page.view.sitting.state, page.view.face.spread
    assert state is not None
    page.text(WIDTH // 2, 1, page.say("choosing_title"), "small", "centre")
    for control, suits in choosing.cells(state, spread).items():
        left, width = CELLS[control]
        page.box((left, 11, width, 43))
        for number, suit in enumerate(suits):
            wide = width // len(suits)
            middle = left + wide * number + wide // 2
            if not choosing.playable(state, suit):
                continue
            rank = str(choosing.next_card(state, suit).rank)
            if len(suits) == 1:
                page.symbol(middle - 7, 15, suit, 15)
                page.text(middle, 32, rank, "large", "centre")
            else:
                page.symbol(middle - 5, 17, suit, 11)
                page.text(middle, 35, rank, "medium", "centre")


# Between games


def _start(page: Page) -> None:
    draft = page.view.face.draft
    page.text(0, 1, page.say("start_title"), "medium")
    page.text(WIDTH, 3, page.say("start_edition"), "small", "right")
    page.text(0, 22, str(draft.setup.players), "huge")
    page.text(26, 34, page.say("start_players", players=""), "small")
    page.icon(86, 26, f"seat-{seats.direction(draft.first, draft.setup.players)}")
    page.text(95, 45, page.say("start_first"), "small", "centre")


def _end(page: Page) -> None:
    state = page.view.sitting.state
    assert state is not None
    if page.view.face.page == 1:
        page.text(0, 4, page.say("board_title"), "medium")
        _fireworks(page, state)
        return
    page.text(0, 1, page.say(f"end_{state.reason}"), "small")
    page.text(0, 16, str(score(state)), "huge")
    x = text_width(str(score(state)), "huge") + 6
    page.text(x, 20, page.say("points_of", maximum=max_possible(state)), "small")
    verdict = rating(state)
    line = page.say("lost") if state.status == "lost" else ""
    if verdict is not None:
        line = page.say(f"rating_{verdict}")
    for number, part in enumerate(wrap(line, "medium", WIDTH - x)):
        page.text(x, 31 + 12 * number, part, "medium")


def max_possible(state: State) -> int:
    """The highest score of the edition."""
    return HIGHEST * len([suit for suit in state.fireworks if suit != "K"])


def _put_back(page: Page) -> None:
    sitting = page.view.sitting
    page.text(0, 1, page.say("put_back_title"), "medium")
    phrase = hints.next_put_back(page.view.face, sitting)
    if phrase is not None:
        line = words.say(page.view.language, phrase)
        page.text(WIDTH // 2, 24, line, page.best(line, WIDTH), "centre")
    count = len(sitting.undone) + bool(sitting.successor)
    page.text(WIDTH // 2, 42, page.say("put_back_more", count=count), "small", "centre")


_DRAWERS: Final[Mapping[str, Callable[[Page], None]]] = {
    TABLE: _table,
    CHOOSING: _choosing,
    START: _start,
    END: _end,
    PUT_BACK: _put_back,
}
