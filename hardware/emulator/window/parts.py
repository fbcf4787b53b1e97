"""The appearance of the emulated device's parts, at any scale.

No light and no key is recognised by its colour alone: each has a place and a symbol, and a light
that is off is hollow.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame

from companion import panel
from companion.panel import CLUE, COLOUR_KEYS, DISCARD, PLAY
from hardware.emulator.device import PLUG
from wiring.spec import Colour, LightPlace

PIXEL: Final = 4
"""The width of a pixel of the glass."""
PIXEL_SIZE: Final = 16
"""The width of a colour pixel."""

BUTTON_RADIUS: Final = 60
HAT_KEY_RADIUS: Final = 36
STICK_RADIUS: Final = 60
CAP_RADIUS: Final = 26
"""The radius of the joystick's cap; around it are its directions."""
KNOB_RADIUS: Final = 44
SMALL_RADIUS: Final = 30
"""The radius of the undo and the power key, and of a plug."""
KEY_RADIUS: Final = 24
LATCH_RADIUS: Final = 16
"""The radius of the sign that latches a button."""
CARD_WIDTH: Final = 66
POD_RADIUS: Final = 32
"""The radius of a pod's arcade buttons."""

TABLE: Final = (41, 66, 55)
SHADOW: Final = (26, 43, 36)
BODY: Final = (44, 46, 53)
RIM: Final = (74, 78, 88)
INLAY: Final = (33, 35, 41)
GLASS: Final = (6, 8, 12)
CARD: Final = (24, 26, 31)
INK: Final = (198, 203, 212)
FAINT: Final = (152, 158, 170)

ANTIALIAS: Final = True
_SMOOTH: Final = 4
"""How much larger than in the layout a part is drawn before scaling, which smooths its edges."""

_BLACK: Final = (0, 0, 0)
_WHITE: Final = (255, 255, 255)
_HOLE: Final = (20, 21, 25)
_UNLIT: Final = (24, 25, 30)

_LIGHTS: Final[Mapping[str, Colour]] = {
    "clue": (86, 156, 255),
    "fuse": (255, 82, 66),
    "seat": (255, 176, 64),
    "deck": (206, 188, 160),
    "press": (255, 176, 64),
}
_SUITS: Final[Mapping[str, Colour]] = {
    "W": (238, 238, 230),
    "R": (255, 82, 66),
    "B": (86, 156, 255),
    "Y": (255, 214, 64),
    "G": (80, 214, 112),
    "M": (232, 128, 240),
    "K": (150, 154, 166),
}
_BUTTONS: Final[Mapping[str, Colour]] = {
    CLUE: (58, 118, 214),
    DISCARD: (196, 138, 44),
    PLAY: (52, 158, 88),
}
_LATCHED: Final = (255, 176, 64)
_GREY: Final = (112, 117, 131)


class DrawnPart(NamedTuple):
    """A part as `draw` draws it in a square, whose side is `size` in the layout's pixels."""

    size: int
    draw: Callable[[pygame.Surface], None]

    def picture(self, side: int) -> pygame.Surface:
        """Return a picture of it, `side` pixels wide."""
        canvas = _canvas(self.size)
        self.draw(canvas)
        return pygame.transform.smoothscale(canvas, (side, side))


class _Symbol(NamedTuple):
    """A suit's sign on a canvas: its colour, the ground's, and its extent around the middle."""

    canvas: pygame.Surface
    tint: Colour
    ground: Colour
    middle: float
    reach: float

    def around(self, radius: float, angle: float) -> tuple[float, float]:
        """Return a point at this part of the reach from the middle."""
        return _around(self.middle, self.reach * radius, angle)


class _Rings(NamedTuple):
    """The rings of a button, as distances from its edge, and how far its cap stands out."""

    rim: int
    well: int
    cap: int
    top: int
    rise: int


_BIG: Final = _Rings(rim=3, well=9, cap=12, top=22, rise=5)
_SMALL: Final = _Rings(rim=2, well=4, cap=5, top=7, rise=3)


def light(place: LightPlace, lit: bool) -> DrawnPart:
    """Return an LED, glowing or hollow."""
    colour = _LIGHTS.get(place.group) or _SUITS[place.part]
    return _bulb(colour, lit, 11 if place.group == "firework" else 12)


