"""The evening's code over a restart: who is in stays in until the evening is over."""

import pytest

from companion import clock
from companion.daemon.door import Door
from companion.face.dialogue.guests import EVENING_S
from companion.journal.backup import all_pieces
from tests.daemon.invitations import invite, serve
from tests.rig.backups import restored
from tests.rig.rig import Rig

STARTED = 1_790_000_000.6


@pytest.fixture
def at(monkeypatch) -> list[float]:
    """The time by the computer's clock, which a test may set."""
    told = [STARTED]
    monkeypatch.setattr(clock, "passing", lambda: told[0])
    return told


def restarted(folder):
    rig = Rig(folder)
    serve(rig)
    return rig


def is_let_in(rig, token):
    return rig.ask(Door.VIEW, do="enter", token=token)["ok"]


def test_a_code_outlives_restarts_with_its_evening_and_one_asked_for_later_ends_with_it(
    tmp_path, at
):
    with restarted(tmp_path) as rig:
        first = invite(rig)
        rig.ask(do="new", players=3)
        assert first not in (tmp_path / "games.txt").read_text()
    with restarted(tmp_path) as rig:
        assert is_let_in(rig, first)
        mark = rig.ask(get="state")["state"]["mark"]
        clue = {"do": "action", "action": {"do": "clue"}, "seen": mark}
        assert rig.ask(Door.VIEW, **clue, token=first)["ok"]
        second = invite(rig)
        assert second != first, "what is kept tells no code"
    at[0] += 60.0
    with restarted(tmp_path) as rig:
        assert is_let_in(rig, first)
        assert is_let_in(rig, second)
        rig.pass_time(EVENING_S - 300.0)
        assert is_let_in(rig, first)
        rig.pass_time(250.0)
        assert not is_let_in(rig, first)
        assert not is_let_in(rig, second)
    with restarted(tmp_path) as rig:
        assert not is_let_in(rig, first)


@pytest.mark.parametrize("later", [EVENING_S + 1.0, -1.0, -STARTED])
def test_an_evening_that_is_over_or_that_a_clock_would_prolong_is_forgotten(tmp_path, at, later):
    with restarted(tmp_path) as rig:
        token = invite(rig)
    at[0] += later
    with restarted(tmp_path) as rig:
        assert not is_let_in(rig, token)
        assert is_let_in(rig, invite(rig))


def test_a_code_that_was_withdrawn_is_none_after_a_restart_and_no_backup_brings_one(tmp_path, at):
    with restarted(tmp_path) as rig:
        token = invite(rig)
        backup = "".join(all_pieces(lambda **place: rig.ask(get="backup", **place)))
        assert " guests " in backup or '"guests"' in backup
        rig.tap("discard")
        assert not is_let_in(rig, token)
    with restarted(tmp_path) as rig:
        assert not is_let_in(rig, token)
    with restarted(tmp_path / "other") as rig:
        rig.ask(do="new")
        restored(rig.store, backup)
    with restarted(tmp_path / "other") as rig:
        assert not is_let_in(rig, token)


def test_phones_are_let_in_and_out_by_the_control_socket(tmp_path, at):
    with restarted(tmp_path) as rig:
        told = rig.ask(do="invite")
        assert told["urls"] == ["HTTP://192.168.178.20:8080"]
        assert is_let_in(rig, told["token"])
        assert rig.screen != "phone", "the glass goes on with the game"
        assert invite(rig) == told["token"] == rig.ask(do="invite")["token"]
        assert rig.ask(do="withdraw")["ok"]
        assert rig.screen != "phone"
        assert not is_let_in(rig, told["token"])
        for word in ("invite", "withdraw"):
            assert not rig.ask(Door.VIEW, do=word)["ok"]
