"""Moments in a real browser: what a room sees for two seconds, and the picture of a game."""

import io
import time
from pathlib import Path

import pytest
from PIL import Image

from companion.game.cards import RANKS
from companion.game.record import Record
from companion.game.setup import Setup
from companion.journal import past_games
from companion.journal.sitting import Sitting
from companion.page.words import TEXTS
from tests.rig.chromium import BROWSERS, Chromium, own_address
from tests.rig.moments import sitting
from tests.rig.page_layout import faults
from tests.rig.pages import Served
from tests.rig.past_pages import summary
from tests.rig.scenes import PEOPLE, WIDE, game
from tests.rig.view_socket import line
from tests.rig.waiting import until

pytestmark = BROWSERS
SHOWN_S = 2.0
CLASSES = "const one = document.querySelector('.moment'); return one ? one.className : ''"
MOVING = "return document.querySelector('.moment').getAnimations({subtree: true}).length"
INK = (
    "return getComputedStyle(document.querySelector('.moment p')).color.match(/\\d+/g).map(Number)"
)
ASKED = """return performance.getEntriesByType("resource").map((one) => one.name)
    .filter((name) => !name.includes("/live"));"""
LAST = b"IEND\xaeB`\x82"
"""The end of a PNG."""
SAVE = ".panel-ending .save-picture"
PRESS_CURVE = """const curve = document.querySelector(".chart .curve");
const { left, width } = curve.getBoundingClientRect();
curve.dispatchEvent(new MouseEvent("click", { clientX: left + arguments[0] * width }));"""
"""Presses the curve at a part of its width."""


def perfect() -> Sitting:
    actions = [{"do": "play", "card": f"{suit}{rank}"} for suit in "WRBYG" for rank in RANKS]
    return sitting(Record(Setup(3, detail="cards"), PEOPLE, tuple(actions)))


def cut(whole: Sitting, steps: int) -> Sitting:
    return whole._replace(steps=whole.steps[:steps])


def misfire() -> Sitting:
    """A game up to its first misfire."""
    whole = game("classic", PEOPLE, 8)
    errors = next(number for number, step in enumerate(whole.steps) if step.state.errors)
    return cut(whole, errors + 1)


MOMENTS = {
    "firework": lambda: cut(perfect(), 5),
    "perfect": perfect,
    "misfire": misfire,
    "lost": lambda: game("classic", PEOPLE, 8),
    "finished": lambda: game("grand", WIDE, 9),
}


def see(browser: Chromium, page: Served, before: Sitting, after: Sitting, serial: int = 2) -> None:
    """Look on while the device comes from one state to the next."""
    page.say(line(before, serial - 1))
    browser.open(f"http://{own_address()}:{page.page.port}/", 1920, 1080)
    browser.until(".head", lambda said: said != "")
    page.say(line(after, serial))


@pytest.mark.parametrize("name", MOMENTS)
def test_a_moment_fills_the_screen_for_two_seconds(browser, page, tmp_path, name):
    after = MOMENTS[name]()
    see(browser, page, cut(after, len(after.steps) - 1), after)
    browser.until(".moment", lambda said: said != "")
    began = time.monotonic()
    assert browser.run(CLASSES) == f"moment night {name}"
    high = browser.run("return document.querySelector('.moment p').getBoundingClientRect().height")
    assert high >= 1080 / 8
    assert sum(browser.run(INK)) > 400, "its sky is dark by day too"
    assert browser.run(MOVING) == 0
    browser.shot(f"moment-{name}")
    if after.state.over:
        check_verdict(browser)
        check_picture(browser, tmp_path)
    else:
        browser.until("body", lambda _: browser.run(CLASSES) == "", 5)
        assert time.monotonic() - began > SHOWN_S / 2
    assert browser.complaints() == []


def check_verdict(browser: Chromium) -> None:
    """It is the largest text of a game that is over."""
    sizes = browser.run(
        "const size = (one) => parseFloat(getComputedStyle(one).fontSize);"
        "return [size(document.querySelector('.verdict .name')),"
        " Math.max(...[...document.querySelectorAll('.table *:not(.verdict *, .rocket *)')]"
        ".map(size))]"
    )
    assert sizes[0] > sizes[1]


def check_picture(browser: Chromium, folder: Path) -> None:
    """It is drawn and saved without a question to anybody."""
    asked = browser.run(ASKED)
    picture = saved(browser, folder)
    assert picture.size == (1200, 900)
    colours = {colour for _, colour in picture.getcolors(1 << 20) or []}
    assert {(255, 107, 107), (255, 209, 102), (242, 244, 253)} <= colours
    assert browser.run(ASKED) == asked


def test_moments_move_where_the_reader_likes_motion(browser, page):
    with browser.media("prefers-reduced-motion", "no-preference"):
        see(browser, page, cut(perfect(), 24), perfect())
        browser.until(".moment", lambda said: said != "")
        assert browser.run(MOVING) == 6


def test_nothing_else_is_a_moment(browser, page):
    """An undo, the same once more, a repair, and the end that is taken back."""
    whole = perfect()
    for first, *steps in ((6, 5, 5, 3, 6), (25, 24)):
        see(browser, page, cut(whole, first), cut(whole, steps[0]))
        for serial, after in enumerate(steps, 2):
            page.say(line(cut(whole, after), serial))
            browser.until(".turns .number", lambda said, last=after: said == str(last))
            assert browser.run(CLASSES) == "", (first, after)


def saved(browser: Chromium, folder: Path) -> Image.Image:
    """The picture that the button saves."""
    browser.do("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    browser.until(SAVE, TEXTS["en"]["save_picture"])
    browser.run(f"document.querySelector('{SAVE}').click()")
    file = folder / "hanabi-7.png"
    until(lambda: file.exists() and file.read_bytes().endswith(LAST), 5)
    return Image.open(io.BytesIO(file.read_bytes())).convert("RGB")


def test_a_past_game_is_told_once(browser, page, tmp_path):
    told = {"ok": True, "record": past_games.game_record(MOMENTS["lost"]()), "summary": summary(7)}
    page.device.answers["history"] = lambda body: {"ok": True, "history": [summary(7)]}
    page.device.answers["record"] = lambda body: told
    browser.open(f"http://{own_address()}:{page.page.port}/#game/7")
    browser.until(".where", "55 / 55")
    seen = (
        "return [...document.querySelectorAll(arguments[0])].filter((one) =>"
        " one.checkVisibility()).length"
    )
    for width, height in ((390, 844), (360, 800), (1920, 1080)):
        browser.size(width, height)
        found = faults(browser, [".curve", SAVE])
        assert [one for one in found if not one.startswith(("scrolls", "outside"))] == []
        counted = [browser.run(seen, one) for one in (".curve", ".sunk", ".summary-text")]
        assert counted == [1, 1, 0], width
        browser.shot(f"past-{width}")
    assert saved(browser, tmp_path).size == (1200, 900)
    browser.run("document.querySelector('.slider button').click()")
    browser.until(".where", "54 / 55")
    assert [browser.run(seen, one) for one in (".curve", ".sunk")] == [1, 0]
    assert browser.run(seen, ".curve .fell") == 3
    assert browser.text("output"), "what the slider would say, had it the focus"
    browser.run(PRESS_CURVE, (4 + 232 * 20 / 55) / 240)
    browser.until(".where", "20 / 55")
    assert browser.run("return document.querySelector('.now-mark').getAttribute('d')") == (
        "M88.4 2V98"
    )
