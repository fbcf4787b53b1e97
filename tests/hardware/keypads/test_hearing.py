"""Keys that a person presses on any keypad are heard by their names, and typed nowhere."""

import threading

import pytest

from hardware.keypads import hearing
from hardware.keypads.finding import input_devices
from hardware.keypads.hearing import NothingReadable, heard_keys
from tests.rig.keypads import CLUE, PLAY, Desk
from tests.rig.waiting import until


@pytest.fixture
def desk(tmp_path, monkeypatch):
    desk = Desk(tmp_path, monkeypatch)
    monkeypatch.setattr(hearing, "input_devices", lambda: input_devices(tmp_path))
    return desk


def test_each_key_is_heard_once_and_a_keypad_may_be_pulled_out(desk):
    one, other = desk.keypad("One"), desk.keypad("Other")
    one.plug_in()
    other.plug_in()
    one.down.add(CLUE)  # the Enter by which the command was given

    def press():
        until(lambda: len(desk.opened) == 2 and desk.opened[1].grabbed)
        assert not desk.opened[0].grabbed
        one.release(CLUE)
        until(lambda: desk.opened[0].grabbed)
        one.press(PLAY)
        one.write((1, PLAY, 2))
        one.unplug()
        other.press(CLUE)

    thread = threading.Thread(target=press)
    thread.start()
    heard = [(device.name, code) for device, code in heard_keys(0.5)]
    thread.join()
    assert heard == [("One", PLAY), ("Other", CLUE)]
    assert all(device.fd == -1 for device in desk.opened)


def test_where_nothing_may_be_read_it_is_said(desk):
    with pytest.raises(NothingReadable):
        list(heard_keys(0.1))
    desk.keypad().plug_in()
    desk.refuses = PermissionError()
    with pytest.raises(NothingReadable):
        list(heard_keys(0.1))
