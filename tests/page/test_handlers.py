"""Handlers: by which methods each path may be asked for."""

import re

import pytest

from companion.journal.past_games import game_record
from companion.page.handlers import PATHS
from tests.games import three_players
from tests.rig.moments import NAMES, sitting
from tests.rig.page_sessions import NEXT, TOKEN, enter
from tests.rig.pages import Served
from tests.rig.past_pages import summary
from tests.rig.view_socket import line
from tests.rig.waiting import until

THERE = (
    *("/", f"/{TOKEN}", "/page/main.js", "/words", "/words?lang=fr", "/live", "/games", "/now"),
    *(
        "/games/1",
        "/games/1.json",
        "/games/1/play",
        "/games/1/play?now=1790000000",
        "/games/1/play?now=x",
        "/backup",
        "/standings",
        "/ask",
        "/enter",
    ),
)
"""An example or two of each path."""
NOT_THERE = ("/nothing", "/page/nothing.js", "/games/2", "/games/x", "/K7Q2X9M")


@pytest.fixture
def guests_page(guests) -> tuple[Served, str]:
    """A page that answers everything, and a guest's cookie."""
    game = {
        "ok": True,
        "record": game_record(sitting(three_players(), NAMES)),
        "summary": summary(1),
    }
    none = {"ok": False, "error": "there is no game 2"}
    guests.device.answers["record"] = lambda body: game if body["game"] == 1 else none
    begun = {"ok": True, "tag": "6f1c20aa", "lines": 0, "last": 0, "kept": []}
    guests.device.answers["backup"] = lambda body: begun
    guests.device.answers["view"] = lambda body: {"ok": True, "view": {"next": NEXT}}
    cookie = enter(guests)
    guests.say(line(sitting(three_players(), NAMES), guests=True))
    until(lambda: guests.get("/now").status == 200)
    return guests, cookie


def test_there_is_an_example_of_every_path():
    paths = [path.partition("?")[0] for path in THERE]
    assert all(any(re.fullmatch(pattern, path) for path in paths) for pattern, _ in PATHS)


def test_head_is_answered_as_get_without_a_body(guests_page):
    page, cookie = guests_page
    for path in (*THERE, *NOT_THERE):
        page.check_head(path)
        page.check_head(path, Cookie=cookie)


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("POST", "/words", "GET, HEAD"),
        ("HEAD", "/enter", "POST"),
        ("DELETE", "/ask", "POST"),
    ],
)
def test_a_method_that_a_path_lacks_is_refused_with_those_that_it_has(page, method, path, allowed):
    answer = page.ask(method, path, None, {"Content-Type": "application/json"})
    assert (answer.status, answer.headers["Allow"]) == (405, allowed)
