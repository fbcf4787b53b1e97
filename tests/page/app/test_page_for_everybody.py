"""The page for everybody: colour blindness, screen readers, keyboards, and no motion unasked."""

import io
from itertools import combinations, product

import pytest
from PIL import Image

from companion.game.cards import SUITS
from companion.glyph_sheets.sheet import read_sheet
from companion.page.words import TEXTS
from tests.rig.browsers import violations
from tests.rig.chromium import BROWSERS, Chromium, own_address
from tests.rig.page_layout import PLANT
from tests.rig.pages import Served
from tests.rig.past_pages import summary
from tests.rig.samples import paired
from tests.rig.scenes import SCENES

pytestmark = BROWSERS
TAB, ENTER, ESCAPE = "\ue004", "\ue007", "\ue00c"
CHOOSE = """const one = document.getElementById(arguments[0]);
one.value = arguments[1];
one.dispatchEvent(new Event("change"));"""
APART = 12
"""Colours that are this far from each other (CIE 1976) are told apart side by side."""


def show(browser: Chromium, page: Served, scene: str, width: int = 1280, height: int = 720) -> None:
    page.say(SCENES[scene]())
    browser.open(f"http://{own_address()}:{page.page.port}/", width, height)
    drawn(browser)


def drawn(browser: Chromium) -> None:
    """Wait for the view, whatever it is."""
    browser.until("#menu", lambda said: said != "")
    browser.until(
        "#view", lambda said: said not in ("", TEXTS["en"]["waiting"], TEXTS["fr"]["waiting"])
    )


def lab(colour: tuple[int, ...]) -> tuple[float, float, float]:
    """CIELAB of an sRGB colour."""
    linear = [
        part / 3294.6 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in colour[:3]
    ]
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    sums = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in rows]
    xyz = [part / white for part, white in zip(sums, (0.9505, 1.0, 1.089), strict=True)]
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def colours(browser: Chromium) -> dict[str, tuple[float, float, float]]:
    """The colour of each suit as it is painted now, from a picture of its name in the pile."""
    browser.run(PLANT, ".copies-table th { background: var(--suit); }")
    picture = Image.open(io.BytesIO(browser.driver.get_screenshot_as_png())).convert("RGB")
    places = browser.run(
        "return [...document.querySelectorAll('.copies-table tr')].map((one) => {"
        " const box = one.querySelector('th').getBoundingClientRect();"
        " return [one.className, box.right - 3, box.top + 2]; })"
    )
    return {name: lab(picture.getpixel((int(x), int(y)))) for name, x, y in places}


SEEN_BY = {
    "none": "usual",
    "protanopia": "red_green",
    "deuteranopia": "red_green",
    "tritanopia": "blue_yellow",
}
"""The palette for each kind of sight."""


def test_the_suits_have_colours_that_are_told_apart(browser, page):
    show(browser, page, "no-help")
    try:
        for (vision, palette), scheme in product(SEEN_BY.items(), ("dark", "light")):
            browser.run("document.documentElement.dataset.palette = arguments[0]", palette)
            browser.run("document.documentElement.dataset.scheme = arguments[0]", scheme)
            browser.do("Emulation.setEmulatedVisionDeficiency", type=vision)
            browser.still()
            found = colours(browser)
            browser.shot(f"palette-{palette}-{vision}-{scheme}")
            assert len(found) == 7
            for one, other in combinations(found, 2):
                pairs = zip(found[one], found[other], strict=True)
                far = sum((a - b) ** 2 for a, b in pairs) ** 0.5
                assert far > APART, (vision, scheme, one, other, far)
    finally:
        browser.do("Emulation.setEmulatedVisionDeficiency", type="none")


def test_without_any_colour_every_suit_has_its_symbol_and_its_name(browser, page):
    show(browser, page, "grand")
    symbols = browser.run(
        "return [...document.querySelectorAll('.rocket .heart')].map((one) => one.innerHTML)"
    )
    named = browser.run(
        "return [...document.querySelectorAll('.rocket .short')].map((one) => one.textContent)"
    )
    assert len(set(symbols)) == len(set(named)) == 7


