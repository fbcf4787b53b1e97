"""The board in a real browser: twenty tables that play, at television size and on phones."""

import re
from collections.abc import Iterator

import pytest
from paho.mqtt import publish

from companion.club.topics import Topics
from companion.words.texts import texts
from tests.club.board.clubs import Club
from tests.club.board.page.evenings import COUNT, cut, ends, open_tables, show, url, whole
from tests.club.board.told import state, there
from tests.rig.browsers import violations
from tests.rig.chromium import BROWSERS, Chromium
from tests.rig.mosquitto import CLUB
from tests.rig.page_layout import JUDGE
from tests.rig.samples import SOME_LANGUAGES, sample
from tests.rig.waiting import until


@pytest.fixture(scope="module")
def club(tmp_path_factory) -> Iterator[Club]:
    running = Club(tmp_path_factory.mktemp("club"))
    try:
        running.start_board(host="")
        open_tables(running, COUNT)
        yield running
    finally:
        running.stop()


pytestmark = [*BROWSERS, *CLUB]
TELEVISIONS = [(1920, 1080), (3840, 2160), (1280, 720)]
PHONES = [(390, 844), (320, 568), (844, 390), (768, 1024), (1024, 768)]
PARTS = [
    ".tile .called",
    ".tile .rocket .air",
    ".tile .count",
    ".tile .who",
    ".tile .verdict",
    ".tile .off",
]


LETTER = "return parseFloat(getComputedStyle(document.querySelector('.tile')).fontSize)"


def judged(browser: Chromium, parts: list[str]) -> list[str]:
    browser.still()
    browser.still()  # what fits is found out once the first picture was drawn
    return browser.run(JUDGE, parts)


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_twenty_tables_fit_a_television_and_are_read_across_the_room(browser, club, language):
    found = {}
    for width, height in TELEVISIONS:
        show(browser, club, width, height, language)
        found[width] = judged(browser, [*PARTS, ".best h3", ".best .called"])
        browser.shot(f"board-{language}-{width}x{height}")
    assert {size: told for size, told in found.items() if told} == {}
    assert browser.complaints() == []


@pytest.mark.parametrize("count", [2, 5, 9, 13])
def test_fewer_tables_are_larger(browser, tmp_path, count):
    club = Club(tmp_path)
    try:
        club.start_board(host="")
        open_tables(club, count)
        show(browser, club, 1920, 1080)
        assert judged(browser, [".tile .called"]) == []
        size = browser.run(LETTER)
        assert size >= {2: 60, 5: 48, 9: 40, 13: 30}[count]
        browser.shot(f"board-of-{count}")
    finally:
        club.stop()


VISIBLE = """return [...document.querySelectorAll('.tile-item:not([hidden]) .called')]
.map((one) => one.textContent);"""
SCORES = """return [...document.querySelectorAll('.tile-item:not([hidden]) .score')]
.map((one) => one.textContent.replace(/[.\\s]+$/, ""));"""
CUT = """return [...document.querySelectorAll('.tile-item:not([hidden]) .verdict, .off + .note')]
.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
.map((one) => one.textContent);"""
BY_HAND = """const plain = window.setInterval;
window.setInterval = (act, ms) => (ms === 12000 ? (window.turnBoard = act, 0) : plain(act, ms));"""
"""The board's pages are turned by the test."""


@pytest.mark.parametrize(
    ("language", "width", "height"),
    sample([("de", 1280, 720), ("fr", 1920, 1080), ("en", 3840, 2160)], 3),
)
def test_two_hundred_tables_are_seen_page_by_page(browser, tmp_path, language, width, height):
    club = Club(tmp_path)
    number = browser.do("Page.addScriptToEvaluateOnNewDocument", source=BY_HAND)["identifier"]
    try:
        club.start_board(host="")
        publish.multiple(list(evening_of(200)), port=club.broker.port)
        until(lambda: len(club.board.club.tables) == 200)
        show(browser, club, width, height, language, 200)
        seen: list[str] = []
        while not set(browser.run(VISIBLE)) & set(seen):
            assert judged(browser, [".tile .called", ".tile .count", ".tile .score"]) == []
            assert browser.run(CUT) == []
            if not seen:
                browser.shot(f"board-of-200-{language}-{width}x{height}")
            seen += browser.run(VISIBLE)
            browser.run("window.turnBoard()")
            for score in browser.run(SCORES):
                assert re.search(r"/(25|30)$", score), score
        assert len(seen) == 200
        assert set(seen) == {f"Table {number}" for number in range(1, 201)}
    finally:
        browser.do("Page.removeScriptToEvaluateOnNewDocument", identifier=number)
        club.stop()


