"""How the page is laid out in a real browser: nothing scrolls, overlaps or is cut, at any size."""

from collections.abc import Iterator

import pytest

from tests.page.television.scenes import SCENES, WIDE
from tests.rig.chromium import BROWSERS, Chromium, own_address
from tests.rig.page_layout import PLANT, faults
from tests.rig.pages import Served, served
from tests.rig.samples import SOME_LANGUAGES

pytestmark = BROWSERS
SIZES = [(320, 568), (568, 320), (390, 844), (768, 1024), (1280, 720), (1920, 1080)]
VAST = (3840, 2160)
BETWEEN = [
    *((360, 640), (375, 667), (412, 915), (844, 390), (600, 960), (820, 1180)),
    *((1024, 768), (1440, 900), (1366, 768), (1280, 1024), (2560, 1080)),
]
MOST = ("grand", "grand-end", "choice", "middle")
"""The scenes that are shown at every size: most is to be seen in them."""
PARTS = [".head", ".key b", ".rocket :is(.air, .laid)", ".players .player", ".panel"]


@pytest.fixture(scope="module")
def page(tmp_path_factory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("layout"), host="") as running:
        yield running


def show(browser: Chromium, page: Served, scene: str, language: str) -> None:
    """A page of this language that shows the scene."""
    told = SCENES[scene]()
    page.say(told)
    browser.open(f"http://{own_address()}:{page.page.port}/", language=language)
    wanted = ".welcome h2" if told["state"] is None else ".table .head"
    browser.until(wanted, lambda said: said != "")
    assert browser.run("return document.documentElement.lang") == language


@pytest.mark.parametrize("language", SOME_LANGUAGES)
@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_fits_every_screen(browser, page, scene, language):
    show(browser, page, scene, language)
    found = {}
    for width, height in [*SIZES, *([VAST] if scene in MOST else [])]:
        browser.size(width, height)
        found[f"{width}x{height}"] = faults(browser, [] if scene == "none" else PARTS)
        browser.shot(f"{scene}-{language}-{width}x{height}")
    for width, height in BETWEEN if scene in MOST else []:
        browser.size(width, height)
        found[f"{width}x{height}"] = faults(browser, [] if scene == "none" else PARTS)
    assert {size: told for size, told in found.items() if told} == {}
    assert browser.complaints() == []


CUT = """return [...document.querySelectorAll("body *")]
    .filter((one) => getComputedStyle(one).textOverflow === "ellipsis")
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .filter((one) => one.getBoundingClientRect().top
        < one.parentElement.getBoundingClientRect().bottom)
    .map((one) => one.textContent);"""
"""What ends in an ellipsis."""


@pytest.mark.parametrize("language", SOME_LANGUAGES)
@pytest.mark.parametrize("scene", SCENES)
def test_on_a_phone_no_word_of_the_page_is_cut(browser, page, scene, language):
    show(browser, page, scene, language)
    for width, height in ((390, 844), (360, 800)):
        browser.size(width, height)
        browser.still()
        names = [name for name in WIDE if len(name) > 3]
        assert [text for text in browser.run(CUT) if text.strip() not in names] == [], (
            width,
            height,
        )


@pytest.mark.parametrize("scene", ["grand", "tiles", "no-help", "grand-end"])
def test_the_bonus_tiles_are_seen_at_every_size(browser, page, scene):
    show(browser, page, scene, "de")
    for width, height in (*SIZES, *BETWEEN):
        browser.size(width, height)
        assert faults(browser, [".bonus-tile"]) == [], (width, height)


LEGEND = """return [".copies-table td", ".legend"].map((place) => [
    ...document.querySelectorAll(`.pile ${place} .copies :is(circle, path)`)
].map((one) => one.getAttribute("class") || one.getAttribute("d")));"""


@pytest.mark.parametrize("scene", ["middle", "grand", "no-help"])
def test_every_sign_of_the_pile_is_in_its_legend(browser, page, scene):
    show(browser, page, scene, "de")
    signs, legend = browser.run(LEGEND)
    assert set(signs) <= set(legend)
    played = "return document.querySelectorAll('.copy.played .copies .away').length"
    lies = [
        one["gone"]
        for suit in shown_table(page)["pile"]["suits"]
        for one in suit["ranks"]
        if one["state"] == "played"
    ]
    assert browser.run(played) == sum(lies) > 0


def shown_table(page: Served) -> dict:
    """The table as an open page has it."""
    reader = page.open("/live?lang=de")
    told: dict = reader.until("table")
    reader.close()
    return told


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


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(browser, page, fault):
    show(browser, page, "grand", "en")
    assert faults(browser, PARTS) == []
    browser.run(PLANT, PLANTED[fault])
    assert any(told.startswith(fault) for told in faults(browser, PARTS))
