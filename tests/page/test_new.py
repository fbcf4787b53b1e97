"""Beginning the next game from a phone: names, edition, who begins, and nothing else."""

import pytest

from tests.rig.page_sessions import NEXT, TOKEN, enter
from tests.rig.pages import Served

SETUP = {"players": ["Ann", "Ben"], "edition": {"preset": "grand"}, "detail": "cards", "first": 2}
PLAYING = {"ok": False, "error": "a game is being played", "phrase": {"key": "over", "facts": {}}}


@pytest.fixture
def guest(guests) -> tuple[Served, str]:
    guests.device.answers["view"] = lambda body: {"ok": True, "view": {"next": NEXT}}
    return guests, enter(guests)


def test_the_next_game_is_shown_as_it_would_begin(guest):
    page, cookie = guest
    assert page.get("/new", Cookie=cookie).json == NEXT


def test_what_is_begun_goes_to_the_device_with_the_guests_code(guest):
    page, cookie = guest
    page.device.answers["new"] = lambda body: {"ok": True, "unshown": ["Ben"]}
    answer = page.post("/new", SETUP, Cookie=cookie)
    assert (answer.status, answer.json) == (200, {"unshown": ["Ben"]})
    assert page.device.asked[-1] == {**SETUP, "do": "new", "token": TOKEN}


@pytest.mark.parametrize("body", [[], {"do": "press"}, {"token": "X"}, {"action": {"do": "clue"}}])
def test_nothing_else_reaches_the_device(guest, body):
    page, cookie = guest
    before = len(page.device.asked)
    assert page.post("/new", body, Cookie=cookie).status == 400
    assert len(page.device.asked) == before


def test_what_the_device_refuses_is_said_in_the_language_asked_for(guest):
    page, cookie = guest
    page.device.answers["new"] = lambda body: PLAYING
    answer = page.post("/new?lang=fr", SETUP, Cookie=cookie)
    assert (answer.status, answer.json["error"]) == (409, "La partie est finie")
    page.device.answers["new"] = lambda body: {"ok": False, "error": "100% odd %s"}
    answer = page.post("/new?lang=fr", SETUP, Cookie=cookie)
    assert (answer.status, answer.json["error"]) == (409, "100% odd %s")
