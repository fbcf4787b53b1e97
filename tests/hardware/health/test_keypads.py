"""What the doctor says of keypads: each fault has its line, and what mends it."""

import os

import pytest

from hardware.health.keypads import keypads
from hardware.health.machine import Machine
from hardware.health.table import OK, WRONG
from tests.rig.keypads import Desk
from wiring.reading.build import parse_build
from wiring.reading.keypads import KEY_CODES


@pytest.fixture
def desk(tmp_path, monkeypatch):
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("input:x:104:\n")
    return Desk(tmp_path, monkeypatch)


def look(desk, has_evdev=True):
    build = parse_build('board = "none"\n[[keypads]]\ndevice = "Pad"\n', "m", "m")
    machine = Machine(desk.root, has_module=lambda name: has_evdev)
    return list(keypads(machine, build))


def test_a_keypad_that_is_there_is_well(desk):
    desk.keypad("Another").plug_in()
    (found,) = look(desk)
    assert (found.name, found.state) == ("keypad Pad", WRONG)
    assert "not there, but Another" in found.sentence
    desk.keypad("Pad").plug_in()
    (found,) = look(desk)
    assert (found.state, found.sentence) == (OK, "it is /dev/input/event1")


def test_what_keeps_its_keys_away_is_told(desk, monkeypatch):
    desk.keypad("Pad", codes=frozenset({KEY_CODES["KEY_MUTE"]})).plug_in()
    (found,) = look(desk)
    assert (found.state, "none of the keys" in found.sentence) == (WRONG, True)
    desk.keypad("Pad").plug_in()
    monkeypatch.setattr(os, "access", lambda *_: False)
    (found,) = look(desk)
    assert found.mend == "sudo usermod -aG input $USER, then log in again"
    missing, _ = look(desk, has_evdev=False)
    assert (missing.state, "evdev" in missing.mend) == (WRONG, True)
