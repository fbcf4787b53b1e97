"""The appearance of the emulated device's parts, at any scale.

No light and no key is recognised by its colour alone: each has a place and a symbol, and a light
that is off is hollow.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from pygame import SRCALPHA, Rect, Surface, draw, font, transform

from companion import panel
from companion.panel import CLUE, COLOUR_KEYS, DISCARD, PLAY
from hardware.emulator.device import PLUG
from wiring.spec import Colour, LightPlace

PIXEL: Final = 4
"""The width of a pixel of the glass."""
PIXEL_SIZE: Final = 16
"""The width of a colour pixel."""

BUTTON_RADIUS: Final = 60
STICK_RADIUS: Final = 60
CAP_RADIUS: Final = 26
"""The radius of the joystick's cap; around it are its directions."""
KNOB_RADIUS: Final = 44
SMALL_RADIUS: Final = 30
"""The radius of the undo and the power key, and of a plug."""
KEY_RADIUS: Final = 24
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
CAP_INK: Final = (250, 250, 244)
"""What is written on a cap."""

ANTIALIAS: Final = True
_SMOOTH: Final = 4
"""How much larger than in the layout a part is drawn before scaling, which smooths its edges."""

_BLACK: Final = (0, 0, 0)
_WHITE: Final = (255, 255, 255)
_HOLE: Final = (20, 21, 25)
_UNLIT: Final = (24, 25, 30)

Strokes = tuple[tuple[tuple[int, int], ...], ...]
_SIGNS: Final[Mapping[str, Strokes]] = {
    "↶": (((3, 0), (0, 3), (3, 6)), ((0, 3), (5, 3), (8, 5), (7, 8), (5, 9))),
    "✗": (((1, 2), (7, 9)), ((7, 2), (1, 9))),
    "←": (((3, 2), (0, 5), (3, 8)), ((0, 5), (8, 5))),
    "→": (((5, 2), (8, 5), (5, 8)), ((0, 5), (8, 5))),
    "▲": (((0, 8), (4, 2), (8, 8), (0, 8)),),
    "▼": (((0, 2), (4, 8), (8, 2), (0, 2)),),
}
"""The lines of signs that stand on the line of the letters, in 8 by 9 points."""
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
_GREY: Final = (112, 117, 131)


class PartCanvas(Surface):
    """A square that a part is drawn on, in the layout's pixels, seen from its middle."""

    def __init__(self, side: int) -> None:
        super().__init__((side * _SMOOTH, side * _SMOOTH), SRCALPHA)
        self.reach: Final = side / 2 - 2
        """How far a sign goes from the middle."""
        self._middle: Final = side * _SMOOTH // 2

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return a point in the canvas's own pixels."""
        return self._middle + x * _SMOOTH, self._middle + y * _SMOOTH

    def around(self, radius: float, angle: float) -> tuple[float, float]:
        """Return the point at this distance from the middle."""
        return self.point(radius * cos(angle), radius * sin(angle))

    def box(self, width: int, height: int, top: float) -> Rect:
        """Return a rectangle between left and right."""
        return Rect(self.point(-width / 2, top), (width * _SMOOTH, height * _SMOOTH))

    def draw_box(self, colour: Colour, box: Rect, radius: float, thickness: int = 0) -> None:
        """Draw a box with round corners, only its edge if that has a thickness."""
        draw.rect(self, colour, box, thickness * _SMOOTH, int(radius * _SMOOTH))

    def draw_discs(self, *discs: tuple[float, Colour], lift: int = 0) -> None:
        """Draw discs of these radii, one on the other."""
        for radius, colour in discs:
            draw.circle(self, colour, self.point(0, -lift), radius * _SMOOTH)

    def put(self, picture: Surface, x: float, y: float) -> None:
        """Draw a picture around a point."""
        self.blit(picture, picture.get_rect(center=self.point(x, y)))


