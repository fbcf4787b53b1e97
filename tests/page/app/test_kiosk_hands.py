"""Places told by taps at the touch table: whose cards a clue touches, which card leaves."""

import time
from itertools import product

import pytest

from tests.page.app.conftest import check
from tests.rig.browsers import violations
from tests.rig.chromium import BROWSERS
from tests.rig.samples import EVERY_CASE, sample
from tests.rig.try_page import GUARD_S

pytestmark = BROWSERS


def begin(kiosk, players=2, clues="off", sides="one", tiles="device"):
    """Begin a game in which places are told, at a table that is read from so many sides."""
    kiosk.open(800, 480)
    kiosk.browser.run("localStorage.setItem('hanabi-sides', arguments[0])", sides)
    kiosk.speak()
    kiosk.ask({"do": "prefer", "key": "clues", "value": clues})
    kiosk.ask({"do": "prefer", "key": "tiles", "value": tiles})
    kiosk.ask({"do": "new", "players": players, "detail": "hands"})
    kiosk.browser.until(".turn-number", lambda said: said == "Turn 1")
    kiosk.until("return document.querySelector('.hand-card') !== null")


def pick(kiosk, seat, *places):
    for place in places:
        kiosk.tap(f'[data-act="pick"][data-seat="{seat}"][data-place="{place}"]')


def value(kiosk, named):
    kiosk.tap(f"""[data-act="value"][data-value='{named}']""")


def hand(kiosk, seat):
    """The hand of a seat in the state, the newest card first: `R` touched, `-R` passed."""
    row = kiosk.state["rows"][seat - 1]
    return [
        "".join([*map(str, card["touched"]), *(f"-{one}" for one in card["passed"])])
        for card in row
    ]


def test_a_clue_is_its_cards_and_the_value_and_a_card_leaves_from_its_place(kiosk):
    begin(kiosk)
    kiosk.tap('.keys [data-act="more"]')
    kiosk.tap('.sheet [data-act="next"]')
    kiosk.tap(""".choice[data-to='{"detail":"cards"}']""")
    kiosk.tap(""".choice[data-to='{"detail":"hands"}']""")
    kiosk.until("return document.querySelector('.keep-order') !== null")
    kiosk.begin()
    pick(kiosk, 2, 1, 4)
    value(kiosk, '"R"')
    assert kiosk.comes_to({"turn": 2, "clues": 7})
    assert hand(kiosk, 2) == ["R", "-R", "-R", "R", "-R"]
    kiosk.until("return document.querySelectorAll('[data-act=value]').length === 0")
    pick(kiosk, 2, 4)
    kiosk.enter("play", "R")
    assert kiosk.comes_to({"turn": 3, "fireworks": {"W": 0, "R": 1, "B": 0, "Y": 0, "G": 0}})
    assert hand(kiosk, 2) == ["", "R", "-R", "-R", "-R"]
    # A clue that touches nothing begins with the name; a discard is named after it counts.
    pick(kiosk, 2, 3, 0)
    value(kiosk, "5")
    assert kiosk.comes_to({"turn": 4})
    pick(kiosk, 2, 5)
    kiosk.enter("discard", None)
    assert kiosk.comes_to({"turn": 5, "unnamed": 1})
    kiosk.until("return document.querySelector('[data-sheet=naming]:not([hidden])') !== null")
    time.sleep(GUARD_S)  # the table is drawn once more when its lines came
    kiosk.tap('.card-key[aria-label="blue 1"]')
    assert kiosk.comes_to({"turn": 5, "discards": {"B1": 1}})
    assert hand(kiosk, 2) == ["", "-5", "R-5", "-5-R", "-5-R"]


def test_what_the_marks_do_not_allow_is_off_and_nobody_clues_himself(kiosk):
    begin(kiosk)
    pick(kiosk, 2, 1)
    value(kiosk, '"R"')
    assert kiosk.comes_to({"turn": 2})
    pick(kiosk, 2, 1)
    kiosk.enter("clue", None)
    kiosk.until("return document.querySelector('.news').textContent.includes('yourself')")
    pick(kiosk, 2, 1)
    kiosk.enter("clue", None)
    assert kiosk.comes_to({"turn": 3})
    pick(kiosk, 2, 1)
    off = kiosk.browser.run(
        "return [...document.querySelectorAll('.values .value.off')]"
        ".map((one) => one.dataset.value)"
    )
    assert off == ['"W"', '"B"', '"Y"', '"G"']


def test_an_earlier_clue_is_told_anew(kiosk):
    begin(kiosk)
    kiosk.enter("clue", None)
    assert kiosk.comes_to({"turn": 2})
    kiosk.tap(".news")
    kiosk.tap(".turn-lines li:nth-child(1) .turn-line")
    kiosk.tap('.ways [data-as="replace"]')
    pick(kiosk, 2, 2)
    value(kiosk, "3")
    kiosk.until("return document.querySelector('[data-mode=entry]') === null")
    kiosk.until("return document.querySelector('.hand-card') !== null")
    assert hand(kiosk, 2) == ["-3", "3", "-3", "-3", "-3"]


