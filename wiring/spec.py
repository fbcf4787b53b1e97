"""The types that a build's TOML is read into: what is connected where."""

from collections.abc import Mapping
from typing import Final, Generic, NamedTuple, TypeVar

from companion.panel import COLOUR_KEYS, ENCODER, RED_GREEN, USUAL, Labels

REAL: Final = "raspberry-pi"
MOCK: Final = "mock"
NONE: Final = "none"
"""The kinds of board; NONE is for a computer without a header, or whose header is in use."""
ANY_CHIP: Final = "auto"

HEADER_LINES: Final = 28
"""GPIO 0 to 27 are on the 40-pin header of every Raspberry Pi."""

MOCK_LINES: Final = 46
"""A mock has those of a Compute Module 3, enough for any number of lights."""

SUITS: Final = COLOUR_KEYS

EMULATED: Final = "emulated"
"""The port of a part on an emulated serial link."""

PN532: Final = "pn532"
RDM6300: Final = "rdm6300"
RDM630: Final = "rdm630"
READER_KINDS: Final = (PN532, RDM6300, RDM630)
"""The card readers: one for NFC stickers (13.56 MHz), and two for tags of 125 kHz, of which the
last one sends a tag once, as it comes."""

SSD1306: Final = "ssd1306"
SSD1309: Final = "ssd1309"
SH1106: Final = "sh1106"
CONTROLLERS: Final = (SSD1306, SSD1309, SH1106)
"""The controllers of displays; all drive 128x64 pixels."""

BOX: Final = "box"
HAT: Final = "hat"
SHAPES: Final = (BOX, HAT)
"""The shapes of a build: a box made for it, or a bought board with its keys beside the display."""

SCREEN: Final = "screen"
"""The name of the display on a panel."""

APA102: Final = "apa102"
SK9822: Final = "sk9822"
LED_SHIM: Final = "led-shim"
PIXEL_CONTROLLERS: Final = (APA102, SK9822, LED_SHIM)
"""The controllers of colour pixels: two kinds of strip on SPI, and a board of 28 pixels on I2C."""

ORDERS: Final = ("bgr", "brg", "gbr", "grb", "rbg", "rgb")
"""The orders in which pixels are sold to take their red, green and blue; the first one is usual."""

BRIGHTNESS_STEPS: Final = 31
_DARK_MILLIAMPS: Final = 1.0
_WHITE_MILLIAMPS: Final = 60.0
"""The current of a strip's pixel when it is dark, and when it is white at full brightness."""

T = TypeVar("T")
Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""
Palettes = Mapping[str, Mapping["LightPlace", Colour]]
"""The colour of each pixel when it is fully lit, in each of `companion.panel.PALETTES`."""


class ChipSpec(NamedTuple):
    """The chip of the pins: a label, a number or "auto"; NONE has no pins."""

    kind: str
    chip: str | int = ANY_CHIP

    @property
    def lines(self) -> int:
        """How many GPIO lines can be used."""
        return {NONE: 0, REAL: HEADER_LINES}.get(self.kind, MOCK_LINES)


class I2c(NamedTuple):
    """A place on an I2C bus: `number` is that of the bus."""

    number: int
    address: int

    def __str__(self) -> str:
        return f"I2C bus {self.number}"


class Spi(NamedTuple):
    """A place on an SPI bus: `number` is that of the bus, `device` the chip select, `hertz` the
    clock.
    """

    number: int
    device: int
    hertz: int

    def __str__(self) -> str:
        return f"SPI bus {self.number}"


class Display(NamedTuple):
    """A display; `rotate` is in quarter turns clockwise, `contrast` 0 to 255.

    `reset` is the pin of its reset line, if that is connected; `dc` that of its data/command line,
    which every display on SPI has. `flips`: its picture turns towards the player to act. `labels`:
    where the labels of the three buttons stand on it. `first_column`: where in the controller's
    memory the glass begins.
    """

    controller: str
    bus: I2c | Spi
    rotate: int
    contrast: int
    reset: int | None = None
    dc: int | None = None
    flips: bool = False
    labels: Labels = Labels()
    first_column: int = 0


class Light(NamedTuple):
    """One LED; it is not `active_high` if it is wired from 3.3 V to its pin."""

    pin: int
    milliamps: float
    active_high: bool


class LightPlace(NamedTuple):
    """A light of a build: its group, the suit or control in that ("" if none), its number
    from 0.
    """

    group: str
    part: str
    number: int


class LightGroups(NamedTuple, Generic[T]):
    """Lights by what they show, each an LED or a pixel's number.

    A group that the build lacks is empty.
    """

    clue: tuple[T, ...]
    fuse: tuple[T, ...]
    firework: Mapping[str, tuple[T, ...]]
    deck: tuple[T, ...]
    seat: tuple[T, ...]
    press: Mapping[str, T]

    def places(self) -> dict[LightPlace, T]:
        """Return every light, by its place."""
        rows = [
            ("clue", "", self.clue),
            ("fuse", "", self.fuse),
            *(("firework", suit, lights) for suit, lights in self.firework.items()),
            ("deck", "", self.deck),
            ("seat", "", self.seat),
            *(("press", control, (light,)) for control, light in self.press.items()),
        ]
        return {
            LightPlace(group, part, number): light
            for group, part, lights in rows
            for number, light in enumerate(lights)
        }

    def all(self) -> tuple[T, ...]:
        """Return every light of the build."""
        return tuple(self.places().values())


