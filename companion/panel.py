"""The interface between the companion and its hardware: nothing else crosses between the two.

The hardware puts stamped `Edge` and `Rotated` messages into the companion's queue. The companion
gives it a picture (a Pillow image of mode "1", white is lit) and a `LightPlan`. A part that fails
raises `PanelError`; the companion continues without it and tries again later.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from PIL.Image import Image  # its import would delay the buttons

Clock = Callable[[], float]
"""Returns the time in seconds; a test may hand one in that it moves itself."""

CLUE: Final = "clue"
DISCARD: Final = "discard"
PLAY: Final = "play"
BUTTONS: Final = (CLUE, DISCARD, PLAY)

# Further controls that a build may have; each is a shortcut for steps that the buttons can do too.
UNDO: Final = "undo"

POWER: Final = "power"
"""Held down, it switches the computer off."""

UP: Final = "up"
DOWN: Final = "down"
LEFT: Final = "left"
RIGHT: Final = "right"
JOYSTICK: Final = (UP, DOWN, LEFT, RIGHT)
"""The joystick's directions; its press is PLAY."""

COLOUR_KEYS: Final = ("W", "R", "B", "Y", "G", "M", "K")
"""A colour key has the letter of its suit for its name."""

ENCODER: Final = "encoder"
"""The only control that does not go down and up: it posts `Rotated`, never an `Edge`."""


class Edge(NamedTuple):
    """A control went down or up; `at` is the device's own time of the edge (monotonic seconds).

    `cancelled`: it counts as up because its device is gone, not because it was released; the press
    has no effect.
    """

    control: str
    down: bool
    at: float
    cancelled: bool = False


class Rotated(NamedTuple):
    """The encoder turned by `steps` detents, clockwise if positive; `at` as for an `Edge`."""

    steps: int
    at: float


class Touched(NamedTuple):
    """A finger or a mouse touched what the device shows.

    place: the column and the row of the display, or the suit of a firework whose lights were
    touched. at: as for an `Edge`.
    """

    place: tuple[int, int] | str
    at: float


class Unusable(NamedTuple):
    """A control cannot be used for now: another program has one of its pins; `why` is a sentence.

    With an empty `why` it can be used again. Posted for each such control at the start, and when it
    changes.
    """

    control: str
    why: str


class Supplied(NamedTuple):
    """The supply voltage fell below what the device needs (`low`), or has recovered."""

    low: bool


class Charge(StrEnum):
    """How full a battery is."""

    FINE = "fine"
    LOW = "low"
    EMPTY = "empty"


class Charged(NamedTuple):
    """The battery became so full; also posted at once where it is not fine."""

    charge: Charge


PLAY_PAD: Final = "play"
DISCARD_PAD: Final = "discard"
CARD_READER: Final = "card"
"""The card readers that a build may have: two pads, or one reader for both purposes."""


class Tagged(NamedTuple):
    """Tags were laid on a card reader; posted once each time.

    ids: those of all tags that lie on it now, in lower-case hex; a sticker always has the same id.
    reader: PLAY_PAD, DISCARD_PAD or CARD_READER. at: as for an `Edge`.
    """

    ids: tuple[str, ...]
    reader: str
    at: float


class Plugged(NamedTuple):
    """A card reader or a keypad was plugged in (`there`), or is gone.

    Posted at each change, and once at the start if the part is absent. `part`: PLAY_PAD,
    DISCARD_PAD or CARD_READER, or what the build calls the device of a keypad.
    """

    part: str
    there: bool


USUAL: Final = "usual"
RED_GREEN: Final = "red_green"
BLUE_YELLOW: Final = "blue_yellow"
PALETTES: Final = (USUAL, RED_GREEN, BLUE_YELLOW)
"""The colours of pixels: the usual ones, and those for people who confuse red and green, or blue
and yellow."""


