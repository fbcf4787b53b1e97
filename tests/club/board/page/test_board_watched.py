"""The board over an evening: chosen by keyboard, while a broker and a board come and go."""

import random
from collections.abc import Iterator

import pytest
from paho.mqtt import publish

from companion.words.texts import texts
from tests.club.board.clubs import Club, heard, ranked
from tests.club.board.page.evenings import cut, show, tell_tables, url, whole
from tests.club.board.told import ENDED, result
from tests.club.bridges import Bridged
from tests.rig.chromium import BROWSERS, Chromium
from tests.rig.mosquitto import CLUB
from tests.rig.pages import Pages
from tests.rig.servers import free_port
from tests.rig.waiting import until

pytestmark = [*BROWSERS, *CLUB]
SAID = texts("en", "board", "page")
TAB, ENTER, ESCAPE, LEFT, RIGHT, UP, DOWN = (
    "\ue004",
    "\ue007",
    "\ue00c",
    "\ue012",
    "\ue014",
    "\ue013",
    "\ue015",
)
COLUMNS = (
    "return getComputedStyle(document.querySelector('.overview')).getPropertyValue('--columns')"
)
FOCUS = "return document.activeElement.getAttribute('href') || document.activeElement.id"


@pytest.fixture
def club(tmp_path) -> Iterator[Club]:
    with Club(tmp_path) as running:
        running.start_board("", free_port())
        yield running


def press(browser: Chromium, *pressed: str) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    for key in pressed:
        ActionChains(browser.driver).send_keys(key).perform()


def test_news_before_the_next_view_is_open_is_shown_in_the_one_that_is(browser, club):
    """The address changes at once, the view after what waits: a stream may come between."""
    streams = (
        "EventSource = class extends EventSource"
        " { constructor(path) { super(path); window.stream = this; } }"
    )
    browser.do("Page.addScriptToEvaluateOnNewDocument", source=streams)
    tell_tables(club, 2)
    show(browser, club)
    browser.run(
        "location.hash = document.querySelector('.tile').getAttribute('href');"
        "const data = JSON.stringify({ whole: false, gone: [], tables: [] });"
        "stream.dispatchEvent(new MessageEvent('club', { data }))"
    )
    browser.until("#said", bool)
    assert browser.complaints() == []


def test_a_table_is_chosen_by_keyboard_alone_and_left_again(browser, club):
    tell_tables(club, 9)
    show(browser, club)
    ids = browser.run(
        "return [...document.querySelectorAll('.tile')].map((one) => one.getAttribute('href'))"
    )
    names = browser.run(
        "return [...document.querySelectorAll('.tile .called')].map((one) => one.textContent)"
    )
    columns = int(browser.run(COLUMNS))
    press(browser, TAB, TAB)
    assert browser.run(FOCUS) == ids[0]
    press(browser, RIGHT, RIGHT, LEFT, DOWN)
    assert browser.run(FOCUS) == ids[1 + columns]
    press(browser, UP, ENTER)
    browser.until("#heading", names[1])
    assert browser.run("return location.hash") == ids[1]
    assert browser.run(FOCUS) == "heading"
    press(browser, RIGHT)
    browser.until("#heading", names[2])
    press(browser, LEFT)
    browser.until("#heading", names[1])
    browser.run("document.getElementById('menu-button').click()")
    press(browser, ESCAPE)
    browser.still()
    assert browser.run("return location.hash") == ids[1], "it closes the menu alone"
    press(browser, ESCAPE)
    browser.until("#heading", SAID["title"])
    browser.until(".tiles", lambda said: browser.run(FOCUS) == ids[1])


def forget(club: Club, table: Bridged) -> None:
    """Have the broker forget a table."""
    table.end()
    messages = [(f"hanabi/{table.id}/{topic}", b"", 1, True) for topic in ("state", "availability")]
    publish.multiple(messages, port=club.broker.port)


def test_what_is_away_is_said_until_it_is_back_and_a_table_that_is_forgotten_goes(browser, club):
    told = whole(0)
    table = club.open("One", cut(told, 19))
    for name in ("Another", "A third"):
        other = club.open(name)
    show(browser, club)
    browser.run("window.marked = true")
    club.broker.stop()
    browser.until("#signs", SAID["away"])
    browser.shot("board-broker-away")
    table.tell(cut(told, 24))
    club.broker.start()
    browser.until("#signs", lambda said: said == "", 20)
    browser.until(".tile .count.deck", f"{cut(told, 24).state.deck}.")
    port = club.server.port
    club.stop_board()
    browser.until("#signs", SAID["offline"])
    table.tell(cut(told, 29))
    forget(club, other)
    club.start_board("", port)
    browser.until("#signs", lambda said: said == "", 30)
    browser.until(".tile .count.deck", f"{cut(told, 29).state.deck}.")
    assert browser.run("return window.marked") is True
    assert browser.run("return document.querySelectorAll('.tile').length") == 2
    forget(club, table)
    browser.until(".tiles", lambda said: "One" not in said)


ROWS = """return [...document.querySelectorAll('.ranking')].map((group) =>
    [...group.querySelectorAll('tbody tr')].map((row) =>
        [row.children[0], row.querySelector('a'), row.querySelector('b')]
            .map((one) => one.textContent)))"""


def test_the_ranking_is_the_same_whether_it_was_followed_or_opened_now(browser, club):
    browser.open(f"{url(club)}#ranking", 1280, 720)
    browser.until("#view", SAID["ranking_none"])
    dice = random.Random(5)
    messages = []
    for number in range(1, 31):
        topic, over = f"hanabi/t{number % 5}/result/{number}", whole(number % 6)
        messages.append(
            (topic, result(over, f"Bar {number % 5}", ENDED + dice.randrange(9), game=number))
        )
    messages += [(topic, b"") for topic, _ in dice.sample(messages, 8)]
    for message in messages:
        publish.multiple([(*message, 1, True)], port=club.broker.port)
    until(lambda: len(club.board.club.results) == 22)
    pages = Pages(club.server.port)
    wanted = ranked(heard({}, pages.open("/live?lang=en").until("club")["ranking"]))
    rows = [
        [[str(game["place"]), game["name"], str(game["score"])] for game in group["games"]]
        for group in wanted
    ]
    browser.until("#view", lambda _: browser.run(ROWS) == rows)
    browser.open(f"{url(club)}#ranking", 1280, 720)
    browser.until("#view", lambda _: browser.run(ROWS) == rows)
    assert browser.complaints() == []


NOWHERE = ["constructor", "__proto__", "toString/x", "%", "tables/%", "table", "ranking2"]
NOBODY = [f"table/{one}" for one in ["%", "%E0%A4%A", "constructor", "__proto__", "a/%/b", "%25"]]


def test_an_address_that_means_nothing_leaves_no_page_blank(browser, club):
    tell_tables(club, 2)
    browser.open(url(club, f"#{NOBODY[1]}"))
    for fragment in (*NOBODY, *NOWHERE):
        browser.run("location.hash = arguments[0]", f"#{fragment}")
        view, said = (".alone", "table_gone") if fragment in NOBODY else (".tiles", "points")
        browser.until(view, SAID[said])
        assert browser.text("#heading")
        browser.run("location.hash = '#tables'")
        browser.until(".tiles", SAID["points"])
    assert browser.complaints() == []
