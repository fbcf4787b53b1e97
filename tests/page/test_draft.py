"""Setting the table from a phone: names, edition and number of players, and nothing else."""

import pytest

from companion.game.edition import PRESETS
from tests.rig.page_sessions import TOKEN, enter
from tests.rig.pages import Served
from tests.rig.view_socket import line

DRAFT = {"players": 3, "names": ["Ann", "", ""], "preset": "classic", "edition": {}}
PLAYING = {"ok": False, "error": "a game is being played", "phrase": {"key": "over", "facts": {}}}


@pytest.fixture
def guest(page) -> tuple[Served, str]:
    page.say(line(serial=2, guests=True))
    reader = page.open()
    while not reader.until("table")["guests"]:
        pass
    reader.close()
    page.device.answers["draft"] = lambda body: (
        {"ok": True, "draft": DRAFT} if "get" in body else {"ok": True}
    )
    return page, enter(page)


def test_the_next_game_is_shown_with_every_edition(guest):
    page, cookie = guest
    told = page.get("/draft?lang=en", Cookie=cookie).json
    assert (told["players"], told["names"], told["preset"]) == (3, ["Ann", "", ""], "classic")
    assert [one["preset"] for one in told["editions"]] == list(PRESETS)
    grand = told["editions"][-1]
    assert grand["name"] == "Grand mix"
    assert "a 5 turns a bonus tile" in grand["rules"]
    assert told["editions"][0]["rules"] == "five colours, no extras"


def test_what_is_changed_goes_to_the_device_with_the_guests_code(guest):
    page, cookie = guest
    assert (
        page.post(
            "/draft", {"players": 2, "names": ["Ann", "Ben"], "preset": "grand"}, Cookie=cookie
        ).status
        == 204
    )
    assert page.device.asked[-1] == {
        "do": "draft",
        "token": TOKEN,
        "players": 2,
        "names": ["Ann", "Ben"],
        "edition": {"preset": "grand"},
    }
    assert page.post("/draft", {"names": ["Cleo"]}, Cookie=cookie).status == 204
    assert page.device.asked[-1] == {"do": "draft", "token": TOKEN, "names": ["Cleo"]}


@pytest.mark.parametrize(
    "body",
    [
        [],
        {"players": "2"},
        {"names": "Ann"},
        {"preset": 1},
        {"do": "press"},
        {"token": "X"},
        {"detail": "cards"},
    ],
)
def test_nothing_else_reaches_the_device(guest, body):
    page, cookie = guest
    before = len(page.device.asked)
    assert page.post("/draft", body, Cookie=cookie).status == 400
    assert len(page.device.asked) == before


def test_what_the_device_refuses_is_said_in_the_language_asked_for(guest):
    page, cookie = guest
    page.device.answers["draft"] = lambda body: PLAYING
    answer = page.post("/draft?lang=fr", {"players": 2}, Cookie=cookie)
    assert (answer.status, answer.json["error"]) == (409, "La partie est finie")
    page.device.answers["draft"] = lambda body: {"ok": False, "error": "100% odd %s"}
    answer = page.post("/draft?lang=fr", {"players": 2}, Cookie=cookie)
    assert (answer.status, answer.json["error"]) == (409, "100% odd %s")


def test_without_a_session_nothing_is_changed(guest):
    page, _ = guest
    before = len(page.device.asked)
    assert page.post("/draft", {"players": 2}).status == 403
    assert len(page.device.asked) == before
