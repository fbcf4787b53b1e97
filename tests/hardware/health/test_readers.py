"""What the doctor says of card readers: each fault has its line, and the command that mends it."""

import errno
import os
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.emulator.models.pn532 import ModelPn532
from hardware.emulator.serial import FarEnd
from hardware.health.check_result import NOTE, OK, WRONG, CheckResult
from hardware.health.machine import Machine
from hardware.health.readers import knock, readers
from hardware.health.system import CommandOutput
from hardware.readers.protocol import There
from wiring.reading.build import parse

BUTTONS = "buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n"
USB = "/dev/serial/by-id/usb-CP2102-if00-port0"


def look(
    root: Path,
    port: str = USB,
    kind: str = "pn532",
    knock: Callable[[str], There] = lambda port: There(True),
    board: str = "raspberry-pi",
) -> dict[str, CheckResult]:
    text = (
        f'board = "{board}"\n{BUTTONS}[[readers]]\nname = "play"\nkind = "{kind}"\nport ='
        f' "{port}"\n'
    )
    machine = Machine(root, run=lambda words: CommandOutput(1, ""))
    return {
        result.name: result for result in readers(machine, parse(text, "mine", "mine.toml"), knock)
    }


@pytest.fixture
def plugged(tmp_path: Path) -> Path:
    """A root with a link on USB."""
    (tmp_path / USB[1:]).parent.mkdir(parents=True)
    (tmp_path / USB[1:]).touch()
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("dialout:x:20:\n")
    return tmp_path


def test_a_reader_that_answers_is_well(plugged: Path) -> None:
    asked = []

    def note(port: str) -> There:
        asked.append(port)
        return There(True)

    found = look(plugged, knock=note)
    assert found == {
        "card reader play": CheckResult("card reader play", OK, f"a PN532 answers at {USB}")
    }
    assert asked == [f"{plugged}{USB}"]


def test_an_emulated_reader_has_nothing_to_say(tmp_path: Path) -> None:
    assert look(tmp_path, "emulated", board="mock") == {}


def refuse(number: int) -> Callable[[str], There]:
    def raises(port: str) -> There:
        raise OSError(number, os.strerror(number))

    return raises


@pytest.mark.parametrize(
    ("knock", "state", "told", "mend"),
    [
        (
            lambda port: There(False, "nobody answers; see to it"),
            WRONG,
            f"at {USB} nobody answers",
            "see to it",
        ),
        (
            lambda port: There(False, "it is something else"),
            WRONG,
            f"at {USB} it is something else",
            "look at",
        ),
        (refuse(errno.EBUSY), NOTE, "in use already", ""),
        (refuse(errno.EAGAIN), NOTE, "in use already", ""),
        (refuse(errno.ENOTTY), WRONG, f"{USB} is no serial port", "ls /dev/serial/by-id"),
    ],
)
def test_what_an_answer_means(
    plugged: Path, knock: Callable[[str], There], state: str, told: str, mend: str
) -> None:
    result = look(plugged, knock=knock)["card reader play"]
    assert (result.state, bool(result.mend)) == (state, bool(mend))
    assert result.mend.startswith(mend)
    assert told in result.sentence


def test_a_reader_that_is_not_plugged_in_is_told_with_what_is(
    plugged: Path, tmp_path: Path
) -> None:
    result = look(plugged, "/dev/ttyUSB7")["card reader play"]
    assert result.state == WRONG
    assert result.sentence == f"there is no /dev/ttyUSB7, but {USB}"
    assert f'port = "{USB}"' in result.mend
    (plugged / USB[1:]).unlink()
    assert look(plugged, "/dev/ttyUSB7")["card reader play"].mend == "plug it in"


def test_a_reader_that_may_not_be_used_is_told(
    plugged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(Machine, "group_of", lambda self, file: "dialout")
    result = look(plugged)["card reader play"]
    assert result.state == WRONG
    assert "usermod -aG dialout" in result.mend
    monkeypatch.setattr(Machine, "group_of", lambda self, file: "root")
    assert (
        look(plugged)["card reader play"].mend
        == f"sudo chgrp dialout {USB} && sudo chmod g+rw {USB}"
    )


def test_an_rdm6300_cannot_be_asked(plugged: Path) -> None:
    assert look(plugged, kind="rdm6300", knock=refuse(errno.EIO))["card reader play"].state == OK


def test_the_uart_of_the_header_must_be_on_and_without_a_console(tmp_path: Path) -> None:
    found = look(tmp_path, "/dev/serial0")
    assert found["card reader play"].state == WRONG
    assert "do_serial_hw 0" in found["card reader play"].mend
    assert found["serial console"].state == OK
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/serial0").touch()
    (tmp_path / "boot/firmware").mkdir(parents=True)
    (tmp_path / "boot/firmware/cmdline.txt").write_text(
        "console=serial0,115200 console=tty1 root=x\n"
    )
    found = look(tmp_path, "/dev/serial0")
    assert found["card reader play"].state == OK
    assert found["serial console"].state == WRONG
    assert "do_serial_cons 1" in found["serial console"].mend


# Knocking at a real serial device


@pytest.fixture
def far(tmp_path: Path) -> Iterator[FarEnd]:
    chip = ModelPn532()
    device = FarEnd(tmp_path / "tty", lambda chunk: device.write(chip.answer(chunk)))
    device.plug_in()
    yield device
    device.unplug()


def test_a_pn532_is_heard(far: FarEnd) -> None:
    before = len(os.listdir("/proc/self/fd"))
    assert knock(str(far.name)) == There(True)
    assert knock(str(far.name)) == There(True), "it may be asked again"
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_device_that_says_nothing_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.readers.pn532_reader.PATIENCE_S", 0.02)
    far, near = os.openpty()
    tty.setraw(near)
    answer = knock(os.ttyname(near))
    assert not answer.there
    assert answer.why.startswith("no PN532 answers; ")
    os.close(far)
    os.close(near)


def test_a_device_that_never_stops_talking_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.readers.pn532_reader.PATIENCE_S", 0.02)
    device = FarEnd(
        tmp_path / "tty", lambda chunk: None, lambda: (device.write(b"\x55" * 64), 0.001)[1]
    )
    device.plug_in()
    assert not knock(str(device.name)).there
    device.unplug()


def test_what_is_no_serial_device_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        knock(str(tmp_path / "file"))
    with pytest.raises(OSError, match="No such file"):
        knock(str(tmp_path / "nothing"))


@pytest.mark.parametrize("kind", ["pn532", "rdm6300"])
def test_the_debug_connector_of_a_raspberry_pi_5_is_not_its_header(
    tmp_path: Path, kind: str
) -> None:
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/ttyAMA10").touch()
    (tmp_path / "dev/serial0").symlink_to("ttyAMA10")
    found = look(tmp_path, "/dev/serial0", kind)["card reader play"]
    assert "debug connector" in found.sentence
    assert "/dev/ttyAMA0" in found.mend
    assert "dtparam=uart0=on" in found.mend
