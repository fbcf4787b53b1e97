"""The kernel's I2C and SPI buses: opened late, given up at an error, explained in a sentence."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from hardware.buses import ports
from hardware.buses.ports import KernelI2c, KernelSpi
from tests.hardware.made_up import only_groups
from wiring.spec import I2c, Spi


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A /dev whose buses are plain files; the address that is asked for is in `asked`."""
    monkeypatch.setattr(ports, "_DEV", str(tmp_path))

    def ioctl(fd: int, request: int, address: int) -> int:
        assert request == 0x0703
        (tmp_path / "asked").write_text(hex(address))
        return 0

    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    return tmp_path


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_the_bus_is_opened_at_the_first_write(dev):
    bus = KernelI2c(I2c(1, 0x3C), "the display")
    (dev / "i2c-1").touch()
    bus.write(b"\x00\xaf")
    bus.write(b"\x40\x01")
    bus.close()
    assert (dev / "i2c-1").read_bytes() == b"\x00\xaf\x40\x01"
    assert (dev / "asked").read_text() == "0x3c"


def test_after_an_error_the_bus_is_opened_again(dev, monkeypatch):
    (dev / "i2c-1").touch()
    before = open_files()
    bus = KernelI2c(I2c(1, 0x3C), "the display")

    def gone(fd: int, payload: bytes) -> int:
        raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))

    for _ in range(3):
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", gone)
            with pytest.raises(OSError, match="Remote I/O") as caught:
                bus.write(b"\x00\xaf")
        assert (
            "display at 0x3C on I2C bus 1 does not answer (Remote I/O error); check"
            in bus.explain_error(caught.value)
        )
        assert open_files() == before
    bus.write(b"\x00\xaf")
    assert open_files() == before + 1
    bus.close()
    bus.close()
    assert open_files() == before


def test_a_part_of_the_bytes_is_an_error(dev, monkeypatch):
    (dev / "i2c-1").touch()
    bus = KernelI2c(I2c(1, 0x3C), "the display")
    monkeypatch.setattr(os, "write", lambda fd, payload: 1)
    with pytest.raises(OSError, match="only a part"):
        bus.write(b"\x00\xaf")


def test_without_the_bus_the_sentence_says_how_to_switch_it_on(dev):
    bus = KernelI2c(I2c(7, 0x3C), "the display")
    with pytest.raises(OSError, match="No such file") as caught:
        bus.write(b"\x00\xaf")
    assert bus.explain_error(caught.value).startswith(
        "there is no I2C bus 7 for the display; switch it on with"
    )


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.EACCES, "may not be used; allow it with `sudo usermod -aG i2c $USER`"),
        (errno.EBUSY, "is in use by the kernel; remove its overlay"),
        (errno.ETIMEDOUT, "does not answer (Connection timed out); check its plug"),
    ],
)
def test_each_error_has_its_sentence(monkeypatch, number, told):
    only_groups(monkeypatch, {"i2c"})
    assert told in KernelI2c(I2c(1, 0x3C), "the display").explain_error(
        OSError(number, os.strerror(number))
    )


def test_an_spi_bus_is_set_to_its_mode_and_clock(dev, monkeypatch):
    asked: dict[int, bytes] = {}
    monkeypatch.setattr(
        fcntl, "ioctl", lambda fd, request, value: asked.__setitem__(request, value)
    )
    (dev / "spidev0.1").touch()
    before = open_files()
    port = KernelSpi(Spi(0, 1, 4_000_000), "the strip")
    port.write(b"\x01\x02")
    port.write(bytes(300))
    port.close()
    assert (dev / "spidev0.1").read_bytes() == b"\x01\x02" + bytes(300)
    # SPI_IOC_WR_MODE and SPI_IOC_WR_MAX_SPEED_HZ of linux/spi/spidev.h
    assert asked == {0x40016B01: b"\0", 0x40046B04: (4_000_000).to_bytes(4, "little")}
    assert open_files() == before


@pytest.mark.parametrize(
    ("bus", "number", "told"),
    [
        (
            0,
            errno.ENOENT,
            "there is no device 0 on SPI bus 0 for the strip; switch it on with `sudo raspi-config",
        ),
        (1, errno.ENOENT, "add `dtoverlay=spi1-1cs` to /boot/firmware/config.txt and restart"),
        (0, errno.EACCES, "may not be used; allow it with `sudo groupadd --system spi && sudo"),
        (0, errno.EIO, "spidev0.0, the bus of the strip, fails (Input/output error); restart"),
    ],
)
def test_each_error_of_an_spi_bus_has_its_sentence(monkeypatch, bus, number, told):
    only_groups(monkeypatch, set())
    assert told in KernelSpi(Spi(bus, 0, 1), "the strip").explain_error(
        OSError(number, os.strerror(number))
    )


def test_an_spi_bus_that_fails_is_opened_again(dev, monkeypatch):
    monkeypatch.setattr(fcntl, "ioctl", lambda fd, request, value: 0)
    port = KernelSpi(Spi(0, 0, 1), "the display")
    before = open_files()
    for _ in range(50):
        with pytest.raises(OSError, match="No such file"):
            port.write(b"\x01")
    (dev / "spidev0.0").touch()
    port.write(b"\x01")
    assert open_files() == before + 1
    port.close()
