"""A build: what is connected where, read from its TOML with every mistake told at once."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import wiring
from companion.errors import WiringError
from companion.panel import BUTTONS, COLOUR_KEYS, JOYSTICK, PLAY, UNDO
from hardware.check import Checked, nearest, shown

REAL: Final = "raspberry-pi"
MOCK: Final = "mock"
ANY_CHIP: Final = "auto"

HEADER_LINES: Final = 28
"""GPIO 0 to 27 are on the 40-pin header of every Raspberry Pi."""

MODEL_LINES: Final[Mapping[str, int]] = MappingProxyType({"CM3": 46, "4B": HEADER_LINES})
"""The boards that can be emulated, and how many GPIO lines each has."""

SUITS: Final = COLOUR_KEYS
CONTROLLERS: Final = ("ssd1306",)

PIN_MILLIAMPS: Final = 16.0
"""What one pin can give (BCM2835 ARM Peripherals, pads at 16 mA drive strength)."""

ALL_MILLIAMPS: Final = 50.0
"""What all pins of the header can give together."""

USUAL_MILLIAMPS: Final = 1.5
"""A red LED behind 1 kOhm at 3.3 V."""

USUAL_CONTRAST: Final = 0xCF
"""What luma sets."""

_PRESS: Final = "press"

_BUS_PINS: Final[Mapping[int, tuple[int, int]]] = MappingProxyType({0: (0, 1), 1: (2, 3)})


class Board(NamedTuple):
    """The chip that the pins belong to: `chip` is a label, a number or "auto"; a mock has a `model`."""

    kind: str
    chip: str | int
    model: str

    @property
    def lines(self) -> int:
        """How many GPIO lines can be used."""
        return HEADER_LINES if self.kind == REAL else MODEL_LINES.get(self.model, max(MODEL_LINES.values()))


class Display(NamedTuple):
    """A display on an I2C bus; `rotate` is in quarter turns clockwise, `contrast` 0 to 255."""

    controller: str
    bus: int
    address: int
    rotate: int
    contrast: int


class Light(NamedTuple):
    """One LED; an LED from 3.3 V to its pin is not `active_high`."""

    pin: int
    milliamps: float
    active_high: bool


class LightGroups(NamedTuple):
    """The LEDs by what they show; an empty group is one that the build lacks."""

    clue: tuple[Light, ...]
    fuse: tuple[Light, ...]
    firework: Mapping[str, tuple[Light, ...]]
    seat: tuple[Light, ...]
    press: Mapping[str, Light]

    def all(self) -> tuple[Light, ...]:
        """Every LED of the build."""
        fireworks = (light for lights in self.firework.values() for light in lights)
        return (*self.clue, *self.fuse, *fireworks, *self.seat, *self.press.values())


class Encoder(NamedTuple):
    """The pins of a rotary encoder's two contacts; turned clockwise, `a` closes first."""

    a: int
    b: int


class Build(NamedTuple):
    """A whole build; a part that it lacks is None.

    `buttons` gives the pin of each control that goes down and up, keys and joystick too.
    `press_plays`: there is no play button, the joystick's press is PLAY.
    """

    name: str
    about: str
    board: Board
    screen: Display | None
    buttons: Mapping[str, int]
    lights: LightGroups | None
    encoder: Encoder | None = None
    press_plays: bool = False

    @property
    def emulated(self) -> bool:
        """Whether the board is a mock."""
        return self.board.kind == MOCK


def load(name_or_path: str) -> Build:
    """Read a build by its name, or from the path of a .toml file.

    Raises:
        WiringError: there is no such build, its file cannot be read, or it has mistakes.
    """
    known = wiring.names()
    path = Path(name_or_path)
    if name_or_path in known:
        return parse(wiring.text(name_or_path), name_or_path, f"{name_or_path}.toml")
    if path.suffix != ".toml" and not path.is_file():
        raise WiringError(
            name_or_path,
            [f"there is no such build; {nearest(name_or_path, known)} (your own is named by its .toml file)"],
        )
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise WiringError(name_or_path, ["the file is not text in UTF-8; save it as such"]) from None
    except OSError as error:
        raise WiringError(name_or_path, [f"the file cannot be read: {error.strerror or error}"]) from None
    return parse(text, path.stem, name_or_path)


