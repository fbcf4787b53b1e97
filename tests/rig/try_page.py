"""The page of `make try` in a real browser, and fingers for it."""

import time
from typing import Any

from tests.rig.chromium import Chromium

STARTS_S = 180.0
"""How long a start may take where the machine has other work."""


class TryPage:
    """A page that is the companion."""

    def __init__(self, browser: Chromium, url: str) -> None:
        self.browser = browser
        self.url = url

    def open(self, width: int = 1280, height: int = 800, query: str = "") -> None:
        """Load it, and wait for the first picture."""
        self.browser.open(self.url + query, width, height)
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

    def until(self, script: str, seconds: float = 10.0) -> Any:
        """Wait until a script returns something true."""
        end = time.monotonic() + seconds
        while not (found := self.browser.run(script)):
            assert time.monotonic() < end, f"{script}: {self.browser.text('main')}"
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
    def glass(self) -> str:
        """The rows of the display in hex."""
        return str(self.browser.run("return JSON.parse(companion.page.scene()).glass"))

    @property
    def texts(self) -> str:
        return str(self.browser.run("return document.getElementById('glass').ariaLabel"))

    @property
    def state(self) -> dict[str, Any] | None:
        found = self.ask({"get": "state"})
        return found["state"] if found else None

    def ask(self, body: dict[str, Any]) -> Any:
        return self.browser.run("return companion.ask(arguments[0])", body)

    def saved(self) -> None:
        """Wait until all is on disk."""
        self.until("return !companion.keeping && !companion.changed")

    # Fingers

    def finger(self, kind: str, *controls: str) -> None:
        """Put fingers down on controls, or take them up."""
        points = []
        if kind == "touchStart":
            for number, control in enumerate(controls):
                x, y = self.middle(control)
                points.append({"x": x, "y": y, "id": number})
        self.browser.do("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def middle(self, control: str) -> list[float]:
        return self.middle_of(f"[data-control='{control}']")

    def middle_of(self, selector: str) -> list[float]:
        found: list[float] = self.browser.run(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]",
            selector,
        )
        return found

    def mouse(self, *steps: tuple[str, list[float]]) -> None:
        """Do with a mouse what each step says, at a point."""
        for kind, (x, y) in steps:
            self.browser.do(
                "Input.dispatchMouseEvent",
                type=f"mouse{kind}",
                x=x,
                y=y,
                button="left",
                clickCount=1,
            )
        time.sleep(0.5)
        self.saved()

    def press(self, buttons: str, seconds: float = 0.1) -> None:
        """Press a button, or several that are joined by `+`, with so many fingers."""
        self.finger("touchStart", *buttons.split("+"))
        time.sleep(seconds)
        self.finger("touchEnd")
        time.sleep(0.45)
        self.saved()

    def enter(self, do: str, suit: str | None) -> None:
        """Enter a turn as a group does in the detail colours."""
        if do == "misfire":
            self.press("play", 1.0)
        else:
            self.press(do)
        if suit:
            self.choose(suit)

    def speak(self, language: str) -> None:
        """Choose a language; a screen that nobody touched for a while first wakes by a press."""
        for _ in range(3):
            if self.ask({"get": "screen"})["screen"]["name"] != "language":
                return
            self.choose(language)

    def choose(self, item: str) -> None:
        """Press the buttons that stand for an item of the open question."""
        options = self.ask({"get": "screen"})["screen"]["options"]
        self.press(next(buttons for buttons, items in options.items() if item in items))
