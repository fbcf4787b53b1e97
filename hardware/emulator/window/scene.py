"""The scene in the window: controls with their captions, lights, and the fixed background."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeVar

from pygame import Rect

from companion.words.texts import texts
from hardware.emulator.window.guide import PixelPoint
from hardware.emulator.window.keyboard import LABELS
from hardware.emulator.window.parts import BODY, CAP_INK, FAINT, INK, INLAY, RIM, SHADOW, DrawnPart
from wiring.spec import Colour, LightPlace

T = TypeVar("T")

_CAP: Final = 32
"""The radius from which on a button has room for its word on its cap."""


class Spot(NamedTuple):
    """The middle of a control or a light, and its radius."""

    centre: PixelPoint
    radius: int

    @property
    def box(self) -> Rect:
        """The square around it."""
        (x, y), radius = self
        return Rect(x - radius, y - radius, 2 * radius, 2 * radius)

    def collidepoint(self, point: PixelPoint) -> bool:
        """Return True if a point is on it, as a rectangle of pygame does."""
        across, down = point[0] - self.centre[0], point[1] - self.centre[1]
        return across**2 + down**2 <= self.radius**2


class Rectangle(NamedTuple):
    """A rectangle, its colour and the radius of its corners."""

    rect: Rect
    colour: Colour
    radius: int


class Caption(NamedTuple):
    """A text of this height around a point, or to the right of it.

    width: what it may take, in smaller letters if need be; 0 for any. on_cap: it goes down with the
    cap of its control, whose middle its point is seen from.
    """

    text: str
    height: int
    at: PixelPoint
    colour: Colour = INK
    left: bool = False
    width: int = 0
    on_cap: bool = False


class Scene:
    """Collects everything that is placed, in the layout's pixels; it writes in a language."""

    def __init__(self, language: str) -> None:
        self._language: Final = language
        self.cases: Final[list[Rectangle]] = []
        self.panels: Final[list[Rectangle]] = []
        self.fixed: Final[list[tuple[DrawnPart, PixelPoint]]] = []
        self.captions: Final[list[Caption]] = []
        self.controls: Final[dict[str, Spot]] = {}
        self.lights: Final[dict[LightPlace, Spot]] = {}
        """The LEDs."""
        self.words: Final[dict[str, Caption]] = {}
        """The word of each of the three buttons, which changes."""
        self.letters: Final[dict[str, Caption]] = {}
        """The key of the keyboard that works a control."""
        self.fireworks: Final[list[tuple[str, Rect]]] = []
        """Where each suit's lights are."""

    def window_text(self, key: str, **facts: str) -> str:
        """Return a text of the window, or what a part is called, in the language of the scene."""
        return texts(self._language, "window", "wiring", "glass").fill_in(key, facts)

    def place_case(self, rect: Rect, shadow: int, radius: int, inner: int) -> None:
        """Place a housing; `shadow` is the drop of its shadow, `inner` the radius in its rim."""
        self.cases.append(Rectangle(rect.move(0, shadow), SHADOW, radius))
        self.cases.append(Rectangle(rect, RIM, radius))
        self.cases.append(Rectangle(rect.inflate(-4, -4), BODY, inner))

    def place_inlay(self, rect: Rect, colour: Colour = INLAY, radius: int = 14) -> None:
        """Place a darker panel on a housing."""
        self.panels.append(Rectangle(rect, colour, radius))

    def place_caption(self, text: str, height: int, at: PixelPoint, left: bool = False) -> None:
        """Place a caption."""
        self.captions.append(Caption(text, height, at, left=left))

    def number_seats(self, seats: Mapping[LightPlace, Spot]) -> None:
        """Place the number of each seat below its light."""
        for place, ((x, y), radius) in seats.items():
            self.place_caption(str(place.number + 1), 18, (x, y + radius + 14))

    def place_control(self, control: str, at: PixelPoint, radius: int) -> None:
        """Place a control: its letter beside its sign, or in the corner of a cap with a word."""
        self.controls[control] = Spot(at, radius)
        if control in LABELS:
            on_cap = radius >= _CAP
            aside = round(radius * (0.58 if on_cap else 0.9))
            self.letters[control] = Caption(
                LABELS[control],
                16,
                (aside, aside),
                CAP_INK if on_cap else FAINT,
                width=20,
                on_cap=on_cap,
            )

    def place_button(
        self, control: str, at: PixelPoint, radius: int, beside: Caption | None
    ) -> None:
        """Place one of the three buttons, its word on its cap or `beside` one that is small."""
        self.place_control(control, at, radius)
        if beside is None or radius >= _CAP:
            height = max(18, round(radius * 0.42))
            width = round(radius * 1.45)
            self.words[control] = Caption("", height, (0, 0), CAP_INK, width=width, on_cap=True)
            return
        self.words[control] = beside
        letter = self.letters[control]
        self.letters[control] = letter._replace(
            at=(0, 0), colour=CAP_INK, width=2 * radius, on_cap=True
        )


def first_at(places: Iterable[tuple[T, Spot | Rect]], point: PixelPoint) -> T | None:
    """Return the name of the first of the places that is at a point."""
    for name, place in places:
        if place.collidepoint(point):
            return name
    return None