class Strip(NamedTuple):
    """Colour pixels in a row: the number of each in its group, and its colour before `brightness`
    caps it.

    `supply_milliamps` is the current of the strip's supply, None if it needs none of its own.
    """

    controller: str
    bus: I2c | Spi
    pixels: int
    brightness: float
    groups: LightGroups[int]
    palettes: Palettes
    supply_milliamps: float | None
    order: str = ORDERS[0]

    @property
    def colours(self) -> Mapping[LightPlace, Colour]:
        """The usual colour of each pixel."""
        return self.palettes[USUAL]

    @property
    def steps(self) -> int:
        """Its brightness in the steps of an APA102, of which `BRIGHTNESS_STEPS` are full
        brightness.
        """
        return max(1, round(self.brightness * BRIGHTNESS_STEPS))

    @property
    def milliamps(self) -> float:
        """Its approximate current when everything is lit."""
        # The number of white pixels that draw as much as the hungriest palette.
        lit = max(sum(map(sum, colours.values())) for colours in self.palettes.values()) / (3 * 255)
        return (
            self.pixels * _DARK_MILLIAMPS + lit * _WHITE_MILLIAMPS * self.steps / BRIGHTNESS_STEPS
        )


class Reader(NamedTuple):
    """A card reader: `name` is PLAY_PAD, DISCARD_PAD or CARD_READER, `port` a device or
    EMULATED.
    """

    name: str
    kind: str
    port: str


class Keypad(NamedTuple):
    """A keypad, by the kernel's name of it or the path of its device; `keys` has the control that
    each key stands for, by the kernel's code of the key.
    """

    device: str
    keys: Mapping[int, str]


WHOLE_CYCLE: Final = 4
"""Quarters of a cycle of an encoder's contacts."""
DETENTS: Final = (WHOLE_CYCLE, 2, 1)
"""How many of them there are from one detent to the next, by the maker."""


class EncoderPins(NamedTuple):
    """The pins of a rotary encoder's two contacts; clockwise, `a` closes first."""

    a: int
    b: int


class ShoppingItem(NamedTuple):
    """Something to buy for a build: the number of pieces, the approximate price of each, a note,
    and the words by which a shop finds it.
    """

    name: str
    pieces: int
    price_eur: float
    note: str
    search: str


class PlacedPart(NamedTuple):
    """A part on the panel: what it is, its kind in `wiring.panel.sizes.PARTS`, its middle.

    `name` is a control, `SCREEN`, or "" for a light, whose `light` says which. Millimetres from
    the left and from the back edge of the panel, seen from above.
    """

    name: str
    kind: str
    x: float
    y: float
    light: "LightPlace | None" = None


class FrontPanel(NamedTuple):
    """The upper side of a build's case, in millimetres: its size, and where its parts sit.

    `computer` and `board` are kinds of `COMPUTERS` and `BOARDS` of `wiring.panel.sizes`. The
    middle of the board is at `board_at`; without one it is "". `pieces` has the first and the last
    pixel of each piece that the strip is cut into, in the order of its data.
    """

    width: float
    height: float
    computer: str
    parts: tuple[PlacedPart, ...]
    board: str = ""
    board_at: tuple[float, float] = (0.0, 0.0)
    pieces: tuple[tuple[int, int], ...] = ()


class Build(NamedTuple):
    """A whole build; a part that it lacks is None.

    `buttons` has the pin of each control that goes down and up, keys and joystick included.
    `press_plays`: there is no play button, since the joystick's press is PLAY. `active_high`: the
    controls that a press connects to 3.3 V, not to ground.
    """

    name: str
    about: str
    board: ChipSpec
    screen: Display | None
    buttons: Mapping[str, int]
    lights: LightGroups[Light] | None
    strip: Strip | None = None
    encoder: EncoderPins | None = None
    per_detent: int = WHOLE_CYCLE
    """The quarters of the encoder's cycle from one detent to the next."""
    press_plays: bool = False
    parts: tuple[ShoppingItem, ...] = ()
    shape: str = BOX
    readers: tuple[Reader, ...] = ()
    keypads: tuple[Keypad, ...] = ()
    panel: FrontPanel | None = None
    active_high: frozenset[str] = frozenset()
    touch: bool = False
    """Whether a touch screen is the table, which needs neither buttons nor a display."""

    @property
    def active_high_pins(self) -> frozenset[int]:
        """The pins of the controls that a press connects to 3.3 V."""
        pins = {pin for control, pin in self.buttons.items() if control in self.active_high}
        return frozenset(pins.union(self.encoder or ()) if ENCODER in self.active_high else pins)

    @property
    def is_emulated(self) -> bool:
        """Whether the board is a mock."""
        return self.board.kind == MOCK

    def imitates(self, port: str) -> bool:
        """Return True if an emulated device models the part on this port. A mock build may have
        real ones.
        """
        return port == EMULATED or not self.is_emulated

    @property
    def flips(self) -> bool:
        """Whether the picture turns towards the player to act."""
        return self.screen is not None and self.screen.flips

    @property
    def labels(self) -> Labels:
        """Where the labels of the three buttons stand on the display."""
        return self.screen.labels if self.screen is not None else Labels()

    @property
    def has_open_colours(self) -> bool:
        """Whether the build leaves the colours of some of its pixels open."""
        strip = self.strip
        return strip is not None and strip.palettes[RED_GREEN] != strip.palettes[USUAL]
