"""The page of `make try` in a real browser, and fingers for it."""

import re
import time
from typing import Any

from tests.rig.chromium import Chromium

STARTS_S = 180.0
"""How long a start may take where the machine has other work."""
GUARD_S = 1.25
"""How long after a turn another finger counts: taps come so much later than they are sent."""


class TryPage:
    """A page that is the companion."""

    def __init__(self, browser: Chromium, url: str) -> None:
        self.browser = browser
        self.url = url

    def open(self, width: int = 820, height: int = 1180) -> None:
        """Load it, and wait for the first picture."""
        self.browser.open(self.url, width, height)
        self.browser.do("Page.bringToFront")  # keys reach no page that is behind another
        self.until("return performance.getEntriesByName('picture').length > 0", STARTS_S)

    def leave(self) -> None:
        """Close its tab for a new one: after two fingers at once Chromium touches no more in it."""
        driver = self.browser.driver
        old = driver.current_window_handle
        driver.switch_to.new_window("tab")
        new = driver.current_window_handle
        driver.switch_to.window(old)
        driver.close()
        driver.switch_to.window(new)

    def until(self, script: str, seconds: float = 30.0) -> Any:
        """Wait until a script returns something true."""
        end = time.monotonic() + seconds
        while not (found := self.browser.run(script)):
            assert time.monotonic() < end, f"{script}: {self.browser.text('body')}"
            time.sleep(0.05)
        return found

    def mark(self, name: str) -> float:
        """Return when something was reached, in milliseconds from the load on."""
        found: float = self.browser.run(
            "return performance.getEntriesByName(arguments[0])[0].startTime", name
        )
        return found

    # The companion

    @property
    def state(self) -> dict[str, Any]:
        found = self.ask({"get": "state"})
        return (found and found["state"]) or {}

    def comes_to(self, state: dict[str, Any], seconds: float = 30.0) -> bool:
        """Return True if the game is soon in this state, once the page shows its turn."""
        end = time.monotonic() + seconds
        while True:
            shown = self.state
            if {key: shown.get(key) for key in state} == state:
                self.shows(shown)
                return True
            if time.monotonic() > end:
                return False
            time.sleep(0.05)

    def shows(self, state: dict[str, Any]) -> None:
        """Wait until the turn of a game that goes on is told: it is drawn then."""
        if state.get("status") == "playing":
            told = re.compile(rf" {state['turn']} ?: ")
            self.browser.until("#said", lambda said: told.search(said) is not None)

    def ask(self, body: dict[str, Any]) -> Any:
        return self.browser.run("return companion.ask(arguments[0])", body)

    def saved(self) -> None:
        """Wait until all is on disk."""
        self.until("return !companion.keeping && !companion.changed")

    @property
    def news(self) -> str:
        """What the line says."""
        return self.browser.text(".news")

    @property
    def notes(self) -> str:
        """What the menu says of this browser."""
        self.speak()
        self.browser.run(
            "if (!document.querySelector('[data-sheet=menu]:not([hidden])'))"
            " document.querySelector('[data-act=open][data-to*=menu]').click();"
        )
        return self.browser.text(".notes")

    def noted(self, sentence: str, seconds: float = 30.0) -> None:
        """Wait until the menu says something of this browser."""
        end = time.monotonic() + seconds
        while sentence not in (said := self.notes):
            assert time.monotonic() < end, said
            time.sleep(0.1)

    # Fingers

    def middle(self, selector: str) -> dict[str, float]:
        found: dict[str, float] = self.browser.run(
            "const one = document.querySelector(arguments[0]);"
            "one.scrollIntoView({ block: 'nearest' });"
            "const box = one.getBoundingClientRect();"
            "return { x: box.x + box.width / 2, y: box.y + box.height / 2 }",
            selector,
        )
        return found

    def touch(self, kind: str, *points: dict[str, float], later: float = 0.0) -> None:
        """Put fingers down, move them or take them up, now or so many seconds later."""
        self.browser.do(
            "Input.dispatchTouchEvent",
            type=kind,
            touchPoints=[{**point, "id": number} for number, point in enumerate(points)],
            timestamp=time.time() + later,
        )

    def tap(self, selector: str, seconds: float = 0.05) -> None:
        """Tap what a selector finds."""
        self.until(f"return document.querySelector({selector!r}) !== null")
        self.touch("touchStart", self.middle(selector), later=GUARD_S)
        self.touch("touchEnd", later=GUARD_S + seconds)

    def enter(self, do: str, suit: str | None) -> None:
        """Take a turn by one tap, once the last one is seen."""
        self.shows(self.state)
        self.tap(f'.rocket[data-suit="{suit}"]' if suit else f'.keys [data-act="{do}"]')

    def speak(self, language: str = "en") -> None:
        """Choose a language, where the first start asks for one."""
        selector = f'.languages [data-value="{language}"]'
        if self.browser.run("return document.querySelector(arguments[0]) !== null", selector):
            self.tap(selector)
            self.until("return document.querySelector('.begin') !== null")

    def begin(self, players: int = 2) -> None:
        """Choose English, and begin a game of so many."""
        self.speak()
        self.tap(f""".choice[data-to='{{"players":{players},"first":1}}']""")
        self.tap(".begin")
        self.until("return document.querySelector('.rocket') !== null")
