"""The appearance of the emulated device's parts, at any scale.

No light and no key is recognised by its colour alone: each has a place and a symbol, and a light that is off
is hollow.
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
"""Of the joystick's cap; around it are its directions."""
KNOB_RADIUS: Final = 44
SMALL_RADIUS: Final = 30
"""Of the undo and the power key, and of a plug."""
KEY_RADIUS: Final = 24
LATCH_RADIUS: Final = 16
"""Of the sign that latches a button."""
CARD_WIDTH: Final = 66
POD_RADIUS: Final = 32
"""Of a pod's arcade buttons."""

TABLE: Final = (41, 66, 55)
SHADOW: Final = (26, 43, 36)
BODY: Final = (44, 46, 53)
RIM: Final = (74, 78, 88)
INLAY: Final = (33, 35, 41)
GLASS: Final = (6, 8, 12)
CARD: Final = (24, 26, 31)
INK: Final = (198, 203, 212)
FAINT: Final = (152, 158, 170)

_SMOOTH: Final = 4
"""How much larger than in the layout a part is drawn before it is scaled, which smooths its edges."""

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

    def drawn(self, side: int) -> pygame.Surface:
        """A picture of it, `side` pixels wide."""
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


def light(place: LightPlace, lit: bool) -> DrawnPart:
    """An LED, glowing or hollow."""
    colour = _LIGHTS.get(place.group) or _SUITS[place.part]
    return _bulb(colour, lit, 11 if place.group == "firework" else 12)


@cache
def _bulb(colour: Colour, lit: bool, radius: int) -> DrawnPart:
    return DrawnPart(48, lambda canvas: _draw_bulb(canvas, colour, lit, radius))


@cache
def key(control: str, down: bool, radius: int) -> DrawnPart:
    """A button or a key as large as this, or a plug that is pulled when it is down."""
    if control == PLUG:
        return DrawnPart(2 * radius + 8, lambda canvas: _draw_plug(canvas, down))
    rings = _BIG if radius == BUTTON_RADIUS else _SMALL
    colour = _BUTTONS.get(control) or _SUITS.get(control, _GREY)

    def draw(canvas: pygame.Surface) -> None:
        cap = _draw_button(canvas, radius, rings, colour, down)
        if control not in _BUTTONS:
            side = (24 if control in COLOUR_KEYS else 34) * _SMOOTH
            sign = pygame.Surface((side, side), pygame.SRCALPHA)
            _draw_sign(sign, control, cap)
            x, y = canvas.get_rect().center
            canvas.blit(sign, sign.get_rect(center=(x, y - (0 if down else rings.rise * _SMOOTH))))

    return DrawnPart(2 * radius + (12 if control in _BUTTONS else 8), draw)


