"""The companion on a page: the core as the tests run it, by messages and time, without threads.

The page calls it at each request and when something is due (`due`), and draws what it says. Nothing
here knows a browser: `host` is what the page hands in.
"""

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

from companion.daemon.core import Core
from companion.daemon.dialogue import Options
from companion.daemon.interfaces import Reply, Request, Shown, Spoken
from companion.daemon.socket import questions
from companion.errors import refusal
from companion.face.preferences import VOICE, VOLUMES, Preferences, VoiceLevel
from companion.face.state import EntryKind
from companion.face.view import View
from companion.journal.store import Store
from companion.numbers import Json
from companion.onlooking.look import Announcement, Look
from companion.page import scenes
from companion.page.browser.books import Books
from companion.panel import Speech


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
    """The outputs of the page (see `companion.daemon.interfaces.Stage`): it draws scenes itself."""

    def __init__(self, post: Callable[[object], None], host: BrowserHost) -> None:
        self._post: Final = post
        self._host: Final = host

    def show(self, serial: int, view: View) -> None:
        """Answer that the page shows the view: it asks for it whenever something happened."""
        self._post(Shown(serial, sent=True))

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
        """Answer that there is no display."""
        reply(refusal("this companion has no display"))

    def lights(self, reply: Reply) -> None:
        """Answer that there are no lights."""
        reply(refusal("this companion has no lights"))


class Tablet:
    """A whole companion without buttons and display, for a page."""

    def __init__(self, host: BrowserHost, directory: Path, language: str = "") -> None:
        """Take up the game that lies in a folder."""
        self._host: Final = host
        self._inbox: Final[deque[object]] = deque()
        post = self._inbox.append
        self._books: Final = Books(Store(directory), post, host.keep)
        stage = PageStage(post, host)
        options = Options(language, wears=False, display=False)
        self.core: Final = Core(self._books, stage, None, options)
        self._books.open()
        self.tick()
        if self.core.dialogue.face.preferences.voice == VoiceLevel.FULL:
            # It reads a display aloud; here words are spoken in short.
            self.ask({"do": "prefer", "key": VOICE, "value": str(VoiceLevel.SHORT)}, lambda _: None)

    # What the page does

    def tick(self) -> None:
        """Handle everything that waits, and what is due."""
        while True:
            now = self._host.now()
            while self._inbox:
                self.core.handle(self._inbox.popleft(), now)
            self.core.tick(now)
            self.core.publish(now)
            if not self._inbox:
                return

    def on_kept(self, ticket: int, problem: str) -> None:
        """Take that the browser has all up to a row on disk, or why it has not."""
        self._books.on_kept(ticket, problem)
        self.tick()

    def ask(self, body: Json, reply: Reply) -> None:
        """Take a request, as a script makes it."""
        self._inbox.append(Request(body, reply))
        self.tick()

    # What the page shows

    @property
    def ticket(self) -> int:
        """The last row that was written."""
        return self._books.ticket

    @property
    def due(self) -> float | None:
        """When something is to be done, in the host's seconds; None for nothing."""
        return self.core.deadline(self._host.now())

    @property
    def language(self) -> str:
        """The language of what is said; English until one was chosen."""
        view = self.core.view
        return view.language if view is not None else ""

    def scene(self) -> Json:
        """Return all that the page draws."""
        face = self.core.dialogue.face
        sitting = self.core.sitting
        offers = None
        if sitting.began is not None:
            offers = questions.offers(face, sitting, None, EntryKind.FORGOTTEN, None)
        drawn = scenes.whole(self.look, offers, face.preferences, questions.next_game(face.draft))
        drawn["known"] = list(face.known)
        return {**drawn, "ticket": self.ticket, "due": self.due}

    @property
    def look(self) -> Look:
        """What the table shows."""
        face = self.core.dialogue.face
        sitting = self.core.sitting
        notice = face.notice
        return Look(
            sitting=sitting,
            preset=sitting.began.preset if sitting.began else "",
            screen=face.screen,
            saved=self.core.dialogue.pending.saved,
            language=self.language,
            help=face.preferences.help,
            clues=face.preferences.clues,
            announcement=notice and Announcement(notice.phrase, notice.refusal),
        )
