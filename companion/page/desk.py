"""The desk: what the handlers of all paths share.

Each code is judged, whatever came before it, so no wrong ones keep a guest out. What makes guessing
hopeless is the pace. A code has 40 random bits and lives for twelve hours. At most 50 codes a
second are judged, 2,160,000 in twelve hours: one chance in 509,000, for a guest with any number of
addresses who never pauses.
"""

import asyncio
import logging
import socket
import time
import webbrowser
from asyncio import Future, Lock, Semaphore
from collections.abc import Callable, Coroutine, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol
from weakref import WeakValueDictionary

from tornado.web import Application, RequestHandler

from companion.face.preferences import Preferences
from companion.numbers import Json, compact_json
from companion.onlooking.device import Away, DeviceClient, RequestRefused
from companion.onlooking.look import Look
from companion.page import addresses, guard, page_files, scenes
from companion.page.crowd import PAGES, CrowdedServer, OpenConnections
from companion.page.page_files import PageFile
from companion.page.settings import PageSettings
from companion.page.tables import table_json
from companion.page.words import TEXTS
from companion.signals import cancel_at_signal
from companion.words.texts import DEFAULT

log: Final = logging.getLogger("companion.page")
REFRESH_S: Final = 10.0
"""Time after which the addresses of this computer are read again, in seconds."""
MOST_ANSWERS: Final = 256
"""Answers that are kept for guests who ask again, since none reached them."""
AGAIN_S: Final = 1.0
"""Time after which a device that does not answer is asked again, in seconds."""
AT_ONCE: Final = 2
"""Questions of guests, and of others, that are carried out at a time."""
APART_S: Final = 0.02
"""Time between two codes that are judged, in seconds."""
Paths = Sequence[tuple[str, type[RequestHandler]]]
"""What answers each path; the last one is for all the others."""


class Grant(StrEnum):
    """What a browser may do at the table."""

    LOOK = "look"
    PLAY = "play"
    """It has the evening's code."""
    HOST = "host"
    """It is the device's own screen: it sets preferences too."""


class BrowserPage(Protocol):
    """A page that is open in a browser."""

    has: bytes
    """What it was sent last of what is shown."""

    @property
    def grant(self) -> Grant:
        """What its browser may do now."""

    @property
    def language(self) -> str:
        """The language that its browser asks for."""

    def wake(self) -> None:
        """Look for something new."""

    def close(self) -> None:
        """Hang up."""


class Told(NamedTuple):
    """What the device told last of what can be done at the table."""

    look: Look
    offers: Json | None
    view: Json


