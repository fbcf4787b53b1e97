"""The look pages: the discard pile, the outlook, the last turns, what a clue may say."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.face import seats
from companion.face.glyphs import Canvas, wrap
from companion.face.look_pages import PAGES, LookPage
from companion.face.screens.outlook import outlook
from companion.face.screens.page import PLAIN, Page
from companion.face.screens.parts import step
from companion.face.screens.pile import pile
from companion.face.spoken import latest, spoken_action
from companion.game.cards import BLACK, MULTICOLOUR
from companion.game.edition import Edition, presets
from companion.game.state import State


def look(page: Page) -> None:
    """Draw the page that is open."""
    pages = PAGES[page.face.preferences.help]
    name = pages[min(page.face.page, len(pages) - 1)]
    _PAGES[name](page, page.state)


def actions(page: Page, state: State) -> None:
    """Draw the last turns, the newest one first, each with the mark of its player."""
    first = 9 if page.beside else 10
    turns = latest(page.sitting, (page.height - first) // 11)
    page.fit(0, 0, page.say("actions_title" if turns else "actions_none"), page.room, PLAIN)
    for row, (action, before, seat) in enumerate(turns):
        y = first + 11 * row
        x = 26 if seat is None else _who(page, y, before)
        phrase = spoken_action(action, before)
        has_names = bool(page.game.began.names)
        step(page, x, y + 2, phrase, page.width - x, inside=has_names)


def _who(page: Page, y: int, before: State) -> int:
    """Draw whose turn it was. Return where the text goes on."""
    began = page.game.began
    place = seats.place(page.sitting, before)
    page.icon(0, y, f"point-{seats.direction(place, before.setup.players)}")
    if began.names:
        width = 26 if page.beside else 39
        return 18 + page.name(14, y + 2, began.names[before.seat], width)
    page.fill((13, y, 9, 10))
    page.text(17, y + 2, str(place + 1), "small", "centre", ink=0)
    return 26


def _clue(page: Page, state: State) -> None:
    """Draw what a clue may say in this edition, and how many tokens are left for it."""
    edition = state.setup.edition
    lines = [("", "clue_whom"), ("", "clue_what")]
    if edition.multicolour:
        lines.append((MULTICOLOUR, f"clue_multicolour_{edition.multicolour_clue}"))
    if edition.black:
        lines.append((BLACK, "clue_black"))
    lines.append(("", f"clue_none_{none_of(edition, page.game.began.preset)}"))
    if page.beside:
        _clue_beside(page, state, lines)
        return
    pitch = min(11, 45 // len(lines))
    page.fit(0, 0, page.say("clue_title", tokens=state.clues), page.room, PLAIN)
    y = 9 + (45 - pitch * len(lines)) // 2
    for suit, key in lines:
        x = page.symbol(0, y, suit, 7) + 3 if suit else 0
        page.fit(x, y, page.say(key), page.width - x, PLAIN)
        y += pitch


def _clue_beside(page: Page, state: State, lines: list[tuple[str, str]]) -> None:
    """Draw the same in a narrow picture, with the tokens between two labels."""
    page.icon(94, page.layout.deck + 3, "clue" if state.clues else "clue-used")
    page.text(107, page.layout.deck, str(state.clues), "large")
    page.remember(0, page.say("clue_title", tokens=state.clues))
    sentences = [("", " ".join(page.say(key) for _, key in lines[:2]))]
    sentences += [(suit, page.say(key)) for suit, key in lines[2:]]
    wrapped = []
    for suit, string in sentences:
        width = page.width - 10 if suit else page.width
        wrapped.append(wrap(string, "tiny", width))
    count = sum(map(len, wrapped))
    pitch = min(9, (page.height - 4) // count)
    apart = min(4, (page.height - 4 - pitch * count) // len(sentences))
    y = 3
    for (suit, string), rows in zip(sentences, wrapped, strict=True):
        x = page.symbol(0, y - 1, suit, 7) + 3 if suit else 0
        page.remember(y, string)
        for line in rows:
            Canvas.text(page, x, y, line, "tiny")
            y += pitch
        y += apart


def none_of(edition: Edition, preset: str = "") -> str:
    """Return whether "you have none" may be said: "yes", "no", or as "agreed".

    The text of the preset counts, else those of the edition where they agree.
    """
    names = {preset} if preset else set(presets(edition))
    if not names:
        return "agreed"
    if all(name.startswith("rr-") for name in names):
        return "no"
    return "yes" if names <= _ALLOWING else "agreed"


_ALLOWING: Final = frozenset(
    {"black-powder", "colour-avalanche", "final-flourish", "flamboyants", "grand"}
)
"""Presets whose texts allow it."""
_PAGES: Final[Mapping[LookPage, Callable[[Page, State], None]]] = {
    LookPage.PILE: pile,
    LookPage.OUTLOOK: outlook,
    LookPage.ACTIONS: actions,
    LookPage.CLUE: _clue,
}
