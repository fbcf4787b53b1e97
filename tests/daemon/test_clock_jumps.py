"""A clock that jumps: a Raspberry Pi has none of its own, and learns the time from a network."""

import time

import pytest

from tests.rig.running import Script, running

TWENTY_YEARS = 20 * 365 * 86400.0


@pytest.fixture
def wall(monkeypatch):
    """Sets the clock on the wall, so many seconds from what it is."""
    real = time.time

    def jump(seconds):
        monkeypatch.setattr(time, "time", lambda: real() + seconds)

    return jump


def test_games_are_listed_in_the_order_in_which_they_were_played(tmp_path, wall):
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        for players, jump in (
            (2, 0.0),
            (3, -TWENTY_YEARS),
            (4, TWENTY_YEARS),
            (5, -2 * TWENTY_YEARS),
        ):
            wall(jump)
            script.ask(do="new", players=players)
            script.press("clue")
        history = script.ask(get="history")["history"]
        assert [game["players"] for game in history] == [5, 4, 3, 2]
        assert [game["turn"] for game in history] == [2, 2, 2, 2]
    wall(0.0)
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        assert script.ask(get="state")["state"]["players"] == 5