class Desk:
    """The page of one device, the server that answers for it, and its guests."""

    def __init__(
        self,
        settings: PageSettings,
        view: Path,
        paths: Paths,
        control: Path | None = None,
        *,
        opens_browser: bool = False,
    ) -> None:
        """Make a desk of the device at a view socket; it does not listen yet.

        control: its control socket, where browsers on this computer are its own screen.
        opens_browser: one of this computer is to show it.
        """
        files = page_files.load_files(page_files.TOUCH, page_files.APP)
        self.version = page_files.files_version(files)
        """Pages of another version load themselves anew."""
        self.files: Final = {**files, page_files.WORDS: _words_file(self.version)}
        self.settings: Final = settings
        self.port = settings.port
        self.names: Final = guard.own_names(settings.names)
        self._addresses: tuple[str, ...] = ()
        """The addresses of this computer."""
        self.pages: Final[set[BrowserPage]] = set()
        """Those that are open."""
        self.connections: Final = OpenConnections(PAGES)
        arguments = {"desk": self}
        self._server: Final = CrowdedServer(
            Application(
                [(path, handler, arguments) for path, handler in paths],
                compress_response=True,  # a long game, 200 KB of alike tables, goes as 30
                log_function=lambda handler: None,  # the path may be a guest's code
            ),
            self.connections,
        )
        self._opens_browser: Final = opens_browser
        self.control: Final = DeviceClient(control, lambda: None, "web") if control else None
        """What the device's own screen asks, where it is one of a browser."""
        self.device: Final = DeviceClient(view, self.on_change, "web")
        self.codes: Final[set[str]] = set()
        """The codes that the device called right since it is there."""
        self._was_away = True
        self._answers: Final[dict[tuple[str, str], Future[Json]]] = {}
        """What guests asked, by the guest and the name of the request; the oldest one first."""
        self.judging: Final = Lock()
        """The pace of all codes: one holds it for a while before it is judged."""
        self.asking: Final = {entered: Semaphore(AT_ONCE) for entered in (True, False)}
        """Questions to the device: guests who entered (True) never wait for others."""
        # Weak: a lock is gone with the last request that waits for it.
        self._turns: Final = WeakValueDictionary[str, Lock]()
        self._changed: Final = asyncio.Event()
        self._told: Told | None = None
        """What those who play are shown."""
        self._events: dict[tuple[str, Grant], bytes] = {}
        """What is shown now, encoded once for all pages of a language that may do the same."""

    @property
    def language(self) -> str:
        """The language for browsers that ask for none of ours: the device's."""
        return self.device.look.language if self.device.look else DEFAULT

    @property
    def urls(self) -> tuple[str, ...]:
        """Where the page is found, on this computer last."""
        host = self.settings.host
        local = f"[{host}]" if ":" in host else host or "localhost"
        here = f"http://{local}:{self.port}"
        # In small letters: they are in capitals for the device's code alone.
        return tuple(dict.fromkeys((*(url.lower() for url in self.public_urls), here)))

    @property
    def public_urls(self) -> tuple[str, ...]:
        """Where others find the page."""
        host = socket.gethostname()
        return addresses.page_urls(self._addresses, self.port, host, self.settings.host)

    def _refresh(self) -> None:
        """Refresh the addresses of this computer, and tell the device where the page is found."""
        self._addresses = addresses.own_addresses()
        self.device.send_urls(self.public_urls)

    def listen(self) -> None:
        """Take the port. Raises CannotListen."""
        self.port = self._server.listen_at(self.settings.port, self.settings.host)
        self._refresh()

    async def run(self) -> None:
        """Serve until this is cancelled, and follow the device meanwhile."""
        here = self.urls[-1]
        if self.control:
            log.info("web: on this computer the table is played by touch at %s", here)
        if self._opens_browser and not await asyncio.to_thread(webbrowser.open, here):
            log.warning("web: no browser could be started here: open %s in one", here)
        log.info("web: the page is at %s", " ".join(self.urls))
        following = asyncio.ensure_future(self._follow())
        try:
            while not following.done():
                await asyncio.wait((following,), timeout=REFRESH_S)
                self._refresh()
            following.result()
        finally:
            following.cancel()
            self._server.stop()
            for holder in (*self.pages, *self.connections):
                holder.close()
            await asyncio.wait((following,))  # it may have to say that it leaves

    async def serve(self) -> None:
        """Serve until a signal comes."""
        self.listen()
        # They name paths, and a path may be a guest's code.
        for other in ("tornado.access", "tornado.general", "tornado.application"):
            logging.getLogger(other).addHandler(logging.NullHandler())
            logging.getLogger(other).propagate = False
        running = asyncio.ensure_future(self.run())
        cancel_at_signal(running)
        try:
            await running
        except asyncio.CancelledError:
            log.info("web: ended")
            asyncio.get_running_loop().set_exception_handler(_on_mistake_at_the_end)

    async def _follow(self) -> None:
        """Follow the device for ever, and what can be done at it while somebody plays."""
        # Two: to draw a scene the device is asked, and its next line does not wait for the answers.
        async with asyncio.TaskGroup() as both:
            both.create_task(self.device.follow())
            both.create_task(self._keep_told())

    def on_change(self) -> None:
        """Follow the device, which showed something else, came back or went away."""
        if self.device.left is not None:
            self._was_away = True
        elif self._was_away or not self.may_enter:
            self._was_away = False
            self.codes.clear()  # there may be another one now: each is judged again
        # Those who play are told once it is known what can be done now.
        self._events = {key: told for key, told in self._events.items() if key[1] != Grant.LOOK}
        self._changed.set()
        self._wake_pages()

    def _wake_pages(self) -> None:
        """Have every open page send what is new."""
        for page in self.pages:  # each asks for what it lacks once it has read what it has
            page.wake()

    @property
    def may_enter(self) -> bool:
        """Whether the device is there, and has a code."""
        look = self.device.look
        return self.device.left is None and look is not None and look.guests

    def tell_again(self) -> None:
        """Tell those who play anew: no line of the device says what changed."""
        self._changed.set()

    async def answer_once(
        self, asker: str, name: str, ask: Callable[[], Coroutine[Any, Any, Json]]
    ) -> Json:
        """Return the answer to a request; one of the same name is the same one, asked again."""
        key = asker, name
        while True:
            known = self._answers.get(key)
            answer = known or asyncio.ensure_future(ask())
            self._answers[key] = answer
            if len(self._answers) > MOST_ANSWERS:
                del self._answers[next(iter(self._answers))]
            try:
                return await asyncio.shield(answer)
            except Exception:  # nothing was carried out, so that it can be asked again
                if self._answers.get(key) is answer:
                    del self._answers[key]
                if known is None:
                    raise

    def turn_of(self, asker: str) -> Lock:
        """Return what a guest or an address holds while it waits: one of its questions at a time.

        So nobody waits for more than one question of anybody else: before that, one address that
        tried codes on all of its connections made another one wait for two seconds.
        """
        return self._turns.setdefault(asker, Lock())

    def events_for(self, page: BrowserPage) -> bytes:
        """Return what is shown now, if that is new to a page, and whether the device is away."""
        events = b""
        key = page.language, page.grant
        shown = self._shown(*key)
        if shown is None:
            self._changed.set()
        elif page.has is not shown:
            page.has = events = shown
            if self.device.look and (clock := self.device.look.clock):
                past = max(0.0, time.monotonic() - clock.since)
                events = stream_event("clock", {"past": round(past, 3)}) + shown
        left = self.device.left
        if left is not None:
            events += stream_event("away", {"since": round(time.monotonic() - left)})
        return events

    def _shown(self, language: str, grant: Grant) -> bytes | None:
        """Return the event of what is shown to those with this grant; None before it is known."""
        key = language, grant
        shown: Look | Told | None = self.device.look if grant == Grant.LOOK else self._told
        if shown is None:
            return None
        if key not in self._events:
            if isinstance(shown, Look):
                name, told = "table", table_json(shown, language)
            else:
                name, told = "scene", self._scene_json(shown, language, grant)
            self._events[key] = stream_event(name, {**told, "version": self.version})
        return self._events[key]

    async def _keep_told(self) -> None:
        """Ask what can be done, after each change while somebody plays."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            if all(page.grant == Grant.LOOK for page in self.pages):
                self._told = None
                continue
            try:
                look = self.device.look or Look()
                view = (await self.device.ask({"get": "view"}))["view"]
                offers = None
                if look.sitting.began is not None:
                    offers = (await self.device.ask({"get": "offers"}))["offers"]
                self._told = Told(look, offers, view)
            except (Away, RequestRefused, LookupError) as error:  # one of another version, too
                if self.device.left is None:
                    log.warning("web: %s; it is asked again and again", error)
                asyncio.get_running_loop().call_later(AGAIN_S, self._changed.set)
            self._events = {}
            self._wake_pages()

    def _scene_json(self, told: Told, language: str, grant: Grant) -> Json:
        look, offers, view = told
        chosen = Preferences(**view["preferences"])
        if grant == Grant.PLAY:  # a phone speaks a language of its own
            chosen = chosen._replace(language=language)
            look = look._replace(language=language)
        drawn = scenes.whole_scene(look, offers, chosen, view["next"], view["known"])
        may_invite = grant == Grant.HOST and bool(self.public_urls)
        return {**drawn, "guest": grant == Grant.PLAY, "invites": may_invite}


def _words_file(version: str) -> PageFile:
    """Return the words of all languages, as a file."""
    words = {
        language: {**scenes.page_words(own), "version": version} for language, own in TEXTS.items()
    }
    return PageFile(compact_json(words), page_files.JSON)


def stream_event(name: str, data: Mapping[str, Any]) -> bytes:
    """Return an event of a stream."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), compact_json(data))


def _on_mistake_at_the_end(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log a mistake, but no request that the end cancels: tornado 6.4 raises that in a callback."""
    if not isinstance(context.get("exception"), asyncio.CancelledError):
        loop.default_exception_handler(context)
