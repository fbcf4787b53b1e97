"""How the page of `make try` looks on screens from a small phone to a television."""

from itertools import combinations

import pytest

from companion.face.words import LANGUAGES
from tests.rig.chromium import BROWSERS
from tests.rig.samples import paired
from tests.tools.browser.folder import BUILDS

pytestmark = BROWSERS

LEAST_TEXT = 11
LEAST_TARGET = 24
LEAST_BUTTON = 44
SHORT = ((360, 640), (390, 844), (820, 1180), (1080, 1920))
SCREENS = [*SHORT, *((high, wide) for wide, high in SHORT), (1024, 768)]
WRITTEN = """
window.written = [];
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
  const at = this.getTransform();
  const { width } = this.measureText(text);
  const high = parseFloat(this.font);
  const left = this.textAlign === "left" ? x : x - width / 2;
  written.push([text, left * at.a, (y - high / 2) * at.d, width * at.a, high * at.d]);
  return fillText.apply(this, arguments);
};
"""
"""Notes what is written on a canvas: the text, its left, its top, its width and its height."""
TEXTS = """
return [...document.querySelectorAll("main *")]
  .filter((one) => one.offsetParent)
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const { x, y, width, height } = range.getBoundingClientRect();
    return [one.textContent, x, y, width, height, parseFloat(getComputedStyle(one).fontSize)];
  });
"""
"""The same of what stands in the page, and the height of its letters."""
TARGETS = """
const seen = [...document.querySelectorAll("main button")].filter((one) => one.offsetParent);
return seen.map((one) => {
  const box = one.getBoundingClientRect();
  return [one.dataset.control, box.x, box.width, box.height];
});
"""


@pytest.fixture
def noted(tablet):
    """Return the page, which notes what is written on its canvases."""
    script = tablet.browser.do("Page.addScriptToEvaluateOnNewDocument", source=WRITTEN)
    yield tablet
    tablet.browser.do("Page.removeScriptToEvaluateOnNewDocument", **script)


def overlapping(boxes):
    """Return the texts of which one is written over another."""
    return [
        (one[0], other[0])
        for one, other in combinations(boxes, 2)
        if one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
        and one[2] < other[2] + other[4]
        and other[2] < one[2] + one[4]
    ]


@pytest.mark.parametrize(("build", "language"), paired(BUILDS, LANGUAGES))
def test_all_that_is_written_can_be_read_and_all_buttons_be_pressed(noted, build, language):
    noted.open(query=f"?build={build}")
    noted.speak(language)
    noted.press("play")
    for width, height in SCREENS:
        noted.browser.run("written.length = 0")
        noted.browser.size(width, height)
        noted.browser.still()
        noted.browser.shot(f"try-{build}-{language}-{width}x{height}")
        drawn = noted.browser.run("return written")
        texts = noted.browser.run(TEXTS)
        assert drawn or texts
        small = [text for text, *_, letters in (*drawn, *texts) if letters < LEAST_TEXT - 0.1]
        assert not small, (width, height)
        assert not overlapping(drawn), (width, height)
        assert not overlapping(texts), (width, height)
        in_rows = noted.browser.run("return !document.getElementById('rows').hidden")
        for name, left, wide, high in noted.browser.run(TARGETS):
            assert left >= 0, (name, width, height)
            assert left + wide <= width, (name, width, height)
            if in_rows:
                least = LEAST_TARGET if name.startswith("latch-") else LEAST_BUTTON
                assert min(wide, high) >= least, (name, width, height)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_firework_is_tapped_by_its_lights(tablet, size):
    tablet.open(*size, query="?build=table")
    tablet.speak("en")
    tablet.press("play")
    tablet.press("play")
    lights = tablet.middle_of("[data-firework=B]")
    tablet.mouse(("Pressed", lights), ("Released", lights))
    assert tablet.state["fireworks"]["B"] == 1


@pytest.mark.parametrize("drag", [True, False])
@pytest.mark.parametrize("size", [(1600, 800), (390, 844)])
def test_a_card_is_laid_on_a_pad_by_a_mouse(tablet, size, drag):
    tablet.open(*size, query="?build=emulator-pads")
    tablet.speak("en")
    tablet.press("play")
    card = tablet.middle("R1")
    pad = tablet.middle("pad-play")
    way = [("Moved", pad)] if drag else [("Released", card), ("Pressed", pad)]
    tablet.mouse(("Pressed", card), *way, ("Released", pad))
    assert tablet.state["fireworks"]["R"] == 1
