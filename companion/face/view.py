"""A view: everything that the screen and the lights are drawn from, at one instant."""

from enum import StrEnum
from typing import Final, NamedTuple

from companion.face.happened import Happened
from companion.face.state import Face
from companion.table.sitting import Sitting
from companion.table.statistics.standings import Standing

DEFAULT_LANGUAGE: Final = "en"


class Night(StrEnum):
    """How far screen and lights are switched down while no button is pressed."""

    AWAKE = ""
    DIM = "dim"
    BLANK = "blank"


class Held(NamedTuple):
    """A button that is being held; `too_long` once nothing will happen any more."""

    control: str
    too_long: bool


class View(NamedTuple):
    """What is shown; two equal views look the same.

    pressed: the controls that are down. dim_seat: the dark half of the seat's blinking. saved:
    every step is on disk. weak: the device gets too little power. happened: what the last step did,
    until the next button goes down. night: "", DIM or BLANK. shift: how many rows the picture is moved
    down, to spare the display. flipped: the table is drawn for those who sit opposite.
    standing: what the finished game means beside the others, as far as that is known.
    """

    sitting: Sitting
    face: Face
    pressed: frozenset[str] = frozenset()
    held: Held | None = None
    dim_seat: bool = False
    saved: bool = True
    weak: bool = False
    happened: Happened | None = None
    night: Night = Night.AWAKE
    shift: int = 0
    flipped: bool = False
    standing: Standing | None = None

    @property
    def language(self) -> str:
        """The language of the texts; the first one until one was chosen."""
        return self.face.preferences.language or DEFAULT_LANGUAGE
