"""An SSD1306 in memory: it decodes the bytes on the bus and gives the picture the glass would show.

Written from the controller's datasheet (Solomon Systech SSD1306, rev 1.1): section 8.1.5 for the
bus, table 9-1 and section 10 for the commands. The glass is that of the usual module of 128x64
pixels, seen with its pins above: segment 0 is at the right edge and COM0 at the bottom, which is
why drivers remap both (commands A1 and C8). Not modelled are scrolling, fading and the analogue
side (clocks, charging, voltages); what contrast was set to can be read.
"""

import errno
import os
from collections.abc import Callable
from threading import Lock
from typing import Final

from PIL import Image, ImageChops

COLUMNS: Final = 128
ROWS: Final = 64
PAGES: Final = ROWS // 8

_CONTINUES: Final = 0x80
_TO_MEMORY: Final = 0x40

# Argument bytes of each command that has any (table 9-1, and the appended charge pump).
_ARGUMENTS: Final = {
    0x20: 1,  # memory addressing mode
    0x21: 2,  # column window
    0x22: 2,  # page window
    0x23: 1,  # fade, blink
    0x26: 6,  # scroll right
    0x27: 6,  # scroll left
    0x29: 5,  # scroll down and right
    0x2A: 5,  # scroll down and left
    0x81: 1,  # contrast
    0x8D: 1,  # charge pump
    0xA3: 2,  # scroll area
    0xA8: 1,  # multiplex ratio
    0xD3: 1,  # display offset
    0xD5: 1,  # clock
    0xD6: 1,  # zoom
    0xD9: 1,  # pre-charge
    0xDA: 1,  # COM pins
    0xDB: 1,  # deselect level
}
_HORIZONTAL, _VERTICAL, _PAGED = range(3)


