"""A view: everything that the screen and the lights are drawn from, at one instant."""

from typing import Final, NamedTuple

from companion.face.state import Face
from companion.table.sitting import Sitting

DEFAULT_LANGUAGE: Final = "en"


class Held(NamedTuple):
    """A button that is being held; `too_long` once nothing will happen any more."""

    control: str
    too_long: bool


class View(NamedTuple):
    """What is shown; two equal views look the same.

    pressed: the controls that are down. dim_seat: the dark half of the seat's blinking. saved:
    every step is on disk. weak: the device gets too little power.
    """

    sitting: Sitting
    face: Face
    pressed: frozenset[str] = frozenset()
    held: Held | None = None
    dim_seat: bool = False
    saved: bool = True
    weak: bool = False

    @property
    def language(self) -> str:
        """The language of the texts; the first one until one was chosen."""
        return self.face.preferences.language or DEFAULT_LANGUAGE
