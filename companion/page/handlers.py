"""Handlers: what each path answers. README.md beside this file has the table."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from tornado.iostream import StreamClosedError

from companion.errors import CompanionError, refusal_answer
from companion.face.dialogue.guests import EVENING_S
from companion.face.phrase_json import phrase_json
from companion.face.preferences import Help
from companion.face.qr import dark_modules
from companion.journal.lines import BACKUP_NAME, ending
from companion.journal.sitting import Sitting
from companion.numbers import Json
from companion.onlooking.device import Away, DeviceClient, RequestRefused
from companion.onlooking.look import Look
from companion.onlooking.replayed import replay_record
from companion.page import guard, past, plays, scenes
from companion.page.answers import ANY_OTHER, SHARED_PATHS, FileHandler, Handler, Refusal
from companion.page.crowd import network_of
from companion.page.desk import APART_S, Desk
from companion.page.site import Grant, Paths
from companion.page.words import device_sentence, device_text

COOKIE: Final = "guest"
_GUEST: Final = re.compile(r"([A-Z2-9]{8})\.([\w-]{24})", re.ASCII)
"""What the cookie of a guest has: the code, and an id that is the guest's own."""
KEEP_S: Final = 15.0
"""Time between two signs of life of a stream, in seconds."""
# A whole event: of a comment a browser tells its script nothing, which watches for silence.
_KEEP: Final = b"event: keep\ndata: {}\n\n"
LONGEST_NAME: Final = 64
"""Signs in the name of a request."""
WRONG: Final = "guests_wrong"
MANY: Final = "guests_many"
"""A code is wrong, too, and others may have sent many before it."""
NONE: Final = "guests_none"
STEPS: Final = ("action", "answer", "correct", "new", "redo", "repair", "undo")
"""What a finger does to the game."""
HOSTS: Final = ("invite", "prefer", "remove", "withdraw")
"""What only the device's own screen does: *Undo* takes none of it back."""
RETELLINGS: Final = ("rename", "trial")
"""What has past games read otherwise, until the same is asked the other way round."""
QUESTIONS: Final = ("counters", "offers", "state", "turns")


class GuestHandler(Handler):
    """What the answers to guests have in common."""

    site: Desk

    is_refused = False
    """Whether the device called the code wrong."""

    @property
    def entered_code(self) -> str:
        """The code that this guest entered once; empty for none."""
        guest = _GUEST.fullmatch(self.get_cookie(COOKIE, ""))
        return guest[1] if guest else ""

    @property
    def is_guest(self) -> bool:
        """Whether the device has called that code right."""
        return self.entered_code in self.site.codes

    async def judge_code(self, code: str) -> None:
        """Have the device judge a code, at the pace of all; refuse what it refuses."""
        async with self.site.turn_of(self.asker), self.site.judging:
            self.only_present()
            await asyncio.sleep(APART_S)
        await self.ask_or_refuse({"do": "enter", "token": code})
        self.site.codes.add(code)

    async def know_guest(self) -> None:
        """Have the device judge the code of a guest who entered before it was away."""
        if self.is_guest or self.is_refused:
            return
        if self.entered_code and self.site.may_enter:
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
                known = device_sentence(error.phrase, language) if error.phrase else None
                raise Refusal(409, known or str(error)) from None
            self.site.codes.discard(body.get("token", ""))
            raise Refusal(403, device_text(language, WRONG)) from None

    @property
    def is_host(self) -> bool:
        """Whether the browser is the device's own screen: on this computer, by no proxy."""
        request = self.request
        return self.site.control is not None and guard.is_here(
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
        async with self.site.turn_of(self.asker), self.site.asking[self.is_guest]:
            self.only_present()
            yield

    async def ask_device(self, body: Mapping[str, Any]) -> Json:
        """Return the answer of the device, if the browser is still there. Raises RequestRefused."""
        async with self.own_turn():
            try:
                return await self.site.device.ask(body)
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
        look = self.site.device.look
        level = look.help if look else Help.OUTLOOK
        async with self.own_turn():
            told = await past.turn_by_turn(
                replay(), answer, self.language, self.site.version, level
            )
        self.answer_json(told)

    async def only_guests(self) -> None:
        """Refuse those who did not enter, unless the owner lets everybody read."""
        if not (self.site.is_open or self.is_host):
            await self.guest_code()


class EnterHandler(GuestHandler):
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
        self.set_cookie(COOKIE, guest, httponly=True, samesite="Strict", max_age=lasts)
        self.set_status(204)


class GamesHandler(GuestHandler):
    """Past games in brief, or their standings."""

    async def get(self, kind: str) -> None:
        """Answer with the past games, the newest first, or with figures over them."""
        await self.only_guests()
        find = past.standings_json if kind == "standings" else past.games_json
        told = await find(self.ask_or_refuse, self.language)
        self.answer_json({**told, "backup": self.is_guest})


class NowHandler(GuestHandler):
    """The game on the table, for everybody."""

    async def get(self) -> None:
        """Answer with the game turn by turn."""
        look = self.site.device.look
        if look is None or look.sitting.state is None:
            self.refuse(404, "no_game")
        await self.send_turns(lambda: look.sitting, {})


class GameHandler(GuestHandler):
    """One past game."""

    async def get(self, number: str, form: str) -> None:
        """Answer with the game turn by turn, as the record that other programs read, or as a play.

        A play is the link that logs it in BG Stats, with the players' names.
        """
        game = int(number)
        await self.only_guests()
        try:
            answer = await self.ask_device({"get": "record", "game": game})
        except RequestRefused:
            self.refuse(404, "no_such_game", game=game)
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


class BackupHandler(GuestHandler):
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


class AskHandler(GuestHandler):
    """A request of the touch table."""

    async def post(self) -> None:
        """Answer those who may play as the device does."""
        body = self.posted_json()
        name = self.named(body)
        hosts = HOSTS if self.is_host else ()
        asked = {"do": (*STEPS, *RETELLINGS, *hosts), "get": QUESTIONS}
        if not any(body.get(verb) in words for verb, words in asked.items()):
            self.refuse(400, "bad_body")
        device = self.site.device
        if self.is_host and self.site.control is not None:
            device = self.site.control
        else:
            code = await self.guest_code()
            if "do" in body:
                body["token"] = code
        ask = partial(self.answer_of, device, body)
        answer = await self.site.answer_once(self.asker, name, ask)
        if body.get("do") in HOSTS + RETELLINGS:
            self.site.tell_again()
        if "urls" in answer:
            answer = {**answer, "links": self.links_of(answer)}
        look = self.site.device.look or Look()
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
                    self.site.codes.discard(body.get("token", ""))
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


class LiveHandler(GuestHandler):
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
        self.site.pages.add(self)
        try:
            while self in self.site.pages:
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
        self.site.pages.discard(self)
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
        news = self.site.events_for(self) if self in self.site.pages else b""
        if news:
            await self.send_piece(news)


PAST_PATHS: Final = (
    ("/(games|standings)", GamesHandler),
    (r"/games/([0-9]{1,9})(\.json|/play)?", GameHandler),
)
PATHS: Final[Paths] = (
    *SHARED_PATHS,
    ("/live", LiveHandler),
    *PAST_PATHS,
    ("/enter", EnterHandler),
    ("/now", NowHandler),
    ("/backup", BackupHandler),
    ("/ask", AskHandler),
    ("/(?:[A-Za-z0-9]{8})", FileHandler),  # the page, at the address that a device shows
    *ANY_OTHER,
)