def evening_of(count: int) -> Iterator[tuple[str, bytes, int, bool]]:
    """What so many tables tell: some play, some are at their end, some are away."""
    games = [whole(number) for number in range(COUNT)]
    for number in range(count):
        game = games[number % COUNT]
        own = Topics(f"{number:012x}")
        steps = len(game.steps) if ends(number) else min(len(game.steps) - 1, 8 + number % 30)
        yield own.state, state(cut(game, steps), f"Table {number + 1}"), 1, True
        yield own.availability, there(online=number % 50 > 0), 1, True


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_on_a_phone_they_are_scrolled_and_nothing_is_cut(browser, club, width, height):
    show(browser, club, width, height)
    found = judged(browser, [])
    browser.shot(f"board-{width}x{height}")
    assert [one for one in found if not one.startswith(("scrolls: ", "outside: "))] == []
    last = "return [...document.querySelectorAll('.tile .called')].at(-1).getBoundingClientRect()"
    browser.run("window.scrollTo(0, document.documentElement.scrollHeight)")
    browser.still()
    assert browser.run(f"{last}.right") <= width


FILLED = """const box = (one) => document.querySelector(one).getBoundingClientRect();
const [whole, part] = [box(arguments[0]), box(arguments[1])];
return [part.height / whole.height, whole.bottom / innerHeight];"""


@pytest.mark.parametrize("number", [1, 2, 14])
def test_one_table_fills_the_television(browser, club, number):
    browser.open(url(club, f"#table/{club.tables[number].id}"))
    browser.until(".table .head", lambda said: said != "")
    over = browser.run("return document.querySelector('.head.night') !== null")
    last = ".panel-pile" if over else ".panel-outlook"
    for width, height in TELEVISIONS:
        browser.size(width, height)
        browser.still()
        of_its_panel, _ = browser.run(FILLED, ".panel-pile", ".copies-table")
        _, bottom = browser.run(FILLED, last, ".copies-table")
        assert of_its_panel > 0.7, width
        assert bottom > 0.98, width


def test_a_club_of_one_table_shows_it_all_over_the_television(browser, tmp_path):
    club = Club(tmp_path)
    try:
        club.start_board(host="", title="<b>Kreis</b> & Co")
        open_tables(club, 1)
        show(browser, club, 1920, 1080)
        assert judged(browser, [".tile .called"]) == []
        assert browser.run(LETTER) >= 100
        share, bottom = browser.run(FILLED, ".tiles", ".tile")
        assert share > 0.95
        assert bottom > 0.95
        assert browser.text("#heading").startswith("<b>Kreis</b> & Co")
        assert browser.run("return document.title") == "<b>Kreis</b> & Co"
        assert browser.run("return document.querySelector('#heading b')") is None
        browser.shot("board-of-one")
    finally:
        club.stop()


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_a_lost_game_says_on_the_board_how_far_it_came(browser, club, language):
    show(browser, club, 1920, 1080, language)
    lost = [
        one.id for one in club.tables if (state := now(club, one.id)) and state.status == "lost"
    ]
    assert lost
    for table in lost:
        played = now(club, table).cards_played
        said = browser.text(f".tile[href='#table/{table}'] .far")
        assert str(played) in said
    assert f"{played}/25" in browser.text(".best .lost b") + browser.text(".best")


def now(club: Club, table: str):
    """The state of a table as the board has it."""
    position = club.board.club.tables[table].position
    return position.state if position else None


@pytest.mark.parametrize("language", SOME_LANGUAGES)
@pytest.mark.parametrize("number", [1, 2, 5, 18])
def test_one_table_is_large(browser, club, number, language):
    found = {}
    browser.open(url(club, f"#table/{club.tables[number].id}"), language=language)
    browser.until(".table .head", lambda said: said != "")
    for width, height in (*TELEVISIONS, (390, 844)):
        browser.size(width, height)
        found[width] = judged(browser, [".head", ".key b", ".rocket .air", ".panel-pile"])
        browser.shot(f"board-table-{number}-{language}-{width}x{height}")
    assert {size: told for size, told in found.items() if told} == {}


@pytest.mark.parametrize("fragment", ["", "#ranking", "#table/000000000003", "#table/none"])
def test_axe_finds_nothing_to_complain_about(browser, club, axe, fragment):
    browser.open(url(club, fragment))
    browser.until("#view", lambda said: said not in ("", texts("en", "board")["waiting"]))
    browser.until("#menu", lambda said: said != "")
    browser.run("document.getElementById('menu-button').click()")
    for width, height in ((1280, 720), (390, 844)):
        browser.size(width, height)
        browser.still()
        assert violations(browser, axe) == [], (fragment, width)


def test_the_ranking_has_every_game_that_ended(browser, club):
    browser.open(url(club, "#ranking"), 1920, 1080)
    browser.until(".ranking", lambda said: said != "")
    browser.shot("board-ranking")
    rows = browser.run(
        "return [...document.querySelectorAll('.ranking tbody th a')].map((one) => one.textContent)"
    )
    assert sorted(rows) == ["Table 11", "Table 15", "Table 19", "Table 3", "Table 7"]


def test_a_screen_reader_hears_each_table(browser, club):
    show(browser, club, 1920, 1080)
    spoken = " ".join(browser.spoken())
    for wanted in (
        "Table 2",
        "Points",
        "Clue tokens",
        "of 8",
        "Fuses",
        "to act",
        "Lost",
    ):
        assert wanted in spoken, wanted
    state = club.board.club.tables[club.tables[0].id].position.state
    assert f"white: {state.fireworks['W']}" in spoken
