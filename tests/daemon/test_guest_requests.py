"""Guests through the whole core: *Phone*, the token, their game, and what nobody may do."""

import re

import pytest

from companion.daemon.door import Door
from companion.daemon.log import log
from companion.face.dialogue.guests import ALPHABET
from companion.game.edition import PRESETS
from companion.game.record import edition_json
from tests.daemon.invitations import URL, invite, keys, lines, serve, to_line

VIEW = Door.VIEW


def test_phone_is_in_the_menu_while_a_page_is_there(rig):
    rig.more("menu")
    assert "menu_phone" not in keys(rig)
    reply = serve(rig)
    assert "menu_phone" in keys(rig)
    rig.core.drop_client(reply)
    rig.settle()
    assert "menu_phone" not in keys(rig)


def test_the_display_shows_the_address_and_a_token_of_its_own_each_evening(rig):
    serve(rig)
    token = invite(rig)
    assert re.fullmatch(f"[{ALPHABET}]{{8}}", token)
    shown = lines(rig)
    assert f"HTTP://192.168.178.20:8080/{token}" in shown
    assert f"{token[:4]} {token[4:]}" in shown
    assert (
        "".join(text for text in shown if text.islower() or text[0].isdigit()).count(
            "192.168.178.20"
        )
        == 1
    )
    rig.tap("play")
    rig.wait(30)
    assert invite(rig) == token
    rig.tap("discard")
    assert rig.ask(VIEW, do="enter", token=token)["error"].startswith("no code is valid")
    assert invite(rig) != token


def test_a_button_steps_through_the_addresses(rig):
    serve(rig, URL, "http://hanabi.local:8080")
    invite(rig)
    seen = []
    for _ in range(3):
        seen.append(
            next(text for text in lines(rig) if text.startswith("HTTP://")).rpartition("/")[0]
        )
        rig.tap("clue")
    assert seen == [
        "HTTP://192.168.178.20:8080",
        "HTTP://HANABI.LOCAL:8080",
        "HTTP://192.168.178.20:8080",
    ]


def test_a_page_that_ends_while_its_address_is_shown_is_told(rig):
    reply = serve(rig)
    invite(rig)
    rig.core.drop_client(reply)
    rig.settle()
    assert rig.screen == "start"
    assert rig.notice == "phone_gone"


def test_a_guest_with_the_token_begins_the_next_game_and_the_device_says_so(rig):
    serve(rig)
    token = invite(rig)
    rig.wait(200)
    spelt = f"{token[:4]} {token[4:]}".lower()
    assert rig.ask(VIEW, do="enter", token=spelt) == {"ok": True}
    setup = {"players": ["Ann", "Ben"], "edition": {"preset": "grand"}, "detail": "cards"}
    assert rig.ask(VIEW, do="new", token=spelt, first=2, **setup)["ok"]
    assert (rig.screen, rig.notice) == ("table", "guest_did")
    began = rig.ask(get="state")["state"]
    assert (began["names"], began["place"]) == (["Ben", "Ann"], [2, 1])
    assert (began["preset"], began["detail"]) == ("grand", "cards")
    following = rig.ask(VIEW, get="view")["view"]["next"]
    assert following == {
        "preset": "grand",
        "edition": edition_json(PRESETS["grand"]),
        "players": 2,
        "names": ["Ann", "Ben", "", "", ""],
        "first": 2,
        "detail": "cards",
    }
    assert rig.ask(do="undo")["ok"], "what a guest began by mistake is taken back at the device"
    assert rig.screen == "start"


def test_a_guest_begins_the_next_game_at_the_end_of_one(rig):
    serve(rig)
    token = invite(rig)
    rig.ask(do="new")
    rig.ask(do="action", action={"do": "concede", "reason": "no_more_points"})
    assert rig.ask(VIEW, do="new", token=token, players=2)["ok"]
    assert (rig.screen, rig.ask(get="state")["state"]["game"]) == ("table", 2)
    assert [game["game"] for game in rig.ask(get="history")["history"]] == [2, 1]


