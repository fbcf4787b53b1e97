"""`companion record` and `companion history show`: any past game again, and all games at once."""

import json
from contextlib import closing
from typing import get_args

import pytest

from companion.cli import main
from companion.commands.history.in_words import edition, ended
from companion.game.edition import Edition
from companion.game.hanab_live import LINK
from companion.game.record import FORMAT, Record, load_json, parse_record, replay
from companion.game.setup import Setup
from companion.game.state import Reason
from companion.journal import times
from companion.journal.events import Began, Withdrew
from companion.journal.reader import GamesReader
from companion.journal.sitting import begin, follow
from companion.journal.store import Row, Store
from tests.games import REAL, real_games
from tests.rig.archive import keep, short
from tests.rig.many_games import ManyGames
from tests.rig.running import Script, running

pytestmark = pytest.mark.usefixtures("home")


def printed(capsys, *words):
    """What a command prints that goes well."""
    assert main(list(words)) == 0
    return capsys.readouterr().out


def states(record):
    return [state for _, state in replay(record)]


def test_a_real_game_comes_back_as_the_same_record(tmp_path, capsys):
    played = real_games()[::5]
    keep(tmp_path, *played)
    for number, (record, line) in enumerate(
        zip(played, REAL.read_text().splitlines()[::5], strict=True), 1
    ):
        again = parse_record(load_json(printed(capsys, "record", str(number))))
        assert (again.setup, again.names) == (record.setup, record.names)
        assert list(again.actions) == load_json(line)["actions"]
        assert states(again) == states(record)


def test_replay_takes_what_record_prints(tmp_path, capsys):
    keep(tmp_path, real_games()[0])
    (tmp_path / "game.json").write_text(printed(capsys, "record", "1"))
    last = printed(capsys, "replay", str(tmp_path / "game.json")).splitlines()[-1]
    assert json.loads(last)["state"]["status"] != "playing"


def test_a_record_is_the_same_running_or_not(tmp_path, capsys):
    keep(tmp_path, *real_games()[:2])
    from_file = printed(capsys, "record", "1")
    with running(tmp_path) as companion, Script(companion.threads.server.path) as script:
        assert printed(capsys, "record", "1") == from_file
        script.ask(do="new", players=["Ada", "Bo"])
        script.press("clue")
        game = json.loads(printed(capsys, "record", "3"))
        assert (game["players"], game["actions"]) == (["Ada", "Bo"], [{"do": "clue"}])


def test_a_game_that_was_taken_back_is_still_there(tmp_path, capsys):
    keep(tmp_path, short("clue"))
    store = Store(tmp_path)
    second = Began(Setup(3), previous=1)
    store.record([Row(second, begin(2, second))])
    store.follow_up()
    store.record([Row(Withdrew(2), follow(store.load_game(1), Withdrew(2)))])
    store.follow_up()
    store.close()
    assert json.loads(printed(capsys, "record", "2"))["players"] == 3


@pytest.mark.parametrize("words", [["record"], ["history", "show"]])
def test_a_running_companion_is_told_of_a_number_that_is_none(tmp_path, capsys, words):
    keep(tmp_path, short("clue"))
    with running(tmp_path):
        assert main([*words, "7"]) == 1
    assert capsys.readouterr().err == "companion: there is no game 7: see `companion history`\n"


def test_a_game_is_told_in_plain_lines(tmp_path, capsys):
    keep(tmp_path, short("clue", "misfire", "misfire", "discard", "misfire"))
    lines = printed(capsys, "history", "show", "1").splitlines()
    assert lines[0] == "game 1:"
    assert "  players    Ada, Bo" in lines
    assert "  rules      classic, detail tokens" in lines
    assert "  result     0 of 25 points, lost, the last fuse burnt" in lines
    assert "  table      turn 5, clue tokens 8, errors 3, deck 37" in lines
    assert "  fireworks  white 0, red 0, blue 0, yellow 0, green 0" in lines
    assert "  sunk       white 1 was not played" in lines
    assert "  points     0 0 0 0 0 0" in lines
    assert [line for line in lines if ". " in line] == [
        "    1. Ada: a clue",
        "    2. Bo: a misfire",
        "    3. Ada: a misfire",
        "    4. Bo: a discard",
        "    5. Ada: a misfire",
    ]


def test_scripts_get_all_of_a_game(tmp_path, capsys):
    record = real_games()[0]
    keep(tmp_path, record)
    told = json.loads(printed(capsys, "history", "show", "1", "--json"))
    last = states(record)[-1]
    assert set(told) == {"record", "summary", "times", "state", "sunk", "curve"}
    assert (told["state"]["score"], told["state"]["turn"]) == (told["summary"]["score"], last.turn)
    assert told["curve"][-1]["points"] == last.cards_played
    assert len(told["curve"]) == last.turn + 1
    assert {one["card"][0] for one in told["sunk"]} == {
        suit for suit, height in last.fireworks.items() if height < 5
    }


def test_a_game_in_progress_was_sunk_by_nothing_yet(tmp_path, capsys):
    keep(tmp_path, short("clue"))
    assert json.loads(printed(capsys, "history", "show", "1", "--json"))["sunk"] == []
    assert "sunk" not in printed(capsys, "history", "show", "1")


