"""The touch table of a device in a real browser: `make test-browser ARGS=tests/page/app`."""

import pytest

from companion.settings import view_socket_beside
from tests.page.app.conftest import SCREENS, check
from tests.rig.browsers import violations
from tests.rig.chromium import BROWSERS
from tests.rig.running import Script
from tests.rig.samples import SOME_LANGUAGES
from tests.rig.touch_tables import touch_device, touch_table
from tests.rig.try_page import TryPage

pytestmark = BROWSERS


def test_a_phone_is_let_in_by_the_code_that_the_screen_shows_and_out_again(kiosk, device, axe):
    kiosk.open(800, 480)
    kiosk.begin()
    kiosk.tap('.keys [data-act="more"]')
    kiosk.tap("""[data-to='{"name":"menu"}']""")
    kiosk.tap('[data-act="phone"]')
    shown = kiosk.until("return document.querySelector('.phone-code .large')?.textContent")
    for size in SCREENS:
        check(kiosk, "phone", *size)
    assert violations(kiosk.browser, axe) == []
    enter = {"do": "enter", "token": shown.rpartition("/")[2]}
    with Script(view_socket_beside(device.sock)) as view:
        assert view.tell(**enter)["ok"]
        kiosk.tap('[data-act="withdraw"]')
        kiosk.browser.until(".news", "not valid any more")
        assert not view.tell(**enter)["ok"]


def test_a_companion_that_is_killed_is_told_and_the_game_goes_on_by_itself(browser, tmp_path):
    with touch_device(tmp_path) as device, touch_table(tmp_path, device.sock) as served:
        kiosk = TryPage(browser, served.url)
        kiosk.open(800, 480)
        kiosk.begin()
        kiosk.enter("clue", None)
        assert kiosk.comes_to({"turn": 2})
        device.process.kill()
        browser.until(".news", "is away")
        kiosk.tap('.keys [data-act="clue"]')
        browser.until(".news", "does not answer")
        with touch_device(tmp_path):
            kiosk.until("return !document.querySelector('.news').matches('.noticed')", 30)
            kiosk.enter("clue", None)
            assert kiosk.comes_to({"turn": 3, "clues": 6})


def test_what_a_script_does_is_shown_and_past_games_are_listed_without_a_backup(kiosk, device):
    kiosk.open(1280, 720)
    kiosk.begin()
    with Script(device.sock) as script:
        script.ask(do="action", action={"do": "play", "suit": "R"})
        kiosk.browser.until(".rocket[data-suit=R]", "1")
        script.ask(do="action", action={"do": "concede", "reason": "no_more_points"})
        kiosk.browser.until(".verdict", "All smoke")  # a sheet is drawn anew with its table
    kiosk.tap('.keys [data-act="more"]')
    kiosk.tap("""[data-to='{"name":"menu"}']""")
    assert kiosk.browser.run("return document.querySelector('[data-act=save]')") is None
    kiosk.tap('[data-act="past"][data-view="games"]')
    kiosk.until("return document.querySelectorAll('.past-view li').length === 1")


KEYS = """return [...document.querySelectorAll('.frame .keys > .key')].map(
    (key) => key.getBoundingClientRect().toJSON());"""
LONG_NOTICE = """const news = document.querySelector('.frame > .news');
news.classList.add('noticed');
news.replaceChildren('A notice of the longest kind. '.repeat(4));"""


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_every_screen_of_it_has_room_on_both_displays(browser, axe, tmp_path, language):
    with touch_device(tmp_path) as device, touch_table(tmp_path, device.sock) as served:
        kiosk = TryPage(browser, served.url)

        def check_screen(name: str) -> None:
            for size in SCREENS:
                check(kiosk, f"{name}-{language}", *size)
            assert violations(browser, axe) == [], name

        kiosk.open()
        kiosk.until("return document.querySelector('.languages') !== null")
        check_screen("first")
        kiosk.speak(language)
        check_screen("start")
        kiosk.tap(".begin")
        kiosk.until("return document.querySelector('.rocket') !== null")
        keys = browser.run(KEYS)
        browser.run(LONG_NOTICE)
        assert browser.run(KEYS) == keys
        for do in ("clue", "misfire", "discard", "clue", "misfire"):
            kiosk.ask({"do": "action", "action": {"do": do}})
        kiosk.until("return document.querySelector('.key.danger') !== null")
        check_screen("table")
        kiosk.tap(".news")
        check_screen("turns")
        kiosk.tap('.keys [data-act="more"]')
        check_screen("more")
        kiosk.tap("""[data-to='{"name":"menu"}']""")
        check_screen("menu")