class LightPlan(NamedTuple):
    """What every light should show, from 0 (dark) to 1 (bright); a build uses what it has.

    `clue`: 8 clue tokens. `fuse`: the remaining fuses, 2 to 4. `firework`: five values per suit,
    the cards played on it from the bottom. `deck`: one value per card that the deck had when the
    game began, 1 for each that is left; a build divides them among its lights. `seat`: one per
    player. `press`: a light in or beside each button, by the control's name. `brightness`: above 0
    to 1, dims all lights that are not just on or off. `palette`: one of PALETTES, for pixels whose
    colour the build leaves open.
    """

    clue: tuple[float, ...] = ()
    fuse: tuple[float, ...] = ()
    firework: Mapping[str, tuple[float, ...]] = {}
    deck: tuple[float, ...] = ()
    seat: tuple[float, ...] = ()
    press: Mapping[str, float] = {}
    brightness: float = 1.0
    palette: str = USUAL


DARK: Final = LightPlan()

LightLevels = Mapping[str, list[float] | dict[str, list[float]]]
"""The levels that the parts were set to, by group: `clue`, `fuse`, `firework` and so on."""


class Controls(Protocol):
    """The buttons, keys, joystick, encoder and keypads of a build."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every control that this build has, the encoder too."""

    def listen(self, post: Callable[[Edge | Rotated | Unusable | Plugged], None]) -> None:
        """Call `post` from now on, from any thread, with every raw edge and every turn.

        Edges have their bounces; turns need no debouncing: there is one message per detent. A
        control that is already down is posted as a down edge at once. A control whose pins are
        taken is posted as unusable, and tried again now and then.
        """

    def watermark(self) -> float:
        """Return the time up to which every edge and every turn is posted; post what waits first.

        It is infinite where there is nothing to wait for. Nothing may be decided about a later
        moment.
        """

    def is_down(self, control: str) -> bool:
        """Return True if the control is down, read now; the encoder and an absent one never are."""

    def close(self) -> None:
        """Release the pins."""


