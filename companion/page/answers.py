"""Answers that every page of ours gives alike: its files, its words, its open pages, errors."""

import html
import json
from collections.abc import Awaitable, Mapping
from typing import Any, Final, NoReturn

from tornado.http1connection import HTTP1Connection
from tornado.iostream import StreamClosedError
from tornado.web import Finish, HTTPError, RequestHandler

from companion.numbers import Json, compact_json
from companion.page import guard, page_files
from companion.page.crowd import has_left
from companion.page.page_files import JSON
from companion.page.site import Paths, Site
from companion.page.words import page_text
from companion.words.texts import LANGUAGES


class Refusal(HTTPError):
    """A request is refused, with one of our sentences."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(status)
        self.sentence = sentence


class Handler(RequestHandler):
    """What all answers have in common: headers, the guard, the language, errors in a sentence."""

    def initialize(self, site: Site) -> None:
        """Take the site, which has everything that the handlers share, and keep the connection."""
        connection = self.request.connection
        assert isinstance(connection, HTTP1Connection)
        self.site = site
        self._stream = connection.stream
        # From here on, not from the answer on: a connection that waits for its turn is no idle one.
        site.connections.busy.add(self._stream)

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
        if not guard.is_own(host, self.site.names):
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
        self.site.connections.busy.discard(self._stream)

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
        for page in self.site.pages & {self}:
            page.close()

    @property
    def language(self) -> str:
        """The language asked for; else the browser's, else the site's."""
        asked = self.request.query_arguments.get("lang", [b""])[-1].decode("ascii", "replace")
        if asked in LANGUAGES:
            return asked
        header = self.request.headers.get("Accept-Language", "")
        for part in header[:1000].split(","):  # browsers name the best one first
            language = part.partition(";")[0].strip()[:2].lower()
            if language in LANGUAGES:
                return language
        return self.site.language

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
        links = "".join(f'<p><a href="{url}/">{url}</a>' for url in self.site.urls)
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
            self.site.log.error(
                "web: an error in %s", type(self).__name__, exc_info=(typ, value, tb)
            )

    def posted_json(self) -> Json:
        """Return the object that was posted."""
        try:
            posted = json.loads(self.request.body)
        except (ValueError, RecursionError):
            posted = None
        if not isinstance(posted, dict):
            self.refuse(400, "bad_body")
        return posted


class Missing(Handler):
    """A path that is none."""

    async def prepare(self) -> None:
        """Refuse every request."""
        await super().prepare()
        self.refuse(404, "not_found")


class FileHandler(Handler):
    """A file of the page, or its words: a browser asks each time, and gets it where it changed."""

    def get(self, name: str = page_files.INDEX) -> None:
        """Send the file, unless the browser has it already."""
        file = self.site.files.get(name)
        if file is None:
            self.refuse(404, "not_found")
        if name == page_files.WORDS:  # for a browser that asks for none of the languages
            self.set_header("Content-Language", self.site.language)
        self.set_header("Cache-Control", "no-cache")  # tornado gives it an ETag
        self.set_header("Content-Type", file.type)
        self.write(file.body)


def stream_event(name: str, data: Mapping[str, Any]) -> bytes:
    """Return an event of a stream."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), compact_json(data))


SHARED_PATHS: Final[Paths] = (
    ("/", FileHandler),
    ("/page/([a-z0-9_.-]+)", FileHandler),
    (f"/({page_files.WORDS})", FileHandler),
)
ANY_OTHER: Final[Paths] = ((".*", Missing),)
