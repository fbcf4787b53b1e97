"""Handlers: what each path answers. README.md beside this file has the table."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from tornado.http1connection import HTTP1Connection
from tornado.iostream import IOStream, StreamClosedError
from tornado.web import HTTPError, RequestHandler

from companion.errors import CompanionError
from companion.face import words
from companion.face.editions import changes, edition_name
from companion.face.preferences import Help
from companion.face.state import Phrase
from companion.game.edition import PRESETS
from companion.onlooking.device import Away, Refused
from companion.web import guard, page_files, past
from companion.web.connections import neighbourhood
from companion.web.desk import Desk
from companion.web.streams import Stream
from companion.web.words import TEXTS, languages, say, spoken

COOKIE: Final = "guest"
MOST_GAMES: Final = 1000
WRONG: Final = "guests_wrong"
MANY: Final = "guests_many"
_DRAFT: Final = {"players": int, "names": list, "preset": str}


class Refusal(HTTPError):
    """A request is refused, with one of our sentences."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(status)
        self.sentence = sentence


class Handler(RequestHandler):
    """What all answers have in common: headers, the guard, the language, errors in a sentence."""

    _connection: IOStream | None = None

    def initialize(self, desk: Desk) -> None:
        """`desk` has everything that the handlers share."""
        self.desk = desk

    def set_default_headers(self) -> None:
        """Also of errors."""
        self.clear_header("Server")
        self.set_header("Cache-Control", "no-store")
        for name, value in guard.HEADERS.items():
            self.set_header(name, value)

    def prepare(self) -> None:
        """Refuse what was not asked by one of our names, or from another site."""
        request = self.request
        if isinstance(request.connection, HTTP1Connection):
            self._connection = request.connection.stream
            self.desk.busy.add(self._connection)
        host = request.headers.get("Host", "")
        if not guard.is_own(host, self.desk.names, self.desk.addresses):
            self.refuse(421, "bad_host")
        guarded = request.method == "POST" or request.path == "/live"
        site = request.headers.get("Sec-Fetch-Site")
        if guarded and guard.is_foreign(request.headers.get("Origin"), site, host):
            self.refuse(403, "bad_origin")
        if request.method == "POST":
            kind = request.headers.get("Content-Type", "").split(";")[0].strip().lower()
            if kind != "application/json":
                self.refuse(415, "bad_type")

    def on_finish(self) -> None:
        """The answer is given: the connection may give way to another one."""
        if self._connection is not None:
            self.desk.busy.discard(self._connection)

    @property
    def language(self) -> str:
        """The language asked for; else the browser's, else the device's."""
        asked = self.get_query_argument("lang", "")
        if asked in TEXTS:
            return asked
        told = self.request.headers.get("Accept-Language", "")
        return preferred(told) or (self.desk.device.look.language if self.desk.device.look else words.DEFAULT)

    def refuse(self, status: int, key: str, **facts: object) -> NoReturn:
        """Answer with one of our sentences."""
        raise Refusal(status, say(self.language, key, **facts))

    def answer(self, body: Mapping[str, Any]) -> None:
        """Answer with JSON."""
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.write(encoded(body))

    def write_error(self, status_code: int, **named: Any) -> None:
        """A sentence in the language asked for."""
        error = named.get("exc_info", (None, None))[1]
        key = {400: "bad_body", 405: "bad_method"}.get(status_code, "failed")
        told = error.sentence if isinstance(error, Refusal) else say(self.language, key)
        self.answer({"error": told})

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        """Log errors of ours, without the path: it may be a guest's code."""
        if not isinstance(value, HTTPError | StreamClosedError):
            self.desk.log.error("web: an error in %s", type(self).__name__, exc_info=(typ, value, tb))

    @property
    def token(self) -> str | None:
        """The code that this guest entered."""
        return self.desk.sessions.token(self.get_cookie(COOKIE))

    def body(self) -> dict[str, Any]:
        """The object that was posted."""
        try:
            found = json.loads(self.request.body)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            self.refuse(400, "bad_body")
        return found

    async def ask(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """What the device answers; what it refuses is refused here, too."""
        try:
            return await self.desk.device.ask(body)
        except Away:
            self.refuse(503, "no_device")
        except Refused as error:
            key = error.phrase.key if error.phrase else ""
            if key == WRONG and "token" in body:
                self.desk.sessions.leave(self.get_cookie(COOKIE))
            status = {WRONG: 403, MANY: 429}.get(key, 409)
            raise Refusal(status, _why(error, self.language)) from None

    def only_guests(self) -> None:
        """Refuse those who did not enter, unless the owner lets everybody read."""
        if not self.desk.settings.open and self.token is None:
            self.refuse(403, "enter_first")


class Missing(Handler):
    """A path that is none."""

    def prepare(self) -> None:
        """Whatever was asked."""
        super().prepare()
        self.refuse(404, "not_found")


class File(Handler):
    """A file of the page, which a browser asks for again each time and gets only when it changed."""

    def get(self, name: str = page_files.INDEX) -> None:
        """Send it."""
        file = self.desk.files.get(name)
        if file is None:
            self.refuse(404, "not_found")
        self.set_header("Cache-Control", "no-cache")
        self.set_header("ETag", file.tag)
        if self.check_etag_header():
            self.set_status(304)
            return
        self.set_header("Content-Type", file.type)
        self.write(file.body)


class Index(File):
    """The page itself, also by the address that the device shows, which ends in the evening's code."""

    def get(self, name: str = page_files.INDEX) -> None:
        """Send it."""
        super().get(page_files.INDEX)


class Words(Handler):
    """The labels of the page."""

    def get(self) -> None:
        """All of them in a language."""
        language = self.language
        told = {"language": language, "languages": languages(), "version": self.desk.version}
        self.answer({**told, "words": dict(TEXTS[language])})


class Live(Handler):
    """The table as it changes."""

    _stream: Stream | None = None

    async def get(self) -> None:
        """Events for as long as the page is open."""
        address = neighbourhood(self.request.remote_ip or "")
        self._stream = self.desk.streams.open(self.language, address, self.desk.device)
        if self._stream is None:
            self.set_header("Retry-After", "30")
            self.set_status(503)
            self.answer({"error": say(self.language, "full")})
            return
        self.set_header("Content-Type", "text/event-stream; charset=utf-8")
        self.set_header("X-Accel-Buffering", "no")
        try:
            await self._stream.run(self._send)
        except StreamClosedError:
            pass
        except TimeoutError:
            self.detach().close()
        finally:
            self.desk.streams.close(self._stream)

    async def _send(self, data: bytes) -> None:
        self.write(data)
        await self.flush()

    def on_connection_close(self) -> None:
        """The browser left."""
        if self._stream is not None:
            self._stream.end()


class Enter(Handler):
    """The evening's code."""

    async def post(self) -> None:
        """Let a guest in whose code the device calls right."""
        token = self.body().get("token")
        if not isinstance(token, str):
            self.refuse(400, "bad_body")
        await self.ask({"do": "enter", "token": token})
        name = self.desk.sessions.enter(token)
        self.set_cookie(COOKIE, name, httponly=True, samesite="Strict")
        self.set_status(204)


class Session(Handler):
    """What this guest may do."""

    def get(self) -> None:
        """Whether they entered, whether past games are open to everybody, whether there is a code at all."""
        device = self.desk.device
        invited = device.look is not None and device.left is None and device.look.guests
        self.answer({"entered": self.token is not None, "open": self.desk.settings.open, "invited": invited})


class Leave(Handler):
    """The end of a guest's session."""

    def post(self) -> None:
        """Forget it."""
        self.desk.sessions.leave(self.get_cookie(COOKIE))
        self.clear_cookie(COOKIE)
        self.set_status(204)


class Games(Handler):
    """All past games in brief."""

    async def get(self) -> None:
        """The newest first."""
        self.only_guests()
        answer = await self.ask({"get": "history", "limit": MOST_GAMES})
        self.answer({"games": past.listed(answer["history"], self.language)})


class Game(Handler):
    """One past game."""

    async def get(self, number: str, record: str) -> None:
        """Turn by turn, or as the record that other programs read."""
        self.only_guests()
        game = int(number)
        try:
            answer = await self.desk.device.ask({"get": "record", "game": game})
        except Refused:
            self.refuse(404, "no_such_game", game=game)
        except Away:
            self.refuse(503, "no_device")
        if record:
            self.set_header("Content-Disposition", f'attachment; filename="hanabi-{game}.json"')
            self.answer(answer["record"])
            return
        look = self.desk.device.look
        shown = look.help if look else Help.OUTLOOK
        try:
            async with self.desk.replaying:
                told = await past.turn_by_turn(game, answer, self.language, self.desk.version, shown)
        except CompanionError:
            self.refuse(500, "unreadable_game", game=game)
        self.answer(told)


class Standings(Handler):
    """What came of the games, by who played which edition."""

    async def get(self) -> None:
        """Every group of games that are compared."""
        self.only_guests()
        answer = await self.ask({"get": "stats"})
        self.answer({"groups": past.standings(answer["stats"], self.language)})


class Draft(Handler):
    """The next game."""

    async def get(self) -> None:
        """As the device has it, and which editions there are."""
        draft = (await self.ask({"get": "draft", "token": self._entered()}))["draft"]
        editions = [_edition(preset, self.language) for preset in PRESETS]
        self.answer({**{key: draft[key] for key in ("players", "names", "preset")}, "editions": editions})

    async def post(self) -> None:
        """Tell the device what of it changes."""
        body = self.body()
        if not all(key in _DRAFT and isinstance(value, _DRAFT[key]) for key, value in body.items()):
            self.refuse(400, "bad_body")
        wish: dict[str, Any] = {key: body[key] for key in ("players", "names") if key in body}
        if "preset" in body:
            wish["edition"] = {"preset": body["preset"]}
        await self.ask({"do": "draft", "token": self._entered(), **wish})
        self.set_status(204)

    def _entered(self) -> str:
        """The guest's code."""
        token = self.token
        if token is None:
            self.refuse(403, "enter_first")
        return token


def encoded(body: Mapping[str, Any]) -> str:
    """JSON without blanks."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def preferred(header: str) -> str:
    """The language of ours that a browser likes best, "" for none."""
    found = []
    for place, part in enumerate(header[:1000].split(",")):
        name, _, weight = part.strip().partition(";q=")
        language = name.split("-")[0].lower()
        liked = float(weight) if re.fullmatch(r"[01](\.\d{0,3})?", weight) else 0.0 if weight else 1.0
        if language in TEXTS and liked > 0:
            found.append((-liked, place, language))
    return min(found)[2] if found else ""


def _why(error: Refused, language: str) -> str:
    """Why the device refuses, in a language where that is known."""
    return (spoken(error.phrase, language) if error.phrase else None) or str(error)


def _edition(preset: str, language: str) -> dict[str, str]:
    """An edition that can be chosen, and what it changes."""
    edition = PRESETS[preset]
    rules = changes(edition)
    said = [words.say(language, Phrase(f"rule_{key}")) for key in rules] or [
        words.say(language, Phrase("rule_none"))
    ]
    return {"preset": preset, "name": edition_name(language, edition, preset), "rules": ", ".join(said)}


PATHS: Final[tuple[tuple[str, type[Handler]], ...]] = (
    ("/", Index),
    ("/page/([a-z0-9_.-]+)", File),
    ("/words", Words),
    ("/live", Live),
    ("/enter", Enter),
    ("/session", Session),
    ("/leave", Leave),
    ("/games", Games),
    (r"/games/([0-9]{1,9})(\.json)?", Game),
    ("/standings", Standings),
    ("/draft", Draft),
    ("/([A-Za-z0-9]{8})", Index),
)
