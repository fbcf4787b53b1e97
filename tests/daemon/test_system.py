"""Asking the computer to switch off, by a file that a unit of the service manager watches."""

import pytest

from companion.daemon.system import HALTING, POWEROFF, Computer
from companion.errors import CompanionError


def test_a_computer_that_names_no_file_cannot_be_switched_off():
    system = Computer({})
    assert not system.can_switch_off
    with pytest.raises(CompanionError, match="cannot switch the computer off"):
        system.switch_off()
    assert not system.going_down


def test_asking_again_makes_the_file_anew(tmp_path):
    file = tmp_path / "poweroff"
    computer = Computer({POWEROFF: str(file)})
    computer.switch_off()
    before = file.stat().st_ino
    kept = file.open()  # so that no other file gets its number
    with kept:
        computer.switch_off()
        assert file.stat().st_ino != before


def test_switching_off_makes_the_file(tmp_path):
    file = tmp_path / "poweroff"
    system = Computer({POWEROFF: str(file)})
    assert (system.can_switch_off, system.going_down) == (True, False)
    system.switch_off()
    assert file.exists()
    assert system.going_down


def test_somebody_else_may_switch_it_off(tmp_path):
    system = Computer({POWEROFF: str(tmp_path / "poweroff"), HALTING: str(tmp_path / "halting")})
    (tmp_path / "halting").touch()
    assert system.going_down


def test_a_file_that_cannot_be_made_is_told(tmp_path):
    system = Computer({POWEROFF: str(tmp_path / "nowhere" / "poweroff")})
    with pytest.raises(CompanionError, match="poweroff cannot be made: No such file or directory"):
        system.switch_off()
