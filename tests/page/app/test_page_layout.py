"""How the page is laid out in a real browser: nothing overlaps or is cut at any size, and nothing
scrolls but the panels on a phone.
"""

import pytest

from tests.rig.chromium import BROWSERS, Chromium, own_address
from tests.rig.page_layout import PLANT, faults
from tests.rig.pages import Served
from tests.rig.samples import EVERY_CASE, SOME_LANGUAGES
from tests.rig.scenes import SCENES, WIDE

pytestmark = BROWSERS
SIZES = [(320, 568), (568, 320), (390, 844), (768, 1024), (1920, 1080)]
BETWEEN = [
    *((360, 640), (360, 800), (375, 667), (412, 915), (844, 390), (600, 960), (820, 1180)),
    *((1024, 768), (1440, 900), (1366, 768), (1280, 720), (1280, 1024), (2560, 1080), (3840, 2160)),
]
PARTS = [".head", ".key b", ".rocket :is(.air, .laid)", ".players .player", ".panel"]


def show(browser: Chromium, page: Served, scene: str, language: str) -> dict:
    """A page of this language that shows the scene. Return the table that it has."""
    told = SCENES[scene]()
    page.say(told)
    reader = page.open(f"/live?lang={language}")
    table = reader.table(serial=told["serial"])
    reader.close()
    browser.open(f"http://{own_address()}:{page.page.port}/", language=language)
    wanted = ".welcome h2" if told["state"] is None else ".table .head"
    browser.until(wanted, lambda said: said != "")
    assert browser.run("return document.documentElement.lang") == language
    return table


CUT = """return [...document.querySelectorAll("body *")]
    .filter((one) => getComputedStyle(one).textOverflow === "ellipsis")
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .filter((one) => one.getBoundingClientRect().top
        < one.parentElement.getBoundingClientRect().bottom)
    .map((one) => one.textContent.trim());"""
"""What ends in an ellipsis."""


@pytest.mark.parametrize("language", SOME_LANGUAGES)
@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_fits_every_screen(browser, page, scene, language):
    """Nothing is at fault at any size, and on a phone no word but a long name is cut."""
    table = show(browser, page, scene, language)
    tiles = [".bonus-tile"] if table["tiles"] else []
    news = [] if table["end"] else [".news"]
    parts = [] if scene == "none" else [*PARTS, *news, *tiles]
    found = {}
    for width, height in SIZES + EVERY_CASE * BETWEEN:
        browser.size(width, height)
        on_phone = height < (500 if width > height else 780)
        found[f"{width}x{height}"] = faults(browser, parts, ".side" if on_phone else "")
        if width in (360, 390):
            cut = [text for text in browser.run(CUT) if text not in WIDE]
            found[f"cut on {width}x{height}"] = cut
        browser.shot(f"{scene}-{language}-{width}x{height}")
    assert {size: told for size, told in found.items() if told} == {}
    assert browser.complaints() == []
    assert scene != "last-round" or "Dan, Eve, Ann" in browser.text(".still")
    signs, legend = browser.run(LEGEND)
    assert set(signs) <= set(legend)
    lies = [
        one["gone"]
        for suit in table["pile"]["suits"]
        for one in suit["ranks"]
        if one["state"] == "played"
    ]
    assert scene == "none" or browser.run(PLAYED) == sum(lies)


LEGEND = """return [".copies-table td", ".legend"].map((place) => [
    ...document.querySelectorAll(`.pile ${place} .copies :is(circle, path)`)
].map((one) => one.getAttribute("class") || one.getAttribute("d")));"""
"""The signs of the pile, and those of its legend."""
PLAYED = "return document.querySelectorAll('.copy.played .copies .away').length"


PLANTED = {
    "overlap": ".rocket .name { margin-top: -1.4em; }",
    "scrolls": ".table { height: 120vh; }",
    "scrolls sideways": ".table { width: 120vw; }",
    "cut": ".player .called { text-overflow: clip; width: 2em; }",
    "cut in its height": ".rocket .name { height: .6em; overflow: hidden; }",
    "outside": ".bar { transform: translateX(-30px); }",
    "too small": ".turn { font-size: 12px; }",
    "figure too small": ".key b { font-size: 30px; }",
    "tiny": ".legend { font-size: 9px; }",
    "left out": ".players { grid-auto-columns: 40%; }",
    "not shown": ".rocket .air { display: none; }",
}


def test_planted_faults_are_found(browser, page):
    show(browser, page, "grand", "en")
    assert faults(browser, PARTS) == []
    for fault, style in PLANTED.items():
        browser.run(PLANT, style)
        assert any(told.startswith(fault) for told in faults(browser, PARTS)), fault
