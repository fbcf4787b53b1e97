"""The table: clue tokens, fuses, whose turn it is, the deck, and the fireworks."""

from companion.face import seats
from companion.face.dialogue import practice, repairs, tips
from companion.face.glyphs import Canvas, FaceName, icon, wrap
from companion.face.preferences import Help
from companion.face.screens.page import PLAIN, WIDTH, Page
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
        page.paragraph((0, 21, WIDTH, 21), page.words(practice.line(face)), PLAIN)
        _small(page, state)
        return
    line = _line(page)
    if line is None:
        fireworks(page, state)
    else:
        page.fit(WIDTH // 2, 23, page.words(line), WIDTH, PLAIN, "centre")
        in_one_row(page, state)


def _line(page: Page) -> Phrase | None:
    """What stands above the fireworks: which turn is entered, or a tip."""
    face = page.view.face
    entry = repairs.entering(face)
    if entry is None:
        return tips.at_table(face, page.view.sitting)
    return Phrase(f"entering_{entry.kind}", {"turn": repairs.turn_told(entry)})


def symbols_top(page: Page) -> int:
    """The first row of the fireworks' symbols; heights stand beside them where there is little room."""
    face = page.view.face
    if face.practice is not None:
        return 42
    return 43 if repairs.entering(face) is None else 33


def counters(page: Page, state: State) -> None:
    """The top rows: clue tokens, fuses, the seat to act, the deck or the turns left."""
    page.icon(0, 3, "clue" if state.clues else "clue-used")
    page.text(12, 0, str(state.clues), "large")
    sign = _sign(page, state)
    for number in range(state.setup.edition.fuses):
        page.icon(*_fuse(number, bool(sign)), "fuse-small" if number < state.fuses else "fuse-small-burnt")
    _seat(page, state, 71 if sign else 53, numbered=not sign)
    if page.sign:
        _say_sign(page, sign)
    elif sign.strip():
        page.name(28, 11, sign, 42)
    _deck(page, state)


def question(page: Page, state: State, asked: str, sign: str = "") -> None:
    """The same rows with whose turn it is, the sign of what is asked about, and what is asked."""
    _seat(page, state, 0)
    x = 36
    if sign:
        x += page.icon(x + 2, 3, sign) + 5
    page.paragraph((x, 0, page.room - x, 20), asked)


def _seat(page: Page, state: State, x: int, numbered: bool = True) -> None:
    """Who acts: the mark that points to the player, and the number of the place, which blinks.

    Where a name or a warning stands in its place, the mark blinks.
    """
    dim = page.view.dim_seat
    if state.over or (dim and not numbered):
        return
    place = seats.place(page.view.sitting, state)
    page.icon(x, 0, f"seat-{seats.direction(place, state.setup.players, page.view.flipped)}")
    if numbered and not dim:
        page.text(x + 22, 0, str(place + 1), "large")


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
    return _fuse(number, bool(_sign(page, state)))


def _fuse(number: int, one_row: bool) -> tuple[int, int]:
    return (27 + 11 * number, 0) if one_row else (29 + 10 * (number // 2), 10 * (number % 2))


def _deck(page: Page, state: State) -> None:
    """The deck; once it is empty the turns left, or how many cards the player who acts still has."""
    if state.turns_left is not None:
        page.icon(98, 3, "hourglass")
        page.text(WIDTH, 0, str(state.turns_left), "large", "right")
    elif state.setup.edition.flourish and not state.deck and not state.over:
        page.icon(96, 3, "hand")
        page.text(WIDTH, 0, str(state.hands[state.seat]), "large", "right")
    else:
        page.icon(94, 3, "deck")
        page.text(WIDTH, 0, str(state.deck), "narrow", "right")


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
    if state.setup.detail == TOKENS:
        width = page.text(0, 34, str(state.played), "large")
        total = HIGHEST * len(state.fireworks)
        page.fit(width + 4, 47, page.say("cards_of", total=total), WIDTH - width - 4, PLAIN)
        return
    suits = state.setup.box.suits
    column = WIDTH // len(suits)
    size = 11 if len(suits) == 5 else 7
    for number, suit in enumerate(suits):
        x = column * number
        page.symbol(x, 34 + (20 - size) // 2, suit, size)
        if len(suits) < 7:
            page.text(x + size + 1, 34, str(top(suit, state.fireworks[suit])), "narrow")
        else:
            page.text(x + size + 1, 38, str(top(suit, state.fireworks[suit])), "medium")


def _small(page: Page, state: State) -> None:
    """The five fireworks in a single line."""
    for suit, height in state.fireworks.items():
        middle = firework_at(state, suit)
        page.symbol(middle - 10, 43, suit, 11)
        page.text(middle + 3, 43, str(height), "medium")


def _unplaced(page: Page, state: State) -> None:
    """How many cards lie on the fireworks, and how many of those are complete."""
    total = HIGHEST * len(state.fireworks)
    complete = state.unplaced_complete + sum(height == HIGHEST for height in state.fireworks.values())
    width = page.text(4, 22, str(state.played), "large")
    page.fit(4 + width + 3, 35, page.say("of_total", total=total), 60, PLAIN)
    page.fit(4, 45, page.say("cards_played"), 76, PLAIN)
    page.text(84, 22, str(complete), "large")
    page.icon(100, 24, "star")
    page.fit(84, 45, page.say("complete"), 44, PLAIN)


def firework_at(state: State, suit: str) -> int:
    """The middle column of a firework."""
    suits = state.setup.box.suits
    column = WIDTH // len(suits)
    return column * suits.index(suit) + column // 2


def _heights(page: Page, state: State) -> None:
    """Each firework: its height over its symbol; complete ones inverted, crossed where it ends early."""
    view = page.view
    suits = state.setup.box.suits
    column = WIDTH // len(suits)
    cross = "cross-small" if len(suits) == 5 else "cross-tiny"
    for suit in suits:
        height = state.fireworks[suit]
        middle = firework_at(state, suit)
        done = height == HIGHEST
        if done:
            page.fill((middle - column // 2 + 1, 21, column - 2, 33))
        digits: FaceName = "large" if len(suits) < 7 else "narrow"
        page.text(middle, 22, str(top(suit, height)), digits, "centre", ink=not done)
        page.symbol(middle - 5, 43, suit, 11, ink=not done)
        if view.face.preferences.help != Help.OFF and reach(state, suit) < HIGHEST:
            page.icon(middle + column // 2 - icon(cross).width + 1, 22, cross)
        if suit == view.face.marked:
            _gate(page, middle - column // 2, column)


def _gate(page: Page, left: int, width: int) -> None:
    """The mark of the firework that an encoder points at: a frame, open where the label is."""
    page.fill((left, 20, width + 1, 1))
    page.fill((left, 20, 1, 34))
    page.fill((left + width, 20, 1, 34))
