"""What the doctor says of card readers: each fault has its line, and what mends it."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.health.machine import Machine
from hardware.health.serial import serial
from hardware.health.table import NOTE, OK, WRONG, CheckResult
from hardware.readers.protocol import There
from hardware.readers.rdm6300 import framed_tag
from wiring.reading.build import parse_build

USB = "/dev/serial/by-id/usb-CP2102-if00-port0"
READER = "card reader play"
TAG = framed_tag("0700ab12cd")


Answer = Callable[..., tuple[There, bytes]]


def says(heard: bytes = b"", there: bool = True, why: str = "") -> Answer:
    return lambda port, kind: (There(there, why), heard)


WELL = says()


def look(
    root: Path, text: str, board: str = "raspberry-pi", answer: Answer = WELL
) -> dict[str, CheckResult]:
    """What is said of a build with these parts, which answer so."""
    buttons = "buttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n"
    build = parse_build(f'board = "{board}"\n{buttons}{text}', "mine", "mine.toml")
    machine = Machine(root, ask_reader=answer)
    return {result.name: result for result in serial(machine, build)}


def reader(port: str = USB, kind: str = "pn532") -> str:
    return f'[[readers]]\nname = "play"\nkind = "{kind}"\nport = "{port}"\n'


@pytest.fixture
def plugged(tmp_path: Path) -> Path:
    """A root with a lead on USB."""
    put(tmp_path, USB)
    put(tmp_path, "/etc/group").write_text("dialout:x:20:\n")
    return tmp_path


def put(root: Path, name: str) -> Path:
    file = root / name[1:]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    return file


def refuse(number: int) -> Answer:
    def raises(port: str, kind: str) -> tuple[There, bytes]:
        raise OSError(number, os.strerror(number))

    return raises


def test_what_answers_is_well(plugged):
    assert look(plugged, reader()) == {READER: CheckResult(READER, OK, f"a PN532 answers at {USB}")}
    assert look(plugged, reader("emulated"), board="mock") == {}


NO_PORT = (WRONG, f"{USB} is no serial port", "ls /dev/serial/by-id")
BUSY = (NOTE, "in use already", "")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (says(b"", False, "nobody answers; see to it"), (WRONG, "nobody", "see to")),
        (says(b"", False, "it is another"), (WRONG, f"at {USB} it is", "look at")),
        (refuse(errno.EBUSY), BUSY),
        (refuse(errno.EAGAIN), BUSY),
        (refuse(errno.ENOTTY), NO_PORT),
    ],
)
def test_what_an_answer_of_a_pn532_means(plugged, answer, told):
    result = look(plugged, reader(), answer=answer)[READER]
    assert (result.state, told[1] in result.sentence) == (told[0], True)
    assert result.mend.startswith(told[2])


@pytest.mark.parametrize("kind", ["rdm6300", "rdm630"])
@pytest.mark.parametrize(
    ("heard", "state", "sentence"),
    [
        (b"", OK, "says nothing before a tag comes near"),
        (TAG[7:] + TAG + TAG[:5], OK, "reads a tag"),
        (b"$GPGGA,123519*47\r\n", WRONG, f"what talks at {USB} is no "),
    ],
)
def test_a_reader_that_cannot_be_asked_is_listened_to(plugged, kind, heard, state, sentence):
    result = look(plugged, reader(kind=kind), answer=says(heard))[READER]
    assert (result.state, sentence in result.sentence) == (state, True)
    busy = look(plugged, reader(kind=kind), answer=refuse(errno.EBUSY))[READER]
    assert busy.state == NOTE


def test_what_is_not_plugged_in_is_told_with_what_is(plugged):
    result = look(plugged, reader("/dev/ttyUSB7"))[READER]
    assert (result.state, result.sentence) == (WRONG, f"there is no /dev/ttyUSB7, but {USB}")
    assert f'port = "{USB}"' in result.mend
    (plugged / USB[1:]).unlink()
    assert look(plugged, reader("/dev/ttyUSB7"))[READER].mend == "plug it in"


def test_what_may_not_be_used_is_told(plugged, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    result = look(plugged, reader())[READER]
    mend = "sudo usermod -aG dialout $USER, then log in again"
    assert (result.state, result.mend) == (WRONG, mend)


# The UART of the header, which is another device on each Raspberry Pi

MODELS = {
    "4": "Raspberry Pi 4 Model B Rev 1.4\0",
    "5": "Raspberry Pi 5 Model B Rev 1.1\0",
    "Module 5": "Raspberry Pi Compute Module 5 Rev 1.0\0",
}


def pi(root: Path, model: str, **links: str) -> Path:
    """A Raspberry Pi whose names of serial ports lead to these devices."""
    put(root, "/proc/device-tree/model").write_text(MODELS[model])
    for name, device in links.items():
        put(root, f"/dev/{device}")
        (root / "dev" / name).symlink_to(device)
    return root


MINI = {"serial0": "ttyS0", "serial1": "ttyAMA0"}
FULL = {"serial0": "ttyAMA0", "serial1": "ttyS0"}
OFF = "the UART of the header is switched off"
DEBUG = "is the debug connector, not the header"


@pytest.mark.parametrize(
    ("model", "links", "port", "state", "sentence", "mend"),
    [
        ("4", MINI, "serial0", OK, "", ""),
        ("4", MINI, "ttyAMA0", WRONG, "is Bluetooth's, not the header", 'port = "/dev/serial0"'),
        ("4", FULL, "ttyAMA0", OK, "", ""),
        ("4", {}, "serial0", WRONG, OFF, "do_serial_hw 0"),
        ("5", {}, "ttyAMA0", WRONG, OFF, "uart0=on"),
        ("Module 5", {}, "ttyAMA0", WRONG, OFF, "uart0=on"),
        ("5", {"serial0": "ttyAMA10"}, "serial0", WRONG, DEBUG, 'port = "/dev/ttyAMA0"'),
        ("5", {"serial0": "ttyAMA0"}, "ttyAMA0", OK, "", ""),
    ],
)
def test_the_port_is_the_uart_of_the_header_on_each_raspberry_pi(
    tmp_path, model, links, port, state, sentence, mend
):
    result = look(pi(tmp_path, model, **links), reader(f"/dev/{port}"))[READER]
    assert (result.state, sentence in result.sentence, mend in result.mend) == (state, True, True)


DEBUGGED = {"serial0": "ttyAMA10"}


@pytest.mark.parametrize(
    ("model", "links", "port", "console", "state"),
    [
        ("4", MINI, "serial0", "tty1", OK),
        ("4", MINI, "serial0", "serial0,115200", WRONG),
        ("4", MINI, "ttyS0", "serial0,115200", WRONG),
        ("4", MINI, "serial0", "ttyS0,115200", WRONG),
        ("4", MINI, "serial0", "ttyAMA0,115200", OK),
        ("4", FULL, "serial0", "ttyAMA0", WRONG),
        ("4", {}, "serial0", "ttyAMA0", WRONG),
        ("5", DEBUGGED, "ttyAMA0", "serial0,115200", OK),
        ("5", DEBUGGED, "ttyAMA0", "ttyAMA10,115200", OK),
        ("5", {}, "ttyAMA0", "serial0,115200", OK),
        ("5", DEBUGGED, "ttyAMA0", "ttyAMA0,115200", WRONG),
        ("5", FULL, "ttyAMA0", "serial0,115200", WRONG),
        ("Module 5", DEBUGGED, "ttyAMA0", "serial0,115200", OK),
    ],
)
@pytest.mark.parametrize("file", ["/boot/firmware/cmdline.txt", "/proc/cmdline"])
def test_the_console_must_leave_the_uart_of_a_reader(
    tmp_path, model, links, port, console, state, file
):
    pi(tmp_path, model, **links)
    assert look(tmp_path, reader(f"/dev/{port}"))["serial console"].state == OK
    put(tmp_path, "/boot/firmware/cmdline.txt").write_text("console=tty1 root=x\n")
    put(tmp_path, file).write_text(f"quiet console={console} earlycon=serial0 root=x\n")
    result = look(tmp_path, reader(f"/dev/{port}"))["serial console"]
    assert (result.state, "do_serial_cons 1" in result.mend) == (state, state == WRONG)


def test_the_console_is_asked_for_where_a_reader_is_on_the_header(tmp_path):
    pi(tmp_path, "4", serial0="ttyS0")
    assert "serial console" not in look(tmp_path, reader())