@cache
def _bulb(colour: Colour, lit: bool, radius: int) -> DrawnPart:
    return DrawnPart(48, lambda canvas: _draw_bulb(canvas, colour, lit, radius))


@cache
def key(control: str, down: bool, radius: int) -> DrawnPart:
    """Return a button or a key of this radius, or a plug that is pulled when it is down."""
    if control == PLUG:
        return DrawnPart(2 * radius + 8, lambda canvas: _draw_plug(canvas, down))
    rings = _BIG if radius == BUTTON_RADIUS else _SMALL
    colour = _BUTTONS.get(control) or _SUITS.get(control, _GREY)

    def draw(canvas: pygame.Surface) -> None:
        cap = _draw_button(canvas, radius, rings, colour, down)
        if control not in _BUTTONS:
            sign = _canvas(24 if control in COLOUR_KEYS else 34)
            _draw_sign(sign, control, cap)
            x, y = canvas.get_rect().center
            canvas.blit(sign, sign.get_rect(center=(x, y - (0 if down else rings.rise * _SMOOTH))))

    return DrawnPart(2 * radius + (12 if control in _BUTTONS else 8), draw)


@lru_cache(maxsize=256)
def pixel(colour: Colour, level: float) -> DrawnPart:
    """Return a colour pixel at a level from 0, when it is hollow, to 1."""
    # A screen's pure colours are darker than a pixel's.
    bright = mix(colour, _WHITE, 0.8)

    def draw(canvas: pygame.Surface) -> None:
        side = PIXEL_SIZE * _SMOOTH
        square = _box(PIXEL_SIZE, PIXEL_SIZE)
        square.center = canvas.get_rect().center
        pygame.draw.rect(canvas, mix(bright, BODY, 0.3), square, border_radius=side // 5)
        inner = square.inflate(-2 * _SMOOTH, -2 * _SMOOTH)
        shine = mix(bright, _HOLE, 0.25 + 0.75 * level) if level else _UNLIT
        pygame.draw.rect(canvas, shine, inner, border_radius=side // 6)

    return DrawnPart(PIXEL_SIZE + 2, draw)


def stick_base() -> DrawnPart:
    """Return the base of the joystick: a dish with an arrow each way."""

    def draw(canvas: pygame.Surface) -> None:
        edge = STICK_RADIUS
        _draw_discs(
            canvas, (edge, _HOLE), (edge - 3, RIM), (edge - 6, INLAY), (CAP_RADIUS - 4, _HOLE)
        )
        tip = [(edge - 10, 0.0), (edge - 18, 0.17), (edge - 18, -0.17)]
        middle = canvas.get_width() / 2
        for quarter in range(4):
            corners = [
                _around(middle, radius * _SMOOTH, quarter / 2 * pi + turn * 1.1)
                for radius, turn in tip
            ]
            pygame.draw.polygon(canvas, INK, corners)

    return DrawnPart(2 * STICK_RADIUS + 4, draw)


@cache
def stick_cap(plays: bool, down: bool) -> DrawnPart:
    """Return the joystick's cap, green where its press is PLAY."""
    tint = _BUTTONS[PLAY] if plays else _GREY
    cap = mix(tint, _BLACK, 0.72) if down else tint
    edge = mix(cap, _BLACK, 0.45)
    top = mix(cap, _WHITE, 0.88)
    discs = ((CAP_RADIUS, edge), (CAP_RADIUS - 2, cap), (CAP_RADIUS - 9, top))
    return DrawnPart(2 * CAP_RADIUS + 4, lambda canvas: _draw_discs(canvas, *discs))


def knob() -> DrawnPart:
    """Return the encoder's knob without its mark, between two arrows for its two ways."""

    def draw(canvas: pygame.Surface) -> None:
        edge = KNOB_RADIUS - 5
        _draw_discs(canvas, (KNOB_RADIUS, _HOLE))
        for notch in range(36):
            at = _around(canvas.get_width() / 2, edge * _SMOOTH, notch / 18 * pi)
            pygame.draw.circle(canvas, RIM, at, 3 * _SMOOTH)
        ring = mix(_GREY, _BLACK, 0.7)
        top = mix(_GREY, _BLACK, 0.85)
        _draw_discs(canvas, (edge, RIM), (edge - 6, ring), (edge - 8, top))
        _draw_turning(canvas, INK, KNOB_RADIUS + 8, (-0.22, 0.2), 3)
        _draw_turning(canvas, INK, KNOB_RADIUS + 8, (-0.78, -1.2), 3)

    return DrawnPart(2 * KNOB_RADIUS + 32, draw)


@cache
def knob_mark() -> DrawnPart:
    """Return the mark on the knob."""
    return DrawnPart(12, lambda canvas: _draw_discs(canvas, (4, _WHITE)))


@cache
def latch(closed: bool) -> DrawnPart:
    """Return the sign that latches a button: a lock, lit and closed while the button is latched."""

    def draw(canvas: pygame.Surface) -> None:
        ground, ink = (_LATCHED, _HOLE) if closed else (INLAY, INK)
        _draw_discs(canvas, (LATCH_RADIUS, INK if closed else RIM), (LATCH_RADIUS - 2, ground))
        x, y = canvas.get_rect().center
        bow = _box(11, 16)
        bow.midtop = (x, y - (11 if closed else 13) * _SMOOTH)
        pygame.draw.rect(canvas, ink, bow, 2 * _SMOOTH, border_radius=6 * _SMOOTH)
        if not closed:
            canvas.fill(ground, (x + _SMOOTH, y - 5 * _SMOOTH, 6 * _SMOOTH, 5 * _SMOOTH))
        body = _box(15, 10)
        body.midtop = (x, y - 2 * _SMOOTH)
        pygame.draw.rect(canvas, ink, body, border_radius=2 * _SMOOTH)

    return DrawnPart(2 * LATCH_RADIUS + 4, draw)


@cache
def card(suit: str, rank: int, height: int, chosen: bool) -> DrawnPart:
    """Return a card of the fan: its rank and its suit's sign, with a bright edge if chosen."""
    colour = _SUITS[suit]

    def draw(canvas: pygame.Surface) -> None:
        edge = _box(CARD_WIDTH, height)
        edge.center = canvas.get_rect().center
        thickness = (4 if chosen else 2) * _SMOOTH
        pygame.draw.rect(canvas, CARD, edge, border_radius=7 * _SMOOTH)
        tint = _WHITE if chosen else mix(colour, CARD, 0.6)
        pygame.draw.rect(canvas, tint, edge, thickness, border_radius=7 * _SMOOTH)
        figure = pygame.font.Font(None, 40 * _SMOOTH).render(str(rank), ANTIALIAS, colour)
        sign = _canvas(24)
        _draw_symbol(sign, suit, colour, CARD)
        for picture, tenths in ((figure, 3), (sign, 7)):
            centre = (edge.left + edge.width * tenths // 10, edge.centery)
            canvas.blit(picture, picture.get_rect(center=centre))

    return DrawnPart(max(CARD_WIDTH, height) + 4, draw)


def symbol(suit: str, size: int) -> DrawnPart:
    """Return the suit's sign: ring, triangle, waves, sun, leaf, rainbow or block, as on screens."""
    return DrawnPart(size, lambda canvas: _draw_symbol(canvas, suit, _SUITS[suit], INLAY))


def draw_grid(surface: pygame.Surface, glass: pygame.Rect, pixel: int) -> None:
    """Draw dark lines between the pixels of the glass, each `pixel` wide, as on the real one."""
    thickness = round(pixel / PIXEL)
    if thickness:
        column = _shade(surface, (thickness, glass.height))
        row = _shade(surface, (glass.width, thickness))
        left = glass.left + pixel - thickness
        top = glass.top + pixel - thickness
        surface.blits([(column, (x, glass.top)) for x in range(left, glass.right, pixel)])
        surface.blits([(row, (glass.left, y)) for y in range(top, glass.bottom, pixel)])


def _shade(surface: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    shade = pygame.Surface(size, 0, surface)
    shade.fill(GLASS)
    shade.set_alpha(120)
    return shade


def _canvas(side: int) -> pygame.Surface:
    """Return an empty square canvas, as large as this in the layout."""
    return pygame.Surface((side * _SMOOTH, side * _SMOOTH), pygame.SRCALPHA)


def _box(width: int, height: int) -> pygame.Rect:
    """Return a rectangle of a canvas, as large as this in the layout."""
    return pygame.Rect(0, 0, width * _SMOOTH, height * _SMOOTH)


def mix(colour: Colour, other: Colour, share: float) -> Colour:
    """Return the mixture of two colours, the first with this share."""
    red, green, blue = (
        round(a * share + b * (1 - share)) for a, b in zip(colour, other, strict=True)
    )
    return red, green, blue


def _draw_discs(canvas: pygame.Surface, *discs: tuple[float, Colour], lift: int = 0) -> None:
    """Draw discs of these radii in the layout's pixels; `lift` is in those of the canvas."""
    x, y = canvas.get_rect().center
    for radius, colour in discs:
        pygame.draw.circle(canvas, colour, (x, y - lift), radius * _SMOOTH)


def _draw_bulb(canvas: pygame.Surface, colour: Colour, lit: bool, radius: int) -> None:
    if lit:
        _draw_glow(canvas, colour, radius)
        _draw_discs(canvas, (radius, colour), (radius / 2, mix(_WHITE, colour, 0.7)))
    else:
        _draw_discs(canvas, (radius, mix(colour, BODY, 0.45)), (radius - 2, _UNLIT))


def _draw_glow(canvas: pygame.Surface, colour: Colour, radius: int) -> None:
    reach = canvas.get_width() // 2 - radius * _SMOOTH
    for step in range(reach, 0, -2):
        tint = (*colour, round(110 * (1 - step / reach) ** 2))
        pygame.draw.circle(canvas, tint, canvas.get_rect().center, radius * _SMOOTH + step)


def _draw_button(
    canvas: pygame.Surface, radius: int, rings: _Rings, colour: Colour, down: bool
) -> Colour:
    """Draw a ring, and a cap that sinks into it. Return the colour of the cap's top."""
    cap = mix(colour, _BLACK, 0.72) if down else colour
    top = mix(cap, _WHITE, 0.88)
    well = ((radius, _HOLE), (radius - rings.rim, RIM), (radius - rings.well, _HOLE))
    _draw_discs(canvas, *well, (radius - rings.cap, mix(colour, _BLACK, 0.5)))
    lift = 0 if down else rings.rise * _SMOOTH
    _draw_discs(canvas, (radius - rings.cap, cap), (radius - rings.top, top), lift=lift)
    return top


def _draw_plug(canvas: pygame.Surface, pulled: bool) -> None:
    """Draw the plug of a cable: in its socket, or beside it."""
    side = canvas.get_width()
    socket = pygame.Rect(side * 3 // 8, side // 4, side * 9 // 16, side // 2)
    pygame.draw.rect(canvas, _GREY, socket, border_radius=side // 12)
    pygame.draw.rect(canvas, _HOLE, socket.inflate(-side // 8, -side // 6))
    shell = pygame.Rect(0, 0, side // 4, side * 3 // 16)
    shell.midleft = (side // 4 if pulled else side * 7 // 16, side // 2)
    grip = pygame.Rect(0, 0, side // 4, side // 3)
    grip.midright = shell.midleft
    pygame.draw.rect(canvas, INK, shell)
    pygame.draw.rect(canvas, RIM, grip, border_radius=side // 20)
    pygame.draw.rect(canvas, RIM, pygame.Rect(0, side // 2 - side // 40, grip.left + 1, side // 20))


def _draw_sign(canvas: pygame.Surface, control: str, ground: Colour) -> None:
    """Draw the sign on the cap of a key."""
    match control:
        case panel.UNDO:  # an arrow that turns back
            _draw_turning(canvas, _HOLE, 10, (0.75, -1.0), 4)
        case panel.POWER:  # a ring that is open at the top, and a bar in the gap
            x, y = canvas.get_rect().center
            pygame.draw.circle(canvas, _HOLE, (x, y), 11 * _SMOOTH, 4 * _SMOOTH)
            gap = _box(10, 14)
            gap.midtop = (x, y - 14 * _SMOOTH)
            canvas.fill((0, 0, 0, 0), gap)
            pygame.draw.rect(canvas, _HOLE, gap.inflate(-6 * _SMOOTH, 0), border_radius=2 * _SMOOTH)
        case suit:
            _draw_symbol(canvas, suit, _HOLE, ground)


def _draw_turning(
    canvas: pygame.Surface, tint: Colour, radius: int, sweep: tuple[float, float], thickness: int
) -> None:
    """Draw an arrow along a circle between two angles, in half turns clockwise from the right."""
    middle = canvas.get_width() / 2
    radius *= _SMOOTH
    thickness *= _SMOOTH
    begin = sweep[0] * pi
    end = sweep[1] * pi
    way = 1 if end > begin else -1
    half = thickness / 2
    points = [begin + (end - begin) * k / 40 for k in range(41)]
    outer = [_around(middle, radius + half, angle) for angle in points]
    inner = [_around(middle, radius - half, angle) for angle in reversed(points)]
    pygame.draw.polygon(canvas, tint, outer + inner)
    length = way * 2.4 * thickness / radius
    head = ((radius + 1.6 * thickness, 0.0), (radius - 1.6 * thickness, 0.0), (radius, length))
    pygame.draw.polygon(canvas, tint, [_around(middle, r, end + turn) for r, turn in head])


def _around(middle: float, radius: float, angle: float) -> tuple[float, float]:
    return middle + radius * cos(angle), middle + radius * sin(angle)


def _draw_symbol(canvas: pygame.Surface, suit: str, tint: Colour, ground: Colour) -> None:
    middle = canvas.get_width() / 2
    _SYMBOLS.get(suit, _draw_block)(_Symbol(canvas, tint, ground, middle, middle - 2 * _SMOOTH))


def _draw_ring(symbol: _Symbol) -> None:
    centre = (symbol.middle, symbol.middle)
    pygame.draw.circle(symbol.canvas, symbol.tint, centre, symbol.reach, 3 * _SMOOTH)


def _draw_triangle(symbol: _Symbol) -> None:
    corners = [symbol.around(1.1, (k / 3 * 2 - 0.5) * pi) for k in range(3)]
    pygame.draw.polygon(symbol.canvas, symbol.tint, corners)


def _draw_waves(symbol: _Symbol) -> None:
    _, tint, _, middle, reach = symbol
    for level in (-0.5, 0.45):
        wave = [(k / 30, level - 0.28 * sin(k / 30 * pi)) for k in range(-30, 31)]
        edge = [(middle + reach * x, middle + reach * (y - 0.2)) for x, y in wave]
        edge += [(middle + reach * x, middle + reach * (y + 0.2)) for x, y in reversed(wave)]
        pygame.draw.polygon(symbol.canvas, tint, edge)


def _draw_sun(symbol: _Symbol) -> None:
    centre = (symbol.middle, symbol.middle)
    pygame.draw.circle(symbol.canvas, symbol.tint, centre, symbol.reach * 0.52)
    for k in range(8):
        begin = symbol.around(0.7, k / 4 * pi)
        end = symbol.around(1.0, k / 4 * pi)
        pygame.draw.line(symbol.canvas, symbol.tint, begin, end, 3 * _SMOOTH)


def _draw_leaf(symbol: _Symbol) -> None:
    """Draw a lens on the diagonal, between two arcs, and its vein."""
    canvas, tint, ground, middle, reach = symbol
    lens = [(k / 20, 0.62 * cos(k / 40 * pi)) for k in range(-20, 21)]
    edge = lens + [(along, -across) for along, across in reversed(lens)]
    size = reach * 0.75
    corners = [(middle + size * (x + y), middle - size * (x - y)) for x, y in edge]
    pygame.draw.polygon(canvas, tint, corners)
    begin = symbol.around(1.05, 0.75 * pi)
    pygame.draw.line(canvas, ground, begin, symbol.around(0.4, -pi / 4), 2 * _SMOOTH)


def _draw_rainbow(symbol: _Symbol) -> None:
    canvas, tint, _, middle, reach = symbol
    for radius in (1.0, 0.5):
        box = pygame.Rect(0, 0, round(2 * reach * radius), round(2 * reach * radius))
        box.center = (round(middle), round(middle + reach * 0.5))
        pygame.draw.arc(canvas, tint, box, 0, pi, 3 * _SMOOTH)


def _draw_block(symbol: _Symbol) -> None:
    block = pygame.Rect(0, 0, round(symbol.reach * 1.7), round(symbol.reach * 1.7))
    block.center = (round(symbol.middle), round(symbol.middle))
    pygame.draw.rect(symbol.canvas, symbol.tint, block)


_SYMBOLS: Final[Mapping[str, Callable[[_Symbol], None]]] = {
    "W": _draw_ring,
    "R": _draw_triangle,
    "B": _draw_waves,
    "Y": _draw_sun,
    "G": _draw_leaf,
    "M": _draw_rainbow,
}
