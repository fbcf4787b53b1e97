"""The signs of the suits in a real browser are those of the device."""

import io

from PIL import Image

from companion.face.glyphs.letters import read_sheet
from companion.game.cards import SUITS
from tests.page.television.scenes import SCENES
from tests.rig.chromium import BROWSERS, Chromium, own_address

pytestmark = BROWSERS
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
    page.say(SCENES["middle"]())
    browser.open(f"http://{own_address()}:{page.page.port}/")
    browser.until(".head", lambda said: said != "")
    found = {suit: on_the_page(browser, suit) for suit in SUITS}
    assert found == {suit: on_the_device(suit) for suit in SUITS}
