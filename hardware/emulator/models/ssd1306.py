"""An SSD1306 and an SSD1309 in memory: they decode the bytes on the bus into the glass's picture.

Written from the controllers' datasheets (Solomon Systech SSD1306, rev 1.1, and SSD1309, rev 1.1):
table 9-1 and section 10 of each for the commands.
"""

from collections.abc import Mapping
from typing import ClassVar

from hardware.emulator.models.oled import COLUMNS, PAGES, ModelOled

_HORIZONTAL, _VERTICAL, _PAGED = range(3)


class ModelSsd1306(ModelOled):
    """The controller of the usual 0.96 inch module."""

    # Table 9-1, and the appended charge pump.
    ARGUMENTS: ClassVar[Mapping[int, int]] = {
        **ModelOled.ARGUMENTS,
        0x20: 1,  # memory addressing mode
        0x21: 2,  # column window
        0x22: 2,  # page window
        0x23: 1,  # fade, blink
        0x26: 6,  # scroll right
        0x27: 6,  # scroll left
        0x29: 5,  # scroll down and right
        0x2A: 5,  # scroll down and left
        0x8D: 1,  # charge pump
        0xA3: 2,  # scroll area
        0xD6: 1,  # zoom
    }

    @property
    def lit(self) -> bool:
        """Whether the panel is on, and the charge pump, its only supply."""
        return self._on and self._pump

    def _reset(self) -> None:
        super()._reset()
        self._mode = _PAGED
        self._columns = (0, COLUMNS - 1)
        self._pages = (0, PAGES - 1)
        self._paged_column = 0
        self._pump = False

    def _segments(self) -> bytes:
        return b"".join(bytes(column) for column in zip(*self._memory, strict=True))

    def _store_all(self, payload: bytes) -> None:
        """Put bytes, row by row where the address goes along the columns: a picture has many."""
        first, last = self._columns
        if self._mode != _HORIZONTAL or self._column > last:
            super()._store_all(payload)
            return
        while payload:
            row = payload[: last - self._column + 1]
            payload = payload[len(row) :]
            self._put_row(row)
            if self._column + len(row) <= last:
                self._column += len(row)
            else:
                self._column = first
                self._page, _ = _next(self._page, self._pages, PAGES)

    def _put_row(self, row: bytes) -> None:
        """Put bytes side by side in the page."""
        memory = self._memory[self._page]
        begin = self._column
        end = begin + len(row)
        # The remap holds for what is written from then on.
        if self._remap:
            memory[COLUMNS - end : COLUMNS - begin] = row[::-1]
        else:
            memory[begin:end] = row

    def _store(self, byte: int) -> None:
        # The remap holds for what is written from then on.
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
            case 0x8D:
                self._pump = bool(value & 0x04)
            case 0x23 | 0x26 | 0x27 | 0x29 | 0x2A | 0xA3 | 0xD6:
                self._fault(f"command 0x{command:02X} is not modelled")
            case _:
                super()._set(command, arguments)

    def _do(self, command: int) -> None:
        match command:
            case _ if command <= 0x0F:
                self._paged_column = (self._paged_column & 0x70) | command
                self._column = self._paged_column
            case _ if command <= 0x17:
                self._paged_column = (self._paged_column & 0x0F) | (command & 7) << 4
                self._column = self._paged_column
            case _ if 0xB0 <= command <= 0xB7:
                self._page = command & 7
            case 0x2E:
                pass  # stop scrolling
            case _:
                super()._do(command)

    def _window(self, command: int, arguments: list[int], count: int) -> tuple[int, int]:
        first, last = arguments
        if not first <= last < count:
            self._fault(f"0x{command:02X} {first} {last} is no window")
        return first % count, last % count


class ModelSsd1309(ModelSsd1306):
    """The controller of the 2.42 inch module: no charge pump, but a lock for commands."""

    ARGUMENTS: ClassVar[Mapping[int, int]] = {
        **{command: count for command, count in ModelSsd1306.ARGUMENTS.items() if command != 0x8D},
        0xDC: 1,  # GPIO
        0xFD: 1,  # command lock
    }

    @property
    def lit(self) -> bool:
        """Whether the panel is on."""
        return self._on

    def _reset(self) -> None:
        super()._reset()
        self._locked = False

    def _set(self, command: int, arguments: list[int]) -> None:
        if command == 0xFD:
            self._locked = arguments[0] == 0x16
        elif not self._locked:
            super()._set(command, arguments)

    def _do(self, command: int) -> None:
        if command != 0x8D and not self._locked:
            super()._do(command)


def _next(at: int, window: tuple[int, int], count: int) -> tuple[int, bool]:
    """Return the next position, and whether it wrapped at the end of the window."""
    first, last = window
    return (first, True) if at == last else ((at + 1) % count, False)