def shown(kiosk, seat):
    """What the cards of a seat show: `R` touched, `?` where a clue may be missing."""
    return kiosk.browser.run(
        f"return [...document.querySelectorAll('.hands [data-seat=\"{seat}\"] .touched')]"
        ".map((one) => [...one.children].map((sign) => sign.textContent ||"
        " sign.querySelector('use, path') && 'suit').join(''))"
    )


def comes_to_show(kiosk, numbers):
    """Wait until so many numbers stand on the cards."""
    kiosk.until(f"return document.querySelectorAll('.hands .touched b').length === {numbers}")


@pytest.fixture(params=sample([(3, "both"), (2, "both"), (4, "one")], 3))
def marked(kiosk, request):
    """A game in which the second player, who sits there, has heard of two threes; all is shown."""
    players, sides = request.param
    begin(kiosk, players, "all", sides)
    pick(kiosk, 2, 1, 4)
    value(kiosk, "3")
    assert kiosk.comes_to({"turn": 2})
    return kiosk


def test_a_group_that_stops_telling_places_is_shown_less_and_nothing_false(marked):
    # From here on nobody tells what a clue was about, and where the card lay that left.
    marked.enter("clue", None)
    assert marked.comes_to({"turn": 3})
    hands = marked.state["hands"]
    cards = hands[1]
    assert hand(marked, 2) == ["3", "-3", "-3", "3", "-3"][:cards], "the giver heard no clue"
    for turn in range(4, len(hands) + 3):
        marked.enter("clue", None)
        assert marked.comes_to({"turn": turn})
    marked.enter("play", "R")
    assert marked.comes_to({"turn": len(hands) + 3})
    # One of them has left, so only what is true of both neighbours stays.
    assert hand(marked, 2) == ["", "", "-3", "", ""][:cards]
    comes_to_show(marked, 0)
    assert shown(marked, 2) == ["", "?", "?", "?", "?"][:cards]
    assert shown(marked, 1) == ["?"] * cards


def test_a_hand_that_was_sorted_shows_only_what_was_said_since(marked):
    marked.tap('.keys [data-act="more"]')
    marked.tap("""[data-to='{"name":"sorted"}']""")
    marked.tap('[data-act="mix"][data-seat="2"]')
    comes_to_show(marked, 0)
    cards = len(hand(marked, 2))
    assert shown(marked, 2) == ["?"] * cards
    marked.enter("clue", None)
    assert marked.comes_to({"turn": 3})
    pick(marked, 2, 2)
    value(marked, "5")
    assert marked.comes_to({"turn": 4})
    assert hand(marked, 2) == ["-5", "5", "-5", "-5", "-5"][:cards]
    comes_to_show(marked, 1)
    assert shown(marked, 2) == ["?", "5?", "?", "?", "?"][:cards]


PARTS = """
    const seen = (one) => one.offsetParent && getComputedStyle(one).visibility === "visible";
    const boxes = (selector) => [...document.querySelectorAll(selector)].filter(seen).map((one) =>
      [one.className, one.getBoundingClientRect()]);
    // The values of a clue lie over the fireworks, and over nothing else.
    const over = document.querySelector(".value") ? ".values .key" : ".rocket";
    const parts = boxes(`.hand-of, ${over}, .frame > .keys > .key, .frame > .head`);
    const meet = ([, one], [, other]) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    return {
      small: boxes(".hands button").filter(([, box]) => Math.min(box.width, box.height) < 44),
      meeting: parts.filter((one, at) => parts.slice(at + 1).some((other) => meet(one, other))),
    };
"""
"""Buttons of the hands that are too small for a finger, and parts of the table that overlap."""
ROWS = """
    const middle = ({ x, y, width, height }) =>
      [(x + width / 2) / innerWidth - 0.5, (y + height / 2) / innerHeight - 0.5];
    const rows = [...document.querySelectorAll(".hand-row")].map((row) =>
      [...row.querySelectorAll(".hand-place")].map((one) => middle(one.getBoundingClientRect())));
    return rows.map((row) => [...row[0], ...row.at(-1)]);
"""
"""Where the newest and the oldest card of each row are, from the middle of the screen on."""
LINES = "return new Set([...document.querySelectorAll('.value')].map((one) => one.offsetTop)).size"
SIZES = [(800, 480), (1920, 1080), (820, 1180)] + EVERY_CASE * [(1280, 720), (1180, 820)]
PHONE = (360, 640)
SIT = {
    2: ["bottom", "top"],
    3: ["bottom", "left", "right"],
    4: ["bottom", "left", "right", "top"],
    5: ["bottom", "left", "right", "top", "top"],
}
"""The edges at which so many players have their rows, by name."""
SEATS = [*((number, "both") for number in SIT), (5, "one")]
if EVERY_CASE:
    SEATS = list(product(SIT, ["both", "one"]))


