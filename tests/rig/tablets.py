"""The companion of the page without a browser: its time, its disk, and a finger that presses it."""

from companion.browser.tablet import Tablet
from wiring.reading.build import load

BEGAN = 1000.0
"""When a page was loaded, by its companion's clock."""


class Time:
    """What a page hands in, with a time that the test moves."""

    def __init__(self) -> None:
        self.seconds = BEGAN
        self.asked = 0
        self.played: list[str] = []
        self.said: list[str] = []

    def now(self) -> float:
        return self.seconds

    def keep(self) -> None:
        self.asked += 1

    def play(self, name: str, volume: float) -> None:
        self.played.append(name)

    def say(self, text: str, language: str, volume: float) -> None:
        self.said.append(text)


class Finger:
    """Presses the tablet as a person does; each row is on disk at once unless the disk is held."""

    def __init__(self, directory, build: str = "emulator", language: str = "en") -> None:
        self.time = Time()
        self.tablet = Tablet(self.time, load(build), directory, language)
        self.problem = ""
        self.holding = False

    def down(self, control: str) -> None:
        self.tablet.move(control, down=True, at=self.time.seconds)

    def up(self, control: str) -> None:
        self.tablet.move(control, down=False, at=self.time.seconds)
        self.keep()

    def keep(self) -> None:
        """Put on disk what the tablet asked to be kept."""
        if self.time.asked and not self.holding:
            self.time.asked = 0
            self.tablet.on_kept(self.tablet.ticket, self.problem)

    def wait(self, seconds: float) -> None:
        end = self.time.seconds + seconds
        while (due := self.tablet.core.deadline(self.time.seconds)) is not None and due <= end:
            self.time.seconds = max(self.time.seconds, due)
            self.tablet.tick()
            self.keep()
        self.time.seconds = end
        self.tablet.tick()
        self.keep()

    def tap(self, control: str, seconds: float = 0.08) -> None:
        self.down(control)
        self.wait(seconds)
        self.up(control)
        self.wait(0.5)

    def press(self, buttons: str) -> None:
        controls = buttons.split("+")
        if len(controls) == 1:
            self.tap(buttons)
            return
        for control in controls:
            self.down(control)
            self.wait(0.03)
        self.wait(0.1)
        for control in controls:
            self.up(control)
        self.wait(0.5)

    def enter(self, do: str, suit: str | None) -> None:
        if do == "misfire":
            self.tap("play", 1.0)
        else:
            self.tap(do)
        if suit:
            answers = []
            self.tablet.ask({"get": "screen"}, answers.append)
            options = answers[0]["screen"]["options"]
            self.press(next(buttons for buttons, suits in options.items() if suit in suits))

    def replay(self, moves, now: float) -> None:
        """Do what a page noted, at the page's own times, up to its present; in milliseconds."""
        for control, down, at, cancelled in moves:
            self._wait_until(at)
            self.tablet.move(control, down, self.time.seconds, cancelled)
            self.keep()
        self._wait_until(now)

    def _wait_until(self, milliseconds: float) -> None:
        self.wait(max(0.0, BEGAN + milliseconds / 1000 - self.time.seconds))

    @property
    def state(self):
        return self.tablet.core.sitting.state
