"""The ranking: by edition and players, the best first, whatever the order in which results came."""

import itertools

import pytest

from companion import LANGUAGES
from companion.club.board.ranking import ranking
from companion.face.words import texts
from tests.club.board.told import EIGHT, ENDED, SEVEN, result, told
from tests.games import three_players
from tests.web.page.scenes import PEOPLE, game
from tests.web.test_tables import sitting

WHOLE = sitting(three_players())
"""23 points."""


def ranked(*messages, language: str = "en") -> list[dict]:
    return ranking(told(*messages)[0].results, language)


def brief(groups: list[dict]) -> list[tuple]:
    return [
        (
            group["edition"],
            group["players"],
            [(one["place"], one["name"], one["score"]) for one in group["games"]],
        )
        for group in groups
    ]


def test_nothing_is_no_ranking():
    assert ranked() == []


def test_games_are_compared_with_those_of_the_same_edition_and_players():
    classic, two = game("classic", PEOPLE, 3), game("classic", PEOPLE[:2], 3)
    groups = ranked(
        (SEVEN.result(1), result(classic, game=1)),
        (EIGHT.result(2), result(WHOLE, "Bar", game=2)),
        (SEVEN.result(3), result(two, game=3)),
        (SEVEN.result(4), result(game("grand", PEOPLE, 5), game=4)),
    )
    assert [group["players"] for group in groups] == ["3 players", "2 players", "3 players"]
    assert {one["name"] for one in groups[0]["games"]} == {"Table 7", "Bar"}
    scores = [one["score"] for one in groups[0]["games"]]
    assert scores == sorted(scores, reverse=True)


def test_the_same_points_share_a_place_and_the_first_to_end_stands_first():
    lost = game("classic", PEOPLE, 3, 0)
    messages = [
        (SEVEN.result(1), result(WHOLE, "Late", ENDED + 60, game=1)),
        (SEVEN.result(2), result(WHOLE, "Early", ENDED, game=2)),
        (SEVEN.result(3), result(WHOLE, "Unset", 0, game=3)),
        (EIGHT.result(4), result(WHOLE, "Lost", game=4, status="lost", reason="fuses", rating=None, score=0)),
    ]
    assert lost.state is not None
    for order in itertools.permutations(messages):
        ((_, _, games),) = brief(ranked(*order))
        score = games[0][2]
        assert games == [(1, "Early", score), (1, "Late", score), (1, "Unset", score), (4, "Lost", 0)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_the_readers_language_with_verdict_and_time(language):
    ((group),) = ranked((SEVEN.result(7), result(WHOLE)), language=language)
    (one,) = group["games"]
    assert group["players"] == texts(language)["so_many"].format(players=3)
    assert one["verdict"] == texts(language)["rating_4"]
    assert one["ended"].count(":") == 1


def test_a_table_without_a_name_is_called_by_its_id():
    ((_, _, games),) = brief(ranked(("hanabi/8f0c2d917ab3/result/7", result(WHOLE, ""))))
    assert games[0][1] == "Table 8f0c2d"


def test_a_won_flourish_stands_before_a_lost_one():
    won = game("final-flourish", PEOPLE, 3)
    heights = dict.fromkeys("WRBYG", 5)
    groups = ranked(
        (SEVEN.result(1), result(won, "Lost", game=1, status="lost", reason="fuses")),
        (
            SEVEN.result(2),
            result(won, "Won", game=2, status="won", reason="perfect", fireworks=heights),
        ),
    )
    assert [one["name"] for one in groups[0]["games"]] == ["Won", "Lost"]
    assert groups[0]["games"][0]["score"] == 25
