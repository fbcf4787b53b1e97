"""Preferences: what the group set on the device, kept from game to game."""

from collections.abc import Mapping
from typing import Final, NamedTuple

HELP: Final = ("off", "counts", "outlook")
TILES: Final = ("device", "table")
BRIGHTNESS: Final = ("1", "2", "3", "4")
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {"help": HELP, "tiles": TILES, "brightness": BRIGHTNESS}


class Preferences(NamedTuple):
    """What the device is asked to do.

    language: empty until it was chosen. help: how much is said that players could find out
    themselves. tiles: the device's own bonus tiles, or those on the table. brightness: of the
    screen, in four steps.
    """

    language: str = ""
    help: str = "outlook"
    tiles: str = "device"
    brightness: str = "4"


def read(kept: Mapping[str, str], languages: tuple[str, ...], language: str) -> Preferences:
    """The preferences as they were kept; what is unknown or damaged is left at its default."""
    valid = {**CHOICES, "language": languages}
    known = {key: value for key, value in kept.items() if value in valid.get(key, ())}
    return Preferences(**{"language": language, **known})


def following(key: str, value: str) -> str:
    """The value after this one, the first one after the last."""
    values = CHOICES[key]
    return values[(values.index(value) + 1) % len(values)]
