"""Two phones, a television and a device: hasty, asleep, out of reach, and through restarts."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.rig.chromium import BROWSERS, Chromium, chromium
from tests.rig.page_beside import Beside
from tests.rig.page_guests import invite
from tests.rig.try_page import TryPage
from tests.rig.waiting import until

pytestmark = BROWSERS
CLUE = '.keys [data-act="clue"]'
LOSE_ANSWER = """const fetched = window.fetch;
window.fetch = async (...asked) => {
  await fetched(...asked);
  window.fetch = fetched;
  throw new TypeError("the network went");
};"""
ROWS = """return [...document.querySelectorAll('.hands.near .hand-name')]
.map((one) => one.textContent)"""
HASTY = """const [clue] = arguments;
const facts = { bubbles: true, detail: 1, pointerId: 7, clientX: 9, clientY: 9 };
const seen = new MutationObserver(() => {
  if (!document.querySelector('.frame > .news').textContent.includes('By phone')) return;
  seen.disconnect();
  for (const name of ['pointerdown', 'pointerup', 'click']) {
    document.querySelector(clue).dispatchEvent(new PointerEvent(name, facts));
  }
  window.read = document.querySelector('.said.here')?.textContent;
});
seen.observe(document.body, { subtree: true, childList: true });"""
"""A finger that comes down as soon as the turn of another hand is seen."""
STREAM = """window.EventSource = class extends EventSource {
  constructor(path) { super(path); window.stream = this; }
};"""
SHAKEN = "navigator.vibrate = (pattern) => { window.shaken = pattern; return true; };"


class Phone(TryPage):
    """A phone that plays."""

    def __init__(self, browser: Chromium, url: str) -> None:
        super().__init__(browser, url)
        browser.do("Page.addScriptToEvaluateOnNewDocument", source=STREAM)
        self.open(390, 844)

    def reads(self, text: str) -> None:
        self.browser.until(".frame > .news", text)

    def sleep(self) -> None:
        """Lose the stream without a sign, as a phone does that sleeps for long."""
        self.browser.run("window.stream.close()")

    def wake(self) -> None:
        self.browser.run("document.dispatchEvent(new Event('visibilitychange'))")

    def open_menu(self) -> None:
        self.tap('.keys [data-act="more"]')
        self.tap("""[data-to='{"name":"menu"}']""")

    def sit_down(self, name: str) -> None:
        """Choose who holds it."""
        self.open_menu()
        chosen = self.browser.run(
            "return [...document.querySelectorAll('[data-key=place]')]"
            ".find((one) => one.textContent === arguments[0]).dataset.value",
            name,
        )
        self.tap(f'[data-key=place][data-value="{chosen}"]')
        self.browser.shot("phone-seats")
        self.tap(".sheet .close")


class Evening(NamedTuple):
    """Phones that play, a television that looks on, and the device with its page."""

    ann: Phone
    ben: Phone
    television: Chromium
    both: Beside

    @property
    def turn(self) -> int:
        with self.both.script as script:
            found: int = script.ask(get="state")["state"]["turn"]
            return found

    def comes_to(self, turn: int) -> None:
        until(lambda: self.turn == turn)


@pytest.fixture(scope="module")
def others(browser: Chromium) -> Iterator[tuple[Chromium, Chromium]]:
    with chromium(browser.shots) as one, chromium(browser.shots) as other:
        yield one, other


@pytest.fixture
def evening(browser, others, both) -> Iterator[Evening]:
    other, television = others
    with both.script as script:
        code = invite(script)
        script.ask(do="new", players=["Ann", "Ben", "Cy"], detail="hands")
    television.open(both.url, 1280, 720)
    ann, ben = Phone(browser, f"{both.url}/{code}"), Phone(other, f"{both.url}/{code.lower()}")
    for phone in (ann, ben):
        phone.until("return document.querySelector('.rocket') !== null")
    yield Evening(ann, ben, television, both)
    for one in (browser, other, television):
        assert one.complaints() == []


def test_each_phone_has_its_seat_and_everybody_is_told_who_did_it(evening):
    ann, ben, television, _ = evening
    ann.browser.run(SHAKEN)
    ann.sit_down("Ann")
    ben.sit_down("Ben")
    rows = ben.browser.run(ROWS)
    assert [row.split()[0] for row in rows] == ["Cy", "Ann", "Ben"], "the own one lies lowest"
    ann.tap(".rocket[data-suit=R]")
    evening.comes_to(2)
    television.until(".news", "Ann's phone: red")
    ben.reads("Ann's phone: red")
    ben.browser.until(".who-acts", "It is your turn")
    for turn in (3, 4):  # the second out of turn: one phone may press for all
        ben.browser.until(".turn-number", f"Turn {turn - 1}")
        ben.tap(CLUE)
        evening.comes_to(turn)
    television.until(".news", "Ben's phone: a clue")
    ann.until("return window.shaken?.length === 3")


def test_a_hasty_second_hand_takes_no_turn_and_reads_what_the_first_one_did(evening):
    ann, ben, *_ = evening
    ben.browser.run(HASTY, CLUE)
    ann.tap(".rocket[data-suit=R]")
    ben.until("return window.read?.includes('By phone: red')")
    assert evening.turn == 2
    ben.tap(CLUE)
    evening.comes_to(3)


def test_who_discards_is_asked_which_card_and_the_others_play_on(evening):
    ann, ben, *_ = evening
    ann.tap(CLUE)
    ann.browser.until(".turn-number", "Turn 2")
    ann.tap('.keys [data-act="discard"]')
    ann.until("return document.querySelector('[data-sheet=naming]:not([hidden])')")
    ben.browser.until(".turn-number", "Turn 3")
    ben.tap(".rocket[data-suit=R]")
    evening.comes_to(4)


def test_what_is_asked_at_the_device_is_seen_by_who_plays_and_a_turn_closes_it(evening):
    ann, ben, *_ = evening
    with evening.both.script as script:
        script.press("play")
        ben.reads("At the device: Which firework?")
        ann.tap(CLUE)
        evening.comes_to(2)
        assert script.ask(get="screen")["screen"]["name"] == "table"
    ben.until("return !document.querySelector('.news').textContent.includes('At the device')")


def test_a_phone_that_slept_shows_the_table_of_now_before_its_first_tap_counts(evening):
    ben = evening.ben
    for turn, suit, is_noticed in ((2, "B", True), (4, "R", False)):
        ben.sleep()
        with evening.both.script as script:
            script.ask(do="action", action={"do": "play", "suit": suit})
        if is_noticed:
            ben.wake()
        else:
            ben.tap(CLUE)
            ben.reads("went on meanwhile")
        assert evening.turn == turn
        ben.browser.until(f".rocket[data-suit={suit}]", "1")
        ben.tap(CLUE)
        evening.comes_to(turn + 1)


def test_without_a_network_a_tap_waits_in_one_line_and_counts_once(evening):
    ben = evening.ben
    with ben.browser.offline():
        ben.tap(CLUE)
        ben.reads("No connection")
        ben.tap(CLUE)
        assert evening.turn == 1
    evening.comes_to(2)
    ben.browser.until(".turn-number", "Turn 2")
    ben.until("return !document.querySelector('.news').textContent.includes('No connection')")
    ben.browser.run(LOSE_ANSWER)
    ben.tap(CLUE)
    evening.comes_to(3)
    ben.browser.until(".turn-number", "Turn 3")
    ben.tap(CLUE)
    evening.comes_to(4)


def test_restarts_ask_nobody_for_the_code_again_and_its_end_leaves_nobody_at_the_keys(evening):
    ann, ben, television, both = evening
    both.end_daemon()
    ben.reads("is away")
    both.start_daemon()
    ben.until("return !document.querySelector('.news').textContent.includes('away')")
    ben.tap(CLUE)
    evening.comes_to(2)
    both.end_page()
    both.start_page()
    for phone in (ann, ben):
        phone.browser.driver.refresh()
        phone.until("return document.querySelector('.stage .rocket')")
    ann.tap('.keys [data-act="undo"]')
    evening.comes_to(1)
    television.until(".news", "By phone")
    ann.open_menu()
    ann.tap('[data-act="watch"]')
    for _ in range(2):  # remembered on that phone
        ann.browser.until(".watched", "Clue")
        ann.browser.driver.refresh()
    with both.script as script:
        script.ask(do="withdraw")
    ben.browser.until(".watched", "Clue")
