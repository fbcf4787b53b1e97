"""Preferences: what the group set on the device, kept from game to game."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.panel import PALETTES, USUAL

HELP: Final = ("off", "counts", "outlook")
TILES: Final = ("device", "table")
BRIGHTNESS: Final = ("1", "2", "3", "4")
SILENT: Final = "off"
SOUND: Final = (SILENT, "1", "2", "3")
DARK: Final = "off"
LIGHTS: Final = (DARK, "1", "2", "3", "4")
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "help": HELP,
    "tiles": TILES,
    "brightness": BRIGHTNESS,
    "sound": SOUND,
    "lights": LIGHTS,
    "colours": PALETTES,
}


class Preferences(NamedTuple):
    """What the device is asked to do.

    language: empty until it was chosen. help: how much is said that players could find out
    themselves. tiles: the device's own bonus tiles, or those on the table. brightness: of the
    screen, in four steps. sound: off, or how loud, in three steps. lights: off, or how bright, in four
    steps. colours: of the lights, one of the palettes.
    """

    language: str = ""
    help: str = "outlook"
    tiles: str = "device"
    brightness: str = "4"
    sound: str = "2"
    lights: str = "4"
    colours: str = USUAL


def read(kept: Mapping[str, str], languages: tuple[str, ...], language: str) -> Preferences:
    """The preferences as they were kept; what is unknown or damaged is left at its default."""
    valid = {**CHOICES, "language": languages}
    known = {key: value for key, value in kept.items() if value in valid.get(key, ())}
    return Preferences(**{"language": language, **known})


def following(key: str, value: str) -> str:
    """The value after this one, the first one after the last."""
    values = CHOICES[key]
    return values[(values.index(value) + 1) % len(values)]
