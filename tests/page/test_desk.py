"""The desk: guests come in by the evening's code, play, and are out when it is."""

import http.client

import pytest

from companion.page import desk
from tests.rig.page_sessions import TOKEN, WRONG, enter
from tests.rig.pages import JSON
from tests.rig.view_socket import line

OVER = {"ok": False, "error": "the game is over", "phrase": {"key": "over", "facts": {}}}


def test_the_right_code_opens_past_games(guests):
    assert guests.get("/games").status == 403
    cookie = enter(guests)
    assert guests.get("/games", Cookie=cookie).json == {"games": [], "backup": True}
    assert guests.get("/games", Cookie="guest=made-up").status == 403


@pytest.mark.parametrize("path", ["/games", "/games/1", "/games/1.json", "/standings"])
def test_without_a_code_nothing_of_past_games_is_told(guests, path):
    answer = guests.get(path)
    assert (answer.status, answer.json["error"]) == (403, "Enter the evening's code first.")


def test_the_oldest_guest_makes_room_and_one_who_enters_again_takes_none(guests, monkeypatch):
    monkeypatch.setattr(desk, "MOST_GUESTS", 3)
    cookies = [enter(guests) for _ in range(4)]
    answer = guests.post("/enter", {"token": TOKEN}, Cookie=cookies[-1])
    cookies.append(answer.headers["Set-Cookie"].split(";")[0])
    entered = [guests.get("/games", Cookie=cookie).status for cookie in cookies]
    assert entered == [403, 200, 200, 403, 200]


def test_the_code_is_judged_by_the_device_alone_and_none_is_logged(guests, caplog):
    enter(guests)
    guests.get(f"/{TOKEN}")
    guests.ask("POST", "/enter", '{"token":"K7Q2X9MP"', JSON)
    guests.post("/enter", {"token": "WRONG234"})
    assert TOKEN not in caplog.text
    asked = [body["token"] for body in guests.device.asked if body.get("do") == "enter"]
    assert asked == [TOKEN, "WRONG234"]


def test_a_code_that_is_withdrawn_ends_every_session(guests):
    cookie = enter(guests)
    reader = guests.open()
    guests.say(line(serial=3, guests=False))
    reader.table(guests=False)
    assert guests.get("/games", Cookie=cookie).status == 403


def test_a_code_that_the_device_calls_wrong_later_ends_the_session(guests):
    cookie = enter(guests)
    guests.device.answers["new"] = lambda body: WRONG
    assert guests.post("/ask", {"do": "new", "players": 2}, Cookie=cookie).status == 403
    assert guests.get("/games", Cookie=cookie).status == 403


CLUE = {"do": "action", "action": {"do": "clue"}, "seen": "1-00000000", "place": 2}


def test_what_a_guest_does_goes_to_the_device_with_the_guests_code(guests):
    cookie = enter(guests)
    guests.device.answers["action"] = lambda body: {"ok": True}
    answer = guests.post("/ask", CLUE, Cookie=cookie)
    assert (answer.status, answer.json["ok"]) == (200, True)
    assert guests.device.asked[-1] == {**CLUE, "token": TOKEN}


@pytest.mark.parametrize(
    "body",
    [
        *([], {}, {"token": "X"}, {"do": "press", "control": "clue"}, {"get": "backup"}),
        *({"do": "prefer", "key": "language", "value": "de"}, {"do": "remove", "name": "Ann"}),
        *({"do": ["action"]}, {"get": {}}, {"get": "history"}, {"do": "restore", "step": "begin"}),
    ],
)
def test_nothing_else_reaches_the_device(guests, body):
    cookie = enter(guests)
    before = len(guests.device.asked)
    assert guests.post("/ask", body, Cookie=cookie).status == 400
    assert len(guests.device.asked) == before


def test_without_a_code_nothing_is_asked_of_the_device(guests):
    before = len(guests.device.asked)
    for body in (CLUE, {"do": "undo"}, {"get": "turns"}, {**CLUE, "token": TOKEN}):
        assert guests.post("/ask", body).status == 403
        assert guests.post("/ask", body, Cookie="guest=made-up").status == 403
    assert len(guests.device.asked) == before


def test_what_the_device_refuses_is_said_in_the_language_asked_for(guests):
    cookie = enter(guests)
    guests.device.answers["action"] = lambda body: OVER
    answer = guests.post("/ask?lang=fr", CLUE, Cookie=cookie)
    told = {key: answer.json[key] for key in ("ok", "phrase", "key")}
    assert (answer.status, told) == (
        200,
        {"ok": False, "phrase": "La partie est finie", "key": "over"},
    )
    guests.device.answers["action"] = lambda body: {"ok": False, "error": "100% odd %s"}
    answer = guests.post("/ask?lang=fr", CLUE, Cookie=cookie)
    assert (answer.status, answer.json["error"]) == (200, "100% odd %s")


def test_a_device_that_goes_away_meanwhile_breaks_the_download_off(guests):
    pieces = iter(
        [
            {"ok": True, "tag": "6f1c20aa", "last": 5, "text": "a\n"},
            {"ok": True, "lines": ["a\n"], "after": 1},
            {"ok": False, "error": "the games were mended"},
        ]
    )
    guests.device.answers["backup"] = lambda body: next(pieces)
    cookie = enter(guests)
    with pytest.raises((http.client.HTTPException, OSError)):
        guests.get("/backup", Cookie=cookie)
