"""Phones that play, a television that looks on and a device, in a real browser."""

from companion.page.words import TEXTS
from tests.rig.browsers import violations
from tests.rig.chromium import BROWSERS, Chromium
from tests.rig.page_guests import invite
from tests.rig.try_page import TryPage
from tests.rig.waiting import until

pytestmark = BROWSERS
SAID = TEXTS["en"]
ENTER = "\ue007"


def press(browser: Chromium, selector: str) -> None:
    browser.run("document.querySelector(arguments[0]).click()", f".start {selector}")


def test_a_phone_sets_up_a_game_plays_it_and_looks_on(browser, both, axe):
    with both.script as script:
        code = invite(script)
        phone = TryPage(browser, f"{both.url}/{code}")
        phone.open(390, 844)
        browser.until(".start", SAID["how_many"])
        assert browser.run("return location.pathname + location.hash") == "/"
        for choice in ('"cards"', "editions", '"grand"', '"players":4', '"first":2', '"names"'):
            press(browser, f"[data-to*='{choice}']")
        browser.run("document.querySelector('.names input').focus()")
        browser.keys("Ann", ENTER, "Владимир")
        press(browser, """[data-to='{"step":""}']""")
        browser.shot("phone-setup")
        press(browser, ".begin")
        browser.until(".news", "cannot write Владимир")
        state = script.ask(get="state")["state"]
        assert (state["players"], state["preset"], state["detail"]) == (4, "grand", "cards")
        assert state["names"] == ["Владимир", "3", "4", "Ann"]
        phone.until("return !document.querySelector('.news').matches('.noticed')")
        phone.tap(".rocket[data-suit=R]")
        until(lambda: script.ask(get="state")["state"]["turn"] == 2)
        browser.until(".news", "By phone: red")
        browser.shot("phone-played")
        assert violations(browser, axe) == []
        script.press("clue")
        phone.until("return document.querySelector('#said').textContent.includes(' 3')")
        phone.tap('.keys [data-act="undo"]')
        until(lambda: script.ask(get="state")["state"]["turn"] == 2)
        phone.tap('.keys [data-act="more"]')
        phone.tap("""[data-to='{"name":"menu"}']""")
        assert browser.run("return document.querySelector('[data-key=sound]')") is None
        browser.shot("phone-menu")
        phone.tap(".sheet .close")
        script.ask(do="action", action={"do": "concede", "reason": "no_more_points"})
        phone.tap('.keys [data-act="look"]')
        for key in ("log_play", "copy_text", "save_picture"):
            browser.until(".sheet", SAID[key])
        browser.shot("phone-end")
        script.ask(do="undo")
        phone.tap('.keys [data-act="more"]')
        phone.tap("""[data-to='{"name":"menu"}']""")
        phone.tap('[data-act="watch"]')
        browser.until(".watched", "Clue")
        assert browser.run("return document.querySelector('.stage')") is None
        browser.run("location.hash = '#play_along'")
        phone.until("return document.querySelector('.stage .rocket')")
    assert browser.complaints() == []
