"""Names put right and games left out on the touch table, in a real browser."""

from typing import Any

from companion.page.words import TEXTS
from companion.words.texts import texts
from tests.rig.browsers import violations
from tests.rig.chromium import BROWSERS
from tests.rig.page_guests import invite
from tests.rig.try_page import TryPage
from tests.rig.waiting import until

pytestmark = BROWSERS
SAID = TEXTS["en"]
RENAME = """
const isHis = (each) => each.querySelector("summary").textContent === arguments[0];
const one = [...document.querySelectorAll(".renaming")].find(isHis);
one.open = true;
const field = one.querySelector("input");
if (field) field.value = arguments[1];
const buttons = [...one.querySelectorAll("button")];
buttons.find((each) => each.textContent === arguments[2]).click();
"""
PRESS = """
const buttons = [...document.querySelectorAll(".past button")];
buttons.find((each) => each.textContent === arguments[0]).click();
"""
WIDEST = """
const cells = [...document.querySelectorAll(".standings td")];
return Math.max(...cells.map((each) => each.getBoundingClientRect().right));
"""


def test_a_phone_puts_a_name_right_takes_one_away_and_leaves_a_trial_out(browser, both, axe):
    with both.script as script:

        def told(key: str) -> list[Any]:
            return [one[key] for one in script.ask(get="history")["history"]]

        code = invite(script)
        for players in (["Bem", "Cy"], ["Ben", "Cy"]):
            script.ask(do="new", players=players)
            script.ask(do="action", action={"do": "concede", "reason": "conceded"})
        phone = TryPage(browser, f"{both.url}/{code}")
        phone.open(390, 844)
        browser.run("location.hash = '#standings'")
        browser.until(".renaming", "Bem")
        browser.run(RENAME, "Bem", "Ben", SAID["rename"])
        until(lambda: told("players") == [["Ben", "Cy"], ["Ben", "Cy"]])
        phone.until("return document.querySelectorAll('.renaming').length === 2")
        browser.run("document.querySelector('.renaming').open = true")
        browser.shot("phone-renames")
        browser.size(320, 568)
        assert browser.run(WIDEST) <= 320
        assert violations(browser, axe) == []
        browser.run(PRESS, f"{SAID['undo']} (Bem → Ben)")
        until(lambda: told("players") == [["Ben", "Cy"], ["Bem", "Cy"]])
        phone.until("return document.querySelectorAll('.renaming').length === 3")
        browser.run(RENAME, "Bem", "M" * 17, SAID["rename"])
        browser.until(".renaming[open] .wrong", texts("en", "glass")["no_name"])
        browser.run(RENAME, "Bem", "Ben", SAID["rename"])
        until(lambda: told("players") == [["Ben", "Cy"], ["Ben", "Cy"]])
        phone.until("return document.querySelectorAll('.renaming').length === 2")
        browser.run(RENAME, "Cy", "", SAID["nameless"])
        until(lambda: told("players") == [["Ben", "2"], ["Ben", "2"]])
        phone.until("return document.querySelectorAll('.renaming').length === 1")
        browser.run(PRESS, f"{SAID['undo']} (Cy → {SAID['nameless']})")
        until(lambda: told("players") == [["Ben", "Cy"], ["Ben", "Cy"]])
        browser.run("location.hash = '#game/1'")
        browser.until(".past", SAID["was_trial"])
        browser.run(PRESS, SAID["was_trial"])
        browser.until(".past", SAID["counts_again"])
        assert told("trial") == [False, True]
        browser.run(PRESS, SAID["counts_again"])
        browser.until(".past", SAID["was_trial"])
    assert browser.complaints() == []


def test_who_types_a_name_that_sits_there_already_is_told_what_the_second_is_called(browser, both):
    with both.script as script:
        code = invite(script)
    phone = TryPage(browser, f"{both.url}/{code}")
    phone.open(390, 844)
    browser.run("document.querySelector('[data-to*=\"names\"]').click()")
    for place, name in enumerate(("Ann", "Ben", "ann")):
        browser.run("document.querySelectorAll('.names input')[arguments[0]].focus()", place)
        browser.do("Input.insertText", text=name)
    browser.run("document.activeElement.blur()")
    browser.until(".twice", SAID["name_twice"].format(name="Ann", told="ann 2"))
    browser.shot("phone-name-twice")
    phone.tap('[data-act="draft"]')
    phone.tap(".begin")
    with both.script as script:
        until(lambda: script.ask(get="state")["state"])
        assert script.ask(get="state")["state"]["names"] == ["Ann", "Ben", "ann 2"]
    assert browser.complaints() == []
