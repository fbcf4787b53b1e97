"""The wires to a display: its bus, and the lines beside it."""

import time
from typing import Final

from companion.errors import PanelError
from hardware.buses.ports import Port
from hardware.gpio.board import GpioChip, Pin

_COMMANDS: Final = b"\x00"
_DATA: Final = b"\x40"
"""The control byte that begins a transaction of a display on I2C (SSD1306 datasheet, 8.1.5.2)."""

_RESET_S: Final = 0.001
"""Duration of a reset, and of the wait after it; the slowest controller needs a hundredth of it."""


class OutputLine:
    """A line beside a bus that the program drives; its pin is opened when it is first needed."""

    def __init__(self, board: GpioChip, pin: int) -> None:
        self._board: Final = board
        self._pin: Final = pin
        self._output: Pin | None = None
        self._open = True
        board.hold()

    def set(self, level: bool) -> None:
        """Drive it high or low; after a `PanelError` the next call opens the pin again."""
        try:
            if self._output is None:
                self._output = self._board.output(self._pin, active_high=True)
            self._output.set(level)
        except PanelError:
            self._close_output()
            raise

    def pulse(self) -> None:
        """Drive it low for a moment, as resets want it; errors as above."""
        for level in (False, True):
            self.set(level)
            time.sleep(_RESET_S)

    def close(self) -> None:
        """Release the pin; never raise."""
        if self._open:
            self._open = False
            self._close_output()
            self._board.release()

    def _close_output(self) -> None:
        if self._output:
            self._output.close()
            self._output = None


class Wires:
    """A display's connection: an I2C bus, or an SPI bus with a D/C line; and maybe a reset line."""

    def __init__(
        self, port: Port, reset: OutputLine | None = None, dc: OutputLine | None = None
    ) -> None:
        self._port: Final = port
        self._reset: Final = reset
        self._dc: Final = dc
        self._level: bool | None = None
        """That of the D/C line, if it is known."""
        self.answers: Final = dc is None
        """Whether the display acknowledges what it gets, so that an absent one is an error."""
        self.explain: Final = port.explain

    def reset(self) -> None:
        """Reset the display if its reset line is connected; `PanelError` if that is unusable."""
        if self._reset:
            self._reset.pulse()

    def command(self, *commands: int) -> None:
        """Send commands. The bus raises `OSError`, a line `PanelError`."""
        self._write(_COMMANDS, bytes(commands))

    def data(self, payload: bytes) -> None:
        """Send bytes for the display's memory; errors as above."""
        self._write(_DATA, payload)

    def close(self) -> None:
        """Release the bus and the lines; never raise."""
        self._port.close()
        for line in (self._dc, self._reset):
            if line:
                line.close()

    def _write(self, kind: bytes, payload: bytes) -> None:
        """Send the bytes as one transaction: their kind stands before them, or on the D/C line."""
        if self._dc is None:
            self._port.write(kind + payload)
            return
        level = kind == _DATA
        if level != self._level:
            self._level = None  # until it is known to be
            self._dc.set(level)
            self._level = level
        self._port.write(payload)