def parse(text: str, name: str, where: str) -> Build:
    """Read a build from its TOML `text`; `where` is what messages call that text.

    Raises:
        WiringError: with every mistake in the text.
    """
    try:
        top = Checked(tomllib.loads(text), [])
    except tomllib.TOMLDecodeError as error:
        raise WiringError(where, [f"this is not TOML: {error}"]) from None
    about = top.text("about", "")
    board = _board(top)
    lines = _Lines(board.lines)
    screen = _display(top.table("screen"), lines)
    # Lights before buttons: a pin used by both is then told at the button, where one looks first.
    lights = _light_groups(top.table("lights"), lines)
    joystick = top.table("joystick")
    buttons = {
        **_buttons(top.table("buttons"), joystick, lines),
        **_keys(top.table("keys"), lines),
        **_joystick(joystick, lines),
    }
    encoder = _encoder(top.table("encoder"), lines)
    top.no_others()
    if top.problems:
        raise WiringError(where, top.problems)
    return Build(
        name, about, board, screen, MappingProxyType(buttons), lights, encoder, press_plays=_PRESS in joystick
    )


class _Lines:
    """Which GPIO line is taken by what."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._users: dict[int, str] = {}

    def reserve(self, pin: int, user: str) -> None:
        """A bus takes the line, if nothing else has."""
        self._users.setdefault(pin, user)

    def take(self, table: Checked, key: str | None, value: object, user: str) -> int:
        """The pin that `value`, which stands at `key`, names: `user` takes it for itself."""
        limits = f"a GPIO number from 0 to {self._count - 1}"
        if value is None:
            table.problem(key, f"is missing; it is {limits}")
        elif isinstance(value, bool) or not isinstance(value, int):
            table.problem(key, f"must be {limits}, not {shown(value)}")
        elif not 0 <= value < self._count:
            table.problem(key, f"there is no GPIO {value}; it must be {limits}")
        elif other := self._users.get(value):
            table.problem(key, f"GPIO {value} is also used by {other}")
        else:
            self._users[value] = user
            return value
        return 0


def _board(top: Checked) -> Board:
    kind = top.choice("board", (REAL, MOCK))
    if kind == MOCK:
        model = top.choice("model", tuple(MODEL_LINES), default="CM3")
        top.refuse("chip", f'only board = "{REAL}" has a chip; leave it out')
        return Board(kind, ANY_CHIP, model)
    if kind == REAL:
        top.refuse("model", f'only board = "{MOCK}" has a model; leave it out')
    top.know(("model", "chip"))
    if isinstance(top.raw("chip"), int):
        return Board(kind, top.whole("chip", 0, 99, default=0), "")
    return Board(kind, top.text("chip", ANY_CHIP), "")


def _display(table: Checked, lines: _Lines) -> Display | None:
    if not table.there:
        return None
    display = Display(
        controller=table.choice("controller", CONTROLLERS),
        bus=table.whole("bus", 0, 99, default=1),
        address=table.whole("address", 0x08, 0x77, default=0x3C, base="#x"),
        rotate=table.whole("rotate", 0, 3, default=0),
        contrast=table.whole("contrast", 0, 255, default=USUAL_CONTRAST),
    )
    table.no_others()
    for pin in _BUS_PINS.get(display.bus, ()):
        lines.reserve(pin, f"the display (I2C bus {display.bus})")
    return display


def _buttons(table: Checked, joystick: Checked, lines: _Lines) -> dict[str, int]:
    """The three buttons and the undo key; PLAY may be the joystick's press."""
    needed = dict.fromkeys(BUTTONS, "is missing; the clue, discard and play buttons are always needed")
    if _PRESS in joystick:
        needed.pop(PLAY)
        if PLAY in table:
            joystick.problem(_PRESS, f"{table.path(PLAY)} is the play button already; leave out one of them")
    elif joystick.there:
        needed[PLAY] += f", but {joystick.path(_PRESS)} can be the play button"
    buttons = _pins(table, (*BUTTONS, UNDO), needed, lines)
    table.no_others()
    for pin in _pins(joystick, (_PRESS,), {}, lines).values():
        buttons[PLAY] = pin
    return {control: buttons[control] for control in (*BUTTONS, UNDO) if control in buttons}


def _keys(table: Checked, lines: _Lines) -> dict[str, int]:
    keys = _pins(table, COLOUR_KEYS, {}, lines)
    table.no_others()
    return keys