@lru_cache(maxsize=256)
def pixel(colour: Colour, level: float) -> DrawnPart:
    """A colour pixel at a level from 0, when it is hollow, to 1."""
    # A screen's pure colours are darker than a pixel's.
    bright = mixed(colour, _WHITE, 0.8)

    def draw(canvas: pygame.Surface) -> None:
        side = PIXEL_SIZE * _SMOOTH
        square = pygame.Rect(0, 0, side, side)
        square.center = canvas.get_rect().center
        pygame.draw.rect(canvas, mixed(bright, BODY, 0.3), square, border_radius=side // 5)
        inner = square.inflate(-2 * _SMOOTH, -2 * _SMOOTH)
        shine = mixed(bright, _HOLE, 0.25 + 0.75 * level) if level else _UNLIT
        pygame.draw.rect(canvas, shine, inner, border_radius=side // 6)

    return DrawnPart(PIXEL_SIZE + 2, draw)


def stick_base() -> DrawnPart:
    """What the joystick stands on: a dish with an arrow each way."""

    def draw(canvas: pygame.Surface) -> None:
        edge = STICK_RADIUS
        _draw_discs(
            canvas, (edge, _HOLE), (edge - 3, RIM), (edge - 6, INLAY), (CAP_RADIUS - 4, _HOLE)
        )
        for quarter in range(4):
            tip = [(edge - 10, 0.0), (edge - 18, 0.17), (edge - 18, -0.17)]
            middle = canvas.get_width() / 2
            corners = [
                _around(middle, radius, quarter / 2 * pi + turn * 1.1) for radius, turn in tip
            ]
            pygame.draw.polygon(canvas, INK, corners)

    return DrawnPart(2 * STICK_RADIUS + 4, draw)


@cache
def stick_cap(plays: bool, down: bool) -> DrawnPart:
    """The joystick's cap, green where its press is PLAY."""
    tint = _BUTTONS[PLAY] if plays else _GREY
    cap = mixed(tint, _BLACK, 0.72) if down else tint
    edge, top = mixed(cap, _BLACK, 0.45), mixed(cap, _WHITE, 0.88)
    discs = ((CAP_RADIUS, edge), (CAP_RADIUS - 2, cap), (CAP_RADIUS - 9, top))
    return DrawnPart(2 * CAP_RADIUS + 4, lambda canvas: _draw_discs(canvas, *discs))


def knob() -> DrawnPart:
    """The encoder's knob without its mark, between two arrows that say which way it turns."""

    def draw(canvas: pygame.Surface) -> None:
        edge = KNOB_RADIUS - 5
        _draw_discs(canvas, (KNOB_RADIUS, _HOLE))
        for notch in range(36):
            at = _around(canvas.get_width() / 2, edge, notch / 18 * pi)
            pygame.draw.circle(canvas, RIM, at, 3 * _SMOOTH)
        ring, top = mixed(_GREY, _BLACK, 0.7), mixed(_GREY, _BLACK, 0.85)
        _draw_discs(canvas, (edge, RIM), (edge - 6, ring), (edge - 8, top))
        _draw_turning(canvas, INK, KNOB_RADIUS + 8, (-0.22, 0.2), 3)
        _draw_turning(canvas, INK, KNOB_RADIUS + 8, (-0.78, -1.2), 3)

    return DrawnPart(2 * KNOB_RADIUS + 32, draw)


@cache
def knob_mark() -> DrawnPart:
    """The mark on the knob."""
    return DrawnPart(12, lambda canvas: _draw_discs(canvas, (4, _WHITE)))


@cache
def latch(closed: bool) -> DrawnPart:
    """The sign that latches a button: a lock, lit and closed while the button is latched."""

    def draw(canvas: pygame.Surface) -> None:
        ground, ink = (_LATCHED, _HOLE) if closed else (INLAY, INK)
        _draw_discs(canvas, (LATCH_RADIUS, INK if closed else RIM), (LATCH_RADIUS - 2, ground))
        x, y = canvas.get_rect().center
        bow = pygame.Rect(0, 0, 11 * _SMOOTH, 16 * _SMOOTH)
        bow.midtop = (x, y - (11 if closed else 13) * _SMOOTH)
        pygame.draw.rect(canvas, ink, bow, 2 * _SMOOTH, border_radius=6 * _SMOOTH)
        if not closed:
            canvas.fill(ground, (x + _SMOOTH, y - 5 * _SMOOTH, 6 * _SMOOTH, 5 * _SMOOTH))
        body = pygame.Rect(0, 0, 15 * _SMOOTH, 10 * _SMOOTH)
        body.midtop = (x, y - 2 * _SMOOTH)
        pygame.draw.rect(canvas, ink, body, border_radius=2 * _SMOOTH)

    return DrawnPart(2 * LATCH_RADIUS + 4, draw)


@cache
def card(suit: str, rank: int, height: int, chosen: bool) -> DrawnPart:
    """A card of the fan: its rank and its suit's sign, with a bright edge while it is chosen."""

    def draw(canvas: pygame.Surface) -> None:
        edge = pygame.Rect(0, 0, CARD_WIDTH * _SMOOTH, height * _SMOOTH)
        edge.center = canvas.get_rect().center
        thickness = (4 if chosen else 2) * _SMOOTH
        pygame.draw.rect(canvas, CARD, edge, border_radius=7 * _SMOOTH)
        tint = _WHITE if chosen else mixed(_SUITS[suit], CARD, 0.6)
        pygame.draw.rect(canvas, tint, edge, thickness, border_radius=7 * _SMOOTH)
        figure = pygame.font.Font(None, 40 * _SMOOTH).render(str(rank), True, _SUITS[suit])
        canvas.blit(
            figure, figure.get_rect(center=(edge.left + edge.width * 3 // 10, edge.centery))
        )
        sign = pygame.Surface((24 * _SMOOTH, 24 * _SMOOTH), pygame.SRCALPHA)
        _draw_symbol(sign, suit, _SUITS[suit], CARD)
        canvas.blit(sign, sign.get_rect(center=(edge.left + edge.width * 7 // 10, edge.centery)))

    return DrawnPart(max(CARD_WIDTH, height) + 4, draw)


def symbol(suit: str, size: int) -> DrawnPart:
    """The suit's sign, as the screens draw it: ring, triangle, waves, sun, leaf, rainbow, block."""
    return DrawnPart(size, lambda canvas: _draw_symbol(canvas, suit, _SUITS[suit], INLAY))


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
    red, green, blue = (
        round(a * share + b * (1 - share)) for a, b in zip(colour, other, strict=True)
    )
    return red, green, blue


def _draw_discs(canvas: pygame.Surface, *discs: tuple[float, Colour], lift: int = 0) -> None:
    """Discs of these radii in the layout's pixels, one over another; `lift` in those of the canvas."""
    x, y = canvas.get_rect().center
    for radius, colour in discs:
        pygame.draw.circle(canvas, colour, (x, y - lift), radius * _SMOOTH)


def _draw_bulb(canvas: pygame.Surface, colour: Colour, lit: bool, radius: int) -> None:
    if lit:
        _draw_glow(canvas, colour, radius)
        _draw_discs(canvas, (radius, colour), (radius / 2, mixed(_WHITE, colour, 0.7)))
    else:
        _draw_discs(canvas, (radius, mixed(colour, BODY, 0.45)), (radius - 2, _UNLIT))


def _draw_glow(canvas: pygame.Surface, colour: Colour, radius: int) -> None:
    reach = canvas.get_width() // 2 - radius * _SMOOTH
    for step in range(reach, 0, -2):
        tint = (*colour, round(110 * (1 - step / reach) ** 2))
        pygame.draw.circle(canvas, tint, canvas.get_rect().center, radius * _SMOOTH + step)


def _draw_button(
    canvas: pygame.Surface, radius: int, rings: _Rings, colour: Colour, down: bool
) -> Colour:
    """A ring, and a cap that sinks into it; gives the colour of the cap's top."""
    cap = mixed(colour, _BLACK, 0.72) if down else colour
    top = mixed(cap, _WHITE, 0.88)
    well = ((radius, _HOLE), (radius - rings.rim, RIM), (radius - rings.well, _HOLE))
    _draw_discs(canvas, *well, (radius - rings.cap, mixed(colour, _BLACK, 0.5)))
    lift = 0 if down else rings.rise * _SMOOTH
    _draw_discs(canvas, (radius - rings.cap, cap), (radius - rings.top, top), lift=lift)
    return top


def _draw_plug(canvas: pygame.Surface, pulled: bool) -> None:
    """The plug of a cable: in its socket, or beside it."""
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
    """What is on the cap of a key."""
    match control:
        case panel.UNDO:  # an arrow that turns back
            _draw_turning(canvas, _HOLE, 10, (0.75, -1.0), 4)
        case panel.POWER:  # a ring that is open at the top, and a bar in the gap
            x, y = canvas.get_rect().center
            pygame.draw.circle(canvas, _HOLE, (x, y), 11 * _SMOOTH, 4 * _SMOOTH)
            gap = pygame.Rect(0, 0, 10 * _SMOOTH, 14 * _SMOOTH)
            gap.midtop = (x, y - 14 * _SMOOTH)
            canvas.fill((0, 0, 0, 0), gap)
            pygame.draw.rect(canvas, _HOLE, gap.inflate(-6 * _SMOOTH, 0), border_radius=2 * _SMOOTH)
        case suit:
            _draw_symbol(canvas, suit, _HOLE, ground)


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
    pygame.draw.polygon(canvas, tint, outer + inner)
    length = way * 2.4 * thickness / radius
    head = ((radius + 1.6 * thickness, 0.0), (radius - 1.6 * thickness, 0.0), (radius, length))
    pygame.draw.polygon(canvas, tint, [_around(middle, r, end + turn) for r, turn in head])


def _around(middle: float, radius: float, angle: float) -> tuple[float, float]:
    return middle + radius * _SMOOTH * cos(angle), middle + radius * _SMOOTH * sin(angle)


def _draw_symbol(canvas: pygame.Surface, suit: str, tint: Colour, ground: Colour) -> None:
    middle = canvas.get_width() / 2
    reach = middle - 2 * _SMOOTH

    def around(radius: float, turn: float) -> tuple[float, float]:
        return middle + reach * radius * cos(turn), middle + reach * radius * sin(turn)

    match suit:
        case "W":
            pygame.draw.circle(canvas, tint, (middle, middle), reach, 3 * _SMOOTH)
        case "R":
            pygame.draw.polygon(
                canvas, tint, [around(1.1, (k / 3 * 2 - 0.5) * pi) for k in range(3)]
            )
        case "B":
            _draw_wave(canvas, tint, -0.5)
            _draw_wave(canvas, tint, 0.45)
        case "Y":
            pygame.draw.circle(canvas, tint, (middle, middle), reach * 0.52)
            for k in range(8):
                pygame.draw.line(
                    canvas, tint, around(0.7, k / 4 * pi), around(1.0, k / 4 * pi), 3 * _SMOOTH
                )
        case "G":
            # A lens on the diagonal, between two arcs, and its vein.
            lens = [(k / 20, 0.62 * cos(k / 40 * pi)) for k in range(-20, 21)]
            edge = lens + [(along, -across) for along, across in reversed(lens)]
            size = reach * 0.75
            corners = [(middle + size * (x + y), middle - size * (x - y)) for x, y in edge]
            pygame.draw.polygon(canvas, tint, corners)
            pygame.draw.line(
                canvas, ground, around(1.05, 0.75 * pi), around(0.4, -pi / 4), 2 * _SMOOTH
            )
        case "M":
            for radius in (1.0, 0.5):
                box = pygame.Rect(0, 0, round(2 * reach * radius), round(2 * reach * radius))
                box.center = (round(middle), round(middle + reach * 0.5))
                pygame.draw.arc(canvas, tint, box, 0, pi, 3 * _SMOOTH)
        case _:
            block = pygame.Rect(0, 0, round(reach * 1.7), round(reach * 1.7))
            block.center = (round(middle), round(middle))
            pygame.draw.rect(canvas, tint, block)


def _draw_wave(canvas: pygame.Surface, tint: Colour, level: float) -> None:
    middle = canvas.get_width() / 2
    reach = middle - 2 * _SMOOTH
    wave = [(k / 30, level - 0.28 * sin(k / 30 * pi)) for k in range(-30, 31)]
    edge = [(middle + reach * x, middle + reach * (y - 0.2)) for x, y in wave]
    edge += [(middle + reach * x, middle + reach * (y + 0.2)) for x, y in reversed(wave)]
    pygame.draw.polygon(canvas, tint, edge)
