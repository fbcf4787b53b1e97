"""Preferences: what the group set on the device, kept from game to game."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import inf
from typing import Final, NamedTuple, TypeVar

from companion.game.kinds import distinct_type
from companion.panel import PALETTES, USUAL


class Help(StrEnum):
    """How much is said that players could find out themselves."""

    OFF = "off"
    COUNTS = "counts"
    OUTLOOK = "outlook"


class Clues(StrEnum):
    """How much is shown of what clues have said about the cards of the hands."""

    OFF = "off"
    TOUCHED = "touched"
    """What cards were pointed at for."""
    ALL = "all"
    """What they were not pointed at for, too."""


class Tiles(StrEnum):
    """Where the bonus tiles are drawn: by the device, or on the table."""

    DEVICE = "device"
    TABLE = "table"


class VoiceLevel(StrEnum):
    """How much is spoken."""

    OFF = "off"
    SHORT = "short"
    """What was done."""
    FULL = "full"
    """Whose turn it was, what it led to, and whatever else the screen says."""


class ButtonMode(StrEnum):
    """How many buttons an answer takes at most."""

    TOGETHER = "together"
    """Buttons are pressed together, to choose by columns."""
    SINGLE = "single"
    """One at a time, to choose by cells."""


class Hands(StrEnum):
    """How long a button must be down to be held."""

    USUAL = "usual"
    SLOW = "slow"


LANGUAGE: Final = "language"
CLUES: Final = "clues"
TILES: Final = "tiles"
VOLUME: Final = "sound"
CLOCK: Final = "clock"
VOICE: Final = "voice"
BUTTONS: Final = "buttons"
"""The preferences with a meaning of their own, by their keys."""
T = TypeVar("T")
BRIGHTNESS: Final = ("1", "2", "3", "4")
SILENT: Final = "off"
SOUND: Final = (SILENT, "1", "2", "3")
VOLUMES: Final = dict(zip(SOUND[1:], (0.12, 0.35, 1.0), strict=True))
"""The volume of each step: 9 dB more sound nearly twice as loud."""
DARK: Final = "off"
LIGHTS: Final = (DARK, "1", "2", "3", "4")
STILL: Final = "off"
MOTION: Final = ("on", STILL)
NUDGES: Final = {"off": inf, "1": 60.0, "2": 120.0, "5": 300.0}
"""The minutes, and so the seconds, without a turn after which the device reminds of it once."""
UNTIMED: Final = "off"
CLOCKS: Final = {UNTIMED: 0, "30": 30, "60": 60, "120": 120, "300": 300}
"""The seconds that the clock of a turn counts down from; 0 for no clock."""
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "help": tuple(Help),
    CLUES: tuple(Clues),
    TILES: tuple(Tiles),
    "brightness": BRIGHTNESS,
    "lights": LIGHTS,
    "motion": MOTION,
    "colours": PALETTES,
    VOLUME: SOUND,
    "nudge": tuple(NUDGES),
    CLOCK: tuple(CLOCKS),
    VOICE: tuple(VoiceLevel),
    BUTTONS: tuple(ButtonMode),
    "hands": tuple(Hands),
}


@distinct_type
class Preferences(NamedTuple):
    """What the device is asked to do, as it is kept."""

    language: str = ""
    """Empty until it was chosen."""
    help: str = Help.OUTLOOK
    clues: str = Clues.OFF
    """What is remembered of clues: a group's own choice."""
    tiles: str = Tiles.DEVICE
    brightness: str = "4"
    """The brightness of the screen, in four steps."""
    sound: str = "2"
    """Off, or how loud, in three steps."""
    nudge: str = "off"
    """Off, or the minutes without a turn after which the player who acts is reminded."""
    clock: str = UNTIMED
    """Off, or the seconds that the clock of a turn counts down from; it ends nothing."""
    voice: str = VoiceLevel.OFF
    lights: str = "4"
    """Off, or how bright, in four steps."""
    motion: str = MOTION[0]
    """Whether screen and lights move after a step, and the seat blinks."""
    colours: str = USUAL
    """The colours of the lights, one of the palettes."""
    buttons: str = ButtonMode.TOGETHER
    """Whether buttons are pressed together; what a build is made for, until the group chooses."""
    hands: str = Hands.USUAL

    @property
    def single(self) -> bool:
        """Whether one button is pressed at a time."""
        return self.buttons == ButtonMode.SINGLE


def read_preferences(
    kept: Mapping[str, str],
    languages: tuple[str, ...],
    language: str,
    buttons: str,
) -> Preferences:
    """Return the preferences as they were kept; what is unknown or damaged is left at its default.

    language, buttons: the defaults of this device.
    """
    valid = {**CHOICES, LANGUAGE: languages}
    known = {key: value for key, value in kept.items() if value in valid.get(key, ())}
    return Preferences(**{LANGUAGE: language, BUTTONS: buttons, **known})


def value_after(values: Sequence[T], value: T) -> T:
    """Return the value after this one, the first one after the last."""
    return values[(values.index(value) + 1) % len(values)]