def _joystick(table: Checked, lines: _Lines) -> dict[str, int]:
    """The joystick's directions; its press is among the buttons."""
    needed = dict.fromkeys(JOYSTICK, "is missing; a joystick has up, down, left and right")
    pins = _pins(table, JOYSTICK, needed if table.there else {}, lines)
    table.no_others()
    return pins


def _encoder(table: Checked, lines: _Lines) -> Encoder | None:
    needed = dict.fromkeys(Encoder._fields, "is missing; an encoder has the contacts a and b")
    pins = _pins(table, Encoder._fields, needed if table.there else {}, lines)
    for key in ("press", "switch"):
        table.refuse(key, f"its switch is a button, wired as one: buttons.{PLAY} or buttons.{UNDO}")
    table.no_others()
    return Encoder(**pins) if len(pins) == len(Encoder._fields) else None


def _pins(
    table: Checked, controls: Iterable[str], needed: Mapping[str, str], lines: _Lines
) -> dict[str, int]:
    """The pins of the controls that are there; `needed` says what to tell of one that must be."""
    pins = {}
    for control in controls:
        own = table.table(control)
        if own.there:
            pins[control] = lines.take(own, "pin", own.raw("pin"), own.path("pin"))
        elif control in needed and not table.misshapen and not own.misshapen:
            table.problem(control, needed[control])
        own.no_others()
    return pins


def _light_groups(table: Checked, lines: _Lines) -> LightGroups | None:
    if not table.there:
        return None
    read = _LightReader(table, lines)
    firework = table.table("firework")
    press = table.table("press")
    groups = LightGroups(
        clue=read.group(table, "clue", (8,)),
        fuse=read.group(table, "fuse", (3, 4)),
        firework=MappingProxyType({s: read.group(firework, s, (1, 5)) for s in SUITS if s in firework}),
        seat=read.group(table, "seat", (1, 2, 3, 4, 5)),
        press=MappingProxyType({c: read.light(press, c, press.raw(c)) for c in BUTTONS if c in press}),
    )
    firework.know(SUITS)
    firework.no_others()
    press.know(BUTTONS)
    press.no_others()
    table.no_others()
    total = sum(light.milliamps for light in groups.all())
    if total > ALL_MILLIAMPS:
        table.problem(
            None,
            f"{total:g} mA when all are lit, but the pins can give {ALL_MILLIAMPS:g} mA together;"
            " use larger resistors or fewer lights",
        )
    return groups


class _LightReader:
    """Reads lights, each with what the whole table says for lights that do not say otherwise."""

    def __init__(self, table: Checked, lines: _Lines) -> None:
        self._lines = lines
        self._milliamps = _milliamps(table, USUAL_MILLIAMPS)
        self._active_high = table.flag("active_high", True)

    def group(self, table: Checked, key: str, counts: tuple[int, ...]) -> tuple[Light, ...]:
        """The lights listed at `key`, as many as one of `counts`; none when it is missing."""
        items = table.items(key)
        lights = tuple(self.light(table, f"{key}[{i}]", item) for i, item in enumerate(items))
        if isinstance(table.raw(key), list) and len(lights) not in counts:
            wanted = f"{counts[0]} to {counts[-1]}" if len(counts) > 2 else " or ".join(map(str, counts))
            table.problem(key, f"has {len(lights)} lights, but must have {wanted}")
        return lights

    def light(self, table: Checked, key: str, item: object) -> Light:
        """One light: its pin alone, or a table that has `pin`."""
        if not isinstance(item, dict):
            pin = self._lines.take(table, key, item, table.path(key))
            return Light(pin, self._milliamps, self._active_high)
        own = Checked(item, table.problems, table.path(key))
        light = Light(
            self._lines.take(own, "pin", own.raw("pin"), table.path(key)),
            _milliamps(own, self._milliamps),
            own.flag("active_high", self._active_high),
        )
        own.no_others()
        return light


def _milliamps(table: Checked, default: float) -> float:
    milliamps = table.number("milliamps", default)
    if milliamps > PIN_MILLIAMPS:
        table.problem(
            "milliamps",
            f"{milliamps:g} mA is more than one pin can give, {PIN_MILLIAMPS:g} mA; use a larger resistor",
        )
        return default
    return milliamps
