"""The wire to the display: the kernel's I2C bus, and luma's serial interface on top of any bus."""

import errno
import fcntl
import os
from collections.abc import Callable, Sequence
from typing import Final, Protocol

COMMANDS: Final = b"\x00"
DATA: Final = b"\x40"
"""The control byte that begins a transaction of an SSD1306 (datasheet, section 8.1.5.2)."""

_DEV: Final = "/dev"
_I2C_SLAVE: Final = 0x0703


class Bus(Protocol):
    """Where the bytes go: one call is one I2C transaction to the display's address."""

    def write(self, payload: bytes) -> None:
        """Send the bytes.

        Raises:
            OSError: nothing answers, or there is no bus; the next call tries again from scratch.
        """

    def explain(self, error: OSError) -> str:
        """What a person can do about an error of `write`, as one sentence."""

    def close(self) -> None:
        """Let the bus go; never raises."""


class KernelBus:
    """An I2C bus of the kernel, opened at the first write and again after each error."""

    def __init__(self, number: int, address: int) -> None:
        self._path: Final = f"{_DEV}/i2c-{number}"
        self._number: Final = number
        self._address: Final = address
        self._fd = -1

    def write(self, payload: bytes) -> None:
        """Send the bytes in one transaction."""
        try:
            if self._fd < 0:
                self._fd = os.open(self._path, os.O_RDWR | os.O_CLOEXEC)
                fcntl.ioctl(self._fd, _I2C_SLAVE, self._address)
            if os.write(self._fd, payload) != len(payload):
                raise OSError(errno.EIO, "only a part of the bytes was sent")
        except OSError:
            self.close()
            raise

    def explain(self, error: OSError) -> str:
        """What a person can do about it."""
        if error.errno in (errno.ENOENT, errno.ENODEV):
            return (
                f"there is no I2C bus {self._number} for the display;"
                " switch it on with `sudo raspi-config nonint do_i2c 0` and restart"
            )
        if error.errno in (errno.EACCES, errno.EPERM):
            return (
                f"{self._path}, the display's bus, may not be used;"
                " allow it with `sudo usermod -aG i2c $USER`, then log in again"
            )
        if error.errno == errno.EBUSY:
            return f"the display at 0x{self._address:02X} is in use by the kernel; remove its overlay"
        return (
            f"the display at 0x{self._address:02X} on I2C bus {self._number} does not answer"
            f" ({error.strerror or error}); check its plug and its four wires"
        )

    def close(self) -> None:
        """Let the bus go."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


class Recorder:
    """A serial interface as luma wants one, which at first only records.

    What luma sends while a display is being constructed is its set-up: the bytes before the first
    picture and those after it. Nothing reaches the bus, so that a display which is not there yet
    is no error; `play_before` and `play_after` send the recording as often as it is needed.
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

    def picture(self) -> None:
        """Here in the recording belongs a picture."""
        self._tape = self._after

    def stop(self) -> None:
        """From now on send."""
        self._tape = None

    def play_before(self, without: bytes = b"") -> None:
        """Send what comes before the picture, leaving out the commands `without` if it begins with them."""
        for number, payload in enumerate(self._before):
            left_out = len(without) if number == 0 and payload[1:].startswith(without) else 0
            self._write(payload[:1] + payload[1 + left_out :])

    def play_after(self) -> None:
        """Send what comes after the picture."""
        for payload in self._after:
            self._write(payload)

    def command(self, *cmd: int) -> None:
        """Send command bytes."""
        self._put(COMMANDS + bytes(cmd))

    def data(self, data: Sequence[int]) -> None:
        """Send bytes for the display's memory."""
        self._put(DATA + bytes(data))

    def cleanup(self) -> None:
        """Nothing: the bus belongs to whoever made it."""

    def _put(self, payload: bytes) -> None:
        if self._tape is None:
            self._write(payload)
        else:
            self._tape.append(payload)
