"""Where everything of the emulated device is, worked out from what its build has.

There are two shapes. A box has its glass above the three buttons, each below what the glass says of it;
above the glass are the token lights and the strip, and to the right is a side for the fireworks with
their colour keys, the seats, and the joystick, the encoder, the undo and the power key, as wide as the
build needs.
A HAT is a board with its joystick at the left of the glass and its keys at the right.
Emulated pods are below the device.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import pygame

from companion.panel import BUTTONS, COLOUR_KEYS, DOWN, ENCODER, LEFT, PLAY, POWER, RIGHT, UNDO, UP
from hardware.emulator.window.pods import pod_boxes
from hardware.emulator.window.strip import StripRows
from wiring.spec import HAT, SUITS, Build, Place

Point = tuple[int, int]

WAYS: Final[Mapping[str, Point]] = MappingProxyType({UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)})
"""Where each direction of the joystick is, seen from its middle."""

PIXEL: Final = 4
"""The width of a pixel of the glass."""

BUTTON_RADIUS: Final = 60
HAT_KEY_RADIUS: Final = 36
STICK_RADIUS: Final = 60
CAP_RADIUS: Final = 26
"""Of the joystick's cap; around it are its directions."""
KNOB_RADIUS: Final = 44
SMALL_RADIUS: Final = 30
"""Of the undo and the power key."""
KEY_RADIUS: Final = 24
POD_RADIUS: Final = 32
"""Of a pod's arcade buttons."""

_MARGIN: Final = 38
_LEFT: Final = 84
_SIDE: Final = 640
_SIDE_WIDTH: Final = 190
_SIDE_TOP: Final = 132
_HEIGHT: Final = 700
_ROW: Final = 46
_KEY_COLUMN: Final = 56
_DECK_PITCH: Final = 28
_BUTTON_Y: Final = 524
_TOKENS: Final = 62
"""The height that the token lights take above the glass."""
_STICK: Final = "joystick"
_WIDTHS: Final[Mapping[str, int]] = MappingProxyType({_STICK: 146, ENCODER: 150, UNDO: 100, POWER: 100})
SMALL: Final = (UNDO, POWER)