class DrawnPart(NamedTuple):
    """A part as `draw` draws it in a square, whose side is `size` in the layout's pixels."""

    size: int
    draw: Callable[[PartCanvas], None]
    growth: float = 1.0

    @property
    def side(self) -> float:
        """The side of its square, where it is drawn larger or smaller than usual."""
        return self.size * self.growth

    def grown(self, growth: float) -> "DrawnPart":
        """Return the part, so many times as large."""
        return self._replace(growth=growth)

    def picture(self, side: int) -> Surface:
        """Return a picture of it, `side` pixels wide."""
        canvas = PartCanvas(self.size)
        self.draw(canvas)
        return transform.smoothscale(canvas, (side, side))


class _Rings(NamedTuple):
    """The rings of a button, as distances from its edge, and how far its cap stands out."""

    rim: int
    well: int
    cap: int
    top: int
    rise: int


_BIG: Final = _Rings(rim=3, well=9, cap=12, top=22, rise=5)
_SMALL: Final = _Rings(rim=2, well=4, cap=5, top=7, rise=3)


def draw_light(place: LightPlace, lit: bool) -> DrawnPart:
    """Return an LED, glowing or hollow."""
    colour = _LIGHTS.get(place.group) or _SUITS[place.part]
    return _bulb(colour, lit, 11 if place.group == "firework" else 12)


@cache
def _bulb(colour: Colour, lit: bool, radius: int) -> DrawnPart:
    def draw_on(canvas: PartCanvas) -> None:
        if lit:
            _draw_glow(canvas, colour, radius)
            canvas.draw_discs((radius, colour), (radius / 2, mix(_WHITE, colour, 0.7)))
        else:
            canvas.draw_discs((radius, mix(colour, BODY, 0.45)), (radius - 2, _UNLIT))

    return DrawnPart(48, draw_on)


@cache
def draw_key(control: str, down: bool, radius: int) -> DrawnPart:
    """Return a button or a key of this radius, or a plug that is pulled when it is down."""
    if control == PLUG:
        return DrawnPart(2 * radius + 8, lambda canvas: draw_plug(canvas, down))
    rings = _BIG if radius >= BUTTON_RADIUS else _SMALL
    lift = 0 if down else rings.rise
    colour = _BUTTONS.get(control) or _SUITS.get(control, _GREY)

    def draw_on(canvas: PartCanvas) -> None:
        cap = mix(colour, _BLACK, 0.72) if down else colour
        top = mix(cap, _WHITE, 0.88)
        canvas.draw_discs((radius, _HOLE), (radius - rings.rim, RIM), (radius - rings.well, _HOLE))
        canvas.draw_discs((radius - rings.cap, mix(colour, _BLACK, 0.5)))
        canvas.draw_discs((radius - rings.cap, cap), (radius - rings.top, top), lift=lift)
        if control not in _BUTTONS:
            sign = PartCanvas(24 if control in COLOUR_KEYS else 34)
            draw_sign(sign, control, top)
            canvas.put(sign, 0, -lift)

    return DrawnPart(2 * radius + (12 if control in _BUTTONS else 8), draw_on)


@lru_cache(maxsize=256)
def pixel(colour: Colour, level: float) -> DrawnPart:
    """Return a colour pixel at a level from 0, when it is hollow, to 1."""
    # A screen's pure colours are darker than a pixel's.
    bright = mix(colour, _WHITE, 0.8)
    shine = mix(bright, _HOLE, 0.25 + 0.75 * level) if level else _UNLIT

    def draw_on(canvas: PartCanvas) -> None:
        box = canvas.box(PIXEL_SIZE, PIXEL_SIZE, -PIXEL_SIZE / 2)
        canvas.draw_box(mix(bright, BODY, 0.3), box, 3)
        canvas.draw_box(shine, box.inflate(-2 * _SMOOTH, -2 * _SMOOTH), 2.5)

    return DrawnPart(PIXEL_SIZE + 2, draw_on)


def stick_base() -> DrawnPart:
    """Return the base of the joystick: a dish with an arrow each way."""

    def draw_on(canvas: PartCanvas) -> None:
        edge = STICK_RADIUS
        canvas.draw_discs((edge, _HOLE), (edge - 3, RIM), (edge - 6, INLAY))
        canvas.draw_discs((CAP_RADIUS - 4, _HOLE))
        tip = [(edge - 10, 0.0), (edge - 18, 0.17), (edge - 18, -0.17)]
        for quarter in range(4):
            way = quarter / 2 * pi
            corners = [canvas.around(radius, way + turn * 1.1) for radius, turn in tip]
            draw.polygon(canvas, INK, corners)

    return DrawnPart(2 * STICK_RADIUS + 4, draw_on)


