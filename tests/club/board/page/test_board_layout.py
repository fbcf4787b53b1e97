"""The board in a real browser: few tables and many, at television size and on phones."""

import re
from collections.abc import Iterator

import pytest

from companion.face import ending
from companion.words.texts import texts
from tests.club.board.clubs import Club
from tests.club.board.page.evenings import COUNT, show, shown, tell_tables, topics, url
from tests.rig.browsers import violations
from tests.rig.chromium import BROWSERS, Chromium
from tests.rig.mosquitto import CLUB
from tests.rig.page_layout import JUDGE
from tests.rig.samples import EVERY_CASE, SOME_LANGUAGES, fewer, paired


@pytest.fixture(scope="module")
def club(tmp_path_factory) -> Iterator[Club]:
    with Club(tmp_path_factory.mktemp("club")) as running:
        running.start_board(host="")
        tell_tables(running, COUNT)
        yield running


pytestmark = [*BROWSERS, *CLUB]
TELEVISIONS = EVERY_CASE * [(1280, 720), (3840, 2160)] + [(1920, 1080)]
PHONES = [(320, 568), (844, 390), (768, 1024)] + EVERY_CASE * [(390, 844), (1024, 768)]
MANY = fewer(200, 4)
PARTS = [
    ".tile .called",
    ".tile .rocket .air",
    ".tile .count",
    ".tile .who",
    ".tile .verdict",
    ".tile .off",
    ".best h3",
    ".best .called",
]
TITLE = "<b>Kreis</b> & Co"
LETTERS = {1: 100, 2: 60, 5: 48, 9: 40, 13: 30, COUNT: 0}
"""How large letters are at least where there are so many tables."""
LETTER = "return parseFloat(getComputedStyle(document.querySelector('.tile')).fontSize)"
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


def judged(browser: Chromium, parts: list[str]) -> list[str]:
    browser.still()
    browser.still()  # what fits is found out once the first picture was drawn
    return browser.run(JUDGE, parts)


@pytest.fixture
def growing(browser, tmp_path) -> Iterator[Club]:
    """A board without tables yet."""
    by_hand = browser.do("Page.addScriptToEvaluateOnNewDocument", source=BY_HAND)
    with Club(tmp_path) as running:
        running.start_board(host="", title=TITLE)
        yield running
    browser.do("Page.removeScriptToEvaluateOnNewDocument", **by_hand)


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_few_tables_are_large_and_many_are_seen_page_by_page(browser, growing, language):
    browser.open(url(growing), 1920, 1080, language)
    browser.until(".welcome", texts(language, "board").by_key["no_tables"])
    known = 0
    for count, least in LETTERS.items():
        tell_tables(growing, count, known)
        known = count
        shown(browser, growing, language)
        assert judged(browser, [".tile .called"]) == [], count
        assert browser.run(LETTER) >= least
        if count == 1:
            assert all(share > 0.95 for share in browser.run(FILLED, ".tiles", ".tile"))
            assert browser.text("#heading").startswith(TITLE)
            assert browser.run("return document.title") == TITLE
    for width, height in TELEVISIONS:
        browser.size(width, height)
        assert judged(browser, PARTS) == [], width
        browser.shot(f"board-{language}-{width}x{height}")
    check_lost(browser, growing)
    tell_tables(growing, MANY, known)
    show(browser, growing, language)
    seen: list[str] = []
    while not set(browser.run(VISIBLE)) & set(seen):
        assert judged(browser, [".tile .called", ".tile .count", ".tile .score"]) == []
        assert browser.run(CUT) == []
        seen += browser.run(VISIBLE)
        for score in browser.run(SCORES):
            assert re.search(r"/(25|30)$", score), score
        browser.run("window.turnBoard()")
    assert len(seen) == len(set(seen)) == MANY
    shown_now = browser.run(VISIBLE)
    browser.run("document.querySelector('.overview').dispatchEvent(new Event('pointermove'))")
    browser.run("window.turnBoard()")
    assert browser.run(VISIBLE) == shown_now, "somebody looks at it"
    assert browser.complaints() == []


def check_lost(browser: Chromium, club: Club) -> None:
    """A lost game says how far it came, on its tile and among the best."""
    states = {key: one.position.state for key, one in club.board.club.tables.items()}
    for key, one in states.items():
        if one and one.over:
            figure = str(ending.result(one).figure)
            assert browser.text(f".tile[href='#table/{key}'] .score b") == figure
    lost = {key: one.cards_played for key, one in states.items() if one and one.status == "lost"}
    for table, played in lost.items():
        assert str(played) in browser.text(f".tile[href='#table/{table}'] .far")
    best = browser.text(".best")
    assert any(f"{played}/25" in best for played in lost.values())


def test_on_a_phone_they_are_scrolled_and_nothing_is_cut(browser, club):
    show(browser, club)
    last = "return [...document.querySelectorAll('.tile .called')].at(-1).getBoundingClientRect()"
    for width, height in PHONES:
        browser.size(width, height)
        found = judged(browser, [])
        browser.shot(f"board-{width}x{height}")
        assert [one for one in found if not one.startswith(("scrolls: ", "outside: "))] == []
        browser.run("window.scrollTo(0, document.documentElement.scrollHeight)")
        browser.still()
        assert browser.run(f"{last}.right") <= width


FILLED = """const box = (one) => document.querySelector(one).getBoundingClientRect();
const [whole, part] = [box(arguments[0]), box(arguments[1])];
return [part.height / whole.height, whole.bottom / innerHeight];"""


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_one_table_fills_the_screen(browser, club, language):
    browser.open(url(club), language=language)
    for number in (1, 2, 5, 14, 18):
        browser.run("location.hash = arguments[0]", f"#table/{topics(number).table}")
        one = club.board.club.tables[topics(number).table].position
        browser.until("#heading", one.game.table)
        browser.until(".table .head", lambda said: said != "")
        assert not browser.run("return document.body.matches('.stale')")
        over = browser.run("return document.querySelector('.head.night') !== null")
        assert over == one.state.over
        for width, height in (*TELEVISIONS, (390, 844)):
            browser.size(width, height)
            found = judged(browser, [".head", ".key b", ".rocket .air", ".panel-pile"])
            assert found == [], (number, width)
            browser.shot(f"board-table-{number}-{language}-{width}")
            if width > 390:
                filled, _ = browser.run(FILLED, ".panel-pile", ".copies-table")
                last = ".panel-pile" if over else ".panel-outlook"
                _, bottom = browser.run(FILLED, last, ".copies-table")
                assert filled > 0.7, (number, width)
                assert bottom > 0.98, (number, width)


@pytest.mark.parametrize(
    ("fragment", "size"),
    paired(["", "#ranking", "#table/000000000003", "#table/none"], [(1280, 720), (390, 844)]),
)
def test_axe_finds_nothing_to_complain_about(browser, club, axe, fragment, size):
    browser.open(url(club, fragment), *size)
    browser.until("#view", lambda said: said not in ("", texts("en", "board")["waiting"]))
    browser.until("#menu", lambda said: said != "")
    browser.run("document.getElementById('menu-button').click()")
    browser.still()
    assert violations(browser, axe) == []


def test_a_screen_reader_hears_each_table(browser, club):
    show(browser, club)
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
    state = club.board.club.tables[topics(0).table].position.state
    assert f"white: {state.fireworks['W']}" in spoken
