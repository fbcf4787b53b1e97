"""The ranking: by edition and players, the best first, whatever the order in which results came."""

import itertools
import json
import random

import pytest

from companion import LANGUAGES
from companion.club.board.ranking import MOST_CHANGES, Ranking
from companion.club.reading import GameResult
from companion.face.words import texts
from tests.club.board.told import EIGHT, ENDED, SEVEN, result, told
from tests.games import three_players
from tests.rig.moments import sitting
from tests.rig.rankings import ranked
from tests.web.page.scenes import PEOPLE, game

WHOLE = sitting(three_players())
"""23 points."""


def results(*messages: tuple[str, bytes]) -> dict[tuple[str, int], GameResult]:
    return dict(told(*messages)[0].results)


def news(ranking: Ranking, since: int | None, language: str = "en") -> dict:
    return json.loads(ranking.news(since, language))


def groups(*messages: tuple[str, bytes], language: str = "en") -> list[dict]:
    """The ranking of a page that is opened after these messages."""
    ranking = Ranking()
    for key, one in results(*messages).items():
        ranking.put(key, one)
    return ranked([], news(ranking, None, language))


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
    assert groups() == []


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
    lost = game("classic", PEOPLE, 3, 0)
    messages = [
        (SEVEN.result(1), result(WHOLE, "Late", ENDED + 60, game=1)),
        (SEVEN.result(2), result(WHOLE, "Early", ENDED, game=2)),
        (SEVEN.result(3), result(WHOLE, "Unset", 0, game=3)),
        (
            EIGHT.result(4),
            result(WHOLE, "Lost", game=4, status="lost", reason="fuses", rating=None, score=0),
        ),
    ]
    assert lost.state is not None
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


def several(count: int) -> list[tuple[tuple[str, int], GameResult]]:
    """Results of several editions, tables and names of editions, many of them equal."""
    games = [
        WHOLE,
        game("classic", PEOPLE[:2], 3),
        game("grand", PEOPLE, 5),
        game("final-flourish", PEOPLE, 3),
    ]
    dice = random.Random(7)
    made = []
    for number in range(1, count + 1):
        whole = dice.choice(games)
        table = f"t{number % 7}"
        message = result(whole, f"Table {number % 7}", ENDED + dice.randrange(50), game=number)
        if dice.random() < 0.3:
            message = result(
                whole, "", ENDED, game=number, clues=dice.randrange(9), preset="classic"
            )
        made += results((f"hanabi/{table}/result/{number}", message)).items()
    return made


def test_a_page_that_is_told_the_changes_knows_what_a_new_one_does():
    dice = random.Random(3)
    ranking, known, since = Ranking(), [], None
    there: list[tuple[str, int]] = []
    for key, one in several(300):
        ranking.put(key, one)
        there.append(key)
        if dice.random() < 0.3:
            ranking.put(there.pop(dice.randrange(len(there))), None)
        if dice.random() < 0.2:
            ranking.put(dice.choice(there), one)
        if dice.random() < 0.5:
            known = ranked(known, news(ranking, since))
            since = ranking.version
            assert known == ranked([], news(ranking, None))
    for key in there:
        ranking.put(key, None)
    assert ranked(known, news(ranking, since)) == []


def test_what_is_told_of_a_result_does_not_grow_with_the_ranking():
    ranking, sizes = Ranking(), []
    made = several(500)
    for number, (key, one) in enumerate(made):
        ranking.put(key, one)
        if number in (50, 499):
            sizes.append(len(ranking.news(ranking.version - 1, "en")))
    assert sizes[1] < sizes[0] + 600, "the groups may have changed their order"
    assert len(ranking.news(None, "en")) > 50 * sizes[1]


def test_what_is_the_same_is_no_change():
    ranking = Ranking()
    ((key, one),) = several(1)
    ranking.put(key, one)
    ranking.put(key, one)
    ranking.put(("other", 1), None)
    assert ranking.version == 1
    assert key in ranking


def test_a_page_that_missed_too_much_is_told_everything(monkeypatch):
    ranking = Ranking()
    ((key, one),) = several(1)
    for _ in range(MOST_CHANGES):
        ranking.put(key, one)
        ranking.put(key, None)
    ranking.put(key, one)
    assert not news(ranking, ranking.version - MOST_CHANGES)["whole"]
    assert news(ranking, ranking.version - MOST_CHANGES - 1)["whole"]
    assert len(ranking._changes) == MOST_CHANGES
