"""The wires to a display: its bus, the lines beside it, and luma's serial interface on them."""

import time
from collections.abc import Callable, Sequence
from typing import Final

from hardware.buses.ports import Port
from hardware.gpio.board import Output

COMMANDS: Final = b"\x00"
DATA: Final = b"\x40"
"""The control byte that begins a transaction of a display on I2C (SSD1306 datasheet, 8.1.5.2).
The wires to one on SPI take it too: there its bit goes to the D/C line."""

_RESET_S: Final = 0.001
"""Duration of a reset, and of the wait after it; the slowest controller needs a hundredth of it."""


def pulse_line(line: Output) -> None:
    """Drive a line low for a moment, as resets want it; `PanelError` if that is not possible."""
    for level in (False, True):
        line.set(level)
        time.sleep(_RESET_S)


class Wires:
    """A display's connection: an I2C bus, or an SPI bus with a D/C line; and maybe a reset line."""

    def __init__(self, port: Port, reset: Output | None = None, dc: Output | None = None) -> None:
        self._port: Final = port
        self._reset: Final = reset
        self._dc: Final = dc
        self._level: bool | None = None
        """That of the D/C line, where it is known."""
        self.answers: Final = dc is None
        """Whether the display acknowledges what it gets, so that an absent one is an error."""
        self.explain_error: Final = port.explain_error

    def reset(self) -> None:
        """Reset the display if its reset line is connected; `PanelError` if that is unusable."""
        if self._reset:
            pulse_line(self._reset)

    def write(self, payload: bytes) -> None:
        """Send a control byte and what follows it, as one transaction. The bus raises `OSError`, a
        line `PanelError`.
        """
        if self._dc is None:
            self._port.write(payload)
            return
        level = payload[:1] == DATA
        if level != self._level:
            self._level = None  # until it is known to be
            self._dc.set(level)
            self._level = level
        self._port.write(payload[1:])

    def close(self) -> None:
        """Release the bus and the lines; never raise."""
        self._port.close()
        for line in (self._dc, self._reset):
            if line:
                line.close()


class Recorder:
    """A serial interface for luma that at first only records the set-up around the first picture.

    So an absent display is no error. `play_before` and `play_after` send the recording.
    """

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write: Final = write
        self._before: list[bytes] = []
        self._after: list[bytes] = []
        self._tape: list[bytes] | None = self._before

    @property
    def recording(self) -> bool:
        """Whether the bytes are still recorded rather than sent."""
        return self._tape is not None

    def mark_picture(self) -> None:
        """Note that a picture belongs here in the recording."""
        self._tape = self._after

    def stop(self) -> None:
        """Send from now on."""
        self._tape = None

    def play_before(self, without: bytes = b"") -> None:
        """Send the part before the picture, without the commands `without` at its beginning."""
        first, *rest = self._before
        self._write(first[:1] + first[1:].removeprefix(without))
        for payload in rest:
            self._write(payload)

    def play_after(self) -> None:
        """Send the part after the picture."""
        for payload in self._after:
            self._write(payload)

    def command(self, *cmd: int) -> None:
        """Send command bytes."""
        self._put_bytes(COMMANDS + bytes(cmd))

    def data(self, data: Sequence[int]) -> None:
        """Send bytes for the display's memory."""
        self._put_bytes(DATA + bytes(data))

    def _put_bytes(self, payload: bytes) -> None:
        if self._tape is None:
            self._write(payload)
        else:
            self._tape.append(payload)