def test_the_palette_and_the_language_are_remembered(browser, page):
    show(browser, page, "middle")
    browser.run("document.getElementById('menu-button').click()")
    browser.run(CHOOSE, "palette", "red_green")
    browser.run(CHOOSE, "language", "fr")
    browser.until(".panel-turns h2", TEXTS["fr"]["turns"])
    show(browser, page, "middle")
    try:
        browser.until(".panel-turns h2", TEXTS["fr"]["turns"])
        assert browser.run("return document.documentElement.dataset.palette") == "red_green"
    finally:
        browser.run("localStorage.clear()")


def test_the_menu_is_used_by_keyboard_alone_and_focus_is_seen(browser, page):
    focus = "return document.activeElement.id || document.activeElement.getAttribute('href')"
    show(browser, page, "middle")
    browser.keys(TAB)
    assert browser.run(focus) == "menu-button"
    ring = browser.run("return getComputedStyle(document.activeElement).outlineStyle")
    assert ring == "solid"
    browser.keys(ENTER)
    assert browser.run(focus) == "#table"
    browser.shot("menu")
    browser.keys(ESCAPE)
    assert browser.run(focus) == "menu-button"
    assert browser.run("return document.querySelector('#menu:popover-open')") is None
    browser.keys(ENTER, TAB, ENTER)
    browser.until("#heading", TEXTS["en"]["games"])
    assert browser.run("return document.activeElement.id") == "heading"


@pytest.mark.parametrize(("width", "height"), [(320, 568), (568, 320), (360, 640), (844, 390)])
def test_on_a_phone_the_table_comes_first_and_every_panel_by_scrolling(
    browser, page, width, height
):
    show(browser, page, "grand", width, height)
    bottom = "return document.querySelector('.players').getBoundingClientRect().bottom"
    assert browser.run(bottom) <= height
    browser.run("window.scrollTo(0, document.documentElement.scrollHeight)")
    browser.still()
    last = "return document.querySelector('.panel-outlook').getBoundingClientRect()"
    assert 0 < browser.run(f"{last}.top") < browser.run(f"{last}.bottom") <= height
    if width > height:
        assert browser.run(bottom) <= height


def test_one_game_is_in_the_singular(browser, page):
    browser.open(f"http://{own_address()}:{page.page.port}/", language="fr")
    drawn(browser)
    for count, sentence in enumerate(["1 partie", "2 parties"], 1):
        games = [summary(0), summary(1, players=["ann", "Cleo"])][:count]
        page.device.answers["history"] = lambda body, games=games: {"ok": True, "history": games}
        browser.run("location.hash = '#games'")
        browser.until(".count", sentence)
        for name, found in (("Ann", sentence), ("Ben", "1 partie")):
            browser.run(CHOOSE, "by-player", name)
            browser.until(".count", found)
        browser.run("location.hash = '#table'")


FRAGMENTS = [
    *(
        "constructor",
        "__proto__",
        "toString",
        "hasOwnProperty/1",
        "valueOf/valueOf",
        "%",
        "%E0%A4%A",
    ),
    *("table/%", "game", "game/", "game/constructor", "game/__proto__", "game/%", "game/1e3"),
    *("game/-1", "/", "//", "é"),
]


def test_an_address_that_means_nothing_shows_the_table_and_the_menu_goes_on(browser, page):
    page.say(SCENES["middle"]())
    page.device.answers["history"] = lambda body: {"ok": True, "history": []}
    browser.open(f"http://{own_address()}:{page.page.port}/#{FRAGMENTS[0]}")
    drawn(browser)
    for fragment in FRAGMENTS:
        browser.run("location.hash = arguments[0]", f"#{fragment}")
        browser.until("#heading", f"{TEXTS['en']['game_number'].partition(' ')[0]} ")
        assert browser.run("return document.querySelectorAll('.rocket').length") == 5, fragment
        browser.run("location.hash = '#games'")
        browser.until("#view", TEXTS["en"]["no_games"])
    assert browser.complaints() == []


LATE = """const now = fetch;
window.fetch = async (...asked) => {
    await new Promise((done) => setTimeout(done, 300));
    const answer = await now(...asked);
    setTimeout(() => { window.came = true; }, 300);
    return answer;
};"""
"""Has what the page asks for come late."""


