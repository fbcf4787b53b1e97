"""Past games and standings, as the device's history, records and statistics give them."""

import gzip
import json

import pytest

from companion.face.words import texts
from companion.game.edition import PRESETS
from companion.game.hanab_live import LINK
from companion.game.outlook import maximum
from companion.game.record import edition_json, record_json
from companion.game.rules import start
from companion.game.setup import Setup
from companion.game.verdict import rating
from companion.journal.past_games import game_record
from companion.page import past
from tests.games import real_games, three_players
from tests.rig.moments import NAMES, moments, shown, sitting
from tests.rig.pages import Served, served
from tests.rig.past_pages import summary
from tests.rig.samples import SOME_LANGUAGES
from tests.rig.told_clues import clue
from tests.rig.view_socket import line
from tests.rig.waiting import until

BLACK = edition_json(PRESETS["black-powder"])


@pytest.fixture
def open_page(tmp_path):
    with served(tmp_path, open=True) as running:
        yield running


def with_history(page: Served, *games: dict) -> None:
    page.device.answers["history"] = lambda body: {"ok": True, "history": list(games)}


def with_record(page: Served, told: dict, brief: dict | None) -> None:
    answer = {"ok": True, "record": told, "summary": brief}
    page.device.answers["record"] = lambda body: answer


def test_games_are_listed_with_players_result_and_verdict(open_page):
    with_history(
        open_page, summary(13, players=3, edition=BLACK, score=-2, status="lost"), summary()
    )
    first, second = open_page.get("/games?lang=en").json["games"]
    assert (first["players"], first["verdict"], first["edition"]) == (3, "Lost", "Black Powder")
    assert (second["players"], second["score"], second["maximum"]) == (["Ann", "Ben"], 21, 25)
    assert second["verdict"] == "A splendid show"
    assert (second["who"], second["edition"]) == ("Ann, Ben", "Classic Hanabi")
    assert open_page.device.asked[-1] == {"get": "history", "limit": 1000}


def test_of_editions_with_the_same_rules_the_chosen_one_is_named():
    avalanche = summary(
        edition=edition_json(PRESETS["colour-avalanche"]), preset="colour-avalanche"
    )
    assert past.game_in_brief(avalanche, "en")["edition"] == "Colour Avalanche"


