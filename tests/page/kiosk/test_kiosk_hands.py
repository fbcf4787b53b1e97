"""Places told by taps at the touch table: whose cards a clue touches, which card leaves."""

import time

import pytest

from tests.page.kiosk.conftest import SCREENS, check
from tests.rig.chromium import BROWSERS
from tests.rig.try_page import GUARD_S

pytestmark = BROWSERS


def begin(kiosk, players=2, clues="off"):
    """Begin a game in which places are told."""
    kiosk.open(800, 480)
    kiosk.speak()
    kiosk.ask({"do": "prefer", "key": "clues", "value": clues})
    kiosk.ask({"do": "new", "players": players, "detail": "hands"})
    kiosk.browser.until(".turn-number", lambda said: said == "Turn 1")
    kiosk.until("return document.querySelector('.hand-card') !== null")


def pick(kiosk, seat, *places):
    for place in places:
        kiosk.tap(f'[data-act="pick"][data-seat="{seat}"][data-place="{place}"]')


def value(kiosk, named):
    time.sleep(GUARD_S)  # a turn that follows another one at once is no turn
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
    pick(kiosk, 2, 0)
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
        "return [...document.querySelectorAll('.keys:not(.far) .value.off')]"
        ".map((one) => one.dataset.value)"
    )
    assert off == ['"W"', '"B"', '"Y"', '"G"']


def test_an_earlier_clue_is_told_anew_and_a_sorted_hand_is_forgotten(kiosk):
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
    kiosk.tap('.keys [data-act="more"]')
    kiosk.tap("""[data-to='{"name":"sorted"}']""")
    kiosk.tap('[data-act="mix"][data-seat="2"]')
    assert kiosk.comes_to({"turn": 2})
    assert [card["whole"] for card in kiosk.state["rows"][1]] == [False] * 5


def shown(kiosk, seat):
    """What the cards of a seat show: `R` touched, `?` where a clue may be missing."""
    return kiosk.browser.run(
        f"return [...document.querySelectorAll('.hands:not(.far) [data-seat=\"{seat}\"] .touched')]"
        ".map((one) => [...one.children].map((sign) => sign.textContent ||"
        " sign.querySelector('use, path') && 'suit').join(''))"
    )


def begin_with_marks(kiosk):
    """Begin a game in which the second player has heard of two threes, and all marks are shown."""
    begin(kiosk, clues="all")
    pick(kiosk, 2, 1, 4)
    value(kiosk, "3")
    assert kiosk.comes_to({"turn": 2})


def test_a_group_that_stops_telling_places_is_shown_less_and_nothing_false(kiosk):
    begin_with_marks(kiosk)
    # From here on nobody tells what a clue was about, and where the card lay that left.
    kiosk.enter("clue", None)
    assert kiosk.comes_to({"turn": 3})
    assert hand(kiosk, 2) == ["3", "-3", "-3", "3", "-3"], "the giver heard no clue"
    kiosk.enter("clue", None)
    assert kiosk.comes_to({"turn": 4})
    kiosk.enter("play", "R")
    assert kiosk.comes_to({"turn": 5})
    # One of five has left, so only what is true of both neighbours stays.
    assert hand(kiosk, 2) == ["", "", "-3", "", ""]
    kiosk.until("return document.querySelectorAll('.hands:not(.far) .touched b').length === 0")
    assert shown(kiosk, 2) == ["", "?", "?", "?", "?"]
    assert shown(kiosk, 1) == ["?"] * 5


def test_a_hand_that_was_sorted_shows_only_what_was_said_since(kiosk):
    begin_with_marks(kiosk)
    kiosk.tap('.keys [data-act="more"]')
    kiosk.tap("""[data-to='{"name":"sorted"}']""")
    kiosk.tap('[data-act="mix"][data-seat="2"]')
    kiosk.until("return document.querySelectorAll('.hands:not(.far) .touched b').length === 0")
    assert shown(kiosk, 2) == ["?"] * 5
    kiosk.enter("clue", None)
    assert kiosk.comes_to({"turn": 3})
    pick(kiosk, 2, 2)
    value(kiosk, "5")
    assert kiosk.comes_to({"turn": 4})
    assert hand(kiosk, 2) == ["-5", "5", "-5", "-5", "-5"]
    kiosk.until("return document.querySelectorAll('.hands:not(.far) .touched b').length === 1")
    assert shown(kiosk, 2) == ["?", "5?", "?", "?", "?"]


@pytest.mark.parametrize("players", [2, 5])
def test_the_hands_have_room_on_every_screen(kiosk, axe, players):
    begin(kiosk, players, "all")
    kiosk.ask({"do": "action", "action": {"do": "clue", "to": 2, "suit": "R", "places": [1, 4]}})
    kiosk.until("return document.querySelector('.hand-card .symbol') !== null")
    sizes = (*SCREENS, (820, 1180), (360, 640))
    check(kiosk, axe, f"hands-{players}", sizes)
    pick(kiosk, 1, 2)
    check(kiosk, axe, f"value-{players}", sizes)


@pytest.mark.parametrize(("tile", "named"), [("colour", '"R"'), ("value", "5")])
def test_the_free_clue_of_a_tile_is_told_like_any_other(kiosk, tile, named):
    begin(kiosk)
    for _ in range(99):  # until this tile is turned first
        new = {"do": "new", "edition": {"preset": "flamboyants"}, "players": 2, "detail": "hands"}
        kiosk.ask(new)
        for _ in range(5):
            kiosk.ask({"do": "action", "action": {"do": "play", "suit": "R"}})
        found = kiosk.ask({"get": "offers"})["offers"]["tile"]
        if found["tile"] == tile:
            break
    kiosk.until("return document.querySelector('.hand-card') !== null")
    pick(kiosk, 2, 1, 3)
    keys = kiosk.browser.run(
        "return [...document.querySelectorAll('.keys:not(.far) .value')].length"
    )
    assert keys == 5, "one kind alone is named"
    value(kiosk, named)
    assert kiosk.comes_to({"turn": 6, "clues": 8})
    said = named.strip('"')
    assert hand(kiosk, 2) == [said, f"-{said}", said, f"-{said}", f"-{said}"]
