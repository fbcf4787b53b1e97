"""A keypad's keys are controls: pressed quickly, together, late, while it comes and goes."""

import errno
import logging
import os
import struct
import sys
import time
from queue import Empty, SimpleQueue
from typing import Any

import pytest

from companion.panel import Edge, Plugged
from hardware.keypads.keypad import SHORTEST_S, KeypadControls
from tests.rig.keypads import BLUETOOTH, CLUE, DISCARD, PLAY, USB, Desk, FakeKeypad
from tests.rig.waiting import PATIENCE, until
from wiring.reading.build import parse_build
from wiring.reading.keypads import KEY_CODES
from wiring.spec import Keypad

try:
    import evdev
except ImportError:
    evdev = None
needs_evdev = pytest.mark.skipif(evdev is None, reason="evdev is not installed")

EXTRA = KEY_CODES["KEY_KPENTER"]
"""A second key for PLAY."""


def mine(device: str = "Keypad") -> Keypad:
    keys = {CLUE: "clue", DISCARD: "discard", PLAY: "play", EXTRA: "play"}
    return Keypad(device, keys)


class Hand:
    """A keypad with its driver, and what that posts."""

    def __init__(self, desk: Desk, bus: int = USB, device: str = "Keypad") -> None:
        self.desk = desk
        self.pad: FakeKeypad = desk.keypad(bus=bus)
        self.posted: SimpleQueue[Any] = SimpleQueue()
        self.controls = KeypadControls(mine(device))

    def next(self) -> Any:
        return self.posted.get(timeout=PATIENCE)

    def nothing(self, seconds: float = 0.08) -> None:
        with pytest.raises(Empty):
            print(self.posted.get(timeout=seconds))

    def begin(self, plugged: bool = True) -> None:
        if plugged:
            self.pad.plug_in()
        self.controls.listen(self.posted.put)
        if plugged:
            self.ready()

    def ready(self) -> None:
        until(lambda: self.desk.opened and self.desk.opened[-1].grabbed)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    return Desk(tmp_path, monkeypatch)


@pytest.fixture
def hand(desk):
    hand = Hand(desk)
    yield hand
    hand.controls.close()


def test_a_press_has_the_kernels_time(hand):
    hand.begin()
    began = time.monotonic() - 1
    hand.pad.press(CLUE, at=began)
    assert hand.next() == Edge("clue", True, pytest.approx(began, abs=2e-6))
    assert hand.controls.is_down("clue")
    hand.pad.write((1, CLUE, 2))
    hand.pad.write((1, CLUE, 2))
    hand.pad.release(CLUE, at=began + 0.2)
    assert hand.next() == Edge("clue", False, pytest.approx(began + 0.2, abs=2e-6))
    assert not hand.controls.is_down("clue")
    hand.nothing()
    assert hand.desk.clocks == [struct.pack("i", time.CLOCK_MONOTONIC)]


def test_keys_that_mean_nothing_say_nothing(hand):
    hand.begin()
    hand.pad.press(KEY_CODES["KEY_NUMLOCK"])
    hand.pad.write((4, 4, 458841), (17, 0, 1))
    hand.pad.release(KEY_CODES["KEY_NUMLOCK"])
    hand.nothing()
    assert hand.controls.names == ("clue", "discard", "play")


def test_two_keys_of_one_control_are_one_control(hand):
    hand.begin()
    hand.pad.press(PLAY)
    hand.pad.press(EXTRA)
    hand.pad.release(PLAY)
    assert hand.next()[:2] == ("play", True)
    hand.nothing()
    hand.pad.release(EXTRA)
    assert hand.next()[:2] == ("play", False)


