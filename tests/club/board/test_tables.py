"""Tables: the board says of a state what the page of the table itself says."""

import pytest

from companion.club.board import tables
from companion.club.board.club import Table
from companion.game.edition import PRESETS
from companion.journal.sitting import EMPTY, Sitting
from companion.onlooking.look import Look
from companion.page.tables import table_json as page
from tests.club.board.told import SEVEN, state, there, told
from tests.rig.samples import SOME_LANGUAGES
from tests.rig.scenes import PEOPLE, game

OF_THE_BOARD = {"end", "sentence", "turns"}
"""What it cannot say as the page does: of the course of a game nothing is told."""


def known(sitting: Sitting, **more) -> Table:
    found, said = told(
        (SEVEN.availability, there()), (SEVEN.state, state(sitting, preset="", **more))
    )
    assert said == []
    return found.tables["7"]


@pytest.mark.parametrize("language", SOME_LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_table_alone_says_what_its_own_page_says(preset, language):
    whole = game(preset, PEOPLE, 4)
    for turns in (0, 1, len(whole.steps) // 2, len(whole.steps) - 1, len(whole.steps)):
        then = whole._replace(steps=whole.steps[:turns])
        large, there = tables.large_table(known(then), language), page(Look(then), language, "1")
        alike = large.keys() & there.keys() - OF_THE_BOARD
        assert {key: large[key] for key in alike} == {key: there[key] for key in alike}
        assert len(alike) > 20
        if there["end"]:
            for key in ("verdict", "reason", "points", "score", "far", "perfect"):
                assert large["end"][key] == there["end"][key]
            assert there["sentence"].endswith(large["sentence"])


def test_a_table_among_others_says_who_acts_or_how_it_ended():
    whole = game("classic", PEOPLE, 4)
    begun = tables.small_table(known(whole._replace(steps=())), "en")
    over = tables.small_table(known(whole), "en")
    assert (begun["name"], begun["acts"], begun["end"], begun["clues"]) == (
        "Table 7",
        "Ann",
        None,
        8,
    )
    assert (over["acts"], over["end"]["reason"] != "") == ("", True)


@pytest.mark.parametrize(
    ("language", "far"),
    [("en", "20 of 25 cards"), ("de", "20 von 25 Karten"), ("fr", "20 sur 25 cartes")],
)
def test_a_lost_game_says_how_far_it_came(language, far):
    lost = known(game("classic", PEOPLE, 8))
    for shown in (tables.small_table, tables.large_table):
        end = shown(lost, language)["end"]
        assert (end["score"], end["far"], end["far_in_short"]) == (0, far, "20/25")
    finished = tables.small_table(known(game("classic", PEOPLE, 4)), language)
    assert finished["status"] == "finished"
    assert (finished["end"]["far"], finished["end"]["far_in_short"]) == ("", "")


def test_a_player_without_a_name_is_called_by_the_seat():
    whole = game("classic", PEOPLE, 4)._replace(steps=())
    found, _ = told((SEVEN.availability, there()), (SEVEN.state, state(whole, named=False)))
    assert tables.small_table(found.tables["7"], "fr")["acts"] == "Joueur 1"


def test_tables_stand_in_the_order_of_their_names_and_numbers():
    names = ["Bar", "éden", "Table 2", "Table 10", "table 10b", "Zoo"]
    found = [known(EMPTY, name=name) for name in names]
    mixed = [found[place] for place in (3, 0, 5, 1, 4, 2)]
    assert sorted(mixed, key=tables.table_order) == found


@pytest.mark.parametrize("shown", [tables.small_table, tables.large_table])
def test_a_table_without_a_game_has_a_name_alone(shown):
    empty = shown(known(EMPTY), "en")
    assert (empty["name"], empty["game"], empty["status"]) == ("Table 7", None, "none")
