"""A view: everything that the screen and the lights are drawn from, at one instant."""

from enum import StrEnum
from typing import NamedTuple

from companion.face.happened import StepEffects
from companion.face.state import Face
from companion.face.words import DEFAULT
from companion.game.kinds import distinct_type
from companion.journal.sitting import EMPTY, Sitting
from companion.journal.statistics.standings import Standing


class Night(StrEnum):
    """How far screen and lights are switched down while no button is pressed."""

    AWAKE = ""
    DIM = "dim"
    BLANK = "blank"


@distinct_type
class Held(NamedTuple):
    """A button that is being held; `too_long` once nothing will happen any more."""

    control: str
    too_long: bool
    is_void: bool = False
    """The screen changed under it, so that nothing will happen."""


@distinct_type
class Holding(NamedTuple):
    """A button that is down for longer than most taps, and will be held if it stays down."""

    control: str
    since: float
    """From when on its bar of words is shown."""
    until: float
    """When it is held."""


@distinct_type
class TurnClock(NamedTuple):
    """The clock of the turn: what it counts down from, in seconds, and since when."""

    limit: int
    since: float


@distinct_type
class View(NamedTuple):
    """What is shown; two equal views look the same."""

    sitting: Sitting
    """The game at hand, on which presses act."""
    face: Face
    pressed: frozenset[str] = frozenset()
    """The controls that are down."""
    held: Held | None = None
    holding: Holding | None = None
    """What will be held, if a hold of it means something."""
    dim_seat: bool = False
    """The dark half of the seat's blinking."""
    saved: bool = True
    """Every step is on disk."""
    lost: int | None = None
    """The turn from which on the game is not on disk; 0 for all of it, None for no turn."""
    weak: bool = False
    """The device gets too little power."""
    battery: bool = False
    """The battery is low."""
    mistaken: bool = False
    """The program made a mistake since the last press that worked."""
    unanswered: bool = False
    """A question was spoken and waits for so long that its answers are spoken too."""
    happened: StepEffects | None = None
    """What the last step did, until the next button goes down."""
    night: Night = Night.AWAKE
    shift: int = 0
    """The number of rows that the picture is moved down, to spare the display."""
    flipped: bool = False
    """The table is drawn for players opposite."""
    group: Sitting = EMPTY
    """The game on the group's table, where the one at hand is practised, or a part of it."""
    clock: TurnClock | None = None
    """That of the turn on the group's table, if the group wants one."""
    left: int | None = None
    """What the display has of it: the seconds that are left, below zero those that went over."""
    standing: Standing | None = None
    """What the finished game means beside the others, as far as that is known."""

    @property
    def sign(self) -> str:
        """What is wrong with the device, the worst of it; empty for nothing."""
        if not self.saved:
            return "unsaved"
        if self.weak:
            return "weak"
        return "battery" if self.battery else ""

    @property
    def language(self) -> str:
        """The language of the texts; the first one until one was chosen."""
        return self.face.preferences.language or DEFAULT
