"""What guests do with the evening's code, in a real browser beside a real device."""

from companion.page.words import TEXTS
from tests.games import three_players
from tests.rig.browsers import violations
from tests.rig.chromium import BROWSERS
from tests.rig.page_guests import invite

pytestmark = BROWSERS
SAID = TEXTS["en"]
ENTER, HOME, RIGHT, LEFT = "\ue007", "\ue011", "\ue014", "\ue012"


def test_a_wrong_code_is_told_and_the_right_one_opens_past_games(browser, both, axe):
    with both.script as script:
        code = invite(script)
        script.ask(do="new", edition={}, players=3, detail="cards")
        for action in three_players().actions:
            script.ask(do="action", action=action)
        script.ask(do="new", edition={}, players=3, detail="cards")
    browser.open(f"{both.url}/#games", 390, 844)
    browser.until("form.enter", SAID["enter_title"])
    browser.run("document.getElementById('code').focus()")
    browser.keys("AAAA2222", ENTER)
    browser.until("form.enter .wrong", lambda said: len(said) > 5)
    browser.keys(code.lower(), ENTER)
    browser.until(".games-list", SAID["game_number"].format(game=1))
    browser.shot("games")
    assert violations(browser, axe) == []
    browser.run("document.querySelector('a[href=\"#game/1\"]').click()")
    browser.until(".where", "56 / 56")
    assert browser.text(".stat:first-child b").startswith("2")
    browser.run("document.getElementById('turn').focus()")
    browser.keys(HOME)
    browser.until(".where", "0 / 56")
    assert browser.text(".replay .stat:first-child b").startswith("0")
    browser.keys(RIGHT, RIGHT, LEFT)
    browser.until(".where", "1 / 56")
    browser.shot("game")
    assert violations(browser, axe) == []
    assert "HANABI" in browser.text(".summary-text")
    select = "return getComputedStyle(document.querySelector('.summary-text')).userSelect"
    assert browser.run(select) == "text"
    record = browser.run(
        "return fetch(document.querySelector('a[download]').href).then((answer) => answer.json())"
    )
    assert len(record["actions"]) == 56
    browser.run("location.hash = '#standings'")
    browser.until(".standings tbody", lambda said: said != "")
    browser.shot("standings")
    assert violations(browser, axe) == []
    assert browser.complaints() == []
