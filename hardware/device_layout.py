"""Where everything of the emulated device is in its window, worked out from what its build has.

The glass, the token lights and the buttons always have the same place. To their right is a side for
the fireworks with their colour keys, the seats, and the joystick, the encoder and the undo key: it is
as wide as the build needs.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import pygame

from companion.panel import BUTTONS, COLOUR_KEYS, DOWN, ENCODER, LEFT, PLAY, RIGHT, UNDO, UP
from hardware.build import SUITS, Build
from hardware.leds import Place, places

Point = tuple[int, int]

WAYS: Final[Mapping[str, Point]] = MappingProxyType({UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)})
"""Where each direction of the joystick is, seen from its middle."""

PIXEL: Final = 4
"""The width of a pixel of the glass."""

BUTTON_RADIUS: Final = 60
STICK_RADIUS: Final = 60
CAP_RADIUS: Final = 26
"""Of the joystick's cap; around it are its directions."""
KNOB_RADIUS: Final = 44
UNDO_RADIUS: Final = 30
KEY_RADIUS: Final = 24

_MARGIN: Final = 38
_SIDE: Final = 640
_SIDE_WIDTH: Final = 190
_SIDE_TOP: Final = 132
_HEIGHT: Final = 700
_ROW: Final = 46
_KEY_COLUMN: Final = 56
_BUTTON_Y: Final = 524
_STICK: Final = "joystick"
_WIDTHS: Final[Mapping[str, int]] = MappingProxyType({_STICK: 146, ENCODER: 150, UNDO: 100})


class Layout:
    """The places of a build's parts; `size` is that of the window, points are the middles of things.

    What the build lacks is missing in `columns`, `buttons`, `keys` and `lights`, and None in `undo`,
    `stick` and `knob`. A build with the three buttons alone is `plain`.
    """

    def __init__(self, build: Build) -> None:
        self.glass: Final = pygame.Rect(84, 146, 128 * PIXEL, 64 * PIXEL)
        self.plain: Final = len(build.buttons) == len(BUTTONS) and build.encoder is None
        suits = build.lights.firework if build.lights else {}
        keys = [key for key in COLOUR_KEYS if key in build.buttons]
        shown = [suit for suit in SUITS if suit in suits or suit in keys] if keys else list(suits)
        row = [part for part, there in _others(build).items() if there]
        width = max(
            _SIDE_WIDTH,
            12 + _KEY_COLUMN * len(shown) if keys else 0,
            sum(_WIDTHS[part] for part in row),
        )
        height = _panel_height(build, bool(keys))
        # Fireworks and seats are in the middle of what is above the joystick, if there is room left.
        top = _SIDE_TOP + max(0, (_BUTTON_Y - 72 - (_SIDE_TOP + height + 78)) // 2 if keys else 0)
        self.fireworks: Final = pygame.Rect(_SIDE, top, width, height)
        self.columns: Final = _columns(self.fireworks, shown)
        self.keys: Final = {key: (self.columns[key], self.fireworks.bottom - 54) for key in keys}
        self.symbol_y: Final = self.fireworks.bottom - (54 if keys else 24)
        self.seats_y: Final = self.fireworks.bottom + 42
        row_y = max(_BUTTON_Y, self.seats_y + 40 + STICK_RADIUS) if row else _BUTTON_Y
        self.size: Final = (_SIDE + width + 32 + _MARGIN, _HEIGHT + row_y - _BUTTON_Y)
        self.body: Final = pygame.Rect(
            _MARGIN, _MARGIN, self.size[0] - 2 * _MARGIN, self.size[1] - 2 * _MARGIN
        )
        spots = _spread(row, width, row_y)
        if build.press_plays:
            spots[_STICK] = self._third(PLAY)
        self.stick: Final = spots.get(_STICK)
        self.knob: Final = spots.get(ENCODER)
        self.undo: Final = spots.get(UNDO)
        arcade = [control for control in BUTTONS if control != PLAY or not build.press_plays]
        self.buttons: Final = {control: self._third(control) for control in arcade}
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
        found = [(control, place, BUTTON_RADIUS) for control, place in self.buttons.items()]
        found += [(control, place, KEY_RADIUS) for control, place in self.keys.items()]
        if self.undo:
            found.append((UNDO, self.undo, UNDO_RADIUS))
        if self.knob:
            found.append((ENCODER, self.knob, KNOB_RADIUS))
        if self.stick and press_plays:
            found.append((PLAY, self.stick, CAP_RADIUS))
        return found

    def _third(self, control: str) -> Point:
        """Below the third of the glass that says what the button does."""
        return self.glass.left + self.glass.width * (2 * BUTTONS.index(control) + 1) // 6, _BUTTON_Y

    def _lights(self, build: Build) -> dict[Place, Point]:
        if build.lights is None:
            return {}
        fuses = len(build.lights.fuse)
        return {place: self._light(place, fuses) for place in places(build.lights)}

    def _light(self, place: Place, fuses: int) -> Point:
        match place.group:
            case "clue":
                return 98 + 38 * place.number, 100
            case "fuse":
                return self.glass.right - 14 - 38 * (fuses - 1 - place.number), 100
            case "firework":
                lowest = self.fireworks.bottom - (102 if self.keys else 64)
                return self.columns[place.part], lowest - _ROW * place.number
            case "press":
                x, y = self._third(place.part)
                return x + BUTTON_RADIUS + 8, y - BUTTON_RADIUS + 4
            case _:
                return self.fireworks.centerx + 36 * (place.number - 2), self.seats_y


def _others(build: Build) -> dict[str, bool]:
    """The parts beside the buttons, from the left, and whether the build has them there."""
    return {
        _STICK: UP in build.buttons and not build.press_plays,
        ENCODER: build.encoder is not None,
        UNDO: UNDO in build.buttons,
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
