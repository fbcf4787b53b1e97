"""What the doctor says of pods: each fault has its line, and what mends it."""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.emulator.pod import EmulatedPod
from hardware.emulator.serial import FarEnd
from hardware.health.check_result import NOTE, OK, WRONG, CheckResult
from hardware.health.machine import Machine
from hardware.health.pods import knock, pods
from hardware.health.system import CommandOutput
from hardware.pods.firmware.protocol import VERSION
from hardware.pods.messages import Hello
from tests.rig.pods import CONTROLS, a_pod
from wiring.reading.build import parse

USB = "/dev/serial/by-id/usb-MicroPython_Board-if00"
HELLO = Hello(VERSION, "far", "1", ("clue", "discard", "play"), 8, 12)


def look(
    root: Path,
    knock: Callable[[str], Hello | None] = lambda port: HELLO,
    port: str = USB,
    board: str = "none",
    further: str = "",
) -> CheckResult | None:
    text = f'board = "{board}"\n[[pods]]\nname = "far"\nport = "{port}"\n{further}'
    machine = Machine(root, run=lambda words: CommandOutput(1, ""))
    found = list(pods(machine, parse(text, "mine", "mine.toml"), knock))
    assert len(found) <= 1
    return found[0] if found else None


@pytest.fixture
def plugged(tmp_path: Path) -> Path:
    """A root with a link on USB."""
    (tmp_path / USB[1:]).parent.mkdir(parents=True)
    (tmp_path / USB[1:]).touch()
    return tmp_path


def test_a_pod_that_answers_is_well(plugged: Path) -> None:
    told = f"a pod with firmware 1 answers at {USB}; it has clue, discard, play, 8 pixels"
    assert look(plugged) == CheckResult("pod far", OK, told)


def test_an_emulated_pod_has_nothing_to_say(tmp_path: Path) -> None:
    assert look(tmp_path, port="emulated", board="mock") is None


def refuse(number: int) -> Callable[[str], Hello]:
    def raises(port: str) -> Hello:
        raise OSError(number, os.strerror(number))

    return raises


@pytest.mark.parametrize(
    ("knock", "state", "told", "mend"),
    [
        (lambda port: None, WRONG, f"what is at {USB} does not answer", "put the firmware on it"),
        (
            lambda port: Hello(VERSION + 1),
            WRONG,
            f"version {VERSION + 1} of the protocol",
            "put the firmware",
        ),
        (
            lambda port: HELLO._replace(controls=("clue",)),
            WRONG,
            "no control discard and no control",
            "config.py",
        ),
        (lambda port: HELLO._replace(pixels=3), WRONG, "3 pixels and not 8", "config.py"),
        (refuse(errno.EBUSY), NOTE, "in use already", ""),
        (refuse(errno.ENOTTY), WRONG, f"{USB} is no serial port", "ls /dev/serial/by-id"),
    ],
)
def test_what_an_answer_means(
    plugged: Path, knock: Callable[[str], Hello | None], state: str, told: str, mend: str
) -> None:
    result = look(
        plugged, knock, further='[pods.strip]\npixels = 8\n[pods.strip.lights]\nclue = "0-7"\n'
    )
    assert result
    assert result.state == state
    assert told in result.sentence
    assert mend in result.mend


def test_a_pod_that_is_not_plugged_in_is_told_with_what_is(plugged: Path) -> None:
    result = look(plugged, port="/dev/ttyACM7")
    assert result
    assert (result.state, result.sentence) == (WRONG, f"there is no /dev/ttyACM7, but {USB}")


# Knocking at a real serial device


@pytest.fixture
def pod(tmp_path: Path) -> Iterator[EmulatedPod]:
    pod = EmulatedPod(a_pod(), tmp_path / "tty")
    pod.plug_in()
    yield pod
    pod.unplug()


def test_a_pod_is_heard(pod: EmulatedPod, tmp_path: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(2):
        hello = knock(str(tmp_path / "tty"))
        assert hello
        assert (hello.version, hello.name, hello.controls, hello.pixels) == (
            VERSION,
            "far",
            CONTROLS,
            8,
        )
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("says", [b"", b"$GPGGA,123519*47\r\n", b"\xff" * 600])
def test_what_is_no_pod_is_given_up(
    says: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.health.pods.HELLO_S", (0.01, 0.02))
    far = FarEnd(tmp_path / "tty", lambda chunk: far.write(says))
    far.plug_in()
    assert knock(str(tmp_path / "tty")) is None
    far.unplug()


def test_what_is_no_serial_device_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        knock(str(tmp_path / "file"))
