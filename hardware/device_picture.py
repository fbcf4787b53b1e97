"""What the emulated device looks like on the table: its glass, its lights and its buttons.

Everything that never changes is drawn once, four times as large, and scaled down, which smooths the
edges; a repaint then only copies. No light is told by its colour alone: it has a place and a symbol,
and one that is off is hollow.
"""

from collections.abc import Callable, Mapping
from functools import partial
from math import cos, pi, sin
from types import MappingProxyType
from typing import Final

import pygame

from companion.panel import BUTTONS
from hardware.leds import Place, places
from hardware.panel import Emulated

SIZE: Final = (900, 700)
KEYS: Final[Mapping[str, str]] = MappingProxyType({"clue": "C", "discard": "D", "play": "P"})
"""The key that works a button; the window says it beside the button's name."""

_Colour = tuple[int, int, int]
_Point = tuple[int, int]

_SMOOTH: Final = 4
_PIXEL: Final = 4

_TABLE: Final = (41, 66, 55)
_BODY: Final = (44, 46, 53)
_RIM: Final = (74, 78, 88)
_INLAY: Final = (33, 35, 41)
_GLASS: Final = (6, 8, 12)
_DARK_PIXEL: Final = (11, 14, 19)
_LIT_PIXEL: Final = (214, 236, 255)
_INK: Final = (198, 203, 212)
_FAINT: Final = (132, 138, 150)

_CLUE: Final = (86, 156, 255)
_FUSE: Final = (255, 82, 66)
_SEAT: Final = (255, 176, 64)
_SUITS: Final[Mapping[str, _Colour]] = MappingProxyType(
    {
        "W": (238, 238, 230),
        "R": (255, 82, 66),
        "B": (86, 156, 255),
        "Y": (255, 214, 64),
        "G": (80, 214, 112),
        "M": (232, 128, 240),
        "K": (150, 154, 166),
    }
)
_BUTTON_COLOURS: Final[Mapping[str, _Colour]] = MappingProxyType(
    {"clue": (58, 118, 214), "discard": (196, 138, 44), "play": (52, 158, 88)}
)

_BODY_AT: Final = pygame.Rect(38, 38, SIZE[0] - 76, SIZE[1] - 76)
_GLASS_AT: Final = pygame.Rect(84, 146, 128 * _PIXEL, 64 * _PIXEL)
_FIREWORKS_AT: Final = pygame.Rect(640, 132, 190, 284)
_BUTTON_Y: Final = 524
_BUTTON_RADIUS: Final = 60

_SEATS_Y: Final = 458