FINGER = """const facts = { bubbles: true, detail: 1, pointerId: 7, clientX: 9, clientY: 9 };
const key = document.querySelector('.keys [data-act="undo"]');
key.dispatchEvent(new PointerEvent(arguments[0], facts));"""
MEANWHILE = {
    "turns": [".turn-lines li:nth-child(1) .turn-line", '.ways [data-as="remove"]'],
    "counters": ['.counters [data-act="counters"]', '[data-act="correct"]'],
}
"""What is tapped in a sheet before the game goes on, and then."""


def begin(kiosk):
    """Begin a game, whatever was played before, with a clue."""
    kiosk.open(800, 480)
    kiosk.speak()
    kiosk.ask({"do": "new", "players": 2})
    kiosk.browser.until(".turn-number", lambda said: said == "Turn 1")
    kiosk.enter("clue", None)
    assert kiosk.comes_to({"turn": 2})


@pytest.mark.parametrize("sheet", MEANWHILE)
def test_a_sheet_means_the_table_on_which_it_was_opened(kiosk, device, sheet):
    begin(kiosk)
    kiosk.tap('.keys [data-act="more"]')
    kiosk.tap(f'.sheet [data-act="{sheet}"]')
    first, then = MEANWHILE[sheet]
    kiosk.tap(first)
    with Script(device.sock) as script:
        script.ask(do="undo")
        script.ask(do="action", action={"do": "play", "suit": "R"})
    kiosk.browser.until(".rocket[data-suit=R]", "1")
    kiosk.tap(then)
    kiosk.browser.until(".news", "went on meanwhile")
    kiosk.until("return document.querySelector('.sheet').hidden")
    assert kiosk.comes_to({"turn": 2, "clues": 8, "score": 1})


def test_a_finger_means_the_table_that_it_saw_when_it_came_down(kiosk, device):
    begin(kiosk)
    kiosk.browser.run(FINGER, "pointerdown")
    with Script(device.sock) as script:
        script.ask(do="action", action={"do": "play", "suit": "R"})
        kiosk.browser.until(".rocket[data-suit=R]", "1")
        for event in ("pointerup", "click"):
            kiosk.browser.run(FINGER, event)
        kiosk.browser.until(".news", "went on meanwhile")
    assert kiosk.comes_to({"turn": 3})


SHEETS = {
    "more": [],
    "turns": ["[data-act=turns]", ".turn-line"],
    "settings": ["[data-to*=menu]"],
    "how it stands": ["[data-to*=look]"],
    "tokens and cards": ["[data-act=counters]"],
    "the pile's cards": ["[data-to*=late]"],
    "the end": ["[data-to*=conclude]"],
}
"""What opens each sheet, one tap after the other, from *More* on."""
FITS = """const sheet = document.querySelector('.sheet');
const boxes = (selector) => [...sheet.parentElement.querySelectorAll(selector)].map((one) =>
  one.getBoundingClientRect());
const [[box], [sky], keys] = ['.sheet', '.middle', '.sheet button'].map(boxes);
const last = boxes('.sheet-body > *, .sheet-foot').map((one) => one.bottom);
return { small: keys.filter((one) => Math.min(one.width, one.height) < 63.5).length,
  empty: Math.round(box.bottom - Math.max(...last)), above: Math.round(box.top - sky.top) };"""
