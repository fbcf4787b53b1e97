"""The kernel's I2C bus: opened late, given up at an error, explained in a sentence."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from hardware import wire
from hardware.wire import KernelBus, Recorder


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A /dev whose buses are plain files; the address that is asked for is in `asked`."""
    monkeypatch.setattr(wire, "_DEV", str(tmp_path))

    def ioctl(fd: int, request: int, address: int) -> int:
        assert request == 0x0703
        (tmp_path / "asked").write_text(hex(address))
        return 0

    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    return tmp_path


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_the_bus_is_opened_at_the_first_write(dev: Path) -> None:
    bus = KernelBus(1, 0x3C)
    (dev / "i2c-1").touch()
    bus.write(b"\x00\xaf")
    bus.write(b"\x40\x01")
    bus.close()
    assert (dev / "i2c-1").read_bytes() == b"\x00\xaf\x40\x01"
    assert (dev / "asked").read_text() == "0x3c"


def test_after_an_error_the_bus_is_opened_again(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (dev / "i2c-1").touch()
    before = open_files()
    bus = KernelBus(1, 0x3C)

    def gone(fd: int, payload: bytes) -> int:
        raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))

    for _ in range(3):
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", gone)
            with pytest.raises(OSError, match="Remote I/O") as caught:
                bus.write(b"\x00\xaf")
        assert "display at 0x3C on I2C bus 1 does not answer (Remote I/O error); check" in bus.explain(
            caught.value
        )
        assert open_files() == before
    bus.write(b"\x00\xaf")
    assert open_files() == before + 1
    bus.close()
    bus.close()
    assert open_files() == before


def test_a_part_of_the_bytes_is_an_error(dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (dev / "i2c-1").touch()
    bus = KernelBus(1, 0x3C)
    monkeypatch.setattr(os, "write", lambda fd, payload: 1)
    with pytest.raises(OSError, match="only a part"):
        bus.write(b"\x00\xaf")


def test_without_the_bus_the_sentence_says_how_to_switch_it_on(dev: Path) -> None:
    bus = KernelBus(7, 0x3C)
    with pytest.raises(OSError, match="No such file") as caught:
        bus.write(b"\x00\xaf")
    assert bus.explain(caught.value).startswith("there is no I2C bus 7 for the display; switch it on with")


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.EACCES, "may not be used; allow it with `sudo usermod -aG i2c $USER`"),
        (errno.EBUSY, "is in use by the kernel; remove its overlay"),
        (errno.ETIMEDOUT, "does not answer (Connection timed out); check its plug"),
    ],
)
def test_each_error_has_its_sentence(number: int, told: str) -> None:
    assert told in KernelBus(1, 0x3C).explain(OSError(number, os.strerror(number)))


def test_a_recording_is_sent_only_when_played() -> None:
    sent: list[bytes] = []
    recorder = Recorder(sent.append)
    recorder.command(0xAE, 0x20, 0x00)
    recorder.command(0x81, 0x10)
    recorder.picture()
    recorder.command(0xAF)
    recorder.stop()
    assert sent == []
    recorder.play_before()
    recorder.data([1, 2])
    recorder.play_after()
    assert sent == [b"\x00\xae\x20\x00", b"\x00\x81\x10", b"\x40\x01\x02", b"\x00\xaf"]
    sent.clear()
    recorder.play_before(without=b"\xae")
    assert sent == [b"\x00\x20\x00", b"\x00\x81\x10"]
    recorder.cleanup()
