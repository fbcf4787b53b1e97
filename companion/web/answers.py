"""Answers: what every page of ours answers in the same way: its files, its words, its open pages, errors."""

import json
import re
from collections.abc import Awaitable, Mapping
from typing import Any, Final, NoReturn

from tornado.http1connection import HTTP1Connection
from tornado.iostream import IOStream, StreamClosedError
from tornado.web import Finish, HTTPError, RequestHandler

from companion.face import words
from companion.web import guard, page_files
from companion.web.connections import has_left, neighbourhood
from companion.web.site import Site
from companion.web.streams import Stream
from companion.web.turns import Lane
from companion.web.words import TEXTS, filled, languages

AGAIN_S: Final = 30
"""Seconds after which a page that found no room asks again."""
JSON: Final = "application/json; charset=utf-8"


class Refusal(HTTPError):
    """A request is refused, with one of our sentences."""

    def __init__(self, status: int, sentence: str, again_s: int | None = None) -> None:
        super().__init__(status)
        self.sentence = sentence
        self.again_s = again_s
        """Seconds after which it may be granted, where that is known."""


class Handler(RequestHandler):
    """What all answers have in common: headers, the guard, the language, errors in a sentence."""

    _connection: IOStream | None = None

    def initialize(self, site: Site) -> None:
        """`site` has everything that the handlers share."""
        self.site = site

    def set_default_headers(self) -> None:
        """Also of errors."""
        self.clear_header("Server")
        self.set_header("Cache-Control", "no-store")
        for name, value in guard.HEADERS.items():
            self.set_header(name, value)

    async def prepare(self) -> None:
        """Wait for a turn; then refuse what was not asked by one of our names, or from another site."""
        request = self.request
        if isinstance(request.connection, HTTP1Connection):
            self._connection = request.connection.stream
            self.site.busy.add(self._connection)
        await self.site.turns.take(self.lane, self)
        self.only_present()
        host = request.headers.get("Host", "")
        if not guard.is_own(host, self.site.names, self.site.addresses):
            self.refuse(421, "bad_host")
        guarded = request.method == "POST" or request.path == "/live"
        site = request.headers.get("Sec-Fetch-Site")
        if guarded and guard.is_foreign(request.headers.get("Origin"), site, host):
            self.refuse(403, "bad_origin")
        if request.method == "POST":
            kind = request.headers.get("Content-Type", "").split(";")[0].strip().lower()
            if kind != "application/json":
                self.refuse(415, "bad_type")

    def head(self, *names: str) -> Awaitable[None] | None:
        """The same as GET, of which tornado sends the status and the headers alone."""
        return self.get(*names)

    def on_finish(self) -> None:
        """The answer is given: the connection may give way to another one."""
        self.end_turn()
        if self._connection is not None:
            self.site.busy.discard(self._connection)

    def end_turn(self) -> None:
        """Let the next request of this lane have its turn."""
        self.site.turns.give_back(self)

    def on_connection_close(self) -> None:
        """The browser left: if its request waits, it is forgotten."""
        self.site.turns.leave(self)

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return neighbourhood(self.request.remote_ip or "")

    @property
    def lane(self) -> Lane:
        """With whose requests this one takes turns."""
        return self.address

    def only_present(self) -> None:
        """End here where the browser left: what it had asked is not carried out."""
        if self._connection is not None and has_left(self._connection):
            self.on_finish()
            self.detach().close()
            raise Finish

    @property
    def language(self) -> str:
        """The language asked for; else the browser's, else the site's."""
        asked = self.request.query_arguments.get("lang", [b""])[-1].decode("ascii", "replace")
        if asked in TEXTS:
            return asked
        return preferred(self.request.headers.get("Accept-Language", "")) or self.site.language

    def say(self, key: str, **facts: object) -> str:
        """One of our sentences."""
        return filled(self.site.texts, self.language, key, facts)

    def refuse(self, status: int, key: str, **facts: object) -> NoReturn:
        """Answer with one of our sentences."""
        raise Refusal(status, self.say(key, **facts))

    def answer(self, body: Mapping[str, Any]) -> None:
        """Answer with JSON."""
        self.set_header("Content-Type", JSON)
        self.write(encoded(body))

    async def send(self, body: Mapping[str, Any]) -> None:
        """Answer with much JSON, and keep the turn until it is read: slow readers have few answers."""
        text = encoded(body).encode()
        self.set_header("Content-Type", JSON)
        self.set_header("Content-Length", len(text))
        self.write(text)
        if self._connection is None:
            return
        self.site.unread.begin(self._connection, len(text))
        try:
            await self.flush()
        finally:
            self.site.unread.end(self._connection)

    def write_error(self, status_code: int, **named: Any) -> None:
        """A sentence in the language asked for."""
        error = named.get("exc_info", (None, None))[1]
        key = {400: "bad_body", 405: "bad_method"}.get(status_code, "failed")
        if status_code == 405:
            self.set_header("Allow", ", ".join(self.methods()))
        told = self.say(key)
        if isinstance(error, Refusal):
            told = error.sentence
            if error.again_s is not None:
                self.set_header("Retry-After", str(error.again_s))
        self.answer({"error": told})

    @classmethod
    def methods(cls) -> list[str]:
        """By which methods the path may be asked for."""
        found = ["GET", "HEAD"] if cls.get is not RequestHandler.get else []
        return found if cls.post is RequestHandler.post else [*found, "POST"]

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        """Log errors of ours, without the path: it may be a guest's code."""
        if not isinstance(value, HTTPError | StreamClosedError):
            self.site.log.error(
                "web: an error in %s", type(self).__name__, exc_info=(typ, value, tb)
            )

    def body(self) -> dict[str, Any]:
        """The object that was posted."""
        try:
            found = json.loads(self.request.body)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            self.refuse(400, "bad_body")
        return found


