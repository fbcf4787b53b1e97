"""A part on a serial port is asked once, as its driver asks it."""

import os
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.emulator.models.pn532 import ModelPn532
from hardware.emulator.serial import FarEnd
from hardware.health.parts import ask_reader
from hardware.readers.protocol import There
from hardware.readers.rdm6300 import Rdm6300Frames, framed_tag
from wiring.spec import PN532, RDM6300


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[str]:
    chip = ModelPn532()
    device = FarEnd(tmp_path / "tty", lambda chunk: device.write(chip.answer_bytes(chunk)))
    device.plug_in()
    yield str(device.name)
    device.unplug()


def test_a_pn532_is_heard_each_time(reader):
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(2):
        assert ask_reader(reader, PN532)[0] == There(True)
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_device_that_says_nothing_is_given_up(monkeypatch):
    monkeypatch.setattr("hardware.readers.pn532_reader.PATIENCE_S", 0.02)
    far, near = os.openpty()
    tty.setraw(near)
    answer, _ = ask_reader(os.ttyname(near), PN532)
    assert (answer.there, answer.why.partition("; ")[0]) == (False, "no PN532 answers")
    assert ask_reader(os.ttyname(near), RDM6300) == (There(True), b"")
    os.close(far)
    os.close(near)


def test_a_device_that_never_stops_talking_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr("hardware.readers.pn532_reader.PATIENCE_S", 0.02)
    says = b"\x55" * 64
    device = FarEnd(tmp_path / "tty", lambda chunk: None, lambda: (device.write(says), 0.001)[1])
    device.plug_in()
    assert not ask_reader(str(device.name), PN532)[0].there
    assert says in ask_reader(str(device.name), RDM6300)[1]
    device.unplug()


def test_a_tag_that_lies_on_a_reader_is_heard(tmp_path):
    told = framed_tag("0700ab12cd")
    device = FarEnd(tmp_path / "tty", lambda chunk: None, lambda: (device.write(told), 0.065)[1])
    device.plug_in()
    _, heard = ask_reader(str(device.name), RDM6300)
    assert Rdm6300Frames().feed(heard, 0.0)[0].tag == "0700ab12cd"
    device.unplug()


@pytest.mark.parametrize("kind", [PN532, RDM6300])
def test_what_is_no_serial_device_is_an_error(tmp_path, kind):
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        ask_reader(str(tmp_path / "file"), kind)
    with pytest.raises(OSError, match="No such file"):
        ask_reader(str(tmp_path / "nothing"), kind)
