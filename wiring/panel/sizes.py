"""The sizes of parts, in millimetres: what a panel needs for each, and where the figures are from.

A size that nobody has held against a real part is not `held`; templates and pages say so. Makers of
unbranded modules differ by a millimetre: print the gauge first, and try the parts in.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

WALL_MM: Final = 2.4
"""The thickness of a printed wall or lid: six lines of a 0.4 mm nozzle."""
EDGE_MM: Final = WALL_MM + 0.6
"""How far a part stays from the edge of the panel: a wall, and some air."""
FINGER_MM: Final = 18.0
"""The breadth of a finger, which two buttons' middles are apart at least."""
POST_MM: Final = 7.0
"""The side of the square in each corner where the box has a post for the lid's screw."""


class Outline(NamedTuple):
    """A shape around a middle: a rectangle, or a circle of the diameter `width`."""

    width: float
    height: float = 0.0

    @property
    def is_round(self) -> bool:
        """Whether it is a circle."""
        return not self.height

    @property
    def size(self) -> tuple[float, float]:
        """Its width and its height."""
        return self.width, self.height or self.width


class PartSize(NamedTuple):
    """What a panel needs for a part.

    opening: the hole or window, without its tolerance. tolerance: how much wider it is made. top:
    what is seen of the part above the panel; rise: how high that stands out. body: what is below
    the panel; depth: how deep; body_x, body_y: its middle, seen from the opening's.
    """

    name: str
    opening: Outline
    tolerance: float
    top: Outline
    rise: float
    body: Outline
    depth: float
    source: str
    body_x: float = 0.0
    body_y: float = 0.0
    is_held: bool = False

    @property
    def hole(self) -> Outline:
        """The opening as it is made, with its tolerance."""
        width, height = self.opening
        return Outline(width + self.tolerance, height and height + self.tolerance)


class BoardPart(NamedTuple):
    """A part that sits on a bought board: its kind, its middle seen from the board's, its pins."""

    kind: str
    x: float
    y: float
    pins: frozenset[int] = frozenset()


class BoardSize(NamedTuple):
    """A bought board with parts on it.

    holes: how far apart the middles of its four screws are. height: from the board below it.
    """

    name: str
    size: Outline
    holes: Outline
    height: float
    parts: tuple[BoardPart, ...]
    source: str
    is_held: bool = False


class ComputerSize(NamedTuple):
    """A Raspberry Pi, seen with its plugs at the lower edge, in millimetres from the left one.

    holes: how far apart its screws are; the first is 3.5 mm from two edges. power: the middle of
    its power socket; card: that of its card, from the lower edge, at the left one. height: of the
    board with what stands on it.
    """

    name: str
    size: Outline
    holes: Outline
    power: float
    card: float
    height: float
    source: str
    is_held: bool = False


_OLED: Final = "the maker's datasheet of the glass has the active area, 128x64 pixels; "

PARTS: Final[Mapping[str, PartSize]] = {
    "oled-0.96": PartSize(
        "OLED module 0.96 inch",
        Outline(23.0, 12.2),
        0.4,
        Outline(21.74, 10.86),
        0.0,
        Outline(27.5, 28.0),
        9.0,
        f"{_OLED}Univision UG-2864HSWEG01: 21.74 x 10.86 mm; module as sold: 27.3 x 27.8 mm",
        body_y=1.6,
    ),
    "oled-1.3": PartSize(
        "OLED module 1.3 inch",
        Outline(30.6, 15.9),
        0.4,
        Outline(29.42, 14.7),
        0.0,
        Outline(35.6, 33.7),
        9.0,
        f"{_OLED}Waveshare 1.3inch OLED: 29.42 x 14.70 mm; module as sold: 35.4 x 33.5 mm",
        body_y=1.9,
    ),
    "oled-2.42": PartSize(
        "OLED module 2.42 inch",
        Outline(56.2, 28.7),
        0.4,
        Outline(55.01, 27.49),
        0.0,
        Outline(72.2, 43.2),
        10.0,
        f"{_OLED}Univision UG-2864ASYPG01: 55.01 x 27.49 mm; module as sold: 72 x 43 mm",
        body_y=1.5,
    ),
    "arcade-30": PartSize(
        "arcade button, 30 mm",
        Outline(30.0),
        0.3,
        Outline(35.0),
        5.0,
        Outline(30.0),
        33.0,
        "Sanwa OBSF-30, drawing: hole 30 mm, flange up to 35 mm with its copies; with its plugs",
    ),
    "arcade-24": PartSize(
        "arcade button, 24 mm",
        Outline(24.0),
        0.3,
        Outline(29.0),
        5.0,
        Outline(24.0),
        33.0,
        "Sanwa OBSF-24, drawing: hole 24 mm, flange up to 29 mm with its copies; with its plugs",
    ),
    "button-12": PartSize(
        "push button, 12 mm",
        Outline(12.0),
        0.3,
        Outline(14.0),
        6.0,
        Outline(16.0),
        24.0,
        "PBS-33B, drawing: M12 thread, cap 14 mm; the body is its nut; with its solder lugs",
    ),
    "encoder-ec11": PartSize(
        "rotary encoder, EC11",
        Outline(7.0),
        0.3,
        Outline(20.0),
        16.0,
        Outline(13.4, 14.0),
        12.0,
        "Alps EC11, datasheet: bush M7 x 0.75, body 11.7 x 12 mm; the top is a knob of 20 mm",
    ),
    "led-5": PartSize(
        "LED, 5 mm",
        Outline(5.0),
        0.2,
        Outline(5.0),
        4.5,
        Outline(6.0),
        12.0,
        "Kingbright WP7113, datasheet: 5.0 mm, flange 5.9 mm; with its bent legs",
    ),
    "led-3": PartSize(
        "LED, 3 mm",
        Outline(3.0),
        0.2,
        Outline(3.0),
        2.5,
        Outline(4.0),
        12.0,
        "Kingbright WP710A10, datasheet: 3.0 mm, flange 3.8 mm; with its bent legs",
    ),
    "pixel-60": PartSize(
        "pixel of a strip, 60 a metre",
        Outline(5.0, 5.0),
        0.6,
        Outline(5.0, 5.0),
        0.0,
        Outline(16.6, 12.2),
        4.0,
        "APA102 5050, datasheet: 5.0 x 5.0 mm, 1.4 mm high; strip 12 mm wide, a pixel each 16.7 mm",
    ),
    "hat-oled-1.3": PartSize(
        "1.3 inch display on a board",
        Outline(31.0, 16.3),
        0.4,
        Outline(29.42, 14.7),
        0.0,
        Outline(34.6, 23.1),
        3.0,
        f"{_OLED}29.42 x 14.70 mm; its glass is 34.5 x 23 mm",
    ),
    "hat-key": PartSize(
        "key on a board",
        Outline(6.0),
        0.4,
        Outline(5.0),
        0.6,
        Outline(6.2, 6.2),
        3.0,
        "a tactile switch of 6 x 6 mm; the hole is a guess",
    ),
    "hat-stick": PartSize(
        "joystick on a board",
        Outline(9.0),
        0.4,
        Outline(7.0),
        2.0,
        Outline(10.0, 10.0),
        3.0,
        "a navigation switch of 10 x 10 mm; the hole is a guess",
    ),
}
"""Every kind of part that a build's panel may have."""

