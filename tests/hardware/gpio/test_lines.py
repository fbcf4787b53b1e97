"""A line is asked for as the kernel lays it out, and nothing is left open."""

import fcntl
import os
import struct
from pathlib import Path

import pytest

from hardware.gpio import lines
from hardware.gpio.lines import LineUse


def test_the_kernels_answer_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chip = tmp_path / "gpiochip0"
    chip.touch()
    asked: list[int] = []

    def answer(fd: int, request: int, payload: bytes) -> bytes:
        assert (request, len(payload)) == (
            0xC100B405,
            256,
        )  # _IOWR(0xB4, 0x05, struct gpio_v2_line_info)
        number = struct.unpack_from("=I", payload, 64)[0]
        asked.append(number)
        consumer = b"gpiomon" if number == 5 else b""
        return struct.pack(
            "=32s32sIIQ", b"GPIO", consumer, number, 0, 0b101 if number == 5 else 0b100
        ).ljust(256, b"\0")

    monkeypatch.setattr(fcntl, "ioctl", answer)
    before = os.listdir("/proc/self/fd")
    assert lines.look(str(chip), [5, 6]) == {5: LineUse(True, "gpiomon"), 6: LineUse(False, "")}
    assert asked == [5, 6]
    assert len(os.listdir("/proc/self/fd")) == len(before)


def test_what_is_no_chip_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        lines.look(str(tmp_path / "gpiochip7"), [5])
    (tmp_path / "gpiochip0").touch()
    with pytest.raises(OSError, match="ioctl"):
        lines.look(str(tmp_path / "gpiochip0"), [5])
