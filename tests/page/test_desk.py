"""The desk: guests come in by the evening's code, play, and are out when it is."""

import asyncio
import http.client
import json
import threading
import time

import pytest

from companion.page.words import TEXTS
from tests.games import three_players
from tests.rig.moments import moments, sitting
from tests.rig.page_sessions import TOKEN, VIEW, WRONG, enter
from tests.rig.pages import JSON
from tests.rig.view_socket import line
from tests.rig.waiting import until

CLUE = {"do": "action", "action": {"do": "clue"}, "seen": "1-00000000", "place": 2}
OVER = {"ok": False, "error": "the game is over", "phrase": {"key": "over", "facts": {}}}


def test_the_right_code_opens_past_games(guests):
    assert guests.get("/games").status == 403
    cookie = enter(guests)
    assert guests.get("/games", Cookie=cookie).json == {"games": [], "backup": True}
    assert guests.get("/games", Cookie="guest=made-up").status == 403


def test_a_code_is_judged_again_once_page_or_device_come_back_and_who_is_in_stays_in(guests):
    cookie = enter(guests)
    guests.device.answers["view"] = lambda body: VIEW
    phone = guests.open(Cookie=cookie)
    assert phone.until("scene")["guest"]
    guests.page.codes.clear()  # as in a page that was started anew
    assert guests.get("/games", Cookie=cookie).status == 200
    for is_in in (True, False):
        if not is_in:
            guests.device.answers["enter"] = lambda body: WRONG
        guests.do(guests.device.stop())
        phone.until("away")
        guests.do(guests.device.start())
        phone.until("scene" if is_in else "table")
        assert guests.get("/games", Cookie=cookie).status == (200 if is_in else 403)
    tries = sum(body.get("do") == "enter" for body in guests.device.asked)
    guests.say(line(serial=9, guests=True))
    phone.table(serial=9)
    assert sum(body.get("do") == "enter" for body in guests.device.asked) == tries


def test_a_request_that_is_asked_again_by_its_name_is_carried_out_once(guests):
    cookie = enter(guests)
    given = iter(range(9))
    guests.device.answers["action"] = lambda body: {"ok": True, "serial": next(given)}
    first, again, other = (
        guests.post("/ask", {**CLUE, "once": name}, Cookie=cookie).json for name in "aab"
    )
    assert (first["serial"], again["serial"], other["serial"]) == (0, 0, 1)
    strangers = enter(guests)
    assert guests.post("/ask", {**CLUE, "once": "a"}, Cookie=strangers).json["serial"] == 2
    guests.do(guests.device.stop())
    assert guests.post("/ask", {**CLUE, "once": "c"}, Cookie=cookie).status == 503
    guests.do(guests.device.start())
    until(lambda: guests.post("/ask", {**CLUE, "once": "c"}, Cookie=cookie).status == 200)
    assert guests.post("/ask", {**CLUE, "once": "c"}, Cookie=cookie).json["serial"] == 3
    for junk in (7, ["a"], "x" * 65):
        assert guests.post("/ask", {**CLUE, "once": junk}, Cookie=cookie).status == 400


def test_what_was_under_way_when_the_network_went_is_answered_to_who_asks_again(guests):
    cookie = enter(guests)
    begun, over = threading.Event(), asyncio.Event()

    async def take_long(body):
        begun.set()
        await over.wait()
        return {"ok": True}

    guests.device.answers["action"] = take_long
    connection = guests.connection()
    headers = {**JSON, "Cookie": cookie}
    connection.request("POST", "/ask", json.dumps({**CLUE, "once": "a"}), headers)
    assert begun.wait(10)
    connection.close()
    guests.loop.call_soon_threadsafe(over.set)
    assert guests.post("/ask", {**CLUE, "once": "a"}, Cookie=cookie).json["ok"]
    assert sum(body.get("do") == "action" for body in guests.device.asked) == 1


@pytest.mark.parametrize("path", ["/games", "/games/1", "/games/1.json", "/standings"])
def test_without_a_code_nothing_of_past_games_is_told(guests, path):
    answer = guests.get(path)
    assert (answer.status, answer.json["error"]) == (403, "Enter the evening's code first.")


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
    guests.device.answers |= dict.fromkeys(("new", "enter"), lambda body: WRONG)
    assert guests.post("/ask", {"do": "new", "players": 2}, Cookie=cookie).status == 403
    assert guests.get("/games", Cookie=cookie).status == 403


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
    over = "La partie est finie"
    assert answer.json == {"ok": False, "error": over, "phrase": over, "key": "over"}
    assert answer.status == 200
    guests.device.answers["action"] = lambda body: {"ok": False, "error": "100% odd %s"}
    for language, told in (("fr", TEXTS["fr"]["failed"]), ("en", "100% odd %s")):
        answer = guests.post(f"/ask?lang={language}", CLUE, Cookie=cookie)
        assert (answer.status, answer.json["error"]) == (200, told)


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


def test_each_page_is_told_how_long_ago_the_turn_began(page):
    page.say(line(moments(sitting(three_players()))[5], serial=2))
    early = page.open()
    assert early.table(serial=2)["clock"] == 0
    clock = {"limit": 60, "since": time.monotonic() - 40}
    page.say(line(moments(sitting(three_players()))[5], serial=3, clock=clock))
    assert 40 <= early.until("clock")["past"] < 60
    assert early.table(serial=3)["clock"] == 60
    late = page.open()
    assert 40 <= late.until("clock")["past"] < 60