def test_no_guest_changes_anything_during_a_game_or_without_the_token(rig):
    serve(rig)
    token = invite(rig)
    wrong = rig.ask(VIEW, do="new", token="AAAAAAAA", players=5)
    assert (wrong["ok"], wrong["phrase"]["key"]) == (False, "guests_wrong")
    rig.ask(do="new")
    before = rig.ask(get="state")["state"]
    playing = rig.ask(VIEW, do="new", token=token, players=5)
    assert playing["phrase"]["key"] == "guests_playing"
    for body in (
        {"do": "press", "control": "clue"},
        {"do": "action", "action": {"do": "clue"}},
        {"do": "answer", "purpose": "play", "path": ["R"]},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "prefer", "key": "language", "value": "de"},
        {"get": "frame"},
        {"get": "screen"},
    ):
        assert not rig.ask(VIEW, **body)["ok"]
    assert rig.ask(get="state")["state"]["mark"] == before["mark"]


def test_a_press_and_a_phone_at_the_same_time_begin_one_game(rig):
    serve(rig)
    token = invite(rig)
    rig.wait(200)
    assert rig.screen == "start"
    rig.tap("play", after=0.1)
    late = rig.ask(VIEW, do="new", token=token, players=5)
    assert late["phrase"]["key"] == "guests_playing"
    assert rig.ask(get="state")["state"]["players"] == 3


def test_a_practice_is_not_disturbed_and_keeps_the_guests(rig):
    serve(rig)
    token = invite(rig)
    rig.tap("play")
    to_practice = "menu_practice"
    rig.hold("clue")
    to_line(rig, to_practice)
    rig.tap("play")
    assert rig.ask(VIEW, do="new", token=token, players=5)["phrase"]["key"] == "guests_practising"
    rig.wait(200)
    assert rig.ask(VIEW, do="enter", token=token) == {"ok": True}


def test_a_wrong_token_is_logged_without_itself(rig, caplog):
    log.propagate = True
    serve(rig)
    token = invite(rig)
    rig.ask(VIEW, do="enter", token="AAAAAAAA")
    rig.ask(VIEW, do="enter", token=token)
    assert [
        record.getMessage() for record in caplog.records if "guests" in record.getMessage()
    ] == ["guests: a wrong code"]
    assert token not in caplog.text
    assert "AAAAAAAA" not in caplog.text


def test_wrong_codes_never_lock_out_the_right_one_nor_a_guest_who_is_in(rig, caplog):
    log.propagate = True
    serve(rig)
    token = invite(rig)
    found = [rig.ask(VIEW, do="enter", token="AAAAAAAA")["phrase"]["key"] for _ in range(8)]
    assert found == ["guests_wrong"] * 5 + ["guests_many"] * 3
    assert caplog.text.count("a wrong code") == 5
    assert rig.ask(VIEW, do="enter", token=token) == {"ok": True}
    rig.wait(200)
    assert rig.ask(VIEW, do="new", token=token, players=4)["ok"]


@pytest.mark.parametrize("junk", ["\ud800", "é", "\0", "x" * 60_000, ""])
def test_junk_is_no_token_and_no_name(rig, junk):
    serve(rig)
    token = invite(rig)
    rig.tap("play")
    assert "this is not the code" in rig.ask(VIEW, do="enter", token=junk)["error"]
    for names in ([junk, "Ben"], [junk]):
        answer = rig.ask(VIEW, do="new", token=token, players=names)
        assert answer["ok"] or "\n" not in answer["error"]
    assert rig.ask(VIEW, do="enter", token=token) == {"ok": True}
    assert lines(rig)


def test_a_name_that_the_glass_lacks_is_told_to_the_phone(rig):
    serve(rig)
    token = invite(rig)
    answer = rig.ask(VIEW, do="new", token=token, players=["Владимир", "Nguyễn"])
    assert (answer["ok"], answer["unshown"]) == (True, ["Владимир"])
    assert rig.ask(get="state")["state"]["names"] == ["Владимир", "Nguyễn"]