@cache
def stick_cap(plays: bool, down: bool) -> DrawnPart:
    """Return the joystick's cap, green where its press is PLAY."""
    tint = _BUTTONS[PLAY] if plays else _GREY
    cap = mix(tint, _BLACK, 0.72) if down else tint
    edge = mix(cap, _BLACK, 0.45)
    top = mix(cap, _WHITE, 0.88)
    discs = ((CAP_RADIUS, edge), (CAP_RADIUS - 2, cap), (CAP_RADIUS - 9, top))
    return DrawnPart(2 * CAP_RADIUS + 4, lambda canvas: canvas.draw_discs(*discs))


def knob() -> DrawnPart:
    """Return the encoder's knob without its mark, between two arrows for its two ways."""

    def draw_on(canvas: PartCanvas) -> None:
        edge = KNOB_RADIUS - 5
        canvas.draw_discs((KNOB_RADIUS, _HOLE))
        for notch in range(36):
            draw.circle(canvas, RIM, canvas.around(edge, notch / 18 * pi), 3 * _SMOOTH)
        ring = mix(_GREY, _BLACK, 0.7)
        top = mix(_GREY, _BLACK, 0.85)
        canvas.draw_discs((edge, RIM), (edge - 6, ring), (edge - 8, top))
        draw_turning(canvas, INK, KNOB_RADIUS + 8, (-0.22, 0.2), 3)
        draw_turning(canvas, INK, KNOB_RADIUS + 8, (-0.78, -1.2), 3)

    return DrawnPart(2 * KNOB_RADIUS + 32, draw_on)


@cache
def knob_mark() -> DrawnPart:
    """Return the mark on the knob."""
    return DrawnPart(12, lambda canvas: canvas.draw_discs((4, _WHITE)))


def letters(text: str, height: int, colour: Colour) -> Surface:
    """Return a line of text, with the signs that pygame's own letters lack."""
    face = font.Font(None, height)
    pieces = [
        _sign(_SIGNS[char], face.get_ascent(), colour)
        if char in _SIGNS
        else face.render(char, ANTIALIAS, colour)
        for char in text.replace("\N{NARROW NO-BREAK SPACE}", " ")
    ]
    width = sum(piece.get_width() for piece in pieces)
    # What is drawn may reach a row or two below the height that the letters say they have.
    height = max((piece.get_height() for piece in pieces), default=0)
    line = Surface((width, height), SRCALPHA)
    x = 0
    for piece in pieces:
        line.blit(piece, (x, 0))
        x += piece.get_width()
    return line


def _sign(strokes: Strokes, height: int, colour: Colour) -> Surface:
    """Return a sign that stands on the line of letters which reach so high above it."""
    unit = height / 11
    sign = Surface((10 * unit, height), SRCALPHA)
    for line in strokes:
        points = [((x + 1) * unit, (y + 1.5) * unit) for x, y in line]
        draw.lines(sign, colour, closed=False, points=points, width=round(1.8 * unit))
    return sign


def rise(radius: int) -> int:
    """Return the height of a button's cap of this radius while it is up."""
    return (_BIG if radius >= BUTTON_RADIUS else _SMALL).rise


def draw_icon() -> Surface:
    """Return the window's sign: a firework of the five colours on a night sky."""

    def draw_on(canvas: PartCanvas) -> None:
        canvas.draw_box(GLASS, canvas.box(64, 64, -32), 14)
        for number, suit in enumerate((*"WRBYG", *"WRBYG")):
            angle = (number / 5 - 0.5) * pi
            for radius, size in ((9, 2.2), (16, 3.2), (24, 4.4)):
                at = canvas.around(radius, angle)
                draw.circle(canvas, _SUITS[suit], at, size * _SMOOTH)

    return DrawnPart(64, draw_on).picture(64)


