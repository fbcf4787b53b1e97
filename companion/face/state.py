"""Where the face is: which screen, what is half chosen, what is being said."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.game.setup import Setup
from companion.table.sitting import Sitting

START: Final = "start"
TABLE: Final = "table"
CHOOSING: Final = "choosing"
PUT_BACK: Final = "put back"
END: Final = "end"

NOTICE: Final = 4.0
"""Seconds that a notice stays."""


class Phrase(NamedTuple):
    """Something to say in any language: a key of the words, and the facts that fill it in."""

    key: str
    facts: Mapping[str, object] = {}


class Notice(NamedTuple):
    """Something said for a while.

    until: None for "until the next press". refusal: a press was refused.
    """

    phrase: Phrase
    until: float | None
    refusal: bool = False


class Draft(NamedTuple):
    """The next game, as the start screen has it so far."""

    setup: Setup
    names: tuple[str, ...] = ()
    first: int = 0


class Face(NamedTuple):
    """The face, apart from the game itself; never changed, only replaced.

    spread: while choosing, the suits of the cell that was opened. touched: the last press on an
    open prompt. acted: when the last action counted. last: the control pressed last, and when it
    was let go. recent: when the last few gestures began. page: of the end screen.
    """

    screen: str
    draft: Draft
    spread: tuple[str, ...] = ()
    touched: float = float("-inf")
    acted: float = float("-inf")
    last: tuple[str, float] = ("", float("-inf"))
    recent: tuple[float, ...] = ()
    page: int = 0
    notice: Notice | None = None


def resting(sitting: Sitting) -> str:
    """The screen that a sitting rests on when nobody chooses anything."""
    if sitting.state is None:
        return START
    return END if sitting.state.over else TABLE


def wake(sitting: Sitting) -> Face:
    """The face at power-on: the table in mid-game, else the start of the next game."""
    screen = TABLE if sitting.playing else START
    return Face(screen, draft(sitting))


def draft(sitting: Sitting) -> Draft:
    """The next game as the last one was."""
    if sitting.began is None:
        return Draft(Setup(players=3))
    return Draft(sitting.began.setup, sitting.began.names, sitting.began.first)