class Missing(Handler):
    """A path that is none."""

    async def prepare(self) -> None:
        """Whatever was asked."""
        await super().prepare()
        self.refuse(404, "not_found")


class FileHandler(Handler):
    """A file of the page, which a browser asks for again each time and gets only when it changed."""

    def get(self, name: str = page_files.INDEX) -> None:
        """Send it."""
        file = self.site.files.get(name)
        if file is None:
            self.refuse(404, "not_found")
        self.set_header("Cache-Control", "no-cache")
        self.set_header("ETag", file.tag)
        if self.check_etag_header():
            self.set_status(304)
            return
        self.set_header("Content-Type", file.type)
        self.write(file.body)


class Index(FileHandler):
    """The page itself, also by the address that a device shows, which ends in the evening's code."""

    def get(self, name: str = page_files.INDEX) -> None:
        """Send it."""
        super().get(page_files.INDEX)


class LabelsHandler(Handler):
    """The labels of the page."""

    def get(self) -> None:
        """All of them in a language."""
        language = self.language
        told = {"language": language, "languages": languages(), "version": self.site.version}
        singular = list(words.singular(language))
        self.answer({**told, "singular": singular, "words": dict(self.site.texts[language])})


class Live(Handler):
    """What is shown, as it changes."""

    _stream: Stream | None = None

    async def get(self) -> None:
        """Events for as long as the page is open."""
        self._begin()
        about = self.get_query_argument("about", "")
        self._stream = self.site.streams.open(self.language, self.address, about)
        self.end_turn()
        try:
            await self._stream.run(self._send, self.site.news)
        except StreamClosedError:
            pass
        except TimeoutError:
            self.detach().close()
        finally:
            self.site.streams.close(self._stream)

    async def head(self) -> None:  # type: ignore[override]
        """The same headers, and no events: nothing is opened."""
        self._begin()
        await self.flush()

    def _begin(self) -> None:
        """The headers of a stream; refused where there is no room for one more."""
        if not self.site.streams.has_room(self.address):
            raise Refusal(503, self.say("full"), AGAIN_S)
        self.set_header("Content-Type", "text/event-stream; charset=utf-8")
        self.set_header("X-Accel-Buffering", "no")

    async def _send(self, data: bytes) -> None:
        self.write(data)
        await self.flush()

    def on_connection_close(self) -> None:
        """The browser left."""
        super().on_connection_close()
        if self._stream is not None:
            self._stream.end()


def encoded(body: Mapping[str, Any]) -> str:
    """JSON without blanks."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def preferred(header: str) -> str:
    """The language of ours that a browser likes best, "" for none."""
    found = []
    for place, part in enumerate(header[:1000].split(",")):
        name, _, weight = part.strip().partition(";q=")
        language = name.split("-")[0].lower()
        liked = (
            float(weight) if re.fullmatch(r"[01](\.\d{0,3})?", weight) else 0.0 if weight else 1.0
        )
        if language in TEXTS and liked > 0:
            found.append((-liked, place, language))
    return min(found)[2] if found else ""


SHARED_PATHS: Final[tuple[tuple[str, type[Handler]], ...]] = (
    ("/", Index),
    ("/page/([a-z0-9_.-]+)", FileHandler),
    ("/words", LabelsHandler),
    ("/live", Live),
)
