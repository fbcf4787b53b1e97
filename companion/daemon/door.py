"""The two sockets, by their names alone: `companion ctl` starts with this module."""

from enum import StrEnum
from typing import Final


class Door(StrEnum):
    """A socket of the companion."""

    CONTROL = "control"
    """It takes turns and presses buttons."""
    VIEW = "view"
    """Nothing that is asked there changes a game in progress."""


STREAMS: Final = ("subscribe", "watch")
"""The requests whose answer further lines follow."""
