"""What all answers of the page share: their guard, their language, who asks, their errors."""

import asyncio
import html
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, NoReturn

from tornado.http1connection import HTTP1Connection
from tornado.iostream import StreamClosedError
from tornado.web import Finish, HTTPError, RequestHandler

from companion.face.preferences import Help
from companion.journal.sitting import Sitting
from companion.numbers import Json, compact_json
from companion.onlooking.device import Away, RequestRefused
from companion.page import guard, past
from companion.page.crowd import has_left, network_of
from companion.page.desk import APART_S, Desk, log
from companion.page.page_files import JSON
from companion.page.words import device_text, page_text, refusal_text
from companion.words.texts import LANGUAGES

COOKIE: Final = "guest"
_GUEST: Final = re.compile(r"([A-Z2-9]{8})\.([\w-]{24})", re.ASCII)
"""What the cookie of a guest has: the code, and an id that is the guest's own."""
WRONG: Final = "guests_wrong"
MANY: Final = "guests_many"
"""A code is wrong, too, and others may have sent many before it."""


class Refusal(HTTPError):
    """A request is refused, with one of our sentences."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(status)
        self.sentence = sentence


class Handler(RequestHandler):
    """What all answers have in common: headers, the guard, who asks, errors in a sentence."""

    is_refused = False
    """Whether the device called the guest's code wrong."""

    def initialize(self, desk: Desk) -> None:
        """Take the desk, which has everything that the handlers share, and keep the connection."""
        connection = self.request.connection
        assert isinstance(connection, HTTP1Connection)
        self.desk = desk
        self._stream = connection.stream
        # From here on, not from the answer on: a connection that waits for its turn is no idle one.
        desk.connections.busy.add(self._stream)

    def set_default_headers(self) -> None:
        """Set the headers of every answer, errors too."""
        self.clear_header("Server")
        self.set_header("Cache-Control", "no-store")
        for name, value in guard.HEADERS.items():
            self.set_header(name, value)

    async def prepare(self) -> None:
        """Refuse a request under a name that is not ours, or by another site."""
        request = self.request
        self.only_present()
        host = request.headers.get("Host", "")
        if not guard.is_own(host, self.desk.names):
            self.refuse(421, "bad_host")
        # What is read, another site can only link to: the headers keep it from reading along.
        guarded = request.method == "POST" or request.path == "/live"
        site = request.headers.get("Sec-Fetch-Site")
        if guarded and guard.is_foreign(request.headers.get("Origin"), site, host):
            self.refuse(403, "bad_origin")
        if request.method == "POST":
            kind = request.headers.get("Content-Type", "").split(";")[0].strip().lower()
            if kind != "application/json":  # a form of another site can post no such type
                self.refuse(415, "bad_type")

    def head(self, *names: str) -> Awaitable[None] | None:
        """Answer as GET does: tornado sends only the status and the headers of that."""
        return self.get(*names)

    def on_finish(self) -> None:
        """Let the connection give way to another one: the answer is given."""
        self.desk.connections.busy.discard(self._stream)

    def only_present(self) -> None:
        """End the request here if the browser left.

        Ninety connections that asked for three seconds and left held the page up for 12 to 24 s.
        """
        if has_left(self._stream):
            self.hang_up()
            raise Finish

    def hang_up(self) -> None:
        """End the request with its connection, and all that it had asked besides."""
        # Tornado would go on with the requests that it has read of the connection already.
        self.on_finish()
        self.detach()
        self._stream.close()

    def on_connection_close(self) -> None:
        """End the request of a browser that left, and forget its page if that was open."""
        self.hang_up()
        for page in self.desk.pages & {self}:
            page.close()

    @property
    def language(self) -> str:
        """The language asked for; else the browser's, else the device's."""
        asked = self.request.query_arguments.get("lang", [b""])[-1].decode("ascii", "replace")
        if asked in LANGUAGES:
            return asked
        header = self.request.headers.get("Accept-Language", "")
        for part in header[:1000].split(","):  # browsers name the best one first
            language = part.partition(";")[0].strip()[:2].lower()
            if language in LANGUAGES:
                return language
        return self.desk.language

    def text_of(self, key: str, **facts: object) -> str:
        """Return one of our sentences."""
        return page_text(self.language, key, **facts)

    def refuse(self, status: int, key: str, **facts: object) -> NoReturn:
        """Refuse the request with one of our sentences."""
        raise Refusal(status, self.text_of(key, **facts))

    def answer_json(self, body: Mapping[str, Any]) -> None:
        """Answer with JSON."""
        self.set_header("Content-Type", JSON)
        self.write(compact_json(body))

    async def send_piece(self, text: str | bytes) -> None:
        """Send a piece of an answer, and wait until it is on its way."""
        self.write(text)
        await self.flush()

    def write_error(self, status_code: int, **named: Any) -> None:
        """Answer with a sentence in the language asked for."""
        error = named.get("exc_info", (None, None))[1]
        key = {400: "bad_body", 405: "bad_method"}.get(status_code, "failed")
        if status_code == 405:
            reads = ["GET", "HEAD"] if type(self).get is not RequestHandler.get else []
            writes = ["POST"] if type(self).post is not RequestHandler.post else []
            self.set_header("Allow", ", ".join(reads + writes))
        sentence = self.text_of(key)
        if isinstance(error, Refusal):
            sentence = error.sentence
        if status_code != 421 or "text/html" not in self.request.headers.get("Accept", ""):
            self.answer_json({"error": sentence})
            return
        # A person gets the addresses that work: the one that was asked for may come from a router.
        links = "".join(f'<p><a href="{url}/">{url}</a>' for url in self.desk.urls)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.write(
            f'<!doctype html><html lang="{self.language}"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width"><title>Hanabi</title>'
            f"<p>{html.escape(sentence)}{links}"
        )

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        """Log errors of ours, without the path: it may be a guest's code."""
        expected = HTTPError | StreamClosedError
        if not (self._finished or isinstance(value, expected)):
            log.error("web: an error in %s", type(self).__name__, exc_info=(typ, value, tb))

    def posted_json(self) -> Json:
        """Return the object that was posted."""
        try:
            posted = json.loads(self.request.body)
        except (ValueError, RecursionError):
            posted = None
        if not isinstance(posted, dict):
            self.refuse(400, "bad_body")
        return posted

    @property
    def entered_code(self) -> str:
        """The code that this guest entered once; empty for none."""
        guest = _GUEST.fullmatch(self.get_cookie(COOKIE, ""))
        return guest[1] if guest else ""

    @property
    def is_guest(self) -> bool:
        """Whether the device has called that code right."""
        return self.entered_code in self.desk.codes

    async def judge_code(self, code: str) -> None:
        """Have the device judge a code, at the pace of all; refuse what it refuses."""
        async with self.desk.turn_of(self.asker), self.desk.judging:
            self.only_present()
            await asyncio.sleep(APART_S)
        await self.ask_or_refuse({"do": "enter", "token": code})
        self.desk.codes.add(code)

    async def know_guest(self) -> None:
        """Have the device judge the code of a guest who entered before it was away."""
        if self.is_guest or self.is_refused:
            return
        if self.entered_code and self.desk.may_enter:
            try:
                await self.judge_code(self.entered_code)
            except Refusal as refusal:
                self.is_refused = refusal.status_code == 403

    async def ask_or_refuse(self, body: Mapping[str, Any]) -> Json:
        """Return the answer of the device; refuse what it refuses."""
        try:
            return await self.ask_device(body)
        except RequestRefused as error:
            language = self.language
            if error.phrase is None or error.phrase.key not in (WRONG, MANY):
                sentence = refusal_text(error.phrase, str(error), language)
                raise Refusal(409, sentence) from None
            self.desk.codes.discard(body.get("token", ""))
            raise Refusal(403, device_text(language, WRONG)) from None

    @property
    def is_host(self) -> bool:
        """Whether the browser is the device's own screen: on this computer, by no proxy."""
        request = self.request
        return self.desk.control is not None and guard.is_here(
            request.remote_ip or "", request.headers
        )

    @property
    def asker(self) -> str:
        """The guest, or the address of somebody who entered no code."""
        guest: str = self.get_cookie(COOKIE, "")
        return guest if self.is_guest else network_of(self.request.remote_ip or "")

    @asynccontextmanager
    async def own_turn(self) -> AsyncIterator[None]:
        """Wait for a place among those whose questions are carried out."""
        async with self.desk.turn_of(self.asker), self.desk.asking[self.is_guest]:
            self.only_present()
            yield

    async def ask_device(self, body: Mapping[str, Any]) -> Json:
        """Return the answer of the device, if the browser is still there. Raises RequestRefused."""
        async with self.own_turn():
            try:
                return await self.desk.device.ask(body)
            except Away:
                self.refuse(503, "no_device")

    async def guest_code(self) -> str:
        """Return the code that this guest entered; refuse those who entered none."""
        await self.know_guest()
        if not self.is_guest:
            self.refuse(403, "enter_first")
        return self.entered_code

    async def send_turns(self, replay: Callable[[], Sitting], answer: Json) -> None:
        """Send a game turn by turn; others are answered meanwhile. `replay` makes it."""
        look = self.desk.device.look
        level = look.help if look else Help.OUTLOOK
        async with self.own_turn():
            told = await past.turn_by_turn(replay(), answer, self.language, level)
        self.answer_json(told)

    async def only_guests(self) -> None:
        """Refuse those who did not enter, unless the owner lets everybody read."""
        if not (self.desk.settings.open or self.is_host):
            await self.guest_code()
