"""What the parts of the emulated device look like, at any scale.

No light and no key is told by its colour alone: it has a place and a symbol, and a light that is off
is hollow.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from math import cos, pi, sin
from types import MappingProxyType
from typing import Final, NamedTuple

import pygame

from companion.panel import CLUE, DISCARD, PLAY
from hardware.emulator.window.layout import (
    BUTTON_RADIUS,
    CAP_RADIUS,
    KEY_RADIUS,
    KNOB_RADIUS,
    PIXEL,
    SMALL_RADIUS,
    STICK_RADIUS,
)
from hardware.emulator.window.strip import PIXEL_SIZE
from wiring.spec import Place

Colour = tuple[int, int, int]

TABLE: Final = (41, 66, 55)
SHADOW: Final = (26, 43, 36)
BODY: Final = (44, 46, 53)
RIM: Final = (74, 78, 88)
INLAY: Final = (33, 35, 41)
GLASS: Final = (6, 8, 12)
INK: Final = (198, 203, 212)
FAINT: Final = (132, 138, 150)

_SMOOTH: Final = 4
"""How much larger than in the layout a part is drawn before it is scaled, which smooths its edges."""

_BLACK: Final = (0, 0, 0)
_WHITE: Final = (255, 255, 255)
_HOLE: Final = (20, 21, 25)

_CLUE: Final = (86, 156, 255)
_FUSE: Final = (255, 82, 66)
_SEAT: Final = (255, 176, 64)
_DECK: Final = (206, 188, 160)
_SUITS: Final[Mapping[str, Colour]] = MappingProxyType(
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
_BUTTONS: Final[Mapping[str, Colour]] = MappingProxyType(
    {CLUE: (58, 118, 214), DISCARD: (196, 138, 44), PLAY: (52, 158, 88)}
)
_GREY: Final = (112, 117, 131)


class Part(NamedTuple):
    """A part as `draw` draws it in a square, whose side is `size` in the layout's pixels."""

    size: int
    draw: Callable[[pygame.Surface], None]

    def drawn(self, side: int) -> pygame.Surface:
        """A picture of it whose side is so many pixels."""
        canvas = pygame.Surface((self.size * _SMOOTH, self.size * _SMOOTH), pygame.SRCALPHA)
        self.draw(canvas)
        return pygame.transform.smoothscale(canvas, (side, side))


class _Rings(NamedTuple):
    """A button's rings, as distances from its edge, and how far its cap stands out."""

    rim: int
    well: int
    cap: int
    top: int
    rise: int


_BIG: Final = _Rings(rim=3, well=9, cap=12, top=22, rise=5)
_SMALL: Final = _Rings(rim=2, well=4, cap=5, top=7, rise=3)


def light(place: Place, lit: bool) -> Part:
    """An LED, glowing or hollow."""
    colour = {"clue": _CLUE, "fuse": _FUSE, "seat": _SEAT, "deck": _DECK, "press": _SEAT}.get(
        place.group
    ) or _SUITS[place.part]
    return _bulb(colour, lit, 11 if place.group == "firework" else 12)


@cache
def _bulb(colour: Colour, lit: bool, radius: int) -> Part:
    return Part(48, lambda canvas: _draw_bulb(canvas, colour, lit, radius))


def button(control: str, down: bool, radius: int = BUTTON_RADIUS) -> Part:
    """An arcade button, or a smaller key."""

    def draw(canvas: pygame.Surface) -> None:
        rings = _BIG if radius == BUTTON_RADIUS else _SMALL
        _draw_button(canvas, radius, rings, _BUTTONS[control], down)

    return Part(2 * radius + 12, draw)


