"""The scene in the window: controls with their captions, lights, and the fixed background."""

from collections.abc import Iterable
from itertools import accumulate, pairwise
from typing import Final, NamedTuple, TypeVar

from pygame import Rect

from companion.panel import COLOUR_KEYS, ENCODER
from companion.words.texts import texts
from hardware.emulator.device import at_panel
from hardware.emulator.window.guide import PixelPoint
from hardware.emulator.window.keyboard import JOYSTICK, LABELS
from hardware.emulator.window.parts import BODY, INK, INLAY, LATCH_RADIUS, RIM, SHADOW, DrawnPart
from wiring.spec import Colour, LightPlace

T = TypeVar("T")

_KEY_WORDS: Final = {JOYSTICK: "arrow_keys", ENCODER: "wheel"}
"""The words for the keys of controls that have several."""


class Spot(NamedTuple):
    """A control's middle and its radius."""

    centre: PixelPoint
    radius: int

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
    """A text of this height around a point, or to the right of it."""

    text: str
    height: int
    at: PixelPoint
    colour: Colour = INK
    left: bool = False


class Style(NamedTuple):
    """A kind of control: its radius, the width of its cell in a row, and its captions.

    Their points are seen from its middle; `{name}` is the control, `{key}` its key on the keyboard.
    `latch` is the place of the sign that latches it, if it has one.
    """

    radius: int
    width: int
    captions: tuple[Caption, ...]
    latch: PixelPoint | None = None


class Scene:
    """Collects everything that is placed, in the layout's pixels; it writes in a language."""

    def __init__(self, language: str) -> None:
        self._language: Final = language
        self.cases: Final[list[Rectangle]] = []
        self.panels: Final[list[Rectangle]] = []
        self.fixed: Final[list[tuple[DrawnPart, PixelPoint]]] = []
        self.captions: Final[list[Caption]] = []
        self.controls: Final[dict[str, Spot]] = {}
        self.lights: Final[dict[LightPlace, PixelPoint]] = {}
        """The LEDs."""
        self.latches: Final[dict[str, Spot]] = {}
        """The sign beside each button that latches it."""
        self.fireworks: Final[list[tuple[str, Rect]]] = []
        """Where each suit's lights are."""

    def say(self, key: str, **facts: str) -> str:
        """Return a text of the window, or what a part is called, in the language of the scene."""
        return texts(self._language, "window", "wiring", "glass").fill_in(key, facts)

    def case(self, rect: Rect, shadow: int, radius: int, inner: int) -> None:
        """Place a housing; `shadow` is the drop of its shadow, `inner` the radius in its rim."""
        self.cases.append(Rectangle(rect.move(0, shadow), SHADOW, radius))
        self.cases.append(Rectangle(rect, RIM, radius))
        self.cases.append(Rectangle(rect.inflate(-4, -4), BODY, inner))

    def panel(self, rect: Rect, colour: Colour = INLAY, radius: int = 14) -> None:
        """Place a darker panel on a housing."""
        self.panels.append(Rectangle(rect, colour, radius))

    def write(
        self, text: str, height: int, at: PixelPoint, colour: Colour = INK, left: bool = False
    ) -> None:
        """Place a caption."""
        self.captions.append(Caption(text, height, at, colour, left))

    def control(self, control: str, at: PixelPoint, style: Style, key: str | None = None) -> None:
        """Place a control and its captions, with its usual key or another text for that."""
        x, y = at
        self.controls[control] = Spot(at, style.radius)
        if style.latch:
            across, down = style.latch
            self.latches[control] = Spot((x + across, y + down), LATCH_RADIUS)
        part = at_panel(control)
        name = self.say(f"label_{part}" if part in COLOUR_KEYS else f"control_{part}")
        if key is None:
            words = _KEY_WORDS.get(control)
            key = self.say(words) if words else LABELS.get(control, "")
        for caption in style.captions:
            text = caption.text.format(name=name, key=key).strip()
            across, down = caption.at
            self.captions.append(caption._replace(text=text, at=(x + across, y + down)))


def first_at(places: Iterable[tuple[T, Spot | Rect]], point: PixelPoint) -> T | None:
    """Return the name of the first of the places that is at a point."""
    for name, place in places:
        if place.collidepoint(point):
            return name
    return None


def middles(left: float, widths: Iterable[float]) -> list[int]:
    """Return the middles of cells of these widths in a row."""
    return [round((begin + end) / 2) for begin, end in pairwise(accumulate(widths, initial=left))]