def test_what_comes_late_for_a_view_that_was_left_is_not_shown(browser, page):
    page.device.answers["history"] = lambda body: {"ok": True, "history": []}
    show(browser, page, "middle")
    browser.run(f"{LATE} location.hash = '#games'; setTimeout(() => {{ location.hash = ''; }});")
    browser.until("body", lambda _: browser.run("return window.came === true"))
    assert browser.run("return document.querySelectorAll('.rocket').length") == 5


def test_nothing_moves_while_nothing_happens(browser, page):
    moving = "return document.getAnimations().length"
    show(browser, page, "grand-end")
    assert browser.run(moving) == 0
    with browser.media("prefers-reduced-motion", "no-preference"):
        browser.still()
        assert browser.run(moving) == 0


def test_a_page_gets_itself_anew_after_an_upgrade_once(browser, page):
    show(browser, page, "middle")
    browser.run("window.marked = true")
    desk = page.page
    was = desk.version
    desk.version = "another"
    try:
        page.say(SCENES["grand"]())
        browser.until("#heading", "Grand")
        end = "return window.marked === undefined"
        browser.until("#heading", lambda _: browser.run(end))
        browser.run("window.marked = true")
        page.say(SCENES["middle"]())
        browser.until("#heading", "Classic")
        assert browser.run("return window.marked") is True
    finally:
        desk.version = was


VIEWS = [
    ("middle", "#table"),
    ("grand-end", "#table"),
    ("choice", "#table"),
    ("notice", "#table"),
    ("none", "#table"),
]
VIEWS += [("middle", "#setup"), ("middle", "#games")]


@pytest.mark.parametrize(("shown", "size"), paired(VIEWS, [(1280, 720), (320, 568)]))
def test_axe_finds_nothing_to_complain_about(browser, page, axe, shown, size):
    scene, view = shown
    page.say(SCENES[scene]())
    browser.open(f"http://{own_address()}:{page.page.port}/{view}", *size)
    drawn(browser)
    browser.run("document.getElementById('menu-button').click()")
    browser.still()
    assert violations(browser, axe) == []


SIDE = 210
"""Pixels of a sign on the page."""
SPECK = 40
"""A part of fewer pixels is none."""
DRAW = """const [suit, side, done] = arguments;
import("/page/suits.js").then(({ symbol }) => {
  const drawn = symbol(suit);
  for (const key of ["width", "height"]) drawn.style.setProperty(key, `${side}px`);
  document.body.replaceChildren(drawn);
  document.documentElement.dataset.scheme = "dark";
  document.documentElement.style.setProperty("--K", "white");
  for (const one of [document.body, document.documentElement])
    one.style.setProperty("background", "black");
  done();
});"""


def parts(points: set[tuple[int, int]], least: int) -> int:
    """In how many parts so many points fall that touch each other, corners included."""
    rest = set(points)
    count = 0
    while rest:
        part = [rest.pop()]
        for x, y in part:
            beside = {(x + right, y + down) for right in (-1, 0, 1) for down in (-1, 0, 1)} & rest
            rest -= beside
            part.extend(beside)
        count += len(part) >= least
    return count


def on_the_device(suit: str) -> int:
    rows = read_sheet("symbols21").rows[suit]
    return parts(
        {(x, y) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"}, 1
    )


def on_the_page(browser: Chromium, suit: str) -> int:
    browser.driver.execute_async_script(DRAW, suit, SIDE)
    browser.still()
    picture = (
        Image.open(io.BytesIO(browser.driver.get_screenshot_as_png()))
        .convert("L")
        .crop((0, 0, SIDE, SIDE))
    )
    lit = {(n % SIDE, n // SIDE) for n, light in enumerate(picture.tobytes()) if light > 100}
    return parts(lit, SPECK)


def test_each_suit_has_the_device_s_sign(browser, page):
    show(browser, page, "middle")
    found = {suit: on_the_page(browser, suit) for suit in SUITS}
    assert found == {suit: on_the_device(suit) for suit in SUITS}