def rows_by_edge(rows):
    """The edges that rows stand at, each turned to whoever sits there: newest card at his left."""
    edges = []
    for x, y, last_x, last_y in rows:
        lies = abs(last_x - x) > abs(last_y - y)
        edge = ("bottom" if y > 0 else "top") if lies else ("left" if x < 0 else "right")
        leads = {"bottom": last_x > x, "top": last_x < x, "left": last_y > y, "right": last_y < y}
        assert leads[edge], edge
        edges.append(edge)
    return sorted(edges)


@pytest.mark.parametrize(("players", "sides"), SEATS)
def test_every_player_has_a_row_that_is_turned_to_him_and_has_room(kiosk, axe, players, sides):
    begin(kiosk, players, "all", sides)
    kiosk.ask({"do": "action", "action": {"do": "clue", "to": 2, "suit": "R", "places": [1, 4]}})
    kiosk.until("return document.querySelector('.hand-card .symbol') !== null")
    assert violations(kiosk.browser, axe) == []
    for size in SIZES if sides == "both" else (*SIZES, PHONE):
        check_parts(kiosk, f"hands-{players}-{sides}", size)
        before = kiosk.browser.run(ROWS)
        assert sides == "one" or rows_by_edge(before) == SIT[players]
        pick(kiosk, 1, 2)
        kiosk.until("return document.querySelector('.values .value') !== null")
        check_parts(kiosk, f"value-{players}-{sides}", size)
        for row, was in zip(kiosk.browser.run(ROWS), before, strict=True):
            assert row == pytest.approx(was, abs=0.001), "no card moves away from a finger"
        assert kiosk.browser.run(LINES) == 2, "colours, and numbers"
        pick(kiosk, 1, 2)
        kiosk.until("return document.querySelector('.values .value') === null")
    pick(kiosk, 1, 2)
    assert violations(kiosk.browser, axe) == []


def check_parts(kiosk, name, size):
    check(kiosk, name, *size)
    assert kiosk.browser.run(PARTS) == {"small": [], "meeting": []}, size


def test_a_row_beside_the_fireworks_of_a_phone_would_have_no_room(kiosk):
    begin(kiosk, 3, sides="both")
    kiosk.browser.size(*PHONE)
    kiosk.browser.still()
    assert rows_by_edge(kiosk.browser.run(ROWS)) == ["bottom", "bottom", "top"]


FLAMBOYANTS = {"do": "new", "edition": {"preset": "flamboyants"}, "players": 2, "detail": "hands"}


def complete_red(kiosk):
    """Begin a game with bonus tiles, in which red is complete. Return the tile that is turned."""
    kiosk.ask(FLAMBOYANTS)
    for _ in range(5):
        kiosk.ask({"do": "action", "action": {"do": "play", "suit": "R"}})
    return kiosk.ask({"get": "offers"})["offers"]["tile"]["tile"]


NAMED = {"colour": '"R"', "value": "5"}
"""What the free clue of a tile names here."""


def begin_with_tile(kiosk):
    """Begin games until a tile with a free clue is turned first. Return it."""
    begin(kiosk)
    tile = next(tile for _ in range(99) if (tile := complete_red(kiosk)) in NAMED)
    kiosk.until("return document.querySelector('.keys .gold') !== null")
    return tile


def tell_free_clue(kiosk, tile):
    """Tell a free clue by touch, and see that it counts."""
    pick(kiosk, 2, 1, 3)
    keys = kiosk.browser.run("return [...document.querySelectorAll('.values .value')].length")
    assert keys == 5, "one kind alone is named"
    value(kiosk, NAMED[tile])
    assert kiosk.comes_to({"turn": 6, "clues": 8, "bonus_pending": False})
    said = NAMED[tile].strip('"')
    assert hand(kiosk, 2) == [said, f"-{said}", said, f"-{said}", f"-{said}"]


def test_the_free_clue_of_a_tile_is_told_like_any_other(kiosk):
    tell_free_clue(kiosk, begin_with_tile(kiosk))


def test_the_free_clue_of_an_earlier_turn_is_told_too(kiosk):
    tile = begin_with_tile(kiosk)
    kiosk.tap('.keys [data-act="answer"]')
    assert kiosk.comes_to({"turn": 6})
    assert [card["whole"] for card in kiosk.state["rows"][1]] == [False] * 5
    kiosk.tap(".news")
    kiosk.tap(".turn-lines li:nth-child(1) .turn-line")
    kiosk.tap('.ways [data-as="replace"]')
    kiosk.until("return document.querySelector('[data-mode=entry]') !== null")
    kiosk.tap('.rocket[data-suit="R"]')
    kiosk.until("return document.querySelector('.keys .gold') !== null")
    tell_free_clue(kiosk, tile)


@pytest.mark.parametrize("tile", NAMED)
def test_the_free_clue_of_a_tile_from_the_table_is_told_too(kiosk, tile):
    begin(kiosk, tiles="table")
    assert complete_red(kiosk) is None
    kiosk.tap(f'.sheet [data-tile="{tile}"]')
    kiosk.until("return document.querySelector('.keys .gold') !== null")
    tell_free_clue(kiosk, tile)