class DevicePicture:
    """Draws an emulated device; one object keeps what need not be drawn again.

    `lights` says where the middle of each light is, `glass` where the display is.
    """

    def __init__(self, emulated: Emulated) -> None:
        pygame.font.init()
        self._emulated = emulated
        self.glass: Final = _GLASS_AT
        self.lights: Final = _light_places(emulated)
        self._sprites = {lit: self._light_sprites(lit) for lit in (False, True)}
        self._buttons = {
            control: (_button(_BUTTON_COLOURS[control], False), _button(_BUTTON_COLOURS[control], True))
            for control in emulated.build.buttons
        }
        self._grid = _grid()
        self._still = self._draw_still()

    def button_centre(self, control: str) -> _Point:
        """Where the button of a control is."""
        return _button_centre(control)

    def button_at(self, point: _Point) -> str | None:
        """The control whose button is at this point of the window."""
        for control in self._buttons:
            x, y = _button_centre(control)
            if (point[0] - x) ** 2 + (point[1] - y) ** 2 <= _BUTTON_RADIUS**2:
                return control
        return None

    def button_of_key(self, key: int) -> str | None:
        """The control that this key of the keyboard works."""
        name = pygame.key.name(key).upper()
        return next((control for control in self._buttons if KEYS[control] == name), None)

    def paint(self, surface: pygame.Surface | None = None) -> pygame.Surface:
        """Draw the device as it is now, onto a surface of `SIZE` or a new one."""
        surface = surface or pygame.Surface(SIZE)
        surface.blit(self._still, (0, 0))
        for control, (up, down) in self._buttons.items():
            sprite = down if self._emulated.is_down(control) else up
            surface.blit(sprite, sprite.get_rect(center=_button_centre(control)))
        lit = self._emulated.lit()
        for place, centre in self.lights.items():
            sprite = self._sprites[place in lit][place]
            surface.blit(sprite, sprite.get_rect(center=centre))
        self._paint_glass(surface)
        return surface

    def _paint_glass(self, surface: pygame.Surface) -> None:
        picture = self._emulated.picture()
        if picture is None:
            return
        small = pygame.image.frombuffer(picture.convert("L").tobytes(), picture.size, "P")
        palette = [_DARK_PIXEL] * 256
        palette[255] = _LIT_PIXEL
        small.set_palette(palette)
        # A display that stands on end is shown in the same room, half as large.
        scale = _PIXEL if picture.width > picture.height else _PIXEL // 2
        glass = pygame.transform.scale(small, (picture.width * scale, picture.height * scale))
        at = glass.get_rect(center=_GLASS_AT.center)
        surface.blit(glass, at)
        if scale == _PIXEL:
            surface.blit(self._grid, at)

    def _light_sprites(self, lit: bool) -> dict[Place, pygame.Surface]:
        return {place: _light(place, lit) for place in self.lights}

    def _draw_still(self) -> pygame.Surface:
        big = pygame.Surface((SIZE[0] * 2, SIZE[1] * 2))
        big.fill(_TABLE)
        for rect, colour, radius in (
            (_BODY_AT.move(0, 7), (26, 43, 36), 34),
            (_BODY_AT, _RIM, 34),
            (_BODY_AT.inflate(-4, -4), _BODY, 32),
            (_GLASS_AT.inflate(32, 32), _INLAY, 14),
            (_GLASS_AT.inflate(20, 20), _GLASS, 8),
        ):
            pygame.draw.rect(big, colour, _doubled(rect), border_radius=radius * 2)
        if self._columns():
            pygame.draw.rect(big, _INLAY, _doubled(_FIREWORKS_AT), border_radius=28)
        still = pygame.transform.smoothscale(big, SIZE)
        self._draw_captions(still)
        for suit, x in self._columns().items():
            symbol = _smooth(26 if len(self._columns()) <= 5 else 20, partial(_draw_symbol, suit=suit))
            still.blit(symbol, symbol.get_rect(center=(x, _FIREWORKS_AT.bottom - 24)))
        return still

    def _columns(self) -> dict[str, int]:
        return _columns(self._emulated)

    def _draw_captions(self, still: pygame.Surface) -> None:
        groups = {place.group for place in self.lights}
        if "clue" in groups:
            _write(still, "CLUE TOKENS", 17, _INK, (86, 72), left=True)
        if "fuse" in groups:
            first = min(x for place, (x, _) in self.lights.items() if place.group == "fuse")
            _write(still, "FUSES", 17, _INK, (first - 12, 72), left=True)
        if "firework" in groups:
            _write(still, "FIREWORKS", 17, _INK, (_FIREWORKS_AT.centerx, 114))
        if "seat" in groups:
            _write(still, "PLAYER TO ACT", 17, _INK, (_FIREWORKS_AT.centerx, _SEATS_Y - 24))
        for place, (x, y) in self.lights.items():
            if place.group == "seat":
                _write(still, str(place.number + 1), 20, _INK, (x, y + 24))
        for control in self._buttons:
            x, y = _button_centre(control)
            _write(still, f"{control.upper()}  ({KEYS[control]})", 24, _INK, (x, y + _BUTTON_RADIUS + 24))
        for line, text in enumerate(
            ("Click a button, or hold", "its key down. Keys held", "together are a chord.")
        ):
            _write(still, text, 19, _FAINT, (_FIREWORKS_AT.left + 4, _BUTTON_Y + 4 + 22 * line), left=True)


def _light_places(emulated: Emulated) -> dict[Place, _Point]:
    """Where the centre of each light is."""
    groups = emulated.build.lights
    if groups is None:
        return {}
    columns = _columns(emulated)
    return {place: _light_centre(place, columns, len(groups.fuse)) for place in places(groups)}


