"""The sizes of parts, in millimetres: what a panel needs for each, and where the figures are from.

Nobody has held one against a real part yet; templates and pages say so. Makers of unbranded modules
differ by a millimetre: print the gauge first, and try the parts in.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

WALL_MM: Final = 2.4
"""The thickness of a printed wall or lid: six lines of a 0.4 mm nozzle."""
EDGE_MM: Final = WALL_MM + 0.6
"""How far a part stays from the edge of the panel: a wall, and some air."""
FINGER_MM: Final = 18.0
"""The breadth of a finger, which two buttons' middles are apart at least."""
BRACKET_MM: Final = (7.0, 9.9)
"""Breadth and length of the bracket in each corner that holds a screw of the base; the screw leans
along it."""
THIN_FACE_MM: Final = 1.2
"""The thickness of the face over a bought board: thin, so that a finger reaches its keys."""
CHIN_MM: Final = 16.0
"""What a face over a board is longer at the front: there its screws and a bent plug have room."""


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

    hole: the opening as it is made, with its tolerance. top: what is seen of the part above the
    panel; rise: how high that stands out. body: what is below the panel; depth: how deep; body_x,
    body_y: its middle, seen from the opening's.
    """

    hole: Outline
    top: Outline
    rise: float
    body: Outline
    depth: float
    source: str
    body_x: float = 0.0
    body_y: float = 0.0


class BoardPart(NamedTuple):
    """A part that sits on a bought board: its kind, its middle seen from the board's, its pins."""

    kind: str
    x: float
    y: float
    pins: frozenset[int] = frozenset()


class BoardSize(NamedTuple):
    """A bought board with parts on it.

    holes: how far apart the middles of its four screws are; all places are seen from the middle of
    those. height: from the board below it. turned: its plug for the computer is at the front, as
    its display is read, so that the computer's sockets are at the back.
    """

    size: Outline
    holes: Outline
    height: float
    parts: tuple[BoardPart, ...]
    source: str
    turned: bool = False


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


PARTS: Final[Mapping[str, PartSize]] = {
    "oled-0.96": PartSize(
        Outline(23.4, 12.6),
        Outline(21.74, 10.86),
        0.0,
        Outline(28.0, 28.2),
        9.0,
        "lit area 21.74 x 10.86 mm: page of a maker who uses the glass (SunFounder Pironman 5);"
        " module: the largest of four models in OpenSCAD, 26.5 x 27.5 to 27.9 x 28 mm; its lit"
        " area is 1.75 mm behind the middle; depth with its plugs: estimate",
        body_y=1.75,
    ),
    "oled-1.3": PartSize(
        Outline(31.0, 16.3),
        Outline(29.42, 14.7),
        0.0,
        Outline(36.0, 34.0),
        9.0,
        "lit area 29.42 x 14.70 mm: Waveshare's page of its 1.3inch OLED Module (C); module"
        " 36 x 34 mm: one model in OpenSCAD; where its lit area is, and depth: estimate",
        body_y=1.9,
    ),
    "oled-2.42": PartSize(
        Outline(56.6, 29.1),
        Outline(55.01, 27.49),
        0.0,
        Outline(72.2, 43.2),
        10.0,
        "from memory of the datasheet of Univision UG-2864ASYPG01: lit area 55.01 x 27.49 mm;"
        " module 72 x 43 mm, where its lit area is, and depth: estimate",
        body_y=1.5,
    ),
    "arcade-30": PartSize(
        Outline(30.3),
        Outline(35.0),
        5.0,
        Outline(30.0),
        33.0,
        "Sanwa OBSF-30, as people list it who build with it: hole 30 mm, collar 33 mm; copies up to"
        " 35 mm; depth with its plugs: estimate",
    ),
    "arcade-24": PartSize(
        Outline(24.3),
        Outline(29.0),
        5.0,
        Outline(24.0),
        33.0,
        "Sanwa OBSF-24, from memory: hole 24 mm, collar 27 mm; copies up to 29 mm; depth with its"
        " plugs: estimate",
    ),
    "button-12": PartSize(
        Outline(12.3),
        Outline(14.0),
        6.0,
        Outline(16.0),
        24.0,
        "PBS-33B, from memory: M12 thread, cap 14 mm; the body is its nut; depth with its solder"
        " lugs: estimate",
    ),
    "encoder-ec11": PartSize(
        Outline(7.3),
        Outline(20.0),
        16.0,
        Outline(15.6, 13.4),
        12.0,
        "KiCad's footprint of Alps EC11E: body 12 x 11.7 mm, 15.5 x 13.4 mm with pins and lugs; its"
        " bush M7 x 0.75, a knob of 20 mm, and depth: from memory",
    ),
    "led-5": PartSize(
        Outline(5.2),
        Outline(5.0),
        4.5,
        Outline(6.0),
        12.0,
        "KiCad's footprint LED_D5.0mm: 5.0 mm, flange 5.8 mm; depth with its bent legs: estimate",
    ),
    "led-3": PartSize(
        Outline(3.2),
        Outline(3.0),
        2.5,
        Outline(4.0),
        12.0,
        "KiCad's footprint LED_D3.0mm: 3.0 mm, flange 3.8 mm; depth with its bent legs: estimate",
    ),
    "pixel-60": PartSize(
        Outline(5.6, 5.6),
        Outline(5.0, 5.0),
        0.0,
        Outline(16.6, 12.2),
        4.0,
        "a case of 5050, 5.0 x 5.0 mm, by its name; 60 a metre are 16.67 mm each; strip 12 mm wide:"
        " from memory",
    ),
    "bonnet-oled": PartSize(
        Outline(31.4, 16.7),
        Outline(29.42, 14.7),
        0.0,
        Outline(34.6, 23.1),
        2.0,
        "Adafruit's board file: lit area 29.4 x 14.7 mm, 2.05 mm behind the middle of its glass of"
        " 34.5 x 23 mm; depth 1.45 mm of glass and its tape: estimate",
        body_y=2.05,
    ),
    "hat-oled": PartSize(
        Outline(31.4, 16.7),
        Outline(29.42, 14.7),
        0.0,
        Outline(34.6, 23.1),
        2.0,
        "the same glass as that of the bonnet, turned: its connection is at the back",
        body_y=-2.05,
    ),
    "bonnet-key": PartSize(
        Outline(6.4),
        Outline(3.0),
        0.0,
        Outline(6.6, 6.0),
        2.0,
        "Adafruit's board file: Panasonic EVQ-Q2, 6.6 x 6.0 mm, its plate 3.0 mm; the hole is wider"
        " for a finger; height: estimate",
    ),
    "hat-key": PartSize(
        Outline(8.3, 4.9),
        Outline(3.0, 1.5),
        -0.7,
        Outline(6.2, 3.7),
        2.0,
        "a photograph of the board (in pISO's fork for it): keys of 6 x 3.5 mm, 5.9 mm apart; a"
        " finger needs all that is free between them; height: estimate",
    ),
    "board-stick": PartSize(
        Outline(9.4),
        Outline(5.8),
        2.0,
        Outline(10.0, 10.0),
        2.0,
        "Adafruit's board file: Alps SKQU, 10 x 10 mm, its opening 5.8 mm, its stem 3.2 mm; cases"
        " for Waveshare's boards have holes of 8.8 to 10.9 mm; height: estimate",
    ),
}
"""Every kind of part that a build's panel may have."""

