"""Handlers: what each path answers. README.md beside this file has the table."""

import asyncio
import re
import secrets
from functools import partial
from typing import Final

from tornado.iostream import StreamClosedError

from companion.errors import CompanionError, refusal_answer
from companion.face.dialogue.guests import EVENING_S
from companion.face.phrase_json import phrase_json
from companion.face.qr import dark_modules
from companion.journal.lines import BACKUP_NAME, ending
from companion.numbers import Json
from companion.onlooking.device import Away, DeviceClient, RequestRefused
from companion.onlooking.look import Look
from companion.onlooking.replayed import replay_record
from companion.page import page_files, past, plays, scenes
from companion.page.answers import COOKIE, MANY, WRONG, Handler, Refusal
from companion.page.desk import Grant, Paths
from companion.page.words import refusal_text

KEEP_S: Final = 15.0
"""Time between two signs of life of a stream, in seconds."""
# A whole event: of a comment a browser tells its script nothing, which watches for silence.
_KEEP: Final = b"event: keep\ndata: {}\n\n"
LONGEST_NAME: Final = 64
"""Signs in the name of a request."""
NONE: Final = "guests_none"
STEPS: Final = ("action", "answer", "correct", "new", "redo", "repair", "undo")
"""What a finger does to the game."""
HOSTS: Final = ("invite", "prefer", "remove", "withdraw")
"""What only the device's own screen does: *Undo* takes none of it back."""
RETELLINGS: Final = ("rename", "trial")
"""What has past games read otherwise, until the same is asked the other way round."""
QUESTIONS: Final = ("counters", "offers", "state", "turns")


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
        file = self.desk.files.get(name)
        if file is None:
            self.refuse(404, "not_found")
        if name == page_files.WORDS:  # for a browser that asks for none of the languages
            self.set_header("Content-Language", self.desk.language)
        self.set_header("Cache-Control", "no-cache")  # tornado gives it an ETag
        self.set_header("Content-Type", file.type)
        self.write(file.body)


class EnterHandler(Handler):
    """The evening's code."""

    async def post(self) -> None:
        """Let a guest in if the device calls the code right."""
        token = self.posted_json().get("token")
        if not isinstance(token, str):
            self.refuse(400, "bad_body")
        code = "".join(token.split()).upper()
        await self.judge_code(code)
        # Strict, and out of reach of scripts: no other site asks with it, and none reads it.
        guest = f"{code}.{secrets.token_urlsafe(18)}"
        lasts = int(EVENING_S)
        # A proxy took the TLS off: of that only the browser's own header tells surely.
        over_tls = self.request.headers.get("Origin", "").startswith("https:")
        self.set_cookie(
            COOKIE, guest, httponly=True, samesite="Strict", secure=over_tls, max_age=lasts
        )
        self.set_status(204)


class GamesHandler(Handler):
    """Past games in brief, or their standings."""

    async def get(self, kind: str) -> None:
        """Answer with the past games, the newest first, or with figures over them."""
        await self.only_guests()
        find = past.standings_json if kind == "standings" else past.games_json
        told = await find(self.ask_or_refuse, self.language)
        self.answer_json({**told, "backup": self.is_guest})


class NowHandler(Handler):
    """The game on the table, for everybody."""

    async def get(self) -> None:
        """Answer with the game turn by turn."""
        look = self.desk.device.look
        if look is None or look.sitting.state is None:
            self.refuse(404, "no_game")
        await self.send_turns(lambda: look.sitting, {})


class GameHandler(Handler):
    """One past game."""

    async def get(self, number: str, form: str) -> None:
        """Answer with the game turn by turn, as the record that other programs read, or as a play.

        A play is the link that logs it in BG Stats, with the players' names.
        """
        game = int(number)
        await self.only_guests()
        try:
            answer = await self.ask_device({"get": "record", "game": game})
        except RequestRefused as error:
            if error.phrase is None:
                self.refuse(404, "no_such_game", game=game)
            raise Refusal(409, refusal_text(error.phrase, str(error), self.language)) from None
        try:
            if form == ".json":
                name = f'attachment; filename="hanabi-{game}.json"'
                self.set_header("Content-Disposition", name)
                self.answer_json(answer["record"])
            elif form == "/play":
                now = self.get_query_argument("now", "")
                asked = float(now) if re.fullmatch("[0-9]{1,12}", now) else 0.0
                self.answer_json({"link": plays.play_link(game, answer, self.language, asked)})
            else:
                await self.send_turns(lambda: replay_record(game, answer["record"]).sitting, answer)
        except CompanionError:
            self.refuse(500, "unreadable_game", game=game)


class BackupHandler(Handler):
    """All games and names, as a backup."""

    async def get(self) -> None:
        """Answer with the backup, piece by piece; one that breaks off ends the connection."""
        code = {"token": await self.guest_code()}
        begun = await self.ask_or_refuse({"get": "backup", **code})
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{BACKUP_NAME}"')
        await self.send_piece(begun["text"])
        if self.request.method == "HEAD":  # the device would gather it for nobody
            return
        lines, after = 1, 0
        try:
            place = {**code, "tag": begun["tag"], "last": begun["last"]}
            while after < begun["last"]:
                piece = await self.ask_or_refuse({"get": "backup", "after": after, **place})
                await self.send_piece("".join(piece["lines"]))
                lines += len(piece["lines"])
                after = piece["after"]
            await self.send_piece(ending(lines))
            await self.ask_or_refuse({"do": "backup", **code})
        except (Refusal, KeyError):
            # Its status is on the way: only a broken end says that this is no whole backup.
            self.hang_up()