_ANY: Final = "no shop has it: as large as a window shows it readably, with 4 pixels a millimetre"

DRAWN: Final[Mapping[str, PartSize]] = {
    "any-display": PartSize(
        "display",
        Outline(128.0, 64.0),
        0.4,
        Outline(128.0, 64.0),
        0.0,
        Outline(136.0, 74.0),
        10.0,
        _ANY,
    ),
    "any-joystick": PartSize(
        "joystick",
        Outline(24.0),
        0.4,
        Outline(30.0),
        20.0,
        Outline(30.0),
        33.0,
        _ANY,
    ),
    "any-pixel": PartSize(
        "pixel",
        Outline(4.0, 4.0),
        0.4,
        Outline(4.0, 4.0),
        0.0,
        Outline(5.0, 5.0),
        4.0,
        _ANY,
    ),
}
"""The kinds of part that only an arranged panel has, where nothing says which one is bought."""

BOARDS: Final[Mapping[str, BoardSize]] = {
    "oled-bonnet": BoardSize(
        "Adafruit 128x64 OLED Bonnet",
        Outline(65.0, 30.0),
        Outline(58.0, 23.0),
        11.0,
        (
            BoardPart("hat-oled-1.3", -1.0, -1.0),
            BoardPart("hat-stick", -25.0, 0.0, frozenset((4, 17, 22, 23, 27))),
            BoardPart("hat-key", 20.5, 6.0, frozenset((5,))),
            BoardPart("hat-key", 28.0, -3.0, frozenset((6,))),
        ),
        "the board is that of a Raspberry Pi Zero; where its parts sit is a guess",
    ),
    "oled-hat": BoardSize(
        "Waveshare 1.3inch OLED HAT",
        Outline(65.0, 30.2),
        Outline(58.0, 23.0),
        11.0,
        (
            BoardPart("hat-oled-1.3", -1.0, 0.0),
            BoardPart("hat-stick", -24.0, 0.0, frozenset((5, 6, 13, 19, 26))),
            BoardPart("hat-key", 22.5, -8.5, frozenset((21,))),
            BoardPart("hat-key", 22.5, 0.0, frozenset((20,))),
            BoardPart("hat-key", 22.5, 8.5, frozenset((16,))),
        ),
        "Waveshare names 65 x 30.2 mm; where its parts sit is a guess",
    ),
}

_PI: Final = "Raspberry Pi, mechanical drawing of the {}"

COMPUTERS: Final[Mapping[str, ComputerSize]] = {
    "raspberry-pi-zero": ComputerSize(
        "Raspberry Pi Zero 2 W",
        Outline(65.0, 30.0),
        Outline(58.0, 23.0),
        54.0,
        16.9,
        14.0,
        _PI.format("Zero 2 W"),
    ),
    "raspberry-pi-3a": ComputerSize(
        "Raspberry Pi 3A+",
        Outline(65.0, 56.0),
        Outline(58.0, 49.0),
        10.6,
        28.0,
        17.0,
        _PI.format("3 Model A+"),
    ),
    "raspberry-pi-4": ComputerSize(
        "Raspberry Pi 4",
        Outline(85.0, 56.0),
        Outline(58.0, 49.0),
        11.2,
        28.0,
        18.0,
        _PI.format("4 Model B"),
    ),
}