class Layout:
    """The places of a build's parts; `size` is that of all of it, points are the middles of things.

    All are in pixels of a window that is as large as the layout. `glass` has four of them for each of the
    display's pixels, `pane` its dark edge too.

    What the build lacks is missing in `columns`, `buttons`, `keys`, `small` and `lights`, and None in
    `stick` and `knob`. A build with the three buttons alone is `plain`. `lights` are LEDs; the colour
    pixels are in `strip`, and the emulated pods in `pods`.
    """

    def __init__(self, build: Build) -> None:
        self.hat: Final = _is_hat(build)
        self.plain: Final = len(build.buttons) == len(BUTTONS) and not (build.encoder or self.hat)
        self.button_radius: Final = HAT_KEY_RADIUS if self.hat else BUTTON_RADIUS
        suits = build.lights.firework if build.lights else {}
        keys = [key for key in COLOUR_KEYS if key in build.buttons]
        shown = [suit for suit in SUITS if suit in suits or suit in keys] if keys else list(suits)
        deck = len(build.lights.deck) if build.lights else 0
        row = [part for part, there in _others(build).items() if there]
        width = max(
            _SIDE_WIDTH,
            12 + _KEY_COLUMN * len(shown) if keys else 0,
            _DECK_PITCH * deck,
            sum(_WIDTHS[part] for part in row),
        )
        right = (_LEFT + 980 if self.hat else _SIDE + width + 32) - 16
        self.strip: Final = StripRows(build.strip, _LEFT - 16, right - 16, _MARGIN + 18)
        # What is above the glass moves all the rest.
        tokens = build.lights is not None and bool(build.lights.clue or build.lights.fuse)
        self._down = (self.strip.panel.height + 12 if build.strip else 0) - (0 if tokens else _TOKENS)
        self.tokens_y: Final = 100 + self._down
        self.glass: Final = pygame.Rect(
            _LEFT + (200 if self.hat else 0), 146 + self._down, 128 * PIXEL, 64 * PIXEL
        )
        self.pane: Final = self.glass.inflate(20, 20)
        self._button_y: Final = _BUTTON_Y + self._down
        side_top = _SIDE_TOP + self._down
        height = _panel_height(build, bool(keys))
        # Fireworks and seats are in the middle of what is above the joystick, if there is room left.
        top = side_top + max(0, (self._button_y - 72 - (side_top + height + 78)) // 2 if keys else 0)
        self.fireworks: Final = pygame.Rect(_SIDE, top, width, height)
        self.columns: Final = _columns(self.fireworks, shown)
        self.keys: Final = {key: (self.columns[key], self.fireworks.bottom - 54) for key in keys}
        self.symbol_y: Final = self.fireworks.bottom - (54 if keys else 24)
        self.seats_y: Final = self.fireworks.bottom + 42
        self.deck_y: Final = self.seats_y + (72 if deck else 0)
        row_y = max(self._button_y, self.deck_y + 40 + STICK_RADIUS) if row else self._button_y
        bottom = self.glass.bottom + 100 if self.hat else _HEIGHT + row_y - _BUTTON_Y
        self.body: Final = pygame.Rect(_MARGIN, _MARGIN, right + 16 - _MARGIN, bottom - 2 * _MARGIN)
        self.pods: Final = pod_boxes(build, self.body.left, self.body.right, self.body.bottom + 24)
        lowest = self.pods[-1].body if self.pods else self.body
        self.size: Final = (right + 16 + _MARGIN, lowest.bottom + _MARGIN)
        spots = _spread(row, width, row_y)
        if self.hat:
            spots = {_STICK: (_LEFT + 76, self.glass.centery)}
        elif build.press_plays:
            spots[_STICK] = self._third(PLAY)
        self.stick: Final = spots.get(_STICK) if UP in build.buttons else None
        self.knob: Final = spots.get(ENCODER)
        self.small: Final = {control: spots[control] for control in SMALL if control in spots}
        arcade = [control for control in BUTTONS if control != PLAY or not build.press_plays]
        self.buttons: Final = self._hat_keys(arcade) if self.hat else {c: self._third(c) for c in arcade}
        self.lights: Final = self._lights(build)
        self._round: Final = self._round_things(build.press_plays)

    def centre(self, control: str) -> Point:
        """The middle of what works a control."""
        if control in WAYS and self.stick:
            x, y = self.stick
            across, down = WAYS[control]
            reach = (CAP_RADIUS + STICK_RADIUS) // 2
            return x + across * reach, y + down * reach
        return next(place for name, place, _ in self._round if name == control)

    def control_at(self, point: Point) -> str | None:
        """The control at this point of the window, the encoder too."""
        for control, centre, radius in self._round:
            if _within(point, centre, radius):
                return control
        if self.stick and _within(point, self.stick, STICK_RADIUS):
            across, down = point[0] - self.stick[0], point[1] - self.stick[1]
            if max(abs(across), abs(down)) <= CAP_RADIUS // 2:
                return None  # the middle of a stick that cannot be pressed
            return max(WAYS, key=lambda way: WAYS[way][0] * across + WAYS[way][1] * down)
        return None

    def _round_things(self, press_plays: bool) -> list[tuple[str, Point, int]]:
        """The control, middle and radius of everything that is round."""
        found = [(control, place, self.button_radius) for control, place in self.buttons.items()]
        found += [(control, place, KEY_RADIUS) for control, place in self.keys.items()]
        found += [(control, place, SMALL_RADIUS) for control, place in self.small.items()]
        for box in self.pods:
            found += [(control, place, KEY_RADIUS) for control, place in box.keys.items()]
        if self.knob:
            found.append((ENCODER, self.knob, KNOB_RADIUS))
        if self.stick and press_plays:
            found.append((PLAY, self.stick, CAP_RADIUS))
        return found

    def _third(self, control: str) -> Point:
        """Below the third of the glass that says what the button does."""
        return self.glass.left + self.glass.width * (2 * BUTTONS.index(control) + 1) // 6, self._button_y

    def _hat_keys(self, controls: list[str]) -> dict[str, Point]:
        """At the right of the glass, from the top."""
        pitch = self.glass.height // len(controls)
        return {
            control: (self.glass.right + 72, self.glass.top + pitch * number + pitch // 2)
            for number, control in enumerate(controls)
        }

    def _lights(self, build: Build) -> dict[Place, Point]:
        if build.lights is None:
            return {}
        fuses = len(build.lights.fuse)
        middle = (len(build.lights.deck) - 1) / 2
        return {place: self._light(place, fuses, middle) for place in build.lights.places()}

    def _light(self, place: Place, fuses: int, middle: float) -> Point:
        match place.group:
            case "clue":
                return 98 + 38 * place.number, self.tokens_y
            case "fuse":
                return self.glass.right - 14 - 38 * (fuses - 1 - place.number), self.tokens_y
            case "firework":
                lowest = self.fireworks.bottom - (102 if self.keys else 64)
                return self.columns[place.part], lowest - _ROW * place.number
            case "deck":
                return self.fireworks.centerx + round(_DECK_PITCH * (place.number - middle)), self.deck_y
            case "press":
                x, y = self._third(place.part)
                return x + BUTTON_RADIUS + 8, y - BUTTON_RADIUS + 4
            case _:
                return self.fireworks.centerx + 36 * (place.number - 2), self.seats_y


def _is_hat(build: Build) -> bool:
    """Whether the build is a HAT without anything beside it."""
    further = build.encoder or build.lights or {*SMALL, *COLOUR_KEYS} & set(build.buttons)
    return build.shape == HAT and not further


def _others(build: Build) -> dict[str, bool]:
    """The parts beside the buttons, from the left, and whether the build has them there."""
    return {
        _STICK: UP in build.buttons and not build.press_plays,
        ENCODER: build.encoder is not None,
        **{control: control in build.buttons for control in SMALL},
    }


def _panel_height(build: Build, keys: bool) -> int:
    """The height of the fireworks' panel: with keys as high as its lights, else always the same."""
    if not keys:
        return 100 + 4 * _ROW
    lights = build.lights.firework.values() if build.lights else ()
    rows = max((len(column) for column in lights), default=0)
    return 96 + _ROW * rows if rows else 92


def _columns(panel: pygame.Rect, suits: list[str]) -> dict[str, int]:
    """The middle of each firework's column."""
    width = (panel.width - 12) / max(1, len(suits))
    return {suit: round(panel.left + 6 + width * (i + 0.5)) for i, suit in enumerate(suits)}


def _spread(parts: list[str], width: int, y: int) -> dict[str, Point]:
    """The middles of the parts in a row, with the room between them shared out."""
    gap = (width - sum(_WIDTHS[part] for part in parts)) / max(1, len(parts))
    x: float = _SIDE
    spots = {}
    for part in parts:
        spots[part] = (round(x + (_WIDTHS[part] + gap) / 2), y)
        x += _WIDTHS[part] + gap
    return spots


def _within(point: Point, centre: Point, radius: int) -> bool:
    return (point[0] - centre[0]) ** 2 + (point[1] - centre[1]) ** 2 <= radius**2
