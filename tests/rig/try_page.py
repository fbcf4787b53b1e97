"""The page of `make try` in a real browser, and fingers for it."""

import time
from typing import Any

from tests.rig.chromium import Chromium
from tests.rig.tablets import Finger

STARTS_S = 180.0
"""How long a start may take where the machine has other work."""


NOTE = """
window.moves = [];
const move = companion.move.bind(companion);
companion.move = (control, down, at, cancelled = false) => {
  moves.push([control, down, at, cancelled]);
  move(control, down, at, cancelled);
};
"""
"""Notes each press and each release that the page hands to the companion."""
Move = tuple[str, bool, float, bool]
"""A control, whether it goes down, when in the page's milliseconds, and whether it is cancelled."""


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

    def looks_like(self, device: Finger, seconds: float = 10.0) -> bool:
        """Return True if the display soon shows what another companion shows at the same time."""
        end = time.monotonic() + seconds
        while True:
            glass, now = self.browser.run(
                "return [JSON.parse(companion.page.scene()).glass, performance.now()]"
            )
            device.replay([], now)
            if glass == device.tablet.glass.hex():
                return True
            if time.monotonic() > end:
                return False
            time.sleep(0.05)

    @property
    def texts(self) -> str:
        return str(self.browser.run("return document.getElementById('glass').ariaLabel"))

    @property
    def state(self) -> dict[str, Any] | None:
        found = self.ask({"get": "state"})
        return found["state"] if found else None

    def comes_to(self, state: dict[str, Any], seconds: float = 10.0) -> bool:
        """Return True if the game is soon in this state."""
        end = time.monotonic() + seconds
        while True:
            shown = self.state or {}
            if {key: shown.get(key) for key in state} == state:
                return True
            if time.monotonic() > end:
                return False
            time.sleep(0.05)

    def ask(self, body: dict[str, Any]) -> Any:
        return self.browser.run("return companion.ask(arguments[0])", body)

    def note_moves(self) -> None:
        """Note from now on what the page hands to the companion."""
        self.browser.run(NOTE)

    def new_moves(self) -> tuple[list[Move], float]:
        """Return what was noted since the last time, and the time by the page's clock."""
        moves, now = self.browser.run("return [moves.splice(0), performance.now()]")
        return moves, now

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
        """Press a button, or several that are joined by `+`, and wait until all is on disk."""
        self.touch(buttons, seconds)
        self.saved()

    def touch(self, buttons: str, seconds: float = 0.1) -> None:
        """Put as many fingers as there are buttons down on them, and take them up."""
        self.finger("touchStart", *buttons.split("+"))
        time.sleep(seconds)
        self.finger("touchEnd")
        time.sleep(0.45)

    def enter(self, do: str, suit: str | None) -> None:
        """Enter a turn as a group does in the detail colours."""
        if do == "misfire":
            self.press("play", 1.0)
        else:
            self.press(do)
        if suit:
            self.choose(suit)

    def enter_and_look(self, do: str, suit: str | None, state: dict[str, Any]) -> None:
        """Enter a turn, and go on as soon as the display counts it."""
        buttons = "play" if do == "misfire" else do
        if suit:
            self.press(do)
            buttons = self.buttons_to_choose(suit)
        self.finger("touchStart", *buttons.split("+"))
        time.sleep(1.0 if do == "misfire" else 0.1)
        self.finger("touchEnd")
        assert self.comes_to(state)

    def speak(self, language: str) -> None:
        """Choose a language, and to play; a screen that is asleep first wakes by a press."""
        answers = {"language": language, "welcome": "play"}
        for _ in range(4):
            name = self.ask({"get": "screen"})["screen"]["name"]
            if name not in answers:
                return
            self.choose(answers[name])

    def begin(self) -> None:
        """Choose English and begin a game of two."""
        self.speak("en")
        for _ in range(8):
            if "2 " not in self.texts:
                self.press("clue")
        assert "2 " in self.texts
        self.press("play")

    def choose(self, item: str) -> None:
        """Press the buttons that stand for an item of the open question."""
        self.press(self.buttons_to_choose(item))

    def buttons_to_choose(self, item: str) -> str:
        """Return the buttons that stand for an item, once that can be chosen."""
        end = time.monotonic() + 5
        while not (buttons := self.buttons_for(item)):
            assert time.monotonic() < end, f"{item} cannot be chosen: {self.texts}"
            time.sleep(0.05)
        return buttons

    def buttons_for(self, item: str) -> str:
        """Return the buttons that stand for an item of the open question; empty for none."""
        options = self.ask({"get": "screen"})["screen"]["options"]
        return next((buttons for buttons, items in options.items() if item in items), "")