def test_a_press_without_length_is_as_long_as_a_fingers_and_another_key_need_not_wait(hand):
    hand.begin()
    at = time.monotonic()
    hand.pad.write((1, PLAY, 1), (0, 0, 0), (1, PLAY, 0), at=at)
    assert hand.next()[:2] == ("play", True)
    assert hand.controls.is_down("play")
    hand.pad.press(CLUE)
    assert hand.next()[:2] == ("clue", True)
    assert hand.next() == Edge("play", False, pytest.approx(at + SHORTEST_S, abs=2e-6))
    assert time.monotonic() >= at + SHORTEST_S
    hand.pad.write((1, PLAY, 1), (0, 0, 0), (1, PLAY, 0), (0, 0, 0), (1, PLAY, 1))
    edges = [hand.next()[:2] for _ in range(3)]
    assert edges == [("play", True), ("play", False), ("play", True)]


def test_whoever_asks_for_the_watermark_gets_what_waits(hand):
    hand.begin()
    hand.controls._lock.acquire()  # its thread is late
    try:
        hand.pad.press(CLUE)
        mark = hand.controls.watermark()
        edge = hand.posted.get_nowait()
        assert edge[:2] == ("clue", True)
        assert edge.at <= mark <= time.monotonic()
    finally:
        hand.controls._lock.release()
    hand.nothing(0.02)


def test_where_the_kernel_has_lost_reports_the_press_counts_nothing(hand, caplog):
    hand.begin()
    hand.pad.press(CLUE)
    hand.next()
    hand.pad.write((0, 3, 0), (1, PLAY, 1))
    assert hand.next()[::3] == ("clue", True)
    hand.pad.release(PLAY)
    hand.pad.release(CLUE)
    hand.nothing()
    hand.pad.press(CLUE)
    assert hand.next()[:2] == ("clue", True)
    assert "presses are lost" in caplog.text


def test_a_key_that_is_down_at_the_start_counts_from_its_next_press_and_is_typed_to_its_end(hand):
    hand.pad.plug_in()
    hand.pad.down.add(CLUE)
    hand.controls.listen(hand.posted.put)
    until(lambda: hand.desk.opened)
    hand.pad.write((1, CLUE, 2))
    hand.nothing()
    assert not hand.desk.opened[0].grabbed
    hand.pad.release(CLUE)
    hand.ready()
    hand.pad.press(CLUE)
    assert hand.next()[:2] == ("clue", True)


@pytest.mark.parametrize("by", ["name", "path"])
def test_it_is_plugged_in_and_pulled_out_at_any_time(desk, by):
    hand = Hand(desk, device="Keypad" if by == "name" else "/dev/input/by-id/usb-0-event-kbd")
    hand.begin(plugged=False)
    part = hand.controls._keypad.device
    assert hand.next() == Plugged(part, False)
    for _ in range(3):
        hand.pad.plug_in()
        assert hand.next() == Plugged(part, True)
        hand.ready()
        hand.pad.press(CLUE)
        assert hand.next()[:2] == ("clue", True)
        hand.pad.unplug()
        edge = hand.next()
        assert (edge.down, edge.cancelled) == (False, True), "the press counts nothing"
        assert hand.next() == Plugged(part, False)
        hand.nothing(0.03)
    hand.controls.close()
    hand.controls.close()


def test_one_that_sleeps_is_told_once(desk):
    hand = Hand(desk, BLUETOOTH)
    hand.begin()
    told = []
    for opened in range(1, 5):
        hand.pad.unplug()
        until(lambda: desk.opened[-1].fd == -1)
        time.sleep(0.03)
        hand.pad.plug_in()
        until(lambda opened=opened: len(desk.opened) > opened)
        hand.ready()
        hand.pad.press(PLAY)
        while isinstance(message := hand.next(), Plugged):
            told.append(message)
        assert message[:2] == ("play", True)
        hand.pad.release(PLAY)
        hand.next()
    assert told == [Plugged("Keypad", False), Plugged("Keypad", True)]
    hand.controls.close()


def test_of_several_devices_of_one_name_the_one_with_the_keys_is_taken(desk):
    hand = Hand(desk)
    desk.keypad(codes=frozenset({KEY_CODES["KEY_MUTE"]})).plug_in()
    desk.keypad("Another").plug_in()
    hand.pad = desk.keypad()
    hand.begin()
    hand.pad.press(CLUE)
    assert hand.next()[:2] == ("clue", True)
    hand.controls.close()