def _light_centre(place: Place, columns: Mapping[str, int], fuses: int) -> _Point:
    match place.group:
        case "clue":
            return 98 + 38 * place.number, 100
        case "fuse":
            return _GLASS_AT.right - 14 - 38 * (fuses - 1 - place.number), 100
        case "firework":
            return columns[place.part], _FIREWORKS_AT.bottom - 64 - 46 * place.number
        case "press":
            x, y = _button_centre(place.part)
            return x + _BUTTON_RADIUS + 8, y - _BUTTON_RADIUS + 4
        case _:
            return _FIREWORKS_AT.centerx + 36 * (place.number - 2), _SEATS_Y


def _columns(emulated: Emulated) -> dict[str, int]:
    """The middle of each firework's column."""
    suits = tuple(emulated.build.lights.firework) if emulated.build.lights else ()
    width = (_FIREWORKS_AT.width - 12) / max(1, len(suits))
    return {suit: round(_FIREWORKS_AT.left + 6 + width * (i + 0.5)) for i, suit in enumerate(suits)}


def _button_centre(control: str) -> _Point:
    """Below the third of the glass that says what the button does."""
    return _GLASS_AT.left + _GLASS_AT.width * (2 * BUTTONS.index(control) + 1) // 6, _BUTTON_Y


def _light(place: Place, lit: bool) -> pygame.Surface:
    colour = {"clue": _CLUE, "fuse": _FUSE, "seat": _SEAT, "press": _SEAT}.get(place.group) or _SUITS[
        place.part
    ]
    return _smooth(
        48, lambda canvas: _draw_bulb(canvas, colour, lit, 11 if place.group == "firework" else 12)
    )


