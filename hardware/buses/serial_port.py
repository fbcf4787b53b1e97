"""A serial device, opened by its name; the only module that uses pyserial."""

import os
import termios
from contextlib import suppress
from typing import Any, Final

import serial  # type: ignore[import-untyped]


class SerialPort:
    """An open device (8N1). No method blocks; all but `close` raise `OSError` when it is gone."""

    def __init__(self, name: str, baud: int) -> None:
        """Open it for this program alone.

        Raise `OSError` if it is absent, not allowed, in use, or no serial device.
        """
        # Both timeouts are 0: the caller waits on `fileno`, together with its other events.
        self._device: Final[Any] = serial.Serial(timeout=0, write_timeout=0, exclusive=True)
        self._device.port = name
        try:
            self._device.baudrate = baud
            self._device.open()
        except (termios.error, ValueError) as error:
            raise OSError(str(error)) from error

    def fileno(self) -> int:
        """Return the file descriptor that `select` waits for."""
        return int(self._device.fd)

    def read(self) -> bytes:
        """Return the bytes that have arrived; call it when `select` reports some."""
        return bytes(self._device.read(4096))

    def write(self, payload: bytes) -> int:
        """Send as much as the device takes now. Return the number of bytes."""
        # Not by pyserial, which retries without a pause on a device that takes nothing.
        try:
            return os.write(self.fileno(), payload)
        except BlockingIOError:
            return 0

    def close(self, discard: bool = False) -> None:
        """Close it, and never raise.

        `discard` drops the unsent bytes; the kernel would wait half a minute for them.
        """
        with suppress(OSError, termios.error):
            if discard:
                self._device.reset_output_buffer()
        with suppress(OSError):
            self._device.close()