@cache
def fan_card(suit: str, rank: int, height: int, chosen: bool) -> DrawnPart:
    """Return a card of the fan: its rank and its suit's sign, with a bright edge if chosen."""
    colour = _SUITS[suit]
    tint, thickness = (_WHITE, 4) if chosen else (mix(colour, CARD, 0.6), 2)

    def draw_on(canvas: PartCanvas) -> None:
        edge = canvas.box(CARD_WIDTH, height, -height / 2)
        canvas.draw_box(CARD, edge, 7)
        canvas.draw_box(tint, edge, 7, thickness)
        canvas.put(font.Font(None, 40 * _SMOOTH).render(str(rank), ANTIALIAS, colour), -13.25, 0)
        sign = PartCanvas(24)
        _draw_symbol(sign, suit, colour, CARD)
        canvas.put(sign, 13, 0)

    return DrawnPart(max(CARD_WIDTH, height) + 4, draw_on)


def draw_symbol_part(suit: str, size: int) -> DrawnPart:
    """Return the suit's sign: ring, triangle, waves, sun, leaf, rainbow or block, as on screens."""
    return DrawnPart(size, lambda canvas: _draw_symbol(canvas, suit, _SUITS[suit], INLAY))


def draw_grid(surface: Surface, glass: Rect, pixel: int) -> None:
    """Draw dark lines between the pixels of the glass, each `pixel` wide, as on the real one."""
    thickness = round(pixel / PIXEL)
    if thickness:
        column = _shade_of(surface, (thickness, glass.height))
        row = _shade_of(surface, (glass.width, thickness))
        left = glass.left + pixel - thickness
        top = glass.top + pixel - thickness
        surface.blits([(column, (x, glass.top)) for x in range(left, glass.right, pixel)])
        surface.blits([(row, (glass.left, y)) for y in range(top, glass.bottom, pixel)])


def _shade_of(surface: Surface, size: tuple[int, int]) -> Surface:
    shade = Surface(size, 0, surface)
    shade.fill(GLASS)
    shade.set_alpha(120)
    return shade


def mix(colour: Colour, other: Colour, share: float) -> Colour:
    """Return the mixture of two colours, the first with this share."""
    red, green, blue = (
        round(a * share + b * (1 - share)) for a, b in zip(colour, other, strict=True)
    )
    return red, green, blue


def _draw_glow(canvas: PartCanvas, colour: Colour, radius: int) -> None:
    reach = canvas.get_width() // 2 - radius * _SMOOTH
    for step in range(reach, 0, -2):
        tint = (*colour, round(110 * (1 - step / reach) ** 2))
        draw.circle(canvas, tint, canvas.point(0, 0), radius * _SMOOTH + step)


