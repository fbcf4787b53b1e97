"""Modelled display controllers: they decode the bytes on the bus into what the glass would show.

The controllers are relatives, written from their datasheets (Solomon Systech SSD1306, rev 1.1, and
SSD1309, rev 1.1: table 9-1 and section 10; Sino Wealth SH1106, V2.3, "Commands"). All take commands
and bytes for their memory through I2C, where a control byte says which of them follow (SSD1306,
8.1.5; SH1106, "I2C-bus data format"), or through SPI, where the D/C line says it. The glass is that
of the usual module of 128x64 pixels, seen with its pins above: its first segment is at the right
edge and COM0 at the bottom, so that drivers remap both (commands A1 and C8).

Modelled is what drivers of such a module send; anything else is a fault, and changes nothing. The
analogue side (clocks, charging, voltages) is taken and ignored; the contrast can be read.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import ClassVar, Final

from PIL import Image, ImageChops

from hardware.emulator.models.part import ModelI2cPart

COLUMNS: Final = 128
ROWS: Final = 64
PAGES: Final = ROWS // 8

_TO_MEMORY: Final = 0x40
_FIXED: Final[Mapping[int, int]] = {
    0x20: 0x00,  # horizontal addressing
    0xA8: 0x3F,  # multiplex ratio: 64 rows
    0xD3: 0x00,  # display offset
    0xDA: 0x12,  # COM pins
}
"""Commands whose argument this glass and its drivers leave no choice of."""
_ANALOGUE: Final = (0xD5, 0xD9, 0xDB)
"""Clock, charging and deselect level: commands with an argument, which changes no pixel."""


class ModelOled(ModelI2cPart):
    """A modelled display and its I2C bus (SPI: `OverSpi`); `reset_wired`: it waits for a reset."""

    NAME = "display"
    MEMORY_COLUMNS = COLUMNS
    first_column = 0
    """The column at which the glass begins, with the remap that drivers send."""
    ARGUMENTS: ClassVar[Mapping[int, int]] = dict.fromkeys((0x81, 0xA8, 0xD3, 0xDA, *_ANALOGUE), 1)
    """Argument bytes of each command that has any; 81 is the contrast."""

    def __init__(self, reset_wired: bool = False) -> None:
        super().__init__()
        self.resets = 0
        self._reset_wired: Final = reset_wired
        self._ready = not reset_wired

    def reset_line(self, level: bool) -> None:
        """Pull the reset line low, which holds the controller in its reset, or release it."""
        with self._lock:
            self._ready = level
            self.resets += level
            self._reset_registers()
        self.on_change()

    def plug_in(self) -> None:
        """Answer again, as after switching the power on, or wait for a reset."""
        self._ready = not self._reset_wired
        super().plug_in()

    @property
    def lit(self) -> bool:
        """Whether the panel is on."""
        return self._on

    def glass_picture(self) -> Image.Image:
        """Return the picture of the glass, of mode "1"; dark when the panel is off."""
        with self._lock:
            if not self.lit:
                return Image.new("1", (COLUMNS, ROWS))
            memory = Image.frombytes("1", (ROWS, COLUMNS), self._glass_segments(), "raw", "1;R")
            # Each row of that is a segment, counted from the right edge of the glass.
            glass = memory.transpose(Image.Transpose.ROTATE_270)
            glass = ImageChops.offset(glass, 0, -self._start_line)
            if not self._from_last_com:
                glass = glass.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
            return ImageChops.invert(glass) if self._inverse else glass

    def _reset_registers(self) -> None:
        self._memory = [bytearray(b"\xa5\x3c" * (self.MEMORY_COLUMNS // 2)) for _ in range(PAGES)]
        self._column = 0
        self._page = 0
        self._pending: list[int] = []
        self.contrast = 0x7F
        self._start_line = 0
        self._remap = False
        self._from_last_com = False
        self._inverse = False
        self._on = False

    @abstractmethod
    def _glass_segments(self) -> bytes:
        """Return the segments from the right edge of the glass, eight bytes each, downwards."""

    @abstractmethod
    def _store_bytes(self, payload: bytes) -> None:
        """Put bytes where the address points, and move the address on."""

    def _is_answering(self) -> bool:
        return self._ready and super()._is_answering()

    def _decode_payload(self, payload: bytes) -> None:
        control, rest = payload[0], payload[1:]
        if control == _TO_MEMORY:
            if self._pending and rest:
                self._note_fault(f"command 0x{self._pending[0]:02X} was cut short by data")
                self._pending = []
            self._store_bytes(rest)
            return
        if control:
            self._note_fault(f"0x{control:02X} is no control byte")
            return
        for byte in rest:
            # A command and its arguments may come in several transactions.
            self._pending.append(byte)
            command, *arguments = self._pending
            if len(arguments) < self.ARGUMENTS.get(command, 0):
                continue
            self._pending = []
            if command not in _ANALOGUE:
                self._decode_command(command, *arguments)

    def _decode_command(self, command: int, *arguments: int) -> None:
        """Obey a command that all controllers have."""
        match command:
            case 0x81:
                self.contrast = arguments[0]
            case _ if command in _FIXED and arguments:
                if arguments[0] != _FIXED[command]:
                    self._note_fault(
                        f"0x{command:02X} 0x{arguments[0]:02X} does not fit this glass,"
                        f" which needs 0x{_FIXED[command]:02X}"
                    )
            case _ if 0x40 <= command <= 0x7F:
                self._start_line = command & 0x3F
            case 0xA0 | 0xA1:
                self._remap = command == 0xA1
            case 0xA4 | 0xE3:
                pass  # it shows its memory; a command that does nothing
            case 0xA6 | 0xA7:
                self._inverse = command == 0xA7
            case 0xAE | 0xAF:
                self._on = command == 0xAF
            case 0xC0 | 0xC8:
                self._from_last_com = command == 0xC8
            case _:
                self._note_fault(f"0x{command:02X} is no command")


class ModelSsd1306(ModelOled):
    """The controller of the usual 0.96 inch module."""

    ARGUMENTS: ClassVar[Mapping[int, int]] = {
        **ModelOled.ARGUMENTS,
        0x20: 1,  # memory addressing mode
        0x21: 2,  # column window
        0x22: 2,  # page window
        0x8D: 1,  # charge pump
    }

    @property
    def lit(self) -> bool:
        """Whether the panel is on, and the charge pump, its only supply."""
        return self._on and self._pump

    def _reset_registers(self) -> None:
        super()._reset_registers()
        self._columns = (0, COLUMNS - 1)
        self._pages = (0, PAGES - 1)
        self._pump = False

    def _glass_segments(self) -> bytes:
        return b"".join(bytes(column) for column in zip(*self._memory, strict=True))

    def _store_bytes(self, payload: bytes) -> None:
        """Put bytes into the window row by row, and begin it again after its last one (10.1.3)."""
        while payload:
            row = payload[: self._columns[1] - self._column + 1]
            payload = payload[len(row) :]
            begin = self._column
            end = begin + len(row)
            memory = self._memory[self._page]
            # The remap holds for what is written from then on.
            if self._remap:
                memory[COLUMNS - end : COLUMNS - begin] = row[::-1]
            else:
                memory[begin:end] = row
            self._column = end
            if end > self._columns[1]:
                self._column = self._columns[0]
                first, last = self._pages
                self._page = first if self._page == last else self._page + 1

    def _decode_command(self, command: int, *arguments: int) -> None:
        match command:
            case 0x21 | 0x22:
                self._set_window(command, *arguments)
            case 0x8D:
                self._pump = bool(arguments[0] & 0x04)
            case _:
                super()._decode_command(command, *arguments)

    def _set_window(self, command: int, first: int, last: int) -> None:
        """Set the columns (0x21) or the pages (0x22) of the window, and begin at its corner."""
        if not first <= last < (COLUMNS if command == 0x21 else PAGES):
            self._note_fault(f"0x{command:02X} {first} {last} is no window")
        elif command == 0x21:
            self._columns = (first, last)
            self._column = first
        else:
            self._pages = (first, last)
            self._page = first


class ModelSsd1309(ModelSsd1306):
    """The controller of the 2.42 inch module, which has a supply instead of a charge pump."""

    @property
    def lit(self) -> bool:
        """Whether the panel is on."""
        return self._on


class ModelSh1106(ModelOled):
    """The controller of the 1.3 inch module.

    Its memory has 132 columns, of which the glass shows 128, by its maker; a page is addressed at a
    time, and the column stops at the end of it.
    """

    MEMORY_COLUMNS = 132
    _FOREIGN: Final = (0x20, 0x8D)
    """An SSD1306's commands for addressing and for its pump, which drivers of both send. This
    ignores them, and their arguments are commands of their own (10 and 14 are columns)."""

    def _glass_segments(self) -> bytes:
        # Unlike an SSD1306's, the remap is between memory and segments: it turns all at once.
        columns = [bytes(column) for column in zip(*self._memory, strict=True)]
        segments = columns[::-1] if self._remap else columns
        begin = self.MEMORY_COLUMNS - COLUMNS - self.first_column
        return b"".join(segments[begin : begin + COLUMNS])

    def _store_bytes(self, payload: bytes) -> None:
        row = payload[: max(0, self.MEMORY_COLUMNS - self._column)]
        if len(row) < len(payload):
            self._note_fault(f"a byte beyond column {self.MEMORY_COLUMNS - 1} is lost")
        self._memory[self._page][self._column : self._column + len(row)] = row
        self._column += len(row)

    def _decode_command(self, command: int, *arguments: int) -> None:
        match command:
            case _ if command <= 0x0F:
                self._column = (self._column & 0xF0) | command
            case _ if command <= 0x1F:
                self._column = (self._column & 0x0F) | (command & 0x0F) << 4
            case _ if 0xB0 <= command <= 0xB7:
                self._page = command & 7
            case _ if command in self._FOREIGN:
                pass
            case _:
                super()._decode_command(command, *arguments)


class OverSpi:
    """The SPI bus of a modelled display (see `hardware.buses.ports.Port`); `level` is its D/C."""

    def __init__(self, model: ModelOled, level: Callable[[], bool | None]) -> None:
        self._model: Final = model
        self._level: Final = level
        self.explain_error: Final = model.explain_error
        self.close: Final = model.close

    def write(self, payload: bytes) -> None:
        """Send the bytes in one transfer; nothing acknowledges it."""
        with suppress(OSError):
            self._model.write(bytes((_TO_MEMORY if self._level() else 0,)) + payload)
            self._model.bytes_received -= 1  # what the control byte says, the line says here