@lru_cache(maxsize=256)
def pixel(colour: Colour, level: float) -> Part:
    """A colour pixel at a level from 0, when it is hollow, to 1."""
    # A screen's pure colours are darker than a pixel's.
    bright = mixed(colour, _WHITE, 0.8)

    def draw(canvas: pygame.Surface) -> None:
        side = PIXEL_SIZE * _SMOOTH
        square = pygame.Rect(0, 0, side, side)
        square.center = canvas.get_rect().center
        pygame.draw.rect(canvas, (*mixed(bright, BODY, 0.3), 255), square, border_radius=side // 5)
        inner = square.inflate(-2 * _SMOOTH, -2 * _SMOOTH)
        shine = mixed(bright, _HOLE, 0.25 + 0.75 * level) if level else (24, 25, 30)
        pygame.draw.rect(canvas, (*shine, 255), inner, border_radius=side // 6)

    return Part(PIXEL_SIZE + 2, draw)


def colour_key(suit: str, down: bool) -> Part:
    """A key in the suit's colour, with its symbol."""

    def draw(canvas: pygame.Surface) -> None:
        cap = _draw_button(canvas, KEY_RADIUS, _SMALL, _SUITS[suit], down)
        sign = pygame.Surface((24 * _SMOOTH, 24 * _SMOOTH), pygame.SRCALPHA)
        _draw_symbol(sign, suit, _HOLE, cap)
        _draw_on_cap(canvas, sign, _SMALL, down)

    return Part(2 * KEY_RADIUS + 8, draw)


def plug(pulled: bool) -> Part:
    """The plug of a cable: in its socket, or beside it."""

    def draw(canvas: pygame.Surface) -> None:
        side = canvas.get_width()
        socket = pygame.Rect(side * 3 // 8, side // 4, side * 9 // 16, side // 2)
        pygame.draw.rect(canvas, (*_GREY, 255), socket, border_radius=side // 12)
        pygame.draw.rect(canvas, (*_HOLE, 255), socket.inflate(-side // 8, -side // 6))
        shell = pygame.Rect(0, 0, side // 4, side * 3 // 16)
        shell.midleft = (side // 4 if pulled else side * 7 // 16, side // 2)
        grip = pygame.Rect(0, 0, side // 4, side // 3)
        grip.midright = shell.midleft
        cable = pygame.Rect(0, side // 2 - side // 40, grip.left + 1, side // 20)
        pygame.draw.rect(canvas, (*INK, 255), shell)
        pygame.draw.rect(canvas, (*RIM, 255), grip, border_radius=side // 20)
        pygame.draw.rect(canvas, (*RIM, 255), cable)

    return Part(2 * SMALL_RADIUS + 8, draw)


def undo_key(down: bool) -> Part:
    """A key with an arrow that turns back."""

    def draw(canvas: pygame.Surface) -> None:
        _draw_button(canvas, SMALL_RADIUS, _SMALL, _GREY, down)
        arrow = pygame.Surface((34 * _SMOOTH, 34 * _SMOOTH), pygame.SRCALPHA)
        _draw_turning(arrow, _HOLE, 10, (0.75, -1.0), 4)
        _draw_on_cap(canvas, arrow, _SMALL, down)

    return Part(2 * SMALL_RADIUS + 8, draw)


def power_key(down: bool) -> Part:
    """A key with the sign of a switch: a ring that is open at the top, and a bar in the gap."""

    def draw(canvas: pygame.Surface) -> None:
        _draw_button(canvas, SMALL_RADIUS, _SMALL, _GREY, down)
        side = 34 * _SMOOTH
        sign = pygame.Surface((side, side), pygame.SRCALPHA)
        ring = pygame.Rect(0, 0, 22 * _SMOOTH, 22 * _SMOOTH)
        ring.center = (side // 2, side // 2)
        pygame.draw.circle(sign, (*_HOLE, 255), ring.center, ring.width // 2, 4 * _SMOOTH)
        gap = pygame.Rect(0, 0, 10 * _SMOOTH, 14 * _SMOOTH)
        gap.midtop = (side // 2, ring.top - 3 * _SMOOTH)
        sign.fill((0, 0, 0, 0), gap)
        bar = gap.inflate(-6 * _SMOOTH, 0)
        pygame.draw.rect(sign, (*_HOLE, 255), bar, border_radius=2 * _SMOOTH)
        _draw_on_cap(canvas, sign, _SMALL, down)

    return Part(2 * SMALL_RADIUS + 8, draw)


def stick_base() -> Part:
    """What the joystick stands on: a dish with an arrow each way."""

    def draw(canvas: pygame.Surface) -> None:
        middle = canvas.get_width() / 2
        for radius, tint in ((STICK_RADIUS, _HOLE), (STICK_RADIUS - 3, RIM), (STICK_RADIUS - 6, INLAY)):
            pygame.draw.circle(canvas, (*tint, 255), (middle, middle), radius * _SMOOTH)
        for quarter in range(4):
            tip = [(STICK_RADIUS - 10, 0.0), (STICK_RADIUS - 18, 0.17), (STICK_RADIUS - 18, -0.17)]
            corners = [_around(middle, radius, quarter / 2 * pi + turn * 1.1) for radius, turn in tip]
            pygame.draw.polygon(canvas, (*INK, 255), corners)
        pygame.draw.circle(canvas, (*_HOLE, 255), (middle, middle), (CAP_RADIUS - 4) * _SMOOTH)

    return Part(2 * STICK_RADIUS + 4, draw)


@cache
def stick_cap(plays: bool, down: bool) -> Part:
    """The joystick's cap, green where its press is PLAY."""

    def draw(canvas: pygame.Surface) -> None:
        middle = canvas.get_width() / 2
        tint = _BUTTONS[PLAY] if plays else _GREY
        cap = mixed(tint, _BLACK, 0.72) if down else tint
        for radius, colour in (
            (CAP_RADIUS, mixed(cap, _BLACK, 0.45)),
            (CAP_RADIUS - 2, cap),
            (CAP_RADIUS - 9, mixed(cap, _WHITE, 0.88)),
        ):
            pygame.draw.circle(canvas, (*colour, 255), (middle, middle), radius * _SMOOTH)

    return Part(2 * CAP_RADIUS + 4, draw)


def knob() -> Part:
    """The encoder's knob without its mark, between two arrows that say which way it turns."""

    def draw(canvas: pygame.Surface) -> None:
        middle = canvas.get_width() / 2
        pygame.draw.circle(canvas, (*_HOLE, 255), (middle, middle), KNOB_RADIUS * _SMOOTH)
        edge = KNOB_RADIUS - 5
        for notch in range(36):
            at = _around(middle, edge, notch / 18 * pi)
            pygame.draw.circle(canvas, (*RIM, 255), at, 3 * _SMOOTH)
        for radius, colour in (
            (edge, RIM),
            (edge - 6, mixed(_GREY, _BLACK, 0.7)),
            (edge - 8, mixed(_GREY, _BLACK, 0.85)),
        ):
            pygame.draw.circle(canvas, (*colour, 255), (middle, middle), radius * _SMOOTH)
        _draw_turning(canvas, INK, KNOB_RADIUS + 8, (-0.22, 0.2), 3)
        _draw_turning(canvas, INK, KNOB_RADIUS + 8, (-0.78, -1.2), 3)

    return Part(2 * KNOB_RADIUS + 32, draw)


@cache
def knob_mark() -> Part:
    """The mark on the knob."""

    def draw(canvas: pygame.Surface) -> None:
        middle = canvas.get_width() / 2
        pygame.draw.circle(canvas, (*_WHITE, 255), (middle, middle), 4 * _SMOOTH)

    return Part(12, draw)


def symbol(suit: str, size: int) -> Part:
    """The suit's sign, as the screens draw it: ring, triangle, waves, sun, leaf, rainbow, block."""
    return Part(size, lambda canvas: _draw_symbol(canvas, suit, _SUITS[suit], INLAY))


def draw_grid(surface: pygame.Surface, glass: pygame.Rect, pixel: int) -> None:
    """Dark lines between the pixels of the glass, as on the real one; each pixel is `pixel` wide."""
    thickness = round(pixel / PIXEL)
    if thickness:
        column = _shade(surface, (thickness, glass.height))
        row = _shade(surface, (glass.width, thickness))
        left, top = glass.left + pixel - thickness, glass.top + pixel - thickness
        surface.blits([(column, (x, glass.top)) for x in range(left, glass.right, pixel)])
        surface.blits([(row, (glass.left, y)) for y in range(top, glass.bottom, pixel)])


def _shade(surface: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    shade = pygame.Surface(size, 0, surface)
    shade.fill(GLASS)
    shade.set_alpha(120)
    return shade


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """Two colours mixed, the first with this share."""
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def _draw_bulb(canvas: pygame.Surface, colour: Colour, lit: bool, radius: int) -> None:
    centre = canvas.get_rect().center
    if not lit:
        pygame.draw.circle(canvas, (*mixed(colour, BODY, 0.45), 255), centre, radius * _SMOOTH)
        pygame.draw.circle(canvas, (24, 25, 30, 255), centre, (radius - 2) * _SMOOTH)
        return
    _draw_glow(canvas, colour, radius)
    pygame.draw.circle(canvas, (*colour, 255), centre, radius * _SMOOTH)
    pygame.draw.circle(canvas, (*mixed(_WHITE, colour, 0.7), 255), centre, radius * _SMOOTH // 2)


def _draw_glow(canvas: pygame.Surface, colour: Colour, radius: int) -> None:
    reach = canvas.get_width() // 2 - radius * _SMOOTH
    for step in range(reach, 0, -2):
        strength = (1 - step / reach) ** 2
        pygame.draw.circle(
            canvas, (*colour, round(110 * strength)), canvas.get_rect().center, radius * _SMOOTH + step
        )


def _draw_button(canvas: pygame.Surface, radius: int, rings: _Rings, colour: Colour, down: bool) -> Colour:
    """A ring, and a cap that sinks into it; gives the colour of the cap's top."""
    x, y = canvas.get_rect().center
    cap = mixed(colour, _BLACK, 0.72) if down else colour
    top = mixed(cap, _WHITE, 0.88)
    rise = 0 if down else rings.rise * _SMOOTH
    for inset, tint, lift in (
        (0, _HOLE, 0),
        (rings.rim, RIM, 0),
        (rings.well, _HOLE, 0),
        (rings.cap, mixed(colour, _BLACK, 0.5), 0),
        (rings.cap, cap, rise),
        (rings.top, top, rise),
    ):
        pygame.draw.circle(canvas, (*tint, 255), (x, y - lift), (radius - inset) * _SMOOTH)
    return top


def _draw_on_cap(canvas: pygame.Surface, sign: pygame.Surface, rings: _Rings, down: bool) -> None:
    x, y = canvas.get_rect().center
    canvas.blit(sign, sign.get_rect(center=(x, y - (0 if down else rings.rise * _SMOOTH))))


def _draw_turning(
    canvas: pygame.Surface, tint: Colour, radius: int, sweep: tuple[float, float], thickness: int
) -> None:
    """An arrow along a circle, from one angle to the other in half turns clockwise from the right."""
    middle = canvas.get_width() / 2
    begin, end = (angle * pi for angle in sweep)
    way = 1 if end > begin else -1
    half = thickness / 2
    points = [begin + (end - begin) * k / 40 for k in range(41)]
    outer = [_around(middle, radius + half, angle) for angle in points]
    inner = [_around(middle, radius - half, angle) for angle in reversed(points)]
    pygame.draw.polygon(canvas, (*tint, 255), outer + inner)
    length = way * 2.4 * thickness / radius
    head = ((radius + 1.6 * thickness, 0.0), (radius - 1.6 * thickness, 0.0), (radius, length))
    pygame.draw.polygon(canvas, (*tint, 255), [_around(middle, r, end + turn) for r, turn in head])


def _around(middle: float, radius: float, angle: float) -> tuple[float, float]:
    return middle + radius * _SMOOTH * cos(angle), middle + radius * _SMOOTH * sin(angle)


def _draw_symbol(canvas: pygame.Surface, suit: str, tint: Colour, ground: Colour) -> None:
    colour = (*tint, 255)
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
                canvas, (*ground, 255), around(1.05, 0.75 * pi), around(0.4, -pi / 4), 2 * _SMOOTH
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