_ANY: Final = "no shop has it: as large as a window shows it readably, with 4 pixels a millimetre"

DRAWN: Final[Mapping[str, PartSize]] = {
    "any-display": PartSize(
        Outline(128.4, 64.4),
        Outline(128.0, 64.0),
        0.0,
        Outline(136.0, 74.0),
        10.0,
        _ANY,
    ),
    "any-joystick": PartSize(
        Outline(24.4),
        Outline(30.0),
        20.0,
        Outline(30.0),
        33.0,
        _ANY,
    ),
    "any-pixel": PartSize(
        Outline(4.4, 4.4),
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
        Outline(65.0, 31.4),
        Outline(58.0, 23.0),
        11.0,
        (
            BoardPart("bonnet-oled", 0.0, 1.1),
            BoardPart("board-stick", -24.4, 1.5, frozenset((4, 17, 22, 23, 27))),
            BoardPart("bonnet-key", 21.3, 5.7, frozenset((5,))),
            BoardPart("bonnet-key", 28.6, -0.7, frozenset((6,))),
        ),
        "Adafruit's board file (Adafruit-128x64-OLED-Bonnet-for-Raspberry-Pi-PCB): 65 x 30.7 mm,"
        " 15.7 mm of it behind the middle of its holes, and the place of each part",
    ),
    "oled-hat": BoardSize(
        Outline(65.0, 30.2),
        Outline(58.0, 23.0),
        11.0,
        (
            BoardPart("hat-oled", -0.2, 1.9),
            BoardPart("board-stick", -25.3, 0.2, frozenset((5, 6, 13, 19, 26))),
            BoardPart("hat-key", 24.4, -5.9, frozenset((21,))),
            BoardPart("hat-key", 24.4, 0.0, frozenset((20,))),
            BoardPart("hat-key", 24.4, 5.9, frozenset((16,))),
        ),
        "board: Waveshare's manual, 65 x 30 mm; keys and stick: four cases for its twin, the"
        " 1.3inch LCD HAT (SeedSigner), with which a photograph of this one (in pISO's fork for it)"
        " agrees to 0.7 mm; display: that photograph, to a millimetre",
        turned=True,
    ),
}

_HEIGHT: Final = "height with its plugs: estimate"

COMPUTERS: Final[Mapping[str, ComputerSize]] = {
    "raspberry-pi-zero": ComputerSize(
        "Raspberry Pi Zero 2 W",
        Outline(65.0, 30.0),
        Outline(58.0, 23.0),
        54.0,
        16.9,
        14.0,
        "board, holes, power and card: Raspberry Pi's drawing, as two models in OpenSCAD have it;"
        f" {_HEIGHT}",
    ),
    "raspberry-pi-3a": ComputerSize(
        "Raspberry Pi 3A+",
        Outline(65.0, 56.0),
        Outline(58.0, 49.0),
        10.6,
        28.0,
        17.0,
        "board and holes: Raspberry Pi's drawing, as a model in OpenSCAD has it; power and card:"
        f" from memory of it; {_HEIGHT}",
    ),
    "raspberry-pi-4": ComputerSize(
        "Raspberry Pi 4",
        Outline(85.0, 56.0),
        Outline(58.0, 49.0),
        11.2,
        28.0,
        18.0,
        "board and holes: Raspberry Pi's drawing, as a model in OpenSCAD has it; power and card:"
        f" from memory of it; {_HEIGHT}",
    ),
    "raspberry-pi-5": ComputerSize(
        "Raspberry Pi 5",
        Outline(85.0, 56.0),
        Outline(58.0, 49.0),
        11.2,
        28.0,
        18.0,
        f"from memory of Raspberry Pi's drawing: as the 4; {_HEIGHT}, without a fan",
    ),
}
