"""An SH1106 in memory: it decodes the bytes on the bus into what the glass would show.

Written from the controller's datasheet (Sino Wealth SH1106, V2.3, "Commands"). Its memory has 132
columns, of which a module of 128 shows the middle; a page is addressed at a time, and the column
stops at the end of it.
"""

from collections.abc import Mapping
from typing import ClassVar, Final

from hardware.emulator.models.oled import COLUMNS, ModelOled

_MARGIN: Final = 2
"""Columns before the glass, as after it."""
_PUMP_VOLTAGES: Final = range(0x30, 0x34)
_FOREIGN: Final = (0x20, 0x8D)
"""An SSD1306's commands for addressing and for its pump, which drivers of both send. This ignores
them, and their arguments are commands of their own (10 and 14 are columns)."""


class ModelSh1106(ModelOled):
    """The controller of the 1.3 inch module."""

    MEMORY_COLUMNS = 132
    ARGUMENTS: ClassVar[Mapping[int, int]] = {
        **ModelOled.ARGUMENTS,
        0xAD: 1,  # DC-DC converter
    }

    @property
    def lit(self) -> bool:
        """Whether the panel and its converter are on; the converter is unless switched off."""
        return self._on and self._converter

    def _reset(self) -> None:
        super()._reset()
        self._marked: int | None = None
        self._converter = True

    def _segments(self) -> bytes:
        # Unlike an SSD1306's, the remap is between memory and segments: it turns all at once.
        columns = [bytes(column) for column in zip(*self._memory, strict=True)]
        segments = columns[::-1] if self._remap else columns
        return b"".join(segments[_MARGIN : _MARGIN + COLUMNS])

    def _store(self, byte: int) -> None:
        if self._column >= self.MEMORY_COLUMNS:
            self._fault(f"a byte beyond column {self.MEMORY_COLUMNS - 1} is lost")
            return
        self._memory[self._page][self._column] = byte
        self._column += 1

    def _set(self, command: int, arguments: list[int]) -> None:
        value = arguments[0]
        if command != 0xAD:
            super()._set(command, arguments)
        elif value not in (0x8A, 0x8B):
            self._fault(f"0xAD 0x{value:02X} does not switch the converter, 0x8A and 0x8B do")
        elif self._on:
            self._fault("0xAD was sent while the display was on")
        else:
            self._converter = value == 0x8B

    def _do(self, command: int) -> None:
        match command:
            case _ if command <= 0x0F:
                self._column = (self._column & 0xF0) | command
            case _ if command <= 0x1F:
                self._column = (self._column & 0x0F) | (command & 0x0F) << 4
            case _ if 0xB0 <= command <= 0xB7:
                self._page = command & 7
            case 0xE0:
                self._marked = self._column  # read, modify and write, until 0xEE
            case 0xEE:
                if self._marked is not None:
                    self._column = self._marked
                self._marked = None
            case _ if command in (*_FOREIGN, *_PUMP_VOLTAGES):
                pass
            case _:
                super()._do(command)