class Screen(Protocol):
    """The display of a build."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def show(self, picture: "Image") -> None:
        """Send what changed since the last picture.

        Raises:
            PanelError: the display does not answer; the next call sends set-up and a full frame.
        """

    def refresh(self, undisturbed: Callable[[], bool]) -> bool:
        """Send set-up and picture again: the display may have lost its power and forgotten them.

        Give up, and return False, once `undisturbed` does. A display that sleeps stays dark.

        Raises:
            PanelError: the display does not answer; the next call sends set-up and a full frame.
        """

    def set_brightness(self, level: float) -> None:
        """Set the brightness, from 0 (the dimmest possible) to 1 (the contrast of its build).

        A display that does not answer now takes the level with its next picture.

        Raises:
            PanelError: the display does not answer.
        """

    def shift_picture(self, rows: int) -> None:
        """Move the picture down by some rows in the display's controller; rows moved out are lost.

        A display that does not answer now is moved with its next picture.

        Raises:
            PanelError: the display does not answer.
        """

    def sleep(self) -> None:
        """Switch the display off until its next picture.

        Raises:
            PanelError: the display does not answer.
        """

    def held_picture(self) -> "Image":
        """Return the last picture sent, even while the display sleeps."""

    def close(self, keep: bool = False) -> None:
        """Blank the display, or keep its picture, and release the bus; never raises."""


class Lights(Protocol):
    """The lights of a build."""

    def show(self, plan: LightPlan) -> None:
        """Set the lights that changed.

        Raises:
            PanelError: they cannot be set now.
        """

    def refresh(self) -> None:
        """Send all again to parts that may have lost their power, and with it what they showed.

        Raises:
            PanelError: they cannot be set now.
        """

    def held_levels(self) -> LightLevels:
        """Return the levels that the parts were last set to, without groups that it lacks."""

    def close(self) -> None:
        """Switch all lights off and release the pins; never raises."""


class SerialPart(Protocol):
    """A card reader on a serial link, which may be unplugged and plugged in again at any time."""

    @property
    def name(self) -> str:
        """PLAY_PAD, DISCARD_PAD or CARD_READER."""

    def listen(self, post: Callable[[Tagged | Plugged], None]) -> None:
        """Call `post` from now on, from any thread, with tags, and when the part comes or goes."""

    def close(self) -> None:
        """Close the link; never raises."""


class Supply(Protocol):
    """Watches the supply voltage."""

    def listen(self, post: Callable[[Supplied], None]) -> None:
        """Call `post` from now on, from any thread, when the voltage gets too low or recovers."""


class Battery(Protocol):
    """Watches a battery."""

    def listen(self, post: Callable[[Charged], None]) -> None:
        """Call `post` from now on, from any thread, when the battery gets low, empty or fine."""


class Speech(NamedTuple):
    """Something to speak, and the code of its language."""

    text: str
    language: str
    seconds: float = 0.0
    """About how long that takes."""


class Speaker(Protocol):
    """Plays sounds and speaks, if the computer can."""

    def play(self, name: str) -> None:
        """Play a sound by its name now; what is still heard fades out. Never blocks, never raises.

        Without a sound card, or if opening it takes too long, nothing is heard.
        """

    def say(self, words: Callable[[], Speech | None], sound: str = "") -> None:
        """Play a sound, if one is named, and speak after it. As `play` else.

        words: makes the words, in a thread of the speaker's own; None for none. It never raises.
        """

    def hush(self) -> None:
        """End what is heard, and make ready for words; as `play` else."""

    def can_speak(self) -> bool:
        """Return True if there is what makes words; whether a card plays them shows later."""

    def set_volume(self, level: float) -> None:
        """Set the volume from now on, above 0 to 1."""

    def close(self) -> None:
        """Stop all sound and release the card; never raises."""


class Side(StrEnum):
    """Where the labels of the three buttons stand on the display."""

    BELOW = "below"
    RIGHT = "right"


class Labels(NamedTuple):
    """How the labels of the three buttons stand, so that each is beside its button."""

    side: Side = Side.BELOW
    order: tuple[str, ...] = BUTTONS
    """The buttons from the left, where their labels stand below the picture; else from the top."""
    marks: str = ""
    """What is printed at clue, discard and play, a character each; empty for nothing."""
    rows: tuple[int, ...] = ()
    """The row of the picture beside which the middle of each button lies, where their labels stand
    at its right; it may lie outside of the picture. Empty for even distances."""

    @property
    def in_a_row(self) -> bool:
        """Whether the buttons lie below the display in their usual order."""
        return self == Labels()


class Panel(NamedTuple):
    """An opened build; a part that it lacks is None."""

    name: str
    controls: Controls
    screen: Screen | None
    lights: Lights | None
    supply: Supply | None = None
    links: tuple[SerialPart, ...] = ()
    speaker: Speaker | None = None
    coloured: bool = False
    """Whether some of its lights are pixels whose colours the build leaves open."""
    flips: bool = False
    """Whether the picture is turned towards the player to act."""
    labels: Labels = Labels()
    stickers: Mapping[str, str] = {}
    """The cards of stickers that need no enrolment, such as R1, by the sticker's id."""
    battery: Battery | None = None
    wears: bool = True
    """Whether the display's pixels age, so that its picture moves by a row from time to time."""

    @property
    def shortcut(self) -> str:
        """What tells a turn in one step, beside the three buttons: keys, pads or nothing."""
        if any(link.name == PLAY_PAD for link in self.links):
            return "pads"
        return "keys" if set(COLOUR_KEYS) & set(self.controls.names) else ""

    @property
    def lacks(self) -> frozenset[str]:
        """The preferences that mean nothing on this build."""
        if self.lights is None:
            return frozenset({"lights", "colours"})
        return frozenset() if self.coloured else frozenset({"colours"})
