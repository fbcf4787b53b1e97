"""Real devices are asked as their drivers do: serial ports, and a page."""

import os
import tty
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from hardware.emulator.models.pn532 import ModelPn532
from hardware.emulator.pod import EmulatedPod
from hardware.emulator.serial import FarEnd
from hardware.health.parts import ask_pn532, ask_pod, fetch, hear_reader
from hardware.pods.firmware.protocol import VERSION
from hardware.readers.protocol import There
from hardware.readers.rdm6300 import Rdm6300Frames, frame
from tests.rig.pods import CONTROLS, a_pod


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[str]:
    chip = ModelPn532()
    device = FarEnd(tmp_path / "tty", lambda chunk: device.write(chip.answer(chunk)))
    device.plug_in()
    yield str(device.name)
    device.unplug()


@pytest.fixture
def pod(tmp_path: Path) -> Iterator[str]:
    pod = EmulatedPod(a_pod(), tmp_path / "tty")
    pod.plug_in()
    yield str(tmp_path / "tty")
    pod.unplug()


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def test_a_pn532_is_heard_each_time(reader: str) -> None:
    before = open_files()
    for _ in range(2):
        assert ask_pn532(reader) == There(True)
    assert open_files() == before


def test_a_pod_is_heard_each_time(pod: str) -> None:
    before = open_files()
    for _ in range(2):
        hello = ask_pod(pod)
        assert hello
        assert (hello.version, hello.controls, hello.pixels) == (VERSION, CONTROLS, 8)
    assert open_files() == before


def test_a_device_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.readers.pn532_reader.PATIENCE_S", 0.02)
    monkeypatch.setattr("hardware.health.parts.HELLO_S", (0.01, 0.02))
    far, near = os.openpty()
    tty.setraw(near)
    answer = ask_pn532(os.ttyname(near))
    assert (answer.there, answer.why.partition("; ")[0]) == (False, "no PN532 answers")
    assert ask_pod(os.ttyname(near)) is None
    assert hear_reader(os.ttyname(near)) == b""
    os.close(far)
    os.close(near)


@pytest.mark.parametrize("says", [b"\x55" * 64, b"$GPGGA,123519*47\r\n"])
def test_a_device_that_never_stops_talking_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: bytes
) -> None:
    monkeypatch.setattr("hardware.readers.pn532_reader.PATIENCE_S", 0.02)
    monkeypatch.setattr("hardware.health.parts.HELLO_S", (0.01, 0.02))
    device = FarEnd(tmp_path / "tty", lambda chunk: None, lambda: (device.write(says), 0.001)[1])
    device.plug_in()
    assert not ask_pn532(str(device.name)).there
    assert ask_pod(str(device.name)) is None
    assert says in hear_reader(str(device.name))
    device.unplug()


def test_a_tag_that_lies_on_a_reader_is_heard(tmp_path: Path) -> None:
    told = frame("0700ab12cd")
    device = FarEnd(tmp_path / "tty", lambda chunk: None, lambda: (device.write(told), 0.065)[1])
    device.plug_in()
    assert Rdm6300Frames().feed(hear_reader(str(device.name)), 0.0)[0].tag == "0700ab12cd"
    device.unplug()


@pytest.mark.parametrize("ask", [ask_pn532, ask_pod, hear_reader])
def test_what_is_no_serial_device_is_an_error(tmp_path: Path, ask) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        ask(str(tmp_path / "file"))
    with pytest.raises(OSError, match="No such file"):
        ask(str(tmp_path / "nothing"))


def test_a_page_answers_or_the_reason_is_told() -> None:
    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        assert fetch(f"http://127.0.0.1:{server.server_port}") == ""
        server.shutdown()
    assert "refused" in fetch(f"http://127.0.0.1:{server.server_port}")
