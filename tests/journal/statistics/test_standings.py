"""Standings: which games are compared, and what came of them."""

import pytest

from companion.game.edition import PRESETS
from companion.game.names import real_names
from companion.game.setup import Setup
from companion.journal.events import Began
from companion.journal.statistics.standings import (
    Figures,
    Outcome,
    Scope,
    outcome_of,
    people,
    scopes_of,
)

CLASSIC = PRESETS["classic"]


def began(*names, players=3, edition=CLASSIC):
    return Began(Setup(len(names) or players, edition), names)


@pytest.mark.parametrize(
    ("status", "reason", "points", "expected"),
    [
        ("playing", None, 12, None),
        ("finished", "last_round", 20, Outcome(20, False, False)),
        ("finished", "last_round", 21, Outcome(21, False, True)),
        ("won", "perfect", 25, Outcome(25, True, True)),
        ("lost", "fuses", 0, Outcome(0, False, False)),
        ("finished", "last_round", -5, Outcome(-5, False, False)),
    ],
)
def test_a_game_counts_once_it_has_ended(status, reason, points, expected):
    assert outcome_of(status, reason, points) == expected


def test_the_best_of_scores_below_nothing_is_the_highest():
    assert Figures().after(Outcome(-4, False, False)).after(Outcome(-2, False, False)).best == -2


def test_a_place_without_a_name_is_nobodys():
    assert real_names(("Ada", "2", " ", "", " Bo ")) == ("Ada", "Bo")
    assert people(("Ada", "2", "Bo")) == ()
    assert people(("Ada", "Bo")) == ("Ada", "Bo")
    assert people(()) == ()


def test_without_all_names_it_is_compared_with_those_of_as_many_players():
    assert scopes_of(began()) == scopes_of(began("Ada", "2", "Bo")) == (Scope(CLASSIC, 3), Scope())


@pytest.mark.parametrize("names", [("Bo", "Ada"), ("ADA", "bo"), ("ada", "BO")])
def test_whoever_sits_where_and_however_they_are_written_they_are_the_same_people(names):
    assert Scope(CLASSIC, names=names).key == Scope(CLASSIC, names=("Ada", "Bo")).key


def test_other_people_other_editions_and_other_numbers_are_not_the_same():
    different = (
        Scope(),
        Scope(CLASSIC, 2),
        Scope(CLASSIC, 3),
        Scope(CLASSIC, names=("Ada", "Bo")),
        Scope(CLASSIC, names=("Ada", "Bo", "Cy")),
        Scope(names=("Ada", "Bo")),
        Scope(PRESETS["online"], 2),
        Scope(PRESETS["rr-variant-1"], 2),
        Scope(PRESETS["rr-variant-3"], 2),
    )
    assert len({scope.key for scope in different}) == len(different)
