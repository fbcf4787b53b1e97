"""The pages that a game has, in their order: those of a look at it, and those of its end.

The table as it lay and two of the look pages are among those of an end: nobody has to undo it to
see them.
"""

from enum import StrEnum
from typing import NamedTuple

from companion.face.ending import sunk_in
from companion.face.on_table import on_table
from companion.face.preferences import Clues, Help, Preferences
from companion.face.state import Face, ScreenName
from companion.game.kinds import distinct_type
from companion.journal.sitting import Sitting


class PageName(StrEnum):
    """The pages."""

    RESULT = "result"
    STORY = "story"
    BOARD = "board"
    SUNK = "sunk"
    CURVE = "curve"
    CODE = "code"
    PILE = "pile"
    OUTLOOK = "outlook"
    ACTIONS = "actions"
    CLUE = "clue"
    HAND = "hand"


@distinct_type
class OpenPage(NamedTuple):
    """A page; of a hand with the seat of its player, from 0."""

    name: PageName
    seat: int = 0


def look_pages(preferences: Preferences, sitting: Sitting) -> tuple[OpenPage, ...]:
    """Return the look pages: the hands from that of the player who acts."""
    outlook = (PageName.OUTLOOK,) if preferences.help == Help.OUTLOOK else ()
    names = (PageName.PILE, *outlook, PageName.ACTIONS, PageName.CLUE)
    pages = [OpenPage(name) for name in names]
    if preferences.clues != Clues.OFF:
        state = on_table(sitting).state
        players = state.setup.players
        pages += [OpenPage(PageName.HAND, (state.seat + n) % players) for n in range(players)]
    return tuple(pages)


def end_pages(sitting: Sitting) -> tuple[OpenPage, ...]:
    """Return the pages of a game that is over; nothing sank where every firework is complete."""
    sunk = (PageName.SUNK,) if sunk_in(sitting) else ()
    names = (PageName.RESULT, PageName.STORY, PageName.BOARD, *sunk, PageName.CURVE, PageName.CODE)
    return tuple(OpenPage(name) for name in (*names, PageName.PILE, PageName.ACTIONS))


def open_page(face: Face, sitting: Sitting) -> OpenPage:
    """Return the page that is open; the last one for any number beyond."""
    ended = face.screen == ScreenName.END
    pages = end_pages(sitting) if ended else look_pages(face.preferences, sitting)
    return pages[min(face.page, len(pages) - 1)]
