"""The look pages: which there are, and in which order."""

from enum import StrEnum
from typing import NamedTuple

from companion.face.on_table import on_table
from companion.face.preferences import Clues, Help, Preferences
from companion.game.kinds import kind
from companion.journal.sitting import Sitting


class LookPage(StrEnum):
    """The look pages, in their order."""

    PILE = "pile"
    OUTLOOK = "outlook"
    ACTIONS = "actions"
    CLUE = "clue"
    HAND = "hand"


@kind
class OpenPage(NamedTuple):
    """A look page; of a hand with the seat of its player, from 0."""

    name: LookPage
    seat: int = 0


def look_pages(preferences: Preferences, sitting: Sitting) -> tuple[OpenPage, ...]:
    """Return the look pages; the hands come last, that of the player who acts first."""
    without = {LookPage.HAND}
    if preferences.help != Help.OUTLOOK:
        without.add(LookPage.OUTLOOK)
    pages = [OpenPage(page) for page in LookPage if page not in without]
    if preferences.clues != Clues.OFF:
        state = on_table(sitting).state
        players = state.setup.players
        pages += [OpenPage(LookPage.HAND, (state.seat + n) % players) for n in range(players)]
    return tuple(pages)


def open_page(preferences: Preferences, sitting: Sitting, number: int) -> OpenPage:
    """Return the look page of a number, from 0; the last one for any beyond."""
    pages = look_pages(preferences, sitting)
    return pages[min(number, len(pages) - 1)]
