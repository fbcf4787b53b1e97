"""The parts of the device on the page: its controls, its glass, and its lights."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from companion.panel import (
    ENCODER,
    Edge,
    LightLevels,
    LightPlan,
    Panel,
    Rotated,
    Unusable,
)
from hardware.lights.values import levels, place_values
from wiring.spec import Build, LightPlace

if TYPE_CHECKING:
    from PIL.Image import Image

SHORTEST_S: Final = 0.03
"""A press lasts at least so long: a touch may be shorter, which on a wire would be a spike."""


class PageControls:
    """The buttons, keys, joystick and encoder (see `companion.panel.Controls`)."""

    def __init__(self, build: Build) -> None:
        self.names: Final = (*build.buttons, *((ENCODER,) if build.encoder else ()))
        self._down: Final[dict[str, float]] = {}
        """When each control went down that is down."""
        self._post: Callable[[Edge | Rotated | Unusable], None] = lambda message: None

    def listen(self, post: Callable[[Edge | Rotated | Unusable], None]) -> None:
        """Call `post` from now on with every edge and every turn."""
        self._post = post

    def is_down(self, control: str) -> bool:
        """Return True if the control is down."""
        return control in self._down

    def move(self, control: str, down: bool, at: float, cancelled: bool = False) -> None:
        """Press or release a control; a second press of it changes nothing."""
        if down == self.is_down(control) or control not in self.names:
            return
        if down:
            self._down[control] = at
        else:
            at = max(at, self._down.pop(control) + SHORTEST_S)
        self._post(Edge(control, down, at, cancelled))

    def rotate(self, steps: int, at: float) -> None:
        """Turn the encoder."""
        self._post(Rotated(steps, at))

    def close(self) -> None:
        """Do nothing: there are no pins to release."""


class PageGlass:
    """The display (see `companion.panel.Screen`): `lit` are its rows of pixels, a bit each."""

    size: Final = (128, 64)

    def __init__(self) -> None:
        self.lit = bytes(1024)
        self.level = 1.0
        """Its brightness, 0 to 1; 0 while it sleeps."""
        self._level = 1.0
        self._picture: Image | None = None

    def show(self, picture: "Image") -> None:
        """Show a picture."""
        self._picture = picture
        self.lit = picture.tobytes()
        self.level = self._level

    def refresh(self, undisturbed: Callable[[], bool]) -> bool:
        """Do nothing: this display forgets nothing."""
        return True

    def brightness(self, level: float) -> None:
        """Set the brightness."""
        self._level = self.level = level

    def shift(self, rows: int) -> None:
        """Do nothing: this display does not wear."""

    def sleep(self) -> None:
        """Go dark until the next picture."""
        self.lit = bytes(1024)
        self.level = 0.0

    def held_picture(self) -> "Image":
        """Return the picture that was shown last."""
        assert self._picture is not None
        return self._picture

    def close(self, keep: bool = False) -> None:
        """Do nothing: the page is closed with it."""


class PageLights:
    """The lights (see `companion.panel.Lights`): LEDs and colour pixels, by their places."""

    def __init__(self, build: Build) -> None:
        self._build: Final = build
        pixels = tuple(build.strip.groups.places()) if build.strip else ()
        self._pixels: Final = frozenset(pixels)
        self.places: Final = (*(build.lights.places() if build.lights else ()), *pixels)
        self._values: dict[LightPlace, float] = {}
        self._plan = LightPlan()

    def show(self, plan: LightPlan) -> None:
        """Set the lights."""
        self._plan = plan
        self._values = place_values(plan, self.places)

    def refresh(self) -> None:
        """Do nothing: these lights forget nothing."""

    def levels(self) -> LightLevels:
        """Return the levels of all lights, by group."""
        return levels(self.places, lambda place: self._values.get(place, 0.0))

    def shine(self) -> list[tuple[str, float, tuple[int, int, int]]]:
        """Return each light's name, its brightness, and its colour for a colour pixel."""
        return [(name(place), self._level(place), self._colour(place)) for place in self.places]

    def close(self) -> None:
        """Do nothing: the page is closed with it."""

    def _level(self, place: LightPlace) -> float:
        """Return the brightness; an LED at a pin is on or off."""
        value = self._values.get(place, 0.0)
        return value * self._plan.brightness if place in self._pixels else float(value > 0)

    def _colour(self, place: LightPlace) -> tuple[int, int, int]:
        strip = self._build.strip
        if strip is None or place not in self._pixels:
            return (0, 0, 0)
        return strip.palettes[self._plan.palette][place]


def name(place: LightPlace) -> str:
    """Return the name of a light on the page."""
    return f"{place.group}.{place.part}.{place.number}"


def page_panel(build: Build) -> tuple[Panel, PageControls, PageGlass, PageLights | None]:
    """Return the panel of a build on the page, and its parts."""
    controls = PageControls(build)
    glass = PageGlass()
    lights = PageLights(build) if build.lights or build.strip else None
    panel = Panel(
        build.name,
        controls,
        glass,
        lights,
        coloured=build.has_open_colours,
        flips=build.flips,
        labels=build.labels,
    )
    return panel, controls, glass, lights
