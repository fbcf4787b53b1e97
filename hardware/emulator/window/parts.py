"""The appearance of the emulated device's parts, at any scale: they are SVG, in `parts.toml`.

No light and no key is recognised by its colour alone: each has a place and a symbol, and a light
that is off is hollow.
"""

import tomllib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from pygame import SRCALPHA, Rect, Surface, font, image

from companion.panel import CLUE, DISCARD, PLAY
from wiring.spec import Colour, LightPlace

PIXEL: Final = 4
"""The width of a pixel of the glass."""
PIXEL_SIZE: Final = 16
"""The width of a colour pixel."""

_LED_RADIUS: Final = 12
BUTTON_RADIUS: Final = 60
STICK_RADIUS: Final = 60
CAP_RADIUS: Final = 26
"""The radius of the joystick's cap; around it are its directions."""
_KNOB_RADIUS: Final = 44
CARD_WIDTH: Final = 66

TABLE: Final = (41, 66, 55)
SHADOW: Final = (26, 43, 36)
BODY: Final = (44, 46, 53)
RIM: Final = (74, 78, 88)
INLAY: Final = (33, 35, 41)
GLASS: Final = (6, 8, 12)
INK: Final = (198, 203, 212)
FAINT: Final = (152, 158, 170)
CAP_INK: Final = (250, 250, 244)
"""What is written on a cap."""

_ANTIALIAS: Final = True

_WHITE: Final = (255, 255, 255)
_HOLE: Final = (20, 21, 25)
_CARD: Final = (24, 26, 31)
RISE: Final = 5.4
"""How far a cap that is up stands out, and how dark one that is down is, as in `parts.toml`."""
_SHADE: Final = 0.28
_LIGHTS: Final[Mapping[str, Colour]] = {
    "clue": (86, 156, 255),
    "fuse": (255, 82, 66),
    "seat": (255, 176, 64),
    "deck": (206, 188, 160),
    "press": (255, 176, 64),
}
SUIT_COLOURS: Final[Mapping[str, Colour]] = {
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
_PARTS: Final[Mapping[str, Any]] = tomllib.loads(
    Path(__file__).with_name("parts.toml").read_text("utf-8")
)


class DrawnPart(NamedTuple):
    """A part of `parts.toml`, so many times as large, and what stands for the braces in it."""

    name: str
    growth: float = 1.0
    facts: tuple[tuple[str, object], ...] = ()

    @property
    def side(self) -> float:
        """The side of its square, in the layout's pixels."""
        return float(_PARTS[self.name]["side"]) * self.growth

    def drawn_at(self, side: int) -> Surface:
        """Return a picture of it, `side` pixels wide."""
        part = _PARTS[self.name]
        view = (-part["side"] / 2, -part["side"] / 2, part["side"], part["side"])
        return _draw_svg(part["svg"].format_map(dict(self.facts)), view, (side, side))


def _draw_svg(svg: str, view: tuple[float, float, float, float], size: tuple[int, int]) -> Surface:
    """Return a picture of SVG that is seen in this box (its corner and its size)."""
    box = " ".join(map(str, view))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"'
    text = f'{head} width="{size[0]}" height="{size[1]}">{svg}</svg>'
    return image.load(BytesIO(text.encode()), "part.svg")


def _part_of(name: str, growth: float = 1.0, **facts: object) -> DrawnPart:
    return DrawnPart(name, growth, tuple(facts.items()))


def _hex_code(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _sign_svg(name: str, ink: Colour, ground: Colour) -> str:
    return str(_PARTS["signs"].get(name, "").format(ink=_hex_code(ink), ground=_hex_code(ground)))


def light_part(place: LightPlace, lit: bool, radius: int) -> DrawnPart:
    """Return an LED, glowing or hollow."""
    colour = _LIGHTS.get(place.group) or SUIT_COLOURS[place.part]
    return _part_of("lit_light" if lit else "light", radius / _LED_RADIUS, colour=_hex_code(colour))


def key_part(control: str, down: bool, radius: int) -> DrawnPart:
    """Return a button or a key of this radius."""
    growth = radius / BUTTON_RADIUS
    colour = _BUTTONS.get(control) or SUIT_COLOURS.get(control, _GREY)
    return _part_of(
        "button" if radius >= BUTTON_RADIUS else "key",
        growth,
        colour=_hex_code(colour),
        sign=_sign_svg(control, _HOLE, colour),
        lift=0 if down else -RISE,
        shade=_SHADE if down else 0,
    )


def pixel_part(colour: Colour, level: float, radius: int) -> DrawnPart:
    """Return a colour pixel at a level from 0, when it is hollow, to 1."""
    # A screen's pure colours are darker than a pixel's.
    bright = mix_colours(colour, _WHITE, 0.8)
    shine = 0.25 + 0.75 * level if level else 0.0
    return _part_of("pixel", 2 * radius / PIXEL_SIZE, colour=_hex_code(bright), shine=shine)


def stick_cap(plays: bool, down: bool, growth: float) -> DrawnPart:
    """Return the joystick's cap, green where its press is PLAY."""
    colour = _BUTTONS[PLAY] if plays else _GREY
    return _part_of("stick_cap", growth, colour=_hex_code(colour), shade=_SHADE if down else 0)


def knob_part(position: int, radius: int) -> DrawnPart:
    """Return the encoder's knob; a whole turn has 20 detents."""
    return _part_of("knob", radius / _KNOB_RADIUS, angle=position % 20 * 18)


def card_part(suit: str, height: int, chosen: bool) -> DrawnPart:
    """Return a card of the deck without its rank, with a bright edge if chosen."""
    colour = SUIT_COLOURS[suit]
    return _part_of(
        "card",
        colour=_hex_code(colour),
        sign=_sign_svg(suit, colour, _CARD),
        height=height,
        half=height / 2,
        chosen=int(chosen),
    )


def suit_symbol(suit: str, size: int) -> DrawnPart:
    """Return a suit's sign, as on screens."""
    return _part_of("symbol", size / 24, sign=_sign_svg(suit, SUIT_COLOURS[suit], INLAY))


def line_of_text(text: str, height: int, colour: Colour) -> Surface:
    """Return a line of text, with the signs that pygame's own letters lack."""
    face = font.Font(None, height)
    pieces = [
        _sign_letter(char, face.get_ascent(), colour)
        if char in _PARTS["letters"]
        else face.render(char, _ANTIALIAS, colour)
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


def _sign_letter(sign: str, height: int, colour: Colour) -> Surface:
    """Return a sign that stands on the line of letters which reach so high above it."""
    path = f'<path d="{_PARTS["letters"][sign]}" fill="none" stroke="{_hex_code(colour)}"'
    svg = f'{path} stroke-width="1.8"/>'
    return _draw_svg(svg, (0, 0, 10, 11), (round(height * 10 / 11), height))


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


def mix_colours(colour: Colour, other: Colour, share: float) -> Colour:
    """Return the mixture of two colours, the first with this share."""
    red, green, blue = (
        round(a * share + b * (1 - share)) for a, b in zip(colour, other, strict=True)
    )
    return red, green, blue