def test_every_action_has_its_words(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(times, "in_short", lambda seconds: "5 s")
    raw = (
        {"do": "play", "suit": "R"},
        {"do": "discard", "card": "B4"},
        {"do": "discard"},
        {"do": "name", "card": "W1"},
        {"do": "correct", "clues": 3},
        {"do": "misfire", "card": "G5"},
    )
    keep(tmp_path, Record(Setup(2, detail="cards"), (), ({"do": "clue"},) * 3 + raw))
    lines = printed(capsys, "history", "show", "1").splitlines()
    assert "  took       5 s" in lines
    assert [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines[-6:]] == [
        "    4. seat 2: red 1 (5 s)",
        "    5. seat 1: discard blue 4 (5 s)",
        "    6. seat 2: a discard (5 s)",
        "    7. seat 1: name white 1 (5 s)",
        "    8. seat 1: a correction (5 s)",
        "    9. seat 1: misfire green 5 (5 s)",
    ]


@pytest.mark.parametrize(("plays", "told"), [(1, "1 card"), (2, "2 cards")])
def test_cards_on_fireworks_without_names_are_counted(tmp_path, capsys, plays, told):
    keep(tmp_path, short(*["play"] * plays, "conceded"))
    assert main(["history", "show", "1"]) == 0
    assert f"  fireworks  {told}" in capsys.readouterr().out.splitlines()


def test_a_game_for_hanab_live_needs_its_places(tmp_path, capsys):
    told = {
        "format": FORMAT,
        "players": ["Ann", "Ben"],
        "detail": "hands",
        "actions": [
            {"do": "clue", "to": 2, "suit": "R", "places": [1]},
            {"do": "play", "suit": "R", "place": 1},
        ],
    }
    keep(tmp_path, parse_record(told), short("clue"))
    there = json.loads(printed(capsys, "record", "1", "--hanab-live"))
    assert there["players"] == ["Ann", "Ben"]
    assert there["options"]["variant"] == "No Variant"
    assert there["actions"] == [
        {"type": 2, "target": 1, "value": 0},
        {"type": 0, "target": 9},
    ]
    assert there["deck"][9] == {"suitIndex": 0, "rank": 1}
    assert printed(capsys, "record", "1", "--link").startswith(f"{LINK}215")
    assert main(["record", "2", "--hanab-live"]) == 1
    assert "turn 1 was entered without its places" in capsys.readouterr().err
    assert main(["record", "--all", "--hanab-live"]) == 2


def test_a_game_that_exploded_after_its_end_at_hanab_live_scores_there(tmp_path, capsys):
    turns = [{"do": "misfire", "card": "R2", "place": 1}] * 2
    ranks = range(1, 6)
    turns += [{"do": "play", "card": f"{suit}{n}", "place": 1} for suit in "WBYG" for n in ranks]
    turns.append({"do": "play", "card": "R1", "place": 1})  # the last point that can come
    turns.append({"do": "misfire", "card": "R3", "place": 1})
    told = {"format": FORMAT, "players": 2, "detail": "hands", "actions": turns}
    keep(tmp_path, parse_record({**told, "edition": {"explosion": "score"}}))
    assert main(["record", "1", "--hanab-live"]) == 0
    shown = capsys.readouterr()
    assert len(json.loads(shown.out)["actions"]) == len(turns) - 1
    assert not shown.err
    keep(tmp_path, parse_record(told))
    assert main(["record", "2", "--hanab-live"]) == 0
    assert "it scores 21 at Hanab Live, and 0 here" in capsys.readouterr().err


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_for_an_end_has_its_words(reason: Reason) -> None:
    assert ended("lost", reason) == f"lost, {ended('finished', reason)}"


def test_own_rules_are_told_by_what_differs() -> None:
    assert edition(Edition(fuses=4, black=True)) == "own rules black=true fuses=4"


def test_a_game_without_an_end_is_not_finished() -> None:
    assert ended("playing", None) == "not finished"


def test_each_game_is_a_line_that_leads_to_its_last_state(tmp_path, capsys):
    group = ManyGames(tmp_path, 7)
    group.play(20)
    group.store.close()
    assert main(["record", "--all"]) == 0
    lines = capsys.readouterr().out.splitlines()
    with closing(GamesReader(tmp_path)) as store:
        games = [game["game"] for game in reversed(store.history(1000))]
        assert len(lines) == len(games)
        for game, line in zip(games, lines, strict=True):
            *_, (_, state) = replay(parse_record(json.loads(line)))
            assert state == store.load_game(game).state
    records = tmp_path / "records.jsonl"
    records.write_text("\n".join(lines))
    assert main(["replay", str(records)]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["game"] == len(games) - 1


def test_a_running_companion_is_asked(tmp_path, capsys):
    with running(tmp_path) as companion, Script(companion.settings.socket) as script:
        script.ask(do="new", players=3)
        script.ask(do="action", action={"do": "clue"})
        assert main(["record", "--all"]) == 0
    assert json.loads(capsys.readouterr().out)["actions"] == [{"do": "clue"}]


@pytest.mark.parametrize("words", [["record"], ["record", "1", "--all"]])
def test_a_number_or_all_is_wanted(tmp_path, capsys, words):
    keep(tmp_path, short("clue"))
    assert main(words) == 2
    assert "write the number of a game, or --all" in capsys.readouterr().err