@pytest.mark.parametrize("language", SOME_LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_edition_is_listed_with_what_it_scores_at_most(language, preset):
    edition = PRESETS[preset]
    told = past.game_in_brief(summary(edition=edition_json(edition)), language)
    assert told["maximum"] == maximum(start(Setup(2, edition)))
    assert told["verdict"]


@pytest.mark.parametrize("number", [0, 20, 30])
def test_the_verdict_of_the_list_is_that_of_the_device(number):
    state = sitting(real_games()[number]).state
    told = past.game_in_brief(
        summary(score=shown(sitting(real_games()[number]))["score"], status=state.status), "en"
    )
    grade = rating(state)
    assert told["verdict"] == texts("en")["lost" if grade is None else f"rating_{grade}"]


def test_a_game_that_was_left_is_not_finished():
    assert (
        past.game_in_brief(summary(status="playing", reason=None), "fr")["verdict"]
        == "pas terminée"
    )


def test_places_without_a_name_are_called_by_their_number():
    assert past.people_text(["Ann", "2"], "en") == "Ann, Player 2"
    assert past.people_text(4, "fr") == "4 joueurs"
    assert past.game_in_brief(summary(players=["1", "2"]), "en")["players"] == 2


def test_a_game_is_told_turn_by_turn(open_page):
    whole = sitting(three_players(), NAMES)
    with_record(open_page, game_record(whole), summary(7))
    told = open_page.get("/games/7?lang=en").json
    assert [one["turn"] for one in told["tables"]] == [
        shown(then)["turn"] for then in moments(whole)
    ]
    assert told["tables"][-1]["end"]["score"] == 24
    assert told["tables"][-1]["end"]["curve"] == told["curve"]
    assert told["game"]["game"] == 7
    assert "2026-09-21" in told["summary"]
    assert open_page.device.asked[-1] == {"get": "record", "game": 7}


@pytest.mark.parametrize(
    ("detail", "actions", "link", "why"),
    [
        ("hands", [clue(2, "R", 1)], True, ""),
        ("hands", [clue(2, "R")], False, "ein Link kann diese Regeln nicht"),
        ("hands", [{"do": "clue"}], False, "Zug 1 ist ohne Plätze eingegeben"),
        ("cards", [{"do": "clue"}], None, None),
    ],
)
def test_a_game_goes_to_hanab_live_where_its_places_were_told(
    open_page, detail, actions, link, why
):
    with_record(open_page, record_json(Setup(2, detail=detail), (), actions), None)
    told = open_page.get("/games/7?lang=de").json["hanab_live"]
    if why is None:
        assert told is None
        return
    assert told["link"].startswith(LINK) == link
    assert (told["file"] is None) == why.startswith("Zug")
    assert told["why"].startswith(why)


def test_a_long_game_is_a_short_answer(open_page):
    whole = max((sitting(game, ()) for game in real_games()), key=lambda told: len(told.steps))
    with_record(open_page, game_record(whole), summary(7))
    answer = open_page.get("/games/7", Accept_Encoding="gzip")
    told = gzip.decompress(answer.body)
    assert len(json.loads(told)["tables"]) == len(whole.steps) + 1
    assert len(told) > 200_000
    assert len(answer.body) < 30_000


def test_a_game_can_be_taken_along_as_its_record(open_page):
    whole = game_record(sitting(three_players(), NAMES))
    with_record(open_page, whole, summary(7))
    answer = open_page.get("/games/7.json")
    assert answer.json == whole
    assert answer.headers["Content-Disposition"] == 'attachment; filename="hanabi-7.json"'


def test_a_game_that_is_none_is_said_to_be_none(open_page):
    open_page.device.answers["record"] = lambda body: {"ok": False, "error": "there is no game 99"}
    answer = open_page.get("/games/99?lang=en")
    assert (answer.status, answer.json["error"]) == (404, "There is no game 99.")
    assert open_page.get("/games/99999999999").status == 404
    assert open_page.get("/games/-1").status == 404


def test_a_game_whose_record_makes_no_sense_is_one_sentence(open_page):
    broken = record_json(Setup(2), (), [{"do": "discard"}])
    with_record(open_page, broken, summary(7))
    answer = open_page.get("/games/7?lang=en")
    assert (answer.status, answer.json["error"]) == (500, "Game 7 cannot be shown.")


def test_the_game_on_the_table_is_told_turn_by_turn_to_everybody(tmp_path):
    whole = sitting(three_players(), NAMES)
    with served(tmp_path) as page:
        assert (
            page.get("/now?lang=en").json["error"]
            == "No game yet. The first one begins on the device."
        )
        page.say(line(whole))
        until(lambda: page.get("/now").status == 200)
        told = page.get("/now?lang=en").json
        assert page.get("/games").status == 403
    turns = [shown(then)["turn"] for then in moments(whole)]
    assert [one["turn"] for one in told["tables"]] == turns
    for point in told["curve"]:
        assert (
            told["tables"][point["step"]]["turn"]
            == point["turn"] + (not told["tables"][point["step"]]["end"])
            or point["turn"] == 0
        )
    last = told["tables"][-1]["turns"]
    assert [told["tables"][one["step"]]["turns"][0] for one in last] == last


def test_standings_are_of_those_who_played_together_and_of_each_player(open_page):
    with_history(
        open_page,
        summary(6, status="playing", reason=None, score=3),
        summary(5, players=["ann", "Cleo"], score=10),
        summary(4, players=3, score=24),
        summary(3, score=25, reason="perfect", status="won", players=["Ben", "Ann"]),
        summary(2, score=20),
        summary(1, score=22),
    )
    told = open_page.get("/standings?lang=en").json
    figures = ("games", "perfect", "best", "average", "longest_streak")
    groups = [
        (one["who"], one["edition"], *(one[key] for key in figures)) for one in told["groups"]
    ]
    assert groups == [
        ("Ben, Ann", "Classic Hanabi", 3, 1, 25, 22.33, 1),
        ("Ben, Ann", "Any edition", 3, 1, 25, 22.33, 1),
        ("ann, Cleo", "Classic Hanabi", 1, 0, 10, 10, 0),
        ("ann, Cleo", "Any edition", 1, 0, 10, 10, 0),
        ("2 players", "Classic Hanabi", 4, 1, 25, 19.25, 1),
        ("3 players", "Classic Hanabi", 1, 0, 24, 24, 1),
        ("All games", "Any edition", 5, 1, 25, 20.2, 2),
    ]
    players = [(one["who"], *(one[key] for key in figures)) for one in told["players"]]
    assert players == [
        ("Ben", 3, 1, 25, 22.33, 1),
        ("ann", 4, 1, 25, 19.25, 1),
        ("Cleo", 1, 0, 10, 10, 0),
    ]


@pytest.mark.parametrize("path", ["/games", "/games/1", "/games/1.json", "/standings"])
def test_without_the_device_it_is_said_that_it_does_not_answer(tmp_path, path):
    with served(tmp_path, present=False, open=True) as page:
        answer = page.get(f"{path}?lang=fr")
        assert (answer.status, answer.json["error"]) == (503, "L'assistant ne répond pas.")
