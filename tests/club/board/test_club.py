"""The club: what is known after messages, in their order, as a broker passes them on."""

import pytest

from companion.club.board import club
from tests.club.board.told import EIGHT, SEVEN, result, state, there, told
from tests.games import three_players
from tests.rig.moments import moments, sitting

WHOLE = sitting(three_players())
MOMENTS = moments(WHOLE)
HERE = (SEVEN.availability, there())
PLAYING = (SEVEN.state, state(MOMENTS[3]))
ENDED = (SEVEN.result(7), result(WHOLE))


@pytest.mark.parametrize(
    "topic",
    [
        "hanabi/7/event",
        "hanabi/7/check",
        "hanabi/7/result",
        "hanabi/7/result/x",
        "hanabi/7/result/1234567890",
        "hanabi/7/result/07",
        f"hanabi/{60_000 * '7'}/state",
        "hanabi/7/state/more",
        "hanabi//state",
        f"hanabi/{65 * '7'}/state",
        "hanabi/é/state",
        "other/7/state",
        "",
    ],
)
def test_other_topics_are_none_of_the_boards(topic):
    assert club.subject_of_topic(topic) is None


def test_there_is_an_end_to_tables_and_results(monkeypatch):
    monkeypatch.setattr(club, "MOST_TABLES", 2)
    monkeypatch.setattr(club, "MOST_RESULTS", 1)
    many = [(f"hanabi/{number}/availability", there()) for number in range(9)]
    known, said = told(*many, ENDED, (EIGHT.result(7), result(WHOLE)))
    assert (len(known.tables), len(known.results)) == (2, 1)
    assert "hanabi/2/availability: there are more than 2 tables" in said


def test_once_a_broker_told_all_results_that_were_cleared_meanwhile_are_gone():
    known, _ = told(
        HERE,
        PLAYING,
        ENDED,
        (SEVEN.result(6), result(WHOLE, game=6)),
        (EIGHT.result(7), result(WHOLE)),
    )
    now, _ = told(HERE, PLAYING, (SEVEN.result(6), result(WHOLE, game=6)))
    settled = club.without_untold(known, now)
    assert set(settled.results) == {("7", 6), ("8", 7)}
    assert settled.tables["7"].online


def test_a_broker_that_forgot_a_table_makes_it_away_and_takes_nothing_from_it():
    known, _ = told(HERE, PLAYING, ENDED)
    settled = club.without_untold(known, club.Club())
    assert not settled.tables["7"].online
    assert settled.tables["7"].position == known.tables["7"].position
    assert settled.results == known.results
