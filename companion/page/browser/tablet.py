"""The companion on a page: the core as the tests run it, by messages and time, without threads.

The page calls it at each request and when something is due, and draws what it says. Nothing here
knows a browser: `host` is what the page hands in.
"""

import json
from collections import deque
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final, Protocol

from companion.daemon.core import Core
from companion.daemon.dialogue import Options
from companion.daemon.interfaces import Reply, Request, Shown, Spoken
from companion.daemon.socket import questions
from companion.errors import CompanionError, refusal_answer
from companion.face.preferences import VOICE, VOLUMES, Preferences, VoiceLevel
from companion.face.state import EntryKind
from companion.face.view import View
from companion.journal.query_thread import Queries
from companion.journal.store import Store
from companion.journal.writer import Writer
from companion.journal.writer_messages import NotSaved, Saved, WriterMessage
from companion.numbers import Json
from companion.onlooking.look import Announcement, Look
from companion.page import scenes
from companion.panel import Speech

GAMES: Final = Path("/games")


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

    def show_view(self, serial: int, view: View) -> None:
        """Answer that the page shows the view: it asks for it whenever something happened."""
        self._post(Shown(serial, sent=True))

    def play_sound(self, name: str, step: str) -> None:
        """Play a sound."""
        self._host.play(name, VOLUMES[step])

    def speak_words(self, words: Callable[[], Speech | None], sound: str, step: str) -> None:
        """Play a sound, if one is named, and speak."""
        volume = VOLUMES.get(step) or VOLUMES[Preferences().sound]
        self._host.play(sound, volume)
        speech = words()
        if speech:
            self._post(Spoken(self._host.now() + speech.seconds))
            self._host.say(speech.text, speech.language, volume)

    def end_sounds(self) -> None:
        """End what is heard."""
        self._host.play("", 0.0)

    def answer_frame(self, reply: Reply) -> None:
        """Answer that there is no display."""
        reply(refusal_answer("this companion has no display"))

    def answer_lights(self, reply: Reply) -> None:
        """Answer that there are no lights."""
        reply(refusal_answer("this companion has no lights"))


class Tablet:
    """A whole companion without buttons and display; JSON crosses to the page's script."""

    def __init__(self, host: BrowserHost, directory: Path = GAMES, language: str = "") -> None:
        """Take up the game that lies in a folder."""
        directory.mkdir(exist_ok=True)
        self._host: Final = host
        self._inbox: Final[deque[object]] = deque()
        self._writer: Final = Writer(Store(directory), self._on_written, Queries)
        self._ticket = 0
        """The last row that the store has."""
        stage = PageStage(self._inbox.append, host)
        options = Options(language, wears=False, display=False)
        self.core: Final = Core(self._writer, stage, None, options)
        self._answers: Final[list[Json]] = []
        self._reply: Final = self._answers.append
        """One client all the time: a backup is restored by several of its requests."""
        self._write_rows()
        self.tick()
        if self.core.dialogue.face.preferences.voice == VoiceLevel.FULL:
            # It reads a display aloud; here words are spoken in short.
            self._answer_request({"do": "prefer", "key": VOICE, "value": str(VoiceLevel.SHORT)})

    # What the page does

    def tick(self) -> None:
        """Handle everything that waits, and what is due."""
        # Until nothing waits: without threads nobody else brings what a step left to do.
        while True:
            now = self._host.now()
            while self._inbox:
                self.core.handle(self._inbox.popleft(), now)
            self.core.tick(now)
            self.core.publish(now)
            self._write_rows()
            if not self._inbox:
                return

    def _write_rows(self) -> None:
        """Write what waits for the store, and have the browser put its files on disk."""
        if self._writer.carry_out():
            self._host.keep()

    def _on_written(self, message: WriterMessage) -> None:
        """Take what the writer says; a row is saved once the browser has the files on its disk."""
        if isinstance(message, Saved):
            self._ticket = message.ticket
        else:
            self._inbox.append(message)

    def on_kept(self, ticket: int, problem: str) -> None:
        """Take that the browser has all up to a row on disk, or why it has not."""
        if ticket:  # none yet: what was put on disk is the empty store
            self._inbox.append(NotSaved(ticket, problem) if problem else Saved(ticket))
        self.tick()

    def ask(self, body: str) -> str:
        """Return the answer to a request of a script in words; empty if none came yet."""
        answer = self._answer_request(json.loads(body))
        return json.dumps(scenes.answer_in_words(answer, self.look)) if answer else ""

    def _answer_request(self, body: Json) -> Json:
        self._answers.clear()
        self._inbox.append(Request(body, self._reply))
        self.tick()
        return self._answers[0] if self._answers else {}

    def read(self, path: str) -> str:
        """Return the answer at a path of past games; else an `error`."""
        from companion.page import past  # late: the start is measured

        look = self.look
        told = past.answer_path(path.strip("/"), self._answer_or_raise, look.language, look.help)
        try:
            return json.dumps(_at_once(told))
        except CompanionError as error:
            return json.dumps(refusal_answer(error))

    async def _answer_or_raise(self, body: Json) -> Json:
        answer = self._answer_request(body)
        if not answer["ok"]:
            raise CompanionError(scenes.answer_in_words(answer, self.look)["error"])
        return answer

    def backup(self) -> str:
        """Return the text of a backup of everything."""
        from companion.journal.backup import all_pieces

        return "".join(all_pieces(lambda **place: self._answer_request({"get": "backup", **place})))

    # What the page shows

    def scene(self) -> str:
        """Return all that the page draws, the last row, and when something is due."""
        face = self.core.dialogue.face
        sitting = self.core.sitting
        offers = None
        if sitting.began is not None:
            offers = questions.offers_json(face, sitting, None, EntryKind.FORGOTTEN, None)
        drawn = scenes.whole_scene(
            self.look,
            offers,
            face.preferences,
            following=questions.next_game(face.draft),
            known=face.known,
        )
        now = self._host.now()
        due = self.core.deadline(now)
        clock = self.look.clock
        past = {"past": now - clock.since} if clock else {}
        return json.dumps({**drawn, **past, "ticket": self._ticket, "due": due})

    @property
    def look(self) -> Look:
        """What the table shows; its language is empty until one was chosen."""
        face = self.core.dialogue.face
        sitting = self.core.sitting
        notice = face.notice
        return Look(
            sitting=sitting,
            mark=sitting.mark,
            preset=sitting.began.preset if sitting.began else "",
            saved=self.core.dialogue.pending.saved,
            language=self.core.view.language if self.core.view else "",
            help=face.preferences.help,
            clues=face.preferences.clues,
            clock=self.core.view.clock if self.core.view else None,
            announcement=notice and Announcement(notice.phrase, notice.refusal),
        )


def _at_once(told: Coroutine[Any, Any, Json]) -> Json:
    """Return the result of a coroutine that lets others go on meanwhile: here are no others."""
    try:
        while True:
            told.send(None)
    except StopIteration as end:
        answer: Json = end.value
        return answer
