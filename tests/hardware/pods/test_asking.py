"""A pod is asked once, as its host asks it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.emulator.pod import EmulatedPod
from hardware.emulator.serial import FarEnd
from hardware.pods.asking import ask_pod
from hardware.pods.firmware.protocol import VERSION
from tests.rig.pods import CONTROLS, a_pod


@pytest.fixture
def pod() -> Iterator[str]:
    pod = EmulatedPod(a_pod())
    pod.plug_in()
    yield pod.device
    pod.unplug()


def test_a_pod_is_heard_each_time(pod: str) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(2):
        hello = ask_pod(pod)
        assert hello
        assert (hello.version, hello.controls, hello.pixels) == (VERSION, CONTROLS, 8)
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("says", [b"", b"$GPGGA,123519*47\r\n", b"\xff" * 600])
def test_what_is_no_pod_is_given_up(
    says: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.pods.asking.HELLO_S", (0.01, 0.02))
    far = FarEnd(tmp_path / "tty", lambda chunk: far.write(says))
    far.plug_in()
    assert ask_pod(str(tmp_path / "tty")) is None
    far.unplug()


def test_what_is_no_serial_device_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        ask_pod(str(tmp_path / "file"))