def _draw_bulb(canvas: pygame.Surface, colour: _Colour, lit: bool, radius: int) -> None:
    centre = canvas.get_rect().center
    if not lit:
        pygame.draw.circle(canvas, (*_mixed(colour, _BODY, 0.45), 255), centre, radius * _SMOOTH)
        pygame.draw.circle(canvas, (24, 25, 30, 255), centre, (radius - 2) * _SMOOTH)
        return
    _draw_glow(canvas, colour, radius)
    pygame.draw.circle(canvas, (*colour, 255), centre, radius * _SMOOTH)
    pygame.draw.circle(canvas, (*_mixed((255, 255, 255), colour, 0.7), 255), centre, radius * _SMOOTH // 2)


def _draw_glow(canvas: pygame.Surface, colour: _Colour, radius: int) -> None:
    reach = canvas.get_width() // 2 - radius * _SMOOTH
    for step in range(reach, 0, -2):
        strength = (1 - step / reach) ** 2
        pygame.draw.circle(
            canvas, (*colour, round(110 * strength)), canvas.get_rect().center, radius * _SMOOTH + step
        )


def _button(colour: _Colour, down: bool) -> pygame.Surface:
    """An arcade button: a ring, and a cap that sinks into it."""

    def draw(canvas: pygame.Surface) -> None:
        x, y = canvas.get_rect().center
        cap = _mixed(colour, (0, 0, 0), 0.72) if down else colour
        rise = 0 if down else 5 * _SMOOTH
        for radius, tint, lift in (
            (_BUTTON_RADIUS, (20, 21, 25), 0),
            (_BUTTON_RADIUS - 3, _RIM, 0),
            (_BUTTON_RADIUS - 9, (20, 21, 25), 0),
            (_BUTTON_RADIUS - 12, _mixed(colour, (0, 0, 0), 0.5), 0),
            (_BUTTON_RADIUS - 12, cap, rise),
            (_BUTTON_RADIUS - 22, _mixed(cap, (255, 255, 255), 0.88), rise),
        ):
            pygame.draw.circle(canvas, (*tint, 255), (x, y - lift), radius * _SMOOTH)

    return _smooth(2 * _BUTTON_RADIUS + 12, draw)


def _draw_symbol(canvas: pygame.Surface, suit: str) -> None:
    """The suit's sign, as the screens draw it: ring, triangle, waves, sun, leaf, rainbow, block."""
    colour = (*_SUITS[suit], 255)
    size = canvas.get_width()
    middle = size / 2
    reach = middle - 2 * _SMOOTH

    def around(radius: float, turn: float) -> tuple[float, float]:
        return middle + reach * radius * cos(turn), middle + reach * radius * sin(turn)

    match suit:
        case "W":
            pygame.draw.circle(canvas, colour, (middle, middle), reach, 3 * _SMOOTH)
        case "R":
            pygame.draw.polygon(canvas, colour, [around(1.1, (k / 3 * 2 - 0.5) * pi) for k in range(3)])
        case "B":
            for level in (-0.5, 0.45):
                wave = [(k / 30, level - 0.28 * sin(k / 30 * pi)) for k in range(-30, 31)]
                edge = [(middle + reach * x, middle + reach * (y - 0.2)) for x, y in wave]
                edge += [(middle + reach * x, middle + reach * (y + 0.2)) for x, y in reversed(wave)]
                pygame.draw.polygon(canvas, colour, edge)
        case "Y":
            pygame.draw.circle(canvas, colour, (middle, middle), reach * 0.52)
            for k in range(8):
                pygame.draw.line(
                    canvas, colour, around(0.7, k / 4 * pi), around(1.0, k / 4 * pi), 3 * _SMOOTH
                )
        case "G":
            # A lens on the diagonal, between two arcs, and its vein.
            lens = [(k / 20, 0.62 * cos(k / 40 * pi)) for k in range(-20, 21)]
            edge = [(along, across) for along, across in lens] + [
                (along, -across) for along, across in reversed(lens)
            ]
            pygame.draw.polygon(
                canvas,
                colour,
                [
                    (middle + reach * 0.75 * (along + across), middle - reach * 0.75 * (along - across))
                    for along, across in edge
                ],
            )
            pygame.draw.line(
                canvas, (*_INLAY, 255), around(1.05, 0.75 * pi), around(0.4, -pi / 4), 2 * _SMOOTH
            )
        case "M":
            for radius in (1.0, 0.5):
                box = pygame.Rect(0, 0, round(2 * reach * radius), round(2 * reach * radius))
                box.center = (round(middle), round(middle + reach * 0.5))
                pygame.draw.arc(canvas, colour, box, 0, pi, 3 * _SMOOTH)
        case _:
            block = pygame.Rect(0, 0, round(reach * 1.7), round(reach * 1.7))
            block.center = (round(middle), round(middle))
            pygame.draw.rect(canvas, colour, block)


def _grid() -> pygame.Surface:
    """Dark lines between the pixels of the glass, as on the real one."""
    grid = pygame.Surface(_GLASS_AT.size, pygame.SRCALPHA)
    for x in range(0, _GLASS_AT.width, _PIXEL):
        pygame.draw.line(grid, (*_GLASS, 120), (x + _PIXEL - 1, 0), (x + _PIXEL - 1, _GLASS_AT.height))
    for y in range(0, _GLASS_AT.height, _PIXEL):
        pygame.draw.line(grid, (*_GLASS, 120), (0, y + _PIXEL - 1), (_GLASS_AT.width, y + _PIXEL - 1))
    return grid


def _smooth(size: int, draw: Callable[[pygame.Surface], None]) -> pygame.Surface:
    """A square picture drawn large and scaled down, which smooths its edges."""
    canvas = pygame.Surface((size * _SMOOTH, size * _SMOOTH), pygame.SRCALPHA)
    draw(canvas)
    return pygame.transform.smoothscale(canvas, (size, size))


def _write(
    surface: pygame.Surface, text: str, height: int, colour: _Colour, at: _Point, left: bool = False
) -> None:
    picture = pygame.font.Font(None, height).render(text, True, colour)
    surface.blit(picture, picture.get_rect(midleft=at) if left else picture.get_rect(center=at))


def _mixed(colour: _Colour, other: _Colour, share: float) -> _Colour:
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def _doubled(rect: pygame.Rect) -> pygame.Rect:
    return pygame.Rect(rect.x * 2, rect.y * 2, rect.width * 2, rect.height * 2)
