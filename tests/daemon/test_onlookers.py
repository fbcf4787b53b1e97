"""Onlookers: told everything once, then what changes, and never more than the table may know."""

import json

from companion.daemon.interfaces import Door, Request
from companion.face.phrase_json import parse_phrase
from companion.game.record import parse_record, replay
from companion.game.view import state_json
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


def test_the_record_says_the_same_as_the_state(rig):
    begin(rig, players=3, edition={"preset": "grand"})
    told = look_on(rig)
    assert told[0]["state"]["preset"] == "grand"
    misfire = {"do": "misfire", "card": "W4"}
    for action in ({"do": "play", "card": "R1"}, {"do": "clue"}, {"do": "discard"}, misfire):
        rig.ask(do="action", action=action)
        line = next(line for line in reversed(told) if "state" in line)
        *_, (_, state) = replay(parse_record(line["record"]))
        assert {key: line["state"][key] for key in state_json(state)} == state_json(state)


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


def test_one_who_comes_later_is_told_all_of_it_too(rig):
    begin(rig)
    early = look_on(rig)
    rig.tap("clue")
    late = look_on(rig)
    assert late[0]["state"] == {**early[-1]["state"], "serial": late[0]["state"]["serial"]}
    rig.hold("clue")
    assert late[-1]["state"]["turn"] == early[-1]["state"]["turn"] == 1


def test_one_who_left_is_told_nothing_more(rig):
    begin(rig)
    told = []
    reply = told.append
    rig.inbox.append(Request({"do": "subscribe"}, reply, VIEW))
    rig.settle()
    rig.core.forget(reply)
    before = len(told)
    rig.tap("clue")
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


def test_a_program_that_was_broken_into_changes_nothing(rig):
    begin(rig, players=3)
    rig.tap("clue")
    before = rig.ask(get="record")["record"]
    words = ("press", "new", "undo", "frame", "lights", "", None)
    rude = [
        *({verb: word} for verb in ("do", "get") for word in words),
        {"do": "serve", "urls": ["http://192.168.0.1"] * 8},
        {"do": "serve", "urls": {"a": 1}},
        {"do": "enter", "token": "A" * 60_000},
        {"do": "enter", "token": ["A"]},
        {"do": "new", "token": "", "players": 10**400},
        {"do": "new", "token": "A", "edition": {"preset": "grand", "fuses": 10**9}},
        {"get": "record", "game": 10**30},
        {"get": "history", "limit": -1},
        {"do": "subscribe", "get": "state"},
        [],
        "press",
    ]
    for body in rude * 3:
        answers = []
        rig.inbox.append(Request(body, answers.append, VIEW))
        rig.settle()
    assert rig.ask(get="record")["record"] == before
    rig.wait(1.0)
    rig.tap("clue")
    assert rig.ask(get="state")["state"]["turn"] == 3