def draw_plug(canvas: PartCanvas, pulled: bool) -> None:
    """Draw the plug of a cable: in its socket, or beside it."""
    side = canvas.get_width()
    middle = side // 2
    quarter = side // 4
    socket = Rect(side * 3 // 8, quarter, side * 9 // 16, middle)
    draw.rect(canvas, _GREY, socket, border_radius=side // 12)
    draw.rect(canvas, _HOLE, socket.inflate(-side // 8, -side // 6))
    shell = Rect(0, 0, quarter, side * 3 // 16)
    shell.midleft = (quarter if pulled else side * 7 // 16, middle)
    grip = Rect(0, 0, quarter, side // 3)
    grip.midright = shell.midleft
    draw.rect(canvas, INK, shell)
    draw.rect(canvas, RIM, grip, border_radius=side // 20)
    draw.rect(canvas, RIM, Rect(0, middle - side // 40, grip.left + 1, side // 20))


def draw_sign(canvas: PartCanvas, control: str, ground: Colour) -> None:
    """Draw the sign on the cap of a key."""
    match control:
        case panel.UNDO:  # an arrow that turns back
            draw_turning(canvas, _HOLE, 10, (0.75, -1.0), 4)
        case panel.POWER:  # a ring that is open at the top, and a bar in the gap
            draw.circle(canvas, _HOLE, canvas.point(0, 0), 11 * _SMOOTH, 4 * _SMOOTH)
            canvas.fill((0, 0, 0, 0), canvas.box(10, 14, -14))
            canvas.draw_box(_HOLE, canvas.box(4, 14, -14), 2)
        case suit:
            _draw_symbol(canvas, suit, _HOLE, ground)


def draw_turning(
    canvas: PartCanvas, tint: Colour, radius: int, sweep: tuple[float, float], thickness: int
) -> None:
    """Draw an arrow along a circle between two angles, in half turns clockwise from the right."""
    begin = sweep[0] * pi
    end = sweep[1] * pi
    half = thickness / 2
    angles = [begin + (end - begin) * k / 40 for k in range(41)]
    outer = [canvas.around(radius + half, angle) for angle in angles]
    inner = [canvas.around(radius - half, angle) for angle in reversed(angles)]
    draw.polygon(canvas, tint, outer + inner)
    width = 1.6 * thickness
    length = (2.4 if end > begin else -2.4) * thickness / radius
    tip = canvas.around(radius, end + length)
    draw.polygon(
        canvas, tint, [canvas.around(radius + width, end), canvas.around(radius - width, end), tip]
    )


def _draw_symbol(canvas: PartCanvas, suit: str, tint: Colour, ground: Colour) -> None:
    if suit == "G":
        draw_leaf(canvas, tint, ground)
    else:
        _SYMBOLS.get(suit, _draw_block)(canvas, tint)


def _draw_ring(canvas: PartCanvas, tint: Colour) -> None:
    draw.circle(canvas, tint, canvas.point(0, 0), canvas.reach * _SMOOTH, 3 * _SMOOTH)


def _draw_triangle(canvas: PartCanvas, tint: Colour) -> None:
    corners = [canvas.around(canvas.reach * 1.1, (k / 3 * 2 - 0.5) * pi) for k in range(3)]
    draw.polygon(canvas, tint, corners)


def _draw_waves(canvas: PartCanvas, tint: Colour) -> None:
    reach = canvas.reach
    for level in (-0.5, 0.45):
        wave = [(k / 30, level - 0.28 * sin(k / 30 * pi)) for k in range(-30, 31)]
        edge = [canvas.point(reach * x, reach * (y - 0.2)) for x, y in wave]
        edge += [canvas.point(reach * x, reach * (y + 0.2)) for x, y in reversed(wave)]
        draw.polygon(canvas, tint, edge)


def _draw_sun(canvas: PartCanvas, tint: Colour) -> None:
    reach = canvas.reach
    canvas.draw_discs((reach * 0.52, tint))
    for k in range(8):
        angle = k / 4 * pi
        begin = canvas.around(reach * 0.7, angle)
        draw.line(canvas, tint, begin, canvas.around(reach, angle), 3 * _SMOOTH)


def draw_leaf(canvas: PartCanvas, tint: Colour, ground: Colour) -> None:
    """Draw a lens on the diagonal, between two arcs, and its vein."""
    lens = [(k / 20, 0.62 * cos(k / 40 * pi)) for k in range(-20, 21)]
    edge = lens + [(along, -across) for along, across in reversed(lens)]
    size = canvas.reach * 0.75
    draw.polygon(canvas, tint, [canvas.point(size * (x + y), size * (y - x)) for x, y in edge])
    begin = canvas.around(canvas.reach * 1.05, 0.75 * pi)
    draw.line(canvas, ground, begin, canvas.around(canvas.reach * 0.4, -pi / 4), 2 * _SMOOTH)


def _draw_rainbow(canvas: PartCanvas, tint: Colour) -> None:
    reach = canvas.reach * _SMOOTH
    x, y = canvas.point(0, canvas.reach / 2)
    for width in (2 * reach, reach):
        box = Rect(0, 0, round(width), round(width))
        box.center = (round(x), round(y))
        draw.arc(canvas, tint, box, 0, pi, 3 * _SMOOTH)


def _draw_block(canvas: PartCanvas, tint: Colour) -> None:
    side = round(canvas.reach * 1.7 * _SMOOTH)
    block = Rect(0, 0, side, side)
    block.center = canvas.get_rect().center
    draw.rect(canvas, tint, block)


_SYMBOLS: Final[Mapping[str, Callable[[PartCanvas, Colour], None]]] = {
    "W": _draw_ring,
    "R": _draw_triangle,
    "B": _draw_waves,
    "Y": _draw_sun,
    "M": _draw_rainbow,
}