FOCUSED = "return document.activeElement.dataset.act || ''"


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_each_sheet_is_as_large_as_what_it_holds_and_the_keyboard_comes_back(kiosk, axe, scheme):
    kiosk.open(800, 480)
    kiosk.speak()
    kiosk.browser.run("document.documentElement.dataset.scheme = arguments[0]", scheme)
    kiosk.ask({"do": "new", "players": 3, "detail": "cards"})
    for do in ("clue", "discard", "clue", "clue"):
        kiosk.ask({"do": "action", "action": {"do": do}})
    kiosk.browser.until(".turn-number", "Turn 5")
    for name, opened in SHEETS.items():
        for size in ((360, 640), (1280, 800), (800, 480)):
            kiosk.browser.size(*size)
            kiosk.browser.run("document.querySelector('.keys [data-act=more]').focus()")
            kiosk.browser.keys("\ue007")
            for selector in opened:
                kiosk.until(f"return document.querySelector('.sheet {selector}') !== null")
                kiosk.browser.run(
                    "document.querySelector(`.sheet ${arguments[0]}`).click()", selector
                )
            kiosk.browser.still()
            kiosk.browser.shot(f"sheet-{name}-{scheme}-{size[0]}")
            found = kiosk.browser.run(FITS)
            assert found["small"] == 0, (name, size)
            assert found["empty"] < 20, (name, size)
            assert found["above"] >= 0, (name, size)
            assert violations(kiosk.browser, axe) == [], (name, size)
            kiosk.browser.keys("\ue00c")
            kiosk.until("return document.querySelector('.sheet').hidden")
            assert kiosk.browser.run(FOCUSED) == "more", (name, size)
    assert violations(kiosk.browser, axe) == []


def test_how_it_stands_is_heard_by_a_tap(kiosk):
    begin(kiosk)
    kiosk.browser.run(
        "speechSynthesis.speak = ({ text, lang }) => { window.heard = [text, lang]; }"
    )
    kiosk.tap('.keys [data-act="more"]')
    kiosk.tap('.sheet [data-to*="look"]')
    kiosk.tap('.sheet [data-act="hear"]')
    text, language = kiosk.until("return window.heard")
    assert language == "en"
    assert " ".join(text.split()).startswith(kiosk.browser.text("#said")), "who is next, tokens"
    assert "25 points possible" in text


SMALL_TEXT = """return [...document.querySelectorAll('.stage *')].filter((one) => one.offsetParent
  && [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim())
  && one.offsetWidth > 1 && parseFloat(getComputedStyle(one).fontSize) < 11)
  .map((one) => [one.className, one.textContent]);"""
BURSTS_CUT = """return [...document.querySelectorAll('.rocket')].filter((one) => {
  const [sky, burst] = [one, one.querySelector('.burst-at')].map((part) =>
    part.getBoundingClientRect());
  return burst.top < sky.top || burst.bottom > sky.bottom; }).length;"""
BARE = """return [...document.querySelectorAll('.keys:not(.far) .key')].filter((one) =>
  getComputedStyle(one).borderTopWidth === '0px').length;"""


def test_a_small_phone_with_six_suits_cuts_no_burst_and_writes_nothing_too_small(kiosk):
    kiosk.open(360, 640)
    kiosk.speak()
    kiosk.ask({"do": "new", "players": 2, "edition": {"preset": "rr-variant-1"}})
    for suit in "WWWWWMMMMM":
        kiosk.ask({"do": "action", "action": {"do": "play", "suit": suit}})
    kiosk.browser.until('.rocket[data-suit="M"] .rank', "5")
    for size in ((360, 640), (800, 480)):
        kiosk.browser.size(*size)
        kiosk.browser.still()
        assert kiosk.browser.run(BURSTS_CUT) == 0, size
        assert kiosk.browser.run(SMALL_TEXT) == [], size
    assert kiosk.browser.run(BARE) == 5
    with kiosk.browser.media("forced-colors", "active"):
        assert kiosk.browser.run(BARE) == 0, "a key is seen by its border then"


def test_the_clock_of_the_turn_stands_beside_who_acts_and_starts_anew(kiosk):
    kiosk.open(800, 480)
    kiosk.begin()
    kiosk.ask({"do": "prefer", "key": "clock", "value": "300"})
    kiosk.browser.until(".head:not(.far) .turn-clock", lambda said: said in ("4:58", "4:57"))
    kiosk.enter("clue", None)
    kiosk.browser.until(".head:not(.far) .turn-clock", lambda said: said in ("5:00", "4:59"))
    for size in ((800, 480), (390, 844)):
        check(kiosk, "clock", *size)
    kiosk.ask({"do": "prefer", "key": "clock", "value": "off"})
    kiosk.until("return document.querySelector('.turn-clock') === null")
