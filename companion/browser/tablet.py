"""The companion on a page: the core as the tests run it, by messages and time, without threads.

The page calls it at each press and when something is due (`due`), and draws what it says. Nothing
here knows a browser: `host` is what the page hands in.
"""

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

from companion.browser.books import Books
from companion.browser.parts import page_panel
from companion.daemon.core import Core
from companion.daemon.dialogue import Options
from companion.daemon.drawing import Drawing
from companion.daemon.interfaces import Reply, Request, Shown, Spoken
from companion.daemon.outputs import VOLUMES
from companion.errors import refusal
from companion.face.preferences import Preferences
from companion.face.screens import touch
from companion.face.view import View
from companion.game.cards import CARDS
from companion.journal.stickers import Sticker
from companion.journal.store import Store
from companion.numbers import Json
from companion.panel import Speech, Tagged, Touched
from hardware.emulator.fan import FanCard, fan_of
from wiring.reading.build import Build


class BrowserHost(Protocol):
    """What the page does for the companion."""

    def now(self) -> float:
        """Return the time in seconds, which never goes back."""

    def keep(self) -> None:
        """Put the files of the games on disk, and call `on_kept`."""

    def play(self, name: str, volume: float) -> None:
        """Play a sound; no name ends what is heard."""

    def say(self, text: str, language: str, volume: float) -> None:
        """Speak."""


class PageStage:
    """The outputs of the page (see `companion.daemon.interfaces.Stage`)."""

    def __init__(self, drawing: Drawing, post: Callable[[object], None], host: BrowserHost) -> None:
        self._drawing: Final = drawing
        self._post: Final = post
        self._host: Final = host

    def show(self, serial: int, view: View) -> None:
        """Show this view."""
        self._post(Shown(serial, self._drawing.draw(view, self._host.now())))

    def sound(self, name: str, step: str) -> None:
        """Play a sound."""
        self._host.play(name, VOLUMES[step])

    def say(self, words: Callable[[], Speech | None], sound: str, step: str) -> None:
        """Play a sound, if one is named, and speak."""
        volume = VOLUMES.get(step) or VOLUMES[Preferences().sound]
        self._host.play(sound, volume)
        speech = words()
        if speech:
            self._post(Spoken(self._host.now() + speech.seconds))
            self._host.say(speech.text, speech.language, volume)

    def hush(self) -> None:
        """End what is heard."""
        self._host.play("", 0.0)

    def frame(self, reply: Reply) -> None:
        """Answer that the page has no picture to hand out: it shows it."""
        reply(refusal("the page shows its picture"))

    def lights(self, reply: Reply) -> None:
        """Answer with what the lights were set to."""
        reply({"ok": True, "lights": dict(self._drawing.levels)})


class Tablet:
    """A whole companion of one build, for a page."""

    def __init__(
        self, host: BrowserHost, build: Build, directory: Path, language: str = ""
    ) -> None:
        """Take up the game that lies in a folder."""
        self._host: Final = host
        self._inbox: Final[deque[object]] = deque()
        post = self._inbox.append
        self._panel, self._controls, self._glass, self._lights = page_panel(build)
        self._drawing: Final = Drawing(self._panel, _must, lambda: True)
        self._books: Final = Books(Store(directory), post, host.keep)
        stage = PageStage(self._drawing, post, host)
        self._fan: Final = fan_of(build)
        stickers = {
            tag: Sticker(build.name, CARDS[card]) for tag, card in self._fan.stickers.items()
        }
        options = Options(
            language,
            lacks=self._panel.lacks,
            shortcut=self._panel.shortcut,
            labels=build.labels,
            stickers=stickers,
            wears=False,
        )
        self.core: Final = Core(
            self._books, stage, self._controls, options, None, self._panel.flips
        )
        self._controls.listen(post)
        self._books.open()
        self._settle()

    # What the page does

    def move(self, control: str, down: bool, at: float, cancelled: bool = False) -> None:
        """Press or release a control."""
        self._controls.move(control, down, at, cancelled)
        self._settle()

    def rotate(self, steps: int, at: float) -> None:
        """Turn the encoder."""
        self._controls.rotate(steps, at)
        self._settle()

    def lay(self, tag: str, reader: str, at: float) -> None:
        """Lay a card on a pad, by the id of its sticker."""
        self._inbox.append(Tagged((tag,), reader, at))
        self._settle()

    def lay_card(self, suit: str, rank: int, reader: str, at: float) -> None:
        """Lay the next copy of a card of the fan on a pad."""
        self.lay(self._fan.take(FanCard(suit, rank), reader), reader, at)

    def tick(self) -> None:
        """Do what is due."""
        self._settle()

    def on_kept(self, ticket: int, problem: str) -> None:
        """Take that the browser has all up to a row on disk, or why it has not."""
        self._books.on_kept(ticket, problem)
        self._settle()

    def ask(self, body: Json, reply: Reply) -> None:
        """Take a request, as a script makes it."""
        self._inbox.append(Request(body, reply))
        self._settle()

    # What the page shows

    @property
    def ticket(self) -> int:
        """The last row that was written."""
        return self._books.ticket

    @property
    def due(self) -> float | None:
        """When something is to be done, in the host's seconds; None for nothing."""
        times = [self.core.deadline(self._host.now()), self._drawing.due(self._host.now())]
        return min((time for time in times if time is not None), default=None)

    @property
    def language(self) -> str:
        """The language of the screen."""
        view = self.core.view
        return view.language if view is not None else ""

    @property
    def glass(self) -> bytes:
        """The rows of the display, a bit for a pixel."""
        return self._glass.lit

    @property
    def brightness(self) -> float:
        """The display's brightness, 0 to 1."""
        return self._glass.level

    @property
    def texts(self) -> list[str]:
        """What the display says, for those who do not see it."""
        page = self._drawing.drawer.page
        return page.texts if page is not None else []

    def shine(self) -> list[tuple[str, float, tuple[int, int, int]]]:
        """Return each light's name, its brightness and its colour."""
        return self._lights.shine() if self._lights else []

    def label_at(self, x: int, y: int) -> str:
        """Return the button whose label is at a point of the display; empty for none."""
        view = self.core.view
        return touch.NOTHING if view is None else touch.label_at(view, (x, y))

    def touch(self, x: int, y: int) -> None:
        """Touch a point of the display."""
        self._inbox.append(Touched((x, y), self._host.now()))
        self._settle()

    def touch_lights(self, suit: str) -> None:
        """Touch the lights of a firework."""
        self._inbox.append(Touched(suit, self._host.now()))
        self._settle()

    def _settle(self) -> None:
        """Handle everything that waits, now."""
        while True:
            now = self._host.now()
            while self._inbox:
                self.core.handle(self._inbox.popleft(), now)
            self.core.tick(now)
            self.core.publish(now)
            if not self._inbox:
                self._drawing.go_on(now)
                return


def _must(part: str, act: Callable[[], Any]) -> bool:
    """Do something to a part of the page, which never fails."""
    act()
    return True