class AskHandler(Handler):
    """A request of the touch table."""

    async def post(self) -> None:
        """Answer those who may play as the device does."""
        body = self.posted_json()
        name = self.named(body)
        hosts = HOSTS if self.is_host else ()
        asked = {"do": (*STEPS, *RETELLINGS, *hosts), "get": QUESTIONS}
        if not any(body.get(verb) in words for verb, words in asked.items()):
            self.refuse(400, "bad_body")
        device = self.desk.device
        if self.is_host and self.desk.control is not None:
            device = self.desk.control
        else:
            code = await self.guest_code()
            if "do" in body:
                body["token"] = code
        ask = partial(self.answer_of, device, body)
        answer = await self.desk.answer_once(self.asker, name, ask)
        if body.get("do") in HOSTS + RETELLINGS:
            self.desk.tell_again()
        if "urls" in answer:
            answer = {**answer, "links": self.links_of(answer)}
        look = self.desk.device.look or Look()
        self.answer_json(scenes.answer_in_words(answer, look._replace(language=self.language)))

    async def answer_of(self, device: DeviceClient, body: Json) -> Json:
        """Return the device's answer; what it refuses is no error of HTTP, the table says it."""
        async with self.own_turn():
            try:
                return await device.ask(body)
            except Away:
                self.refuse(503, "no_device")
            except RequestRefused as error:
                if error.phrase is None:
                    return refusal_answer(error)
                if error.phrase.key in (WRONG, MANY, NONE):
                    self.desk.codes.discard(body.get("token", ""))
                    self.refuse(403, "enter_first")
                return {**refusal_answer(error), "phrase": phrase_json(error.phrase)}

    def named(self, body: Json) -> str:
        """Take the name of a request out of it. Return one of its own where it has none."""
        name = body.pop("once", None) or secrets.token_urlsafe(18)
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            self.refuse(400, "bad_body")
        return name

    def links_of(self, invitation: Json) -> list[Json]:
        """Return where a phone gets in, and the dark modules of a QR code that leads there."""
        code = invitation["token"]  # in capitals where it is typed: a small l is read as an i
        return [
            {"url": f"{url.lower()}/{code}", "rows": dark_modules(f"{url}/{code}")}
            for url in invitation["urls"]
        ]


class LiveHandler(Handler):
    """An open page: the table as it changes, or for those who play the touch table.

    What is new to it is asked for when it is ready for that: one that reads slowly skips what is
    out of date.
    """

    has = b""

    @property
    def grant(self) -> Grant:
        """What its browser may do now; one that looks on instead says so."""
        if self.get_query_argument("look", "") == "on":
            return Grant.LOOK
        if self.is_host:
            return Grant.HOST
        return Grant.PLAY if self.is_guest else Grant.LOOK

    async def get(self) -> None:
        """Send events for as long as the page is open; HEAD opens none."""
        self.set_header("Content-Type", "text/event-stream; charset=utf-8")
        # As it is: to compress it would be some work for each page at each change.
        self.set_header("Content-Encoding", "identity")
        self.set_header("X-Accel-Buffering", "no")  # else a proxy before it keeps events back
        await self.flush()
        if self.request.method == "HEAD":
            return
        self._woken = asyncio.Event()
        self.wake()
        self.desk.pages.add(self)
        try:
            while self in self.desk.pages:
                await self._send_news()
        except StreamClosedError:
            pass
        finally:
            self.close()

    def wake(self) -> None:
        """Look for something new."""
        self._woken.set()

    def close(self) -> None:
        """Hang up."""
        self.desk.pages.discard(self)
        self.wake()

    async def _send_news(self) -> None:
        """Send what is new, or after a while a sign of life."""
        try:
            # `wait_for` of Python 3.11 loses a cancellation that comes with the news.
            async with asyncio.timeout(KEEP_S):
                await self._woken.wait()
        except TimeoutError:
            await self.send_piece(_KEEP)
            return
        self._woken.clear()
        await self.know_guest()  # again, where the device or this page was away
        news = self.desk.events_for(self) if self in self.desk.pages else b""
        if news:
            await self.send_piece(news)


PATHS: Final[Paths] = (
    ("/", FileHandler),
    ("/page/([a-z0-9_.-]+)", FileHandler),
    (f"/({page_files.WORDS})", FileHandler),
    ("/(?:[A-Za-z0-9]{8})", FileHandler),  # the page, at the address that a device shows
    ("/live", LiveHandler),
    ("/(games|standings)", GamesHandler),
    (r"/games/([0-9]{1,9})(\.json|/play)?", GameHandler),
    ("/enter", EnterHandler),
    ("/now", NowHandler),
    ("/backup", BackupHandler),
    ("/ask", AskHandler),
    (".*", Missing),
)
