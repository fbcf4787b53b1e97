"""A board is the chip that the build asks for, or a sentence that says what to do."""

import fcntl
import os
import struct
import sys
from pathlib import Path

import pytest

from companion.errors import PanelError
from hardware.emulator.board import EmulatedBoard
from hardware.gpio import board as board_module
from hardware.gpio import lines
from hardware.gpio.board import Output, find_chip, open_board
from tests.hardware.made_up import only_groups
from wiring.spec import ChipSpec

AUTO = ChipSpec("raspberry-pi")
CHIPS = {
    "gpiochip0": "pinctrl-rp1",
    "gpiochip10": "gpio-brcmstb@107d508500",
    "gpiochip4": "pinctrl-mine",
}


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A /dev with chips, whose labels the kernel would tell, on a computer without libgpiod 2."""
    monkeypatch.setitem(sys.modules, "gpiod", None)
    monkeypatch.delitem(sys.modules, "hardware.gpio.kernel_pins", raising=False)
    monkeypatch.setattr(board_module, "_DEV", str(tmp_path))
    monkeypatch.setattr(board_module, "_chip_label", lambda path: CHIPS[path.name])
    for name in CHIPS:
        (tmp_path / name).touch()
    return tmp_path


def test_the_chip_of_the_header_is_found_by_its_label(dev):
    assert find_chip("auto") == 0
    assert find_chip("pinctrl-mine") == 4
    assert find_chip("gpio-brcmstb@107d508500") == 10


def test_a_label_that_no_chip_has_is_told_with_those_there_are(dev):
    with pytest.raises(
        PanelError, match=r'labelled "pinctrl-bcm2711", only pinctrl-rp1 \(0\), .*; correct chip'
    ):
        find_chip("pinctrl-bcm2711")


def test_a_computer_that_is_no_raspberry_pi_is_told_so(dev):
    (dev / "gpiochip0").unlink()
    with pytest.raises(
        PanelError, match=r"no GPIO chip here \(.*\) is that of a Raspberry Pi's header; without"
    ):
        find_chip("auto")
    for name in ("gpiochip4", "gpiochip10"):
        (dev / name).unlink()
    with pytest.raises(
        PanelError, match="this computer has no GPIO chip; without a Raspberry Pi, use the emulator"
    ):
        find_chip("auto")


@pytest.mark.parametrize(
    ("groups", "cure"),
    [
        ({"gpio"}, r"allow it with `sudo usermod -aG gpio \$USER`, then log in again"),
        (set(), r"allow it with `sudo groupadd --system gpio && .* && sudo reboot`"),
    ],
    ids=["Raspberry Pi OS", "Debian"],
)
def test_a_chip_that_may_not_be_used_is_told_with_the_cure(dev, monkeypatch, groups, cure):
    def refused(path: Path) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(board_module, "_chip_label", refused)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    only_groups(monkeypatch, groups)
    with pytest.raises(PanelError, match=f"may not be used; {cure}"):
        find_chip("auto")


def test_the_label_is_asked_of_the_kernel(tmp_path, monkeypatch):
    def ioctl(fd: int, request: int, answer: bytes) -> bytes:
        assert (request, len(answer)) == (0x8044B401, 68)
        return (
            b"gpiochip0".ljust(32, b"\0")
            + b"pinctrl-bcm2711".ljust(32, b"\0")
            + (58).to_bytes(4, "little")
        )

    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    monkeypatch.setattr(board_module, "_DEV", str(tmp_path))
    (tmp_path / "gpiochip0").touch()
    assert find_chip("auto") == 0


def test_without_libgpiod_2_the_sentence_says_how_to_get_it(dev):
    with pytest.raises(PanelError, match="`sudo apt install python3-libgpiod` on Raspberry Pi OS"):
        open_board(AUTO)


def test_an_emulated_board_tells_its_watcher(monkeypatch):
    board = EmulatedBoard(lambda: 0.0)
    told: list[int] = []
    board.watch_lines(lambda: told.append(1))
    board.hold_chip()
    light = Output(board, 17)
    light.set(False)
    assert board.driven_level(17) is False
    count = len(told)
    light.set(True)
    light.set(True)
    assert board.driven_level(17) is True
    assert len(told) == count + 1
    light.close()
    assert board.driven_level(17) is None


def test_a_pin_that_the_board_lacks_is_one_sentence():
    with pytest.raises(PanelError, match="GPIO 46 cannot be used: "):
        Output(EmulatedBoard(lambda: 0.0), 46).set(True)


def test_an_edge_keeps_its_time_where_another_process_runs_between_two_readings():
    now = 10.0
    pauses = [0.0, 0.0, 0.3, 0.0]  # of the reading that stamps the edge, and of those after it

    def clock() -> float:
        nonlocal now
        now += pauses.pop(0) if pauses and pressed else 0.0
        return now

    pressed = False
    board = EmulatedBoard(clock)
    button = board.open_input(5, active_high=False)
    edges: list[float] = []
    button.listen(lambda edge: edges.append(edge.at), "clue")
    pressed = True
    board.pull_down(5)
    assert edges == [pytest.approx(10.0)]


def test_the_kernels_answer_is_read(tmp_path, monkeypatch):
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
    assert lines.line_holders(str(chip), [5, 6]) == {5: "gpiomon"}
    assert asked == [5, 6]
    assert len(os.listdir("/proc/self/fd")) == len(before)


def test_what_is_no_chip_is_an_error(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        lines.line_holders(str(tmp_path / "gpiochip7"), [5])
    (tmp_path / "gpiochip0").touch()
    with pytest.raises(OSError, match="ioctl"):
        lines.line_holders(str(tmp_path / "gpiochip0"), [5])
