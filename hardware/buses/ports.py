"""Ports on the kernel's I2C and SPI buses, opened when needed and again after each error."""

import errno
import fcntl
import os
from abc import ABC, abstractmethod
from typing import Final, Protocol

from wiring.spec import I2c, Spi

QUIET_S: Final = 60.0
"""After this time without a byte, the next change sends everything: a brown-out can make a part
lose its state without an error on the bus."""

_DEV: Final = "/dev"
# As in linux/i2c-dev.h and linux/spi/spidev.h, of which Python has nothing.
_I2C_SLAVE: Final = 0x0703
_SPI_WRITE_MODE: Final = 0x40016B01
_SPI_WRITE_HERTZ: Final = 0x40046B04

# There is no device file, or one without a driver behind it.
_NO_BUS: Final = (errno.ENOENT, errno.ENODEV, errno.ENXIO)


class Port(Protocol):
    """A part's place on a bus: one call is one transaction."""

    def write(self, payload: bytes) -> None:
        """Send the bytes; after an `OSError` (no answer, no bus) the next call starts afresh."""

    def explain_error(self, error: OSError) -> str:
        """Return the advice for an error of `write`, as one sentence."""

    def close(self) -> None:
        """Release the bus; never raise."""


class _DevicePort(ABC):
    """A device file of the kernel; `part` is the part's name in messages."""

    def __init__(self, name: str, part: str) -> None:
        self._path: Final = f"{_DEV}/{name}"
        self._part: Final = part
        self._fd = -1

    def write(self, payload: bytes) -> None:
        """Send the bytes in one transaction."""
        try:
            if self._fd < 0:
                self._fd = os.open(self._path, os.O_RDWR | os.O_CLOEXEC)
                self._set_parameters(self._fd)
            if os.write(self._fd, payload) != len(payload):
                raise OSError(errno.EIO, "only a part of the bytes was sent")
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Release the bus."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    @abstractmethod
    def _set_parameters(self, fd: int) -> None:
        """Set the kernel's parameters for every write."""

    def _bus_error(self, error: OSError, bus: str, kind: str, switch: str) -> str | None:
        """Return the sentence about a bus that is absent or not allowed, None for another error."""
        if error.errno in _NO_BUS:
            return f"there is no {bus} for {self._part}; {switch} and restart"
        if isinstance(error, PermissionError):
            from wiring.switches import allow_group  # only a refused bus waits for it

            return (
                f"{self._path}, the bus of {self._part}, may not be used;"
                f" allow it with {allow_group(kind)}"
            )
        return None


class KernelI2c(_DevicePort):
    """A place on an I2C bus of the kernel."""

    def __init__(self, place: I2c, part: str) -> None:
        super().__init__(f"i2c-{place.number}", part)
        self._place: Final = place

    def explain_error(self, error: OSError) -> str:
        """Return the advice for an error of `write`, as one sentence."""
        if sentence := self._bus_error(error, str(self._place), "i2c", _switch_on("i2c")):
            return sentence
        address = f"{self._part} at 0x{self._place.address:02X}"
        if error.errno == errno.EBUSY:
            return f"{address} is in use by the kernel; remove its overlay"
        return (
            f"{address} on {self._place} does not answer"
            f" ({error.strerror or error}); check its plug and its four wires"
        )

    def _set_parameters(self, fd: int) -> None:
        # Without FORCE, so that an address which a driver of the kernel has is refused as busy.
        fcntl.ioctl(fd, _I2C_SLAVE, self._place.address)


class KernelSpi(_DevicePort):
    """A place on an SPI bus of the kernel: mode 0, the highest bit first."""

    def __init__(self, place: Spi, part: str) -> None:
        super().__init__(f"spidev{place.number}.{place.device}", part)
        self._place: Final = place

    def explain_error(self, error: OSError) -> str:
        """Return the advice for an error; on SPI an unconnected part causes none."""
        bus, device, _ = self._place
        overlay = f"add `dtoverlay=spi{bus}-{device + 1}cs` to /boot/firmware/config.txt"
        switch = overlay if bus else _switch_on("spi")
        place = f"device {device} on {self._place}"
        if sentence := self._bus_error(error, place, "spi", switch):
            return sentence
        return f"{self._path}, the bus of {self._part}, fails ({error.strerror or error}); restart"

    def _set_parameters(self, fd: int) -> None:
        fcntl.ioctl(fd, _SPI_WRITE_MODE, b"\0")
        fcntl.ioctl(fd, _SPI_WRITE_HERTZ, self._place.hertz.to_bytes(4, "little"))


def kernel_port(bus: I2c | Spi, part: str) -> Port:
    """Return a part's place on a bus of the kernel; `part` is its name in messages."""
    return KernelI2c(bus, part) if isinstance(bus, I2c) else KernelSpi(bus, part)


def _switch_on(kind: str) -> str:
    return f"switch it on with `sudo raspi-config nonint do_{kind} 0`"
