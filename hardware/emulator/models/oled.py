"""The base of the modelled display controllers: their bus, their glass and their failures.

The controllers are relatives. All take commands and bytes for their memory through I2C, where a
control byte says which of them follow (SSD1306 datasheet, 8.1.5; SH1106 datasheet, "I2C-bus data
format"), or through SPI, where the D/C line says it. All scan the rows of their memory alike. The
glass is that of the usual module of 128x64 pixels, seen with its pins above: its first segment is
at the right edge and COM0 at the bottom, so that drivers remap both (commands A1 and C8). Not
modelled are scrolling, fading and the analogue side (clocks, charging, voltages); the contrast can
be read.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from PIL import Image, ImageChops

from hardware.emulator.models.part import ModelI2cPart

COLUMNS: Final = 128
ROWS: Final = 64
PAGES: Final = ROWS // 8

_CONTINUES: Final = 0x80
_TO_MEMORY: Final = 0x40


class ModelOled(ModelI2cPart):
    """A modelled display and its I2C bus (SPI: `OverSpi`); `reset_wired`: it waits for a reset."""

    NAME = "display"
    MEMORY_COLUMNS = COLUMNS
    ARGUMENTS: ClassVar[Mapping[int, int]] = {
        0x81: 1,  # contrast
        0xA8: 1,  # multiplex ratio
        0xD3: 1,  # display offset
        0xD5: 1,  # clock
        0xD9: 1,  # charging
        0xDA: 1,  # COM pins
        0xDB: 1,  # deselect level
    }
    """Argument bytes of each command that has any."""

    def __init__(self, reset_wired: bool = False) -> None:
        super().__init__()
        self.resets = 0
        self._reset_wired: Final = reset_wired
        self._ready = not reset_wired

    def receive(self, to_memory: bool, payload: bytes) -> None:
        """Take one SPI transfer, `to_memory` if the D/C line is high; nothing acknowledges it."""
        with self._lock:
            if not self._answers():
                return
            self._count(payload)
            self._take(to_memory, payload)
        self.on_change()

    def reset_line(self, level: bool) -> None:
        """Pull the reset line low, which holds the controller in its reset, or release it."""
        with self._lock:
            self._ready = level
            self.resets += level
            self._reset()
        self.on_change()

    def plug_in(self) -> None:
        """Answer again, as after switching the power on, or wait for a reset."""
        self._ready = not self._reset_wired
        super().plug_in()

    @property
    @abstractmethod
    def lit(self) -> bool:
        """Whether the panel is on."""

    def picture(self) -> Image.Image:
        """Return the picture of the glass, of mode "1"; dark when the panel is off."""
        with self._lock:
            dark = Image.new("1", (COLUMNS, ROWS))
            if not self.lit:
                return dark
            if self._all_on:
                return ImageChops.invert(dark)
            memory = Image.frombytes("1", (ROWS, COLUMNS), self._segments(), "raw", "1;R")
            # Each row of that is a segment, counted from the right edge of the glass.
            glass = self._scan(memory.transpose(Image.Transpose.ROTATE_270))
            return ImageChops.invert(glass) if self._inverse else glass

    def _reset(self) -> None:
        self._memory = [bytearray(b"\xa5\x3c" * (self.MEMORY_COLUMNS // 2)) for _ in range(PAGES)]
        self._column = 0
        self._page = 0
        self._pending: list[int] = []
        self.contrast = 0x7F
        self._start_line = 0
        self._offset = 0
        self._multiplex = ROWS
        self._remap = False
        self._from_last_com = False
        self._all_on = False
        self._inverse = False
        self._on = False

    @abstractmethod
    def _segments(self) -> bytes:
        """Return the segments from the right edge of the glass, eight bytes each, downwards."""

    @abstractmethod
    def _store(self, byte: int) -> None:
        """Put a byte where the address points, and move the address on."""

    def _answers(self) -> bool:
        return self._ready and super()._answers()

    def _decode(self, payload: bytes) -> None:
        at = 0
        while at < len(payload):
            control = payload[at]
            if control & 0x3F:
                self._fault(f"0x{control:02X} is no control byte")
                return
            # Without the continuation bit all the rest is of one kind, with it a single byte is.
            end = at + 2 if control & _CONTINUES else len(payload)
            self._take(bool(control & _TO_MEMORY), payload[at + 1 : end])
            at = end

    def _take(self, to_memory: bool, payload: bytes) -> None:
        if not to_memory:
            for byte in payload:
                self._command(byte)
            return
        if self._pending and payload:
            self._fault(f"command 0x{self._pending[0]:02X} was cut short by data")
            self._pending = []
        self._store_all(payload)

    def _store_all(self, payload: bytes) -> None:
        """Put bytes where the address points, one after the other."""
        for byte in payload:
            self._store(byte)

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        command, *arguments = self._pending
        if len(arguments) < self.ARGUMENTS.get(command, 0):
            return
        self._pending = []
        if arguments:
            self._set(command, arguments)
        else:
            self._do(command)

    def _set(self, command: int, arguments: list[int]) -> None:
        """Obey a command with arguments that all controllers have."""
        value = arguments[0]
        match command:
            case 0x81:
                self.contrast = value
            case 0xA8:
                if (value & 0x3F) < 15:
                    self._fault(f"0xA8 0x{value:02X} is no multiplex ratio, at least 0x0F is")
                else:
                    self._multiplex = (value & 0x3F) + 1
            case 0xD3:
                self._offset = value & 0x3F
            case 0xDA:
                if value != 0x12:
                    self._fault(f"0xDA 0x{value:02X} does not fit this glass, which needs 0x12")

    def _do(self, command: int) -> None:
        """Obey a command of a single byte that all controllers have."""
        match command:
            case _ if 0x40 <= command <= 0x7F:
                self._start_line = command & 0x3F
            case 0xA0 | 0xA1:
                self._remap = command == 0xA1
            case 0xA4 | 0xA5:
                self._all_on = command == 0xA5
            case 0xA6 | 0xA7:
                self._inverse = command == 0xA7
            case 0xAE | 0xAF:
                self._on = command == 0xAF
            case _ if 0xC0 <= command <= 0xCF:
                self._from_last_com = command >= 0xC8
            case 0xE3:
                pass  # no operation
            case _:
                self._fault(f"0x{command:02X} is no command")

    def _scan(self, memory: Image.Image) -> Image.Image:
        """Return the rows of the memory where the COM lines show them."""
        if (self._multiplex, self._from_last_com) == (ROWS, True):
            return ImageChops.offset(memory, 0, -(self._offset + self._start_line))
        glass = Image.new("1", (COLUMNS, ROWS))
        for com in range(ROWS):
            # The scan takes `multiplex` rows; the offset is the one of COM0 (SSD1306, table 10-1).
            line = self._multiplex - 1 - com if self._from_last_com else com
            row = (line + self._offset) % ROWS
            if line >= 0 and row < self._multiplex:
                source = (row + self._start_line) % ROWS
                glass.paste(memory.crop((0, source, COLUMNS, source + 1)), (0, ROWS - 1 - com))
        return glass


class OverSpi:
    """The SPI bus of a modelled display (see `hardware.buses.ports.Port`); `level` is its D/C."""

    def __init__(self, model: ModelOled, level: Callable[[], bool]) -> None:
        self._model: Final = model
        self._level: Final = level
        self.explain: Final = model.explain
        self.close: Final = model.close

    def write(self, payload: bytes) -> None:
        """Send the bytes in one transfer."""
        self._model.receive(self._level(), payload)
