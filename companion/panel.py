"""What the companion and its hardware say to each other: nothing else crosses between the two.

The hardware puts stamped `Edge` and `Rotated` messages into the companion's queue; the companion hands
it a picture (a Pillow image of mode "1", white is lit) and a `LightPlan`. A part that fails raises
`PanelError`; the companion goes on without it and tries again later.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from PIL.Image import Image  # the buttons should not wait for it

CLUE: Final = "clue"
DISCARD: Final = "discard"
PLAY: Final = "play"
BUTTONS: Final = (CLUE, DISCARD, PLAY)

# Further controls that a build may have; each is a shortcut for steps that the buttons can do too.
UNDO: Final = "undo"

POWER: Final = "power"
"""Held, it switches the computer off."""

UP: Final = "up"
DOWN: Final = "down"
LEFT: Final = "left"
RIGHT: Final = "right"
JOYSTICK: Final = (UP, DOWN, LEFT, RIGHT)
"""The joystick's directions; its press is PLAY."""

COLOUR_KEYS: Final = ("W", "R", "B", "Y", "G", "M", "K")
"""A colour key has the letter of its suit for its name."""

ENCODER: Final = "encoder"
"""The one control that does not go down and up: it posts `Rotated`, never an `Edge`."""


class Edge(NamedTuple):
    """A control went down or up; `at` is the device's own time of the edge (monotonic seconds).

    `cancelled`: it is up since what it belongs to is gone, not since anybody let go: nothing comes of it.
    """

    control: str
    down: bool
    at: float
    cancelled: bool = False


class Rotated(NamedTuple):
    """The encoder was turned by `steps` detents, clockwise if positive; `at` as for an `Edge`."""

    steps: int
    at: float


class Supplied(NamedTuple):
    """The device's supply fell below what it needs (`low`), or is well again."""

    low: bool


PLAY_PAD: Final = "play"
DISCARD_PAD: Final = "discard"
CARD_READER: Final = "card"
"""The card readers that a build may have: two pads, or one reader for both."""


class Tagged(NamedTuple):
    """Tags came onto a card reader, once for each time they are laid there.

    ids: of all that lie on it now, in lower-case hex, the same for the same sticker always; more than
    one if several lie there. reader: PLAY_PAD, DISCARD_PAD or CARD_READER. at: as for an `Edge`.
    """

    ids: tuple[str, ...]
    reader: str
    at: float


class Plugged(NamedTuple):
    """A part on a serial link was plugged in (`there`), or is gone; `part` names it as its build does.

    Posted at each change, and once at the start for a part that is not there.
    """

    part: str
    there: bool


USUAL: Final = "usual"
RED_GREEN: Final = "red_green"
BLUE_YELLOW: Final = "blue_yellow"
PALETTES: Final = (USUAL, RED_GREEN, BLUE_YELLOW)
"""The colours that pixels may have: the usual ones, and those for people who confuse red and green, or
blue and yellow."""


class LightPlan(NamedTuple):
    """What every light should show, each value 0 (dark) to 1 (bright); a build uses what it has.

    `clue`: 8 clue tokens. `fuse`: the fuses that are left, 2 to 4. `firework`: five values a
    suit, the cards played on it from the bottom. `deck`: one a card that the deck had when the game
    began, 1 for each that is left; a build shares them out among the lights that it has. `seat`: one
    a player. `press`: a light in or beside each button, by the control's name. `brightness`: above 0 to
    1, of lights that know more than on and off; it dims all of them. `palette`: one of PALETTES, for
    pixels whose colour the build leaves open.
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
"""What the parts were set to, by group (`clue`, `fuse`, `firework`, `deck`, `seat`, `press`)."""


class Controls(Protocol):
    """The buttons, keys, joystick and encoder of a build."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every control that this build has, the encoder too."""

    def listen(self, post: Callable[[Edge | Rotated], None]) -> None:
        """From now on call `post` with every raw edge, bounces too, and every turn, from any thread.

        A control that is already down when listening begins is posted as a down edge at once. Turns
        need no debounce: there is one message a detent.
        """

    def is_down(self, control: str) -> bool:
        """Whether the control is held down, read now; the encoder never is."""

    def close(self) -> None:
        """Let the pins go."""


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

    def brightness(self, level: float) -> None:
        """How bright the display shines, from 0 (as dim as it goes) to 1 (as bright as its build says).

        A display that is not reached yet, or no more, takes the level with its next picture.

        Raises:
            PanelError: the display does not answer.
        """

    def shift(self, rows: int) -> None:
        """Move the picture down by so many rows, by the display's own means; what leaves it there is dark.

        A display that is not reached yet, or no more, is moved with its next picture.

        Raises:
            PanelError: the display does not answer.
        """

    def sleep(self) -> None:
        """Switch the display off until its next picture.

        Raises:
            PanelError: the display does not answer.
        """

    def held(self) -> "Image":
        """What the display's controller holds or, on a real bus, was last sent, even when it is asleep."""

    def close(self, keep: bool = False) -> None:
        """Blank the display, or keep its picture, and let the bus go; never raises."""


class Lights(Protocol):
    """The lights of a build."""

    def show(self, plan: LightPlan) -> None:
        """Set the lights that changed.

        Raises:
            PanelError: they cannot be set now.
        """

    def levels(self) -> LightLevels:
        """What the parts were last set to; a group that the build lacks is absent."""

    def close(self) -> None:
        """All dark, and let the pins go; never raises."""


class Link(Protocol):
    """A part on a serial link: a card reader, or a pod of further buttons and lights.

    It may be unplugged and plugged in at any time. A pod's buttons are among the build's controls, and
    its lights among the build's lights.
    """

    @property
    def name(self) -> str:
        """Of a card reader PLAY_PAD, DISCARD_PAD or CARD_READER; of a pod what its build calls it."""

    def listen(self, post: Callable[[Tagged | Plugged], None]) -> None:
        """From now on call `post`, from any thread, with every tag, and when it comes and goes."""

    def close(self) -> None:
        """Close the link; never raises."""


class Supply(Protocol):
    """What watches the device's supply of power."""

    def listen(self, post: Callable[[Supplied], None]) -> None:
        """From now on call `post`, from any thread, when it gets too low and when it is well again."""


class Speaker(Protocol):
    """What plays sounds, where the computer can."""

    def play(self, name: str) -> None:
        """Play a sound by its name, now; what still plays fades. Never blocks and never raises.

        Without a sound card, or where that takes too long, nothing is heard.
        """

    def volume(self, level: float) -> None:
        """How loud sounds are from now on, above 0 to 1."""

    def close(self) -> None:
        """Be silent, and let the card go; never raises."""


class Panel(NamedTuple):
    """A build, opened: a part that it lacks is None.

    `coloured`: some of its lights are pixels whose colours it leaves open. `flips`: its picture is to be
    turned to whoever acts.
    """

    name: str
    controls: Controls
    screen: Screen | None
    lights: Lights | None
    supply: Supply | None = None
    links: tuple[Link, ...] = ()
    speaker: Speaker | None = None
    coloured: bool = False
    flips: bool = False
