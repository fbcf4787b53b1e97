"""Whose time counts, and which games have a day."""

import ctypes
import json
import time
from types import SimpleNamespace

import pytest

from companion import clock
from companion.clock import _is_synchronised
from companion.page import past, plays
from tests.rig.running import Script, running

IMAGE_S = 1_763_942_400.0
"""2025-11-24, the date of an image."""


@pytest.fixture
def unset(monkeypatch):
    """A kernel that knows of no time."""
    monkeypatch.setattr(clock, "_is_synchronised", lambda: False)


def rtc(root, text):
    folder = root / "sys/class/rtc/rtc0"
    folder.mkdir(parents=True)
    (folder / "since_epoch").write_text(text)


def test_an_image_without_a_network_has_no_time(tmp_path, unset):
    assert not clock.is_set(tmp_path)


def test_systemd_says_that_a_network_set_the_time(tmp_path, unset):
    (tmp_path / "run/systemd/timesync").mkdir(parents=True)
    (tmp_path / "run/systemd/timesync/synchronized").touch()
    assert clock.is_set(tmp_path)


@pytest.mark.parametrize(
    ("seconds", "counts"),
    [
        (time.time(), True),
        (time.time() + 11 * 3600, True),
        (60.0, False),
        (IMAGE_S, False),
        (time.time() + 9e7, False),
    ],
    ids=["same", "local time", "no battery", "stopped", "ahead"],
)
def test_a_clock_of_hardware_counts_where_it_is_the_computers(tmp_path, unset, seconds, counts):
    rtc(tmp_path, f"{seconds:.0f}\n")
    assert clock.is_set(tmp_path) is counts


def test_a_clock_that_cannot_be_read_is_none(tmp_path, unset):
    rtc(tmp_path, "")
    assert not clock.is_set(tmp_path)


@pytest.mark.parametrize(
    ("status", "answer", "counts"), [(0, 0, True), (0x40, 5, False), (0, -1, False)]
)
def test_the_kernels_status_counts(monkeypatch, status, answer, counts):
    def adjtimex(timex):
        timex[10 if ctypes.sizeof(ctypes.c_long) == 8 else 5] = status
        return answer

    monkeypatch.setattr(ctypes, "pythonapi", SimpleNamespace(adjtimex=adjtimex))
    assert _is_synchronised() is counts


def test_games_before_the_clock_is_set_have_no_day(tmp_path, monkeypatch):
    monkeypatch.setattr(clock, "is_set", lambda: False)
    monkeypatch.setattr(time, "time", lambda: IMAGE_S)
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        for _ in range(2):
            script.ask(do="new", players=2)
            script.ask(do="action", action={"do": "concede", "reason": "no_more_points"})
        script.ask(do="new", players=2)
        # A network sets the clock in the middle of the third game.
        monkeypatch.setattr(clock, "is_set", lambda: True)
        monkeypatch.setattr(time, "time", lambda: IMAGE_S + 9e6)
        script.ask(do="action", action={"do": "concede", "reason": "no_more_points"})
        games = script.ask(get="history")["history"]
        links = [plays.play_link(n, script.ask(get="record", game=n), "en") for n in (3, 2, 1)]
    assert [clock.day_of(game["changed"]) for game in games] == ["2026-03-08", "", ""]
    assert [clock.day_of(game["began"]) for game in games] == ["2026-03-08", "", ""]
    assert ["playDate" in link for link in links] == [True, False, False]
    briefs = [past.game_in_brief(game, "en") for game in games]
    assert "2025-11" not in json.dumps(briefs)
    assert [brief["began"] is None for brief in briefs] == [False, True, True]


def test_time_goes_on_while_nobody_has_set_it(monkeypatch):
    monkeypatch.setattr(clock, "is_set", lambda: False)
    monkeypatch.setattr(time, "time", lambda: IMAGE_S)
    before = clock.now()
    monkeypatch.setattr(time, "time", lambda: IMAGE_S + 30)
    assert clock.now() - before == 30