class ModelSsd1306:
    """The modelled display and the bus it hangs on (see `hardware.wire.Bus`).

    `faults` has a sentence for everything that a real controller would not understand.
    `transactions` and `bytes_received` count what came over the bus, addresses apart.
    """

    def __init__(self) -> None:
        self.changed: Callable[[], None] = _nothing
        self.faults: list[str] = []
        self.transactions = 0
        self.bytes_received = 0
        self._lock: Final = Lock()
        self._absent = False
        self._reset()

    def write(self, payload: bytes) -> None:
        """Take one I2C transaction.

        Raises:
            OSError: EREMOTEIO, when the display is unplugged.
        """
        with self._lock:
            if self._absent:
                raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
            self.transactions += 1
            self.bytes_received += len(payload)
            self._decode(payload)
        self.changed()

    def explain(self, error: OSError) -> str:
        """What a person can do about an error of `write`."""
        return f"the emulated display does not answer ({error.strerror}); plug it in again"

    def close(self) -> None:
        """Nothing: there is no bus to let go."""

    def unplug(self) -> None:
        """From now on nothing answers, and the glass is dark."""
        with self._lock:
            self._absent = True
            self._reset()
        self.changed()

    def plug_in(self) -> None:
        """Answer again, as after switching the power on."""
        with self._lock:
            self._absent = False
            self._reset()
        self.changed()

    def glitch(self) -> None:
        """Forget everything, as in a brown-out, while the bus goes on answering."""
        with self._lock:
            self._reset()
        self.changed()

    @property
    def lit(self) -> bool:
        """Whether the panel is on: switched on and with the charge pump, its only supply, running."""
        return self._on and self._pump

    @property
    def contrast(self) -> int:
        """The contrast that was set, 0 to 255."""
        return self._contrast

    def picture(self) -> Image.Image:
        """What the glass shows, as a picture of mode "1"; dark when the panel is off."""
        with self._lock:
            dark = Image.new("1", (COLUMNS, ROWS))
            if not self.lit:
                return dark
            if self._all_on:
                return ImageChops.invert(dark)
            memory = Image.frombytes("1", (ROWS, COLUMNS), self._segments(), "raw", "1;R")
            # Each row of that is a segment, counted from the right edge of the glass.
            memory = memory.transpose(Image.Transpose.ROTATE_270)
            glass = self._scanned(memory)
            return ImageChops.invert(glass) if self._inverse else glass

    def _reset(self) -> None:
        # The memory of a controller that has just been switched on holds anything.
        self._memory = [bytearray(b"\xa5\x3c" * (COLUMNS // 2)) for _ in range(PAGES)]
        self._pending: list[int] = []
        self._mode = _PAGED
        self._columns = (0, COLUMNS - 1)
        self._pages = (0, PAGES - 1)
        self._paged_column = 0
        self._column = 0
        self._page = 0
        self._contrast = 0x7F
        self._start_line = 0
        self._offset = 0
        self._multiplex = ROWS
        self._remap = False
        self._from_last_com = False
        self._all_on = False
        self._inverse = False
        self._pump = False
        self._on = False

    def _decode(self, payload: bytes) -> None:
        at = 0
        while at < len(payload):
            control = payload[at]
            if control & 0x3F:
                self._fault(f"0x{control:02X} is no control byte")
                return
            # Without the continuation bit all the rest is of one kind, with it a single byte is.
            end = at + 2 if control & _CONTINUES else len(payload)
            for byte in payload[at + 1 : end]:
                if control & _TO_MEMORY:
                    self._store(byte)
                else:
                    self._command(byte)
            at = end

    def _store(self, byte: int) -> None:
        if self._pending:
            self._fault(f"command 0x{self._pending[0]:02X} was cut short by data")
            self._pending = []
        segment = COLUMNS - 1 - self._column if self._remap else self._column
        self._memory[self._page][segment] = byte
        if self._mode == _PAGED:
            self._column = self._paged_column if self._column == COLUMNS - 1 else self._column + 1
        elif self._mode == _HORIZONTAL:
            self._column, wrapped = _next(self._column, self._columns, COLUMNS)
            if wrapped:
                self._page, _ = _next(self._page, self._pages, PAGES)
        else:
            self._page, wrapped = _next(self._page, self._pages, PAGES)
            if wrapped:
                self._column, _ = _next(self._column, self._columns, COLUMNS)

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        command, *arguments = self._pending
        if len(arguments) < _ARGUMENTS.get(command, 0):
            return
        self._pending = []
        if arguments:
            self._set(command, arguments)
        else:
            self._do(command)

    def _set(self, command: int, arguments: list[int]) -> None:
        value = arguments[0]
        match command:
            case 0x20:
                if value & 3 == 3:
                    self._fault("0x20 0x03 is no addressing mode")
                else:
                    self._mode = value & 3
            case 0x21:
                self._columns = self._window(command, arguments, COLUMNS)
                self._column = self._columns[0]
            case 0x22:
                self._pages = self._window(command, arguments, PAGES)
                self._page = self._pages[0]
            case 0x81:
                self._contrast = value
            case 0x8D:
                self._pump = bool(value & 0x04)
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
            case 0x23 | 0x26 | 0x27 | 0x29 | 0x2A | 0xA3 | 0xD6:
                self._fault(f"command 0x{command:02X} is not modelled")

    def _do(self, command: int) -> None:
        match command:
            case _ if command <= 0x0F:
                self._paged_column = (self._paged_column & 0x70) | command
                self._column = self._paged_column
            case _ if command <= 0x17:
                self._paged_column = (self._paged_column & 0x0F) | (command & 7) << 4
                self._column = self._paged_column
            case _ if 0x40 <= command <= 0x7F:
                self._start_line = command & 0x3F
            case _ if 0xB0 <= command <= 0xB7:
                self._page = command & 7
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
            case 0x2E | 0xE3:
                pass  # stop scrolling; no operation
            case _:
                self._fault(f"0x{command:02X} is no command")

    def _window(self, command: int, arguments: list[int], count: int) -> tuple[int, int]:
        first, last = arguments
        if not first <= last < count:
            self._fault(f"0x{command:02X} {first} {last} is no window")
        return first % count, last % count

    def _segments(self) -> bytes:
        return b"".join(bytes(column) for column in zip(*self._memory, strict=True))

    def _scanned(self, memory: Image.Image) -> Image.Image:
        """The rows of the memory where the COM lines show them."""
        if (self._multiplex, self._offset, self._start_line, self._from_last_com) == (ROWS, 0, 0, True):
            return memory
        glass = Image.new("1", (COLUMNS, ROWS))
        for com in range(ROWS):
            # The scan takes `multiplex` rows; offset says which one COM0 gets (table 10-1).
            line = self._multiplex - 1 - com if self._from_last_com else com
            row = (line + self._offset) % ROWS
            if line >= 0 and row < self._multiplex:
                source = (row + self._start_line) % ROWS
                glass.paste(memory.crop((0, source, COLUMNS, source + 1)), (0, ROWS - 1 - com))
        return glass

    def _fault(self, text: str) -> None:
        # Bounded: the emulator runs for weeks.
        if len(self.faults) < 100:
            self.faults.append(text)


def _next(at: int, window: tuple[int, int], count: int) -> tuple[int, bool]:
    """One further, wrapping at the end of the window; and whether it wrapped."""
    first, last = window
    return (first, True) if at == last else ((at + 1) % count, False)


def _nothing() -> None:
    """Nobody watches."""
