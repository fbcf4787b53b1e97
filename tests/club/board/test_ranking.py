"""The ranking: by edition and players, the best first, whatever the order in which results came."""

import itertools

import pytest

from companion import LANGUAGES
from companion.club.board import ranking
from companion.face.words import texts
from tests.club.board.clubs import ranked
from tests.club.board.told import EIGHT, ENDED, SEVEN, result, told
from tests.games import three_players
from tests.rig.moments import sitting
from tests.rig.scenes import PEOPLE, game

WHOLE = sitting(three_players())
"""23 points."""


def groups(*messages: tuple[str, bytes], language: str = "en") -> list[dict]:
    """The ranking of a page after these messages."""
    results = told(*messages)[0].results
    return ranked({key: ranking.ranked_game(key, one, language) for key, one in results.items()})


def brief(groups: list[dict]) -> list[tuple]:
    return [
        (
            group["edition"],
            group["players"],
            [(one["place"], one["name"], one["score"]) for one in group["games"]],
        )
        for group in groups
    ]


def test_games_are_compared_with_those_of_the_same_edition_and_players():
    classic, two = game("classic", PEOPLE, 3), game("classic", PEOPLE[:2], 3)
    found = groups(
        (SEVEN.result(1), result(classic, game=1)),
        (EIGHT.result(2), result(WHOLE, "Bar", game=2)),
        (SEVEN.result(3), result(two, game=3)),
        (SEVEN.result(4), result(game("grand", PEOPLE, 5), game=4)),
    )
    assert [group["players"] for group in found] == ["3 players", "2 players", "3 players"]
    assert {one["name"] for one in found[0]["games"]} == {"Table 7", "Bar"}
    scores = [one["score"] for one in found[0]["games"]]
    assert scores == sorted(scores, reverse=True)


def test_the_same_points_share_a_place_and_the_first_to_end_stands_first():
    messages = [
        (SEVEN.result(1), result(WHOLE, "Late", ENDED + 60, game=1)),
        (SEVEN.result(2), result(WHOLE, "Early", ENDED, game=2)),
        (SEVEN.result(3), result(WHOLE, "Unset", 0, game=3)),
        (
            EIGHT.result(4),
            result(WHOLE, "Lost", game=4, status="lost", reason="fuses", rating=None, score=0),
        ),
    ]
    for order in itertools.permutations(messages):
        ((_, _, games),) = brief(groups(*order))
        score = games[0][2]
        assert games == [
            (1, "Early", score),
            (1, "Late", score),
            (1, "Unset", score),
            (4, "Lost", 0),
        ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_the_readers_language_with_verdict_and_time(language):
    ((group),) = groups((SEVEN.result(7), result(WHOLE)), language=language)
    (one,) = group["games"]
    assert group["players"] == texts(language)["so_many"].format(players=3)
    assert one["verdict"] == texts(language)["rating_4"]
    assert one["ended"].count(":") == 1


def test_a_table_without_a_name_is_called_by_its_id():
    ((_, _, games),) = brief(groups(("hanabi/8f0c2d917ab3/result/7", result(WHOLE, ""))))
    assert games[0][1] == "Table 8f0c2d"


def test_a_won_flourish_stands_before_a_lost_one():
    won = game("final-flourish", PEOPLE, 3)
    heights = dict.fromkeys("WRBYG", 5)
    found = groups(
        (SEVEN.result(1), result(won, "Lost", game=1, status="lost", reason="fuses")),
        (
            SEVEN.result(2),
            result(won, "Won", game=2, status="won", reason="perfect", fireworks=heights),
        ),
    )
    assert [one["name"] for one in found[0]["games"]] == ["Won", "Lost"]
    assert found[0]["games"][0]["score"] == 25


def test_a_group_has_the_name_of_its_edition_where_all_games_have_it():
    plain = result(game("rr-variant-3", PEOPLE, 3), game=1)
    named = result(game("rr-variant-3", PEOPLE, 3), game=2, preset="colour-avalanche")
    (only,) = groups((SEVEN.result(2), named))
    both = groups((SEVEN.result(1), plain), (SEVEN.result(2), named))
    assert only["edition"] == "Colour Avalanche"
    assert [group["edition"] for group in both] != ["Colour Avalanche"]
    assert len(both) == 1
