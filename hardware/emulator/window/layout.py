"""The layout of the emulated device: the place of everything that its build has.

A build is drawn to scale from its panel, or from one that is arranged for it. What is no part of a
panel is around the device: the cards of emulated readers.
"""

from collections.abc import Mapping
from typing import Final

from pygame import Rect

from companion.panel import DOWN, LEFT, RIGHT, UP
from hardware.emulator.card_deck import CardDeck
from hardware.emulator.window.cards import DeckPlaces
from hardware.emulator.window.guide import PixelPoint
from hardware.emulator.window.keyboard import JOYSTICK
from hardware.emulator.window.parts import CAP_RADIUS, STICK_RADIUS
from hardware.emulator.window.scene import Scene, first_at
from hardware.emulator.window.strip import place_strip
from hardware.emulator.window.to_scale import place_panel
from wiring.panel.arranged import arranged_panel
from wiring.spec import Build

WAYS: Final[Mapping[str, PixelPoint]] = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}
"""The place of each direction of the joystick, seen from its middle."""

_MARGIN: Final = 21
_SHADOW: Final = 8
_DECK_HEIGHT: Final = 600
_GROWTHS: Final = [1 + percent / 100 for percent in range(60, 0, -1)]
"""How much larger than to scale a glass may be where there is room, the largest first."""
_APART: Final = 6


class WindowLayout(Scene):
    """The places of a build's parts, in pixels of a window that is as large as all (`size`).

    `glass` is the display, enlarged if need be; `pane` has its dark edge too, and `room` is where
    it may grow to whole points. `lights` are LEDs; the colour pixels are in `strip`. The language
    of its texts moves nothing.
    """

    def __init__(self, build: Build, language: str = "") -> None:
        super().__init__(language)
        scaled = place_panel(self, build, build.panel or arranged_panel(build), _MARGIN, _MARGIN)
        self.body: Final = scaled.body
        self.glass: Final = scaled.shown
        self.pane: Final = scaled.pane
        self.lens_of: Final = scaled.glass if scaled.lens else None
        """The glass of a display that is shown enlarged too."""
        self.strip = scaled.strip
        self.room: Final = self._room_around(self.pane)
        bottom = max(self.body.bottom, self.pane.bottom)
        if build.strip and not self.strip.pixels:  # a board of its own, as the LED SHIM
            self.strip = place_strip(self, build.strip, _MARGIN, self.body.right, bottom + 24)
            bottom = self.strip.panel.bottom
        height = max(self.body.height, _DECK_HEIGHT)
        self.card_deck: Final = DeckPlaces(
            self, CardDeck(build), scaled.right + 40, _MARGIN, height
        )
        right = self.card_deck.box.right if self.card_deck.pads else scaled.right
        bottom = max(bottom, self.card_deck.box.bottom)
        self.size: Final = right + _MARGIN, bottom + _MARGIN + _SHADOW

    def _room_around(self, pane: Rect) -> Rect:
        """Return the largest rectangle around a pane, of its shape, that nothing else is in."""
        if self.lens_of:
            return pane.inflate(20, 20)  # the case of an enlarged glass has nothing else in it
        lights = (*self.lights.values(), *self.strip.pixels.values())
        spots = [*self.controls.values(), *(light._replace(radius=2 * _APART) for light in lights)]
        others = [spot.box for spot in spots]
        others += [rect for _, rect in self.fireworks]
        inner = self.body.inflate(-2 * _APART, -2 * _APART)
        for growth in _GROWTHS:
            room = pane.inflate(pane.width * (growth - 1), pane.height * (growth - 1))
            around = room.inflate(2 * _APART, 2 * _APART)
            if inner.contains(room) and around.collidelist(others) < 0:
                return room
        return pane

    def press_point(self, control: str) -> PixelPoint:
        """Return the point where a control is pressed."""
        if control not in WAYS:
            return self.controls[control].centre
        (x, y), radius = self.controls[JOYSTICK]
        across, down = WAYS[control]
        reach = round((CAP_RADIUS / STICK_RADIUS + 1) / 2 * radius)
        return x + across * reach, y + down * reach

    def control_at(self, point: PixelPoint) -> str | None:
        """Return the control at this point of the window; the encoder is one too."""
        control = first_at(self.controls.items(), point)
        if control != JOYSTICK:
            return control
        (x, y), radius = self.controls[JOYSTICK]
        across = point[0] - x
        down = point[1] - y
        if max(abs(across), abs(down)) <= CAP_RADIUS / STICK_RADIUS / 2 * radius:
            return None  # the middle of a stick that cannot be pressed
        return max(WAYS, key=lambda way: WAYS[way][0] * across + WAYS[way][1] * down)

    def firework_at(self, point: PixelPoint) -> str | None:
        """Return the suit of the lights at this point."""
        return first_at(self.fireworks, point)