@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        (
            PermissionError(errno.EACCES, os.strerror(errno.EACCES)),
            "may not be used; allow it with",
        ),
        (OSError(errno.EIO, os.strerror(errno.EIO)), "cannot be used (Input/output error)"),
    ],
)
def test_one_that_cannot_be_opened_is_told_once_and_taken_when_it_can(hand, caplog, refusal, told):
    hand.desk.refuses = refusal
    hand.pad.plug_in()
    hand.controls.listen(hand.posted.put)
    assert hand.next() == Plugged("Keypad", False)
    until(lambda: told in caplog.text)
    time.sleep(0.05)
    assert caplog.text.count(told) == 1
    hand.desk.refuses = None
    assert hand.next() == Plugged("Keypad", True)


def test_one_that_another_program_has_is_told_and_taken_when_it_is_free(hand, caplog):
    hand.desk.busy = True
    hand.pad.plug_in()
    hand.controls.listen(hand.posted.put)
    until(lambda: "end the program that has it" in caplog.text)
    hand.desk.busy = False
    assert [hand.next(), hand.next()] == [Plugged("Keypad", False), Plugged("Keypad", True)]
    assert all(device.fd == -1 for device in hand.desk.opened[:-1]), "none is left open"


def test_one_without_the_keys_is_told(desk, caplog):
    hand = Hand(desk)
    hand.pad = desk.keypad(codes=frozenset({KEY_CODES["KEY_MUTE"]}))
    hand.pad.plug_in()
    hand.controls.listen(hand.posted.put)
    until(lambda: "it has none of the keys of the build" in caplog.text)
    hand.controls.close()


def test_without_evdev_it_is_said_and_the_rest_plays(hand, caplog, monkeypatch):
    monkeypatch.setitem(sys.modules, "evdev", None)
    hand.pad.plug_in()
    with caplog.at_level(logging.WARNING):
        hand.controls.listen(hand.posted.put)
        until(lambda: "sudo apt install python3-evdev" in caplog.text)
    assert hand.next() == Plugged("Keypad", False)


def test_it_leaves_nothing_open(desk):
    before = len(os.listdir("/proc/self/fd"))
    hand = Hand(desk)
    hand.begin()
    hand.controls.close()
    hand.pad.unplug()
    unused = KeypadControls(mine())
    unused.close()
    assert len(os.listdir("/proc/self/fd")) <= before + 1, "the pipe of the keypad alone"


def test_a_build_of_keypads_alone_opens_them(desk):
    build = parse_build('board = "none"\n[[keypads]]\ndevice = "Keypad"\n', "m", "m")
    from hardware.emulator.opening import emulate_build

    pad = desk.keypad()
    pad.plug_in()
    posted: SimpleQueue[Any] = SimpleQueue()
    panel, _ = emulate_build(build, post=posted.put)
    until(lambda: desk.opened and desk.opened[-1].grabbed)
    pad.press(CLUE)
    assert posted.get(timeout=PATIENCE)[:2] == ("clue", True)
    assert panel.controls.is_down("clue")
    panel.controls.close()


@needs_evdev
def test_evdevs_own_reader_reads_what_the_kernel_writes(desk):
    pad = desk.keypad()
    pad.plug_in()
    device = evdev.InputDevice.__new__(evdev.InputDevice)
    device.fd = os.dup(pad.ends[0])
    pad.press(CLUE, at=12.5)
    key, end = device.read()
    assert (key.sec, key.usec, key.type, key.code, key.value) == (12, 500000, 1, CLUE, 1)
    assert (end.type, end.code) == (0, 0)
    with pytest.raises(BlockingIOError):
        list(device.read())
    device.close()


@needs_evdev
def test_the_names_of_keys_are_the_kernels():
    theirs = evdev.ecodes.ecodes
    assert {name: theirs[name] for name in KEY_CODES} == dict(KEY_CODES)
