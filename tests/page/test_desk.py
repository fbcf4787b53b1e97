"""The desk: guests come in by the evening's code, and are out when it is."""

import pytest

from companion.page import desk
from tests.rig.page_sessions import TOKEN, WRONG, enter
from tests.rig.pages import JSON
from tests.rig.view_socket import line


def test_the_right_code_opens_past_games(guests):
    assert guests.get("/games").status == 403
    cookie = enter(guests)
    assert guests.get("/games", Cookie=cookie).json == {"games": [], "backup": True}
    assert guests.get("/games", Cookie="guest=made-up").status == 403


@pytest.mark.parametrize("path", ["/games", "/games/1", "/games/1.json", "/standings", "/new"])
def test_without_a_code_nothing_of_past_games_or_the_next_one_is_told(guests, path):
    answer = guests.get(path)
    assert (answer.status, answer.json["error"]) == (403, "Enter the evening's code first.")


def test_a_guest_who_enters_again_takes_no_place_of_another(guests):
    cookie = other = enter(guests)
    for _ in range(65):
        answer = guests.post("/enter", {"token": TOKEN}, Cookie=other)
        other = answer.headers["Set-Cookie"].split(";")[0]
    assert guests.get("/games", Cookie=other).status == 200
    assert guests.get("/games", Cookie=cookie).status == 403


def test_the_oldest_guest_makes_room(guests, monkeypatch):
    monkeypatch.setattr(desk, "MOST_GUESTS", 3)
    cookies = [enter(guests) for _ in range(4)]
    entered = [guests.get("/games", Cookie=cookie).status for cookie in cookies]
    assert entered == [403, 200, 200, 200]


def test_the_code_is_judged_by_the_device_alone(guests):
    enter(guests)
    guests.post("/enter", {"token": "WRONG234"})
    asked = [body["token"] for body in guests.device.asked if body.get("do") == "enter"]
    assert asked == [TOKEN, "WRONG234"]


def test_a_code_that_is_withdrawn_ends_every_session(guests):
    cookie = enter(guests)
    reader = guests.open()
    guests.say(line(serial=3, guests=False))
    while reader.until("table")["guests"]:
        pass
    assert guests.get("/games", Cookie=cookie).status == 403


def test_a_code_that_the_device_calls_wrong_later_ends_the_session(guests):
    cookie = enter(guests)
    guests.device.answers["new"] = lambda body: WRONG
    assert guests.post("/new", {"players": 2}, Cookie=cookie).status == 403
    assert guests.get("/games", Cookie=cookie).status == 403


def test_no_code_is_logged(guests, caplog):
    enter(guests)
    guests.get(f"/{TOKEN}")
    guests.ask("POST", "/enter", '{"token":"K7Q2X9MP"', JSON)
    assert TOKEN not in caplog.text
