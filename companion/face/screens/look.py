"""The look pages: the discard pile, the outlook, the last turns, what a clue may say."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.face import seats
from companion.face.look_pages import LookPage, open_page
from companion.face.screens.hand import draw_hand
from companion.face.screens.outlook import outlook
from companion.face.screens.page import Page
from companion.face.screens.parts import draw_step
from companion.face.screens.pile import draw_pile
from companion.face.screens.typography import BODY
from companion.face.shown import none_of
from companion.face.spoken import latest_actions, spoken_action
from companion.game.cards import BLACK, MULTICOLOUR
from companion.game.state import State


def look(page: Page) -> None:
    """Draw the page that is open."""
    name, seat = open_page(page.face.preferences, page.sitting, page.face.page)
    if name == LookPage.HAND:
        below = draw_player(page, 0, page.state._replace(seat=seat))
        draw_hand(page, below, seat)
    else:
        _PAGES[name](page, page.state)


def draw_actions(page: Page, state: State) -> None:
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
        return 18 + page.name(
            14, y + 2, page.called(names[before.seat], place), 26 if page.beside else 39
        )
    page.fill((13, y, 9, 10))
    page.text(17, y + 2, str(place + 1), "small", "centre", ink=0)
    return 26


def draw_clue_rules(page: Page, state: State) -> None:
    """Draw what a clue may say in this edition, and how many tokens are left for it."""
    edition = state.setup.edition
    said = [("", page.say("clue_whom"))]
    if edition.multicolour:
        said.append((MULTICOLOUR, page.say(f"clue_multicolour_{edition.multicolour_clue}")))
    if edition.black:
        said.append((BLACK, page.say("clue_black")))
    said.append(("", page.say(f"clue_none_{none_of(edition, page.game.began.preset)}")))
    title = page.say("clue_title", tokens=state.clues)
    if page.beside:  # the tokens stand between two labels
        page.icon(94, page.layout.deck + 3, "clue" if state.clues else "clue-used")
        page.text(107, page.layout.deck, str(state.clues), "large")
        page.remember(0, title)
        below = 0
    else:
        below = page.title(title)
    page.sentences((0, below, page.width, page.height - below), said)


_PAGES: Final[Mapping[LookPage, Callable[[Page, State], None]]] = {
    LookPage.PILE: draw_pile,
    LookPage.OUTLOOK: outlook,
    LookPage.ACTIONS: draw_actions,
    LookPage.CLUE: draw_clue_rules,
}
