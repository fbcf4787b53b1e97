"""What a user may do with a file, and how commands are run."""

import os

import pytest

from hardware.health.machine import ENTER, READ, WRITE, Account, run_command, work


def file(mode: int, uid: int = 1, gid: int = 1) -> os.stat_result:
    return os.stat_result((mode, 0, 0, 1, uid, gid, 0, 0, 0, 0))


@pytest.mark.parametrize(
    ("there", "may"),
    [
        (file(0o600, uid=7), True),
        (file(0o060, uid=7, gid=9), False),
        (file(0o060, gid=9), True),
        (file(0o606, gid=9), False),
        (file(0o006), True),
        (file(0o660), False),
    ],
)
def test_the_first_of_owner_group_and_others_that_fits_counts(
    there: os.stat_result, may: bool
) -> None:
    assert Account("ada", 7, {7, 9}).may(READ | WRITE, there) == may
    assert Account("root", 0, ()).may(READ | WRITE, there)


def test_a_folder_must_be_entered_too() -> None:
    ada = Account("ada", 7, ())
    assert ada.may(READ | WRITE | ENTER, file(0o700, uid=7))
    assert not ada.may(READ | WRITE | ENTER, file(0o600, uid=7))


def test_a_command_that_hangs_or_is_missing_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.health.machine.PATIENCE_S", 0.1)
    monkeypatch.setattr("hardware.health.machine.LONGEST_S", 0.1)
    for words in (("sleep", "5"), ("no-such-command",)):
        assert run_command(words) is None
        assert work(words).status == 127
    monkeypatch.setattr("hardware.health.machine.LONGEST_S", 5.0)
    assert work(("sh", "-c", "echo out; echo err >&2; exit 3")) == (3, "out\nerr\n")
