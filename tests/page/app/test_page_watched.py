"""A device is played on while its page is watched in a real browser.

Each is a process of its own.
"""

import time
from collections.abc import Iterator

import pytest

from companion.face.words import texts
from companion.page.words import TEXTS
from tests.games import three_players
from tests.rig.chromium import BROWSERS, chromium, own_address
from tests.rig.moments import moments, sitting
from tests.rig.page_beside import Beside, beside
from tests.rig.samples import SOME_LANGUAGES
from tests.rig.view_socket import line

pytestmark = BROWSERS
HOUR_MS = 3_600_000
DRAWN = "return document.querySelector('.panel-ending .curve .line').getAttribute('d').length"
"""How long the path of the curve is."""


@pytest.fixture(scope="module")
def both(tmp_path_factory) -> Iterator[Beside]:
    with beside(tmp_path_factory.mktemp("both")) as found:
        yield found


def figures(browser) -> list[str]:
    """Points, clue tokens, fuses as they are seen."""
    places = (".stats b", ".key.clue b", ".key.misfire b")
    return [browser.text(place).split("/")[0] for place in places]


def heights(browser) -> list[str]:
    return browser.run(
        "return [...document.querySelectorAll('.rocket .rank')]"
        ".map((one) => one.textContent || '0')"
    )


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_a_game_is_watched_from_the_welcome_to_its_end(browser, tmp_path, language):
    said = TEXTS[language]
    with beside(tmp_path) as both:
        browser.open(f"{both.url}/", 1280, 720, language)
        browser.until(".welcome h2", said["no_game"])
        with both.script as script:
            script.ask(do="new", edition={}, players=3, detail="cards")
            browser.until(".turn-number", said["turn_number"].format(turn=1))
            script.press("clue")
            browser.until(".turn-number", said["turn_number"].format(turn=2))
            assert figures(browser) == ["0", "7", "3"]
            assert browser.text(".stat:last-child b") == "35"
            script.press("play")
            browser.until(".question", texts(language)["ask_play"][:8])
            options = script.ask(get="screen")["screen"]["options"]
            shown = browser.run(
                "return [...document.querySelectorAll('.option')].map((one) => one.textContent)"
            )
            assert len(shown) == len({item for items in options.values() for item in items})
            browser.shot(f"watched-choice-{language}")
            script.ask(do="hold", control="clue", seconds=1.0)
            browser.until(".news", lambda said: texts(language)["ask_play"][:8] not in said)
            script.ask(do="new", edition={}, players=3, detail="cards")
            for action in three_players().actions:
                script.ask(do="action", action=action)
                state = script.ask(get="state")["state"]
                wanted = [str(state[key]) for key in ("score", "clues", "fuses")]
                browser.until(".keys", lambda _, wanted=wanted: figures(browser) == wanted)
                assert heights(browser) == [str(height) for height in state["fireworks"].values()]
        assert state["status"] == "finished"
        browser.until(".panel-ending h2", said["curve"])
        assert browser.run(DRAWN) > 200
        assert browser.text(".sunk li .name") == texts(language)["suit_G"]
        browser.shot(f"watched-end-{language}")
        turn = browser.text(".turns li:last-child .number")
        browser.run("document.querySelector('.turns li:last-child button').click()")
        browser.until(".where", f"{turn} / 56")
        assert browser.complaints() == []


HEARD = (
    *("red: 1", "white: 0, no further than 4", "Clue tokens", "of 8", "Fuses", "of 3", "Deck"),
    *("Points", "Player 1", "is next", "5 cards in hand", "5: gone", "3: 2 still to come"),
    *("misfire", "points possible"),
)


def test_the_text_for_screen_readers_says_the_whole_table(browser, both):
    browser.open(f"{both.url}/")
    with both.script as script:
        script.ask(do="new", edition={"preset": "black-powder"}, players=3, detail="cards")
        browser.until(".turn-number", "Turn 1")
        for action in (
            {"do": "clue"},
            {"do": "play", "card": "R1"},
            {"do": "misfire", "card": "W5"},
        ):
            script.ask(do="action", action=action)
        browser.until(".turn-number", "Turn 4")
    spoken = browser.spoken()
    text = " ".join(spoken)
    for wanted in HEARD:
        assert wanted in text, (wanted, text)
    assert "misfire" in browser.text("#said")
    assert "Turn 4" in browser.text("#said")


def test_the_page_says_what_is_away_and_goes_on_by_itself(browser, both):
    signs = TEXTS["en"]
    with both.script as script:
        script.ask(do="new", edition={}, players=2, detail="tokens")
    browser.open(f"{both.url}/")
    browser.until(".turn-number", "Turn 1")
    both.end_daemon()
    browser.until("#signs", signs["away"])
    assert "Turn 1" in browser.text(".turn-number")
    browser.shot("away")
    both.start_daemon()
    browser.until("#signs", lambda said: said == "", 20)
    both.end_page()
    browser.until("#signs", signs["offline"])
    with both.script as script:
        script.press("clue")
        both.start_page()
        browser.until(".turn-number", "Turn 2", 20)
        assert browser.text("#signs") == ""
        with browser.offline():
            browser.until("#signs", signs["offline"], 60)
            script.press("clue")
        browser.until(".turn-number", "Turn 3", 20)
        assert browser.text("#signs") == ""


def test_a_page_that_was_frozen_for_an_hour_goes_on_by_itself(both, tmp_path):
    """It has a browser of its own, in which no finger is answered any more."""
    with both.script as script, chromium(tmp_path) as browser:
        script.ask(do="new", edition={}, players=2, detail="tokens")
        browser.open(f"{both.url}/")
        browser.until(".turn-number", "Turn 1")
        browser.do("Page.setWebLifecycleState", state="frozen")
        both.end_page()
        script.press("clue")
        both.start_page()
        time.sleep(1)
        # Its clock goes on while nothing of it runs.
        browser.do("Page.setWebLifecycleState", state="active")
        browser.run("const real = Date.now; Date.now = () => real() + arguments[0];", HOUR_MS)
        browser.until(".turn-number", "Turn 2", 20)


def test_pages_that_were_left_hold_no_connection(browser, both):
    with both.script as script:
        script.ask(do="new", edition={}, players=2, detail="tokens")
    for number in range(8):  # a browser has six connections to a place
        browser.open(f"{both.url}/?{number}")
        browser.until(".turn-number", "Turn 1")
    browser.driver.back()
    browser.driver.back()
    browser.until(".turn-number", "Turn 1")
    with both.script as script:
        script.press("clue")
        browser.until(".turn-number", "Turn 2")


def test_the_clock_of_the_turn_counts_by_itself_and_on_below_zero(browser, page):
    clock = {"limit": 60, "since": time.monotonic() - 70}
    game = moments(sitting(three_players()))[5]
    page.say(line(game, clock=clock))
    browser.open(f"http://{own_address()}:{page.page.port}/", 1280, 720)
    browser.until(".turn-clock", lambda said: said.startswith("–0:1"))
    first = browser.text(".turn-clock")
    browser.until(".turn-clock", lambda said: said != first)
    browser.shot("watched-clock")
    page.say(line(game, 2))
    browser.until(".turn-number", lambda said: said == "Turn 6")
