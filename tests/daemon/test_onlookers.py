"""Onlookers: told everything once, then what changes, and never more than the table may know."""

import json

from companion.daemon.door import Door
from companion.daemon.interfaces import Request
from companion.face.phrase_json import parse_phrase
from tests.daemon.invitations import invite

VIEW = Door.VIEW


def begin(rig, **how):
    rig.ask(do="new", **how)
    rig.wait(1.0)


def look_on(rig):
    told = []
    rig.inbox.append(Request({"do": "subscribe"}, told.append, VIEW))
    rig.settle()
    assert told.pop(0) == {"ok": True}
    json.dumps(told)
    return told


def test_one_who_comes_before_the_first_game_is_told_that_there_is_none(rig):
    (line,) = look_on(rig)
    assert (line["state"], line["record"], line["screen"]) == (None, None, "start")
    assert (line["language"], line["help"], line["guests"], line["saved"]) == (
        "en",
        "outlook",
        False,
        True,
    )


def test_everything_comes_first_and_then_each_change(rig):
    begin(rig, players=["Ann", "Ben"], detail="cards")
    told = look_on(rig)
    first = told.pop()
    assert first["record"]["players"] == ["Ann", "Ben"]
    assert (first["state"]["turn"], first["state"]["preset"]) == (1, "")
    rig.tap("clue")
    games = [line for line in told if "state" in line]
    assert [line["state"]["turn"] for line in games] == [2]
    assert games[0]["record"]["actions"] == [{"do": "clue"}]
    assert all(line["serial"] for line in told)


def test_a_choice_is_told_while_it_is_made(rig):
    begin(rig)
    told = look_on(rig)
    rig.tap("play")
    choice = told[-1]["choice"]
    assert (choice["purpose"], choice["options"]) == ("play", ["W", "R", "B", "Y", "G"])
    assert parse_phrase(choice["question"]).key == "ask_play"
    assert "state" not in told[-1], "the game did not change"
    rig.hold("clue")
    assert told[-1]["choice"] is None


def test_a_notice_is_told_and_that_it_is_gone(rig):
    begin(rig)
    told = look_on(rig)
    rig.tap("discard")
    notice = told[-1]["notice"]
    assert (parse_phrase(notice["phrase"]).key, notice["refusal"]) == ("all_clue_tokens", True)
    rig.wait(10)
    assert told[-1]["notice"] is None


def test_what_looks_the_same_is_told_once(rig):
    begin(rig)
    told = look_on(rig)
    rig.tap("play")
    before = len(told)
    rig.wait(5)  # the seat blinks
    assert len(told) == before


def test_a_practice_is_nobody_elses(rig):
    told = look_on(rig)
    rig.more("menu")
    rig.tap("play")  # the practice is the first line for newcomers
    assert told[-1]["practice"] is True
    rig.tap("clue")
    rig.tap("discard")
    rig.tap("play")
    assert told[-1]["choice"] is None
    assert all(line.get("state") is None for line in told)


def test_turns_that_are_repaired_are_told_once_they_count(rig):
    begin(rig)
    for _ in range(3):
        rig.tap("clue")
    told = look_on(rig)
    rig.more("turns")
    rig.hold("discard")
    rig.tap("play")
    assert told[-1]["choice"] is None
    assert not any("state" in line for line in told[1:])


def test_of_the_page_with_the_token_only_the_screens_name_is_told(rig):
    told = look_on(rig)
    rig.ask(VIEW, do="serve", urls=["http://192.168.178.20:8080"])
    rig.ask(VIEW, do="enter", token="x")
    token = invite(rig)
    assert told[-1]["screen"] == "phone"
    assert told[-1]["guests"] is True
    assert token not in json.dumps(told)
