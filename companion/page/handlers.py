"""Handlers: what each path answers. README.md beside this file has the table."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

from companion.errors import CompanionError
from companion.face.preferences import Help
from companion.journal.lines import BACKUP_NAME, ending
from companion.journal.sitting import Sitting
from companion.numbers import Json
from companion.onlooking.device import Away, RequestRefused
from companion.onlooking.replayed import replay_record
from companion.page import past, plays
from companion.page.answers import SHARED_PATHS, FileHandler, Handler, Refusal
from companion.page.crowd import neighbourhood
from companion.page.desk import APART_S, Desk
from companion.page.words import device_sentence, device_text

COOKIE: Final = "guest"
WRONG: Final = "guests_wrong"
MANY: Final = "guests_many"
_NEW: Final = {"edition", "players", "detail", "first"}
"""What a guest may say of the next game, as the device's `new` takes it."""


class GuestHandler(Handler):
    """What the answers to guests have in common."""

    def initialize(self, site: Desk) -> None:  # type: ignore[override]
        """Take the desk as the site."""
        super().initialize(site)
        self.desk = site

    @property
    def token(self) -> str | None:
        """The code that this guest entered."""
        return self.desk.guests.get(self.get_cookie(COOKIE, ""))

    async def ask(self, body: Mapping[str, Any]) -> Json:
        """Return the answer of the device; refuse what it refuses."""
        try:
            return await self.ask_device(body)
        except RequestRefused as error:
            wrong = _is_wrong(error)
            if wrong:  # the code that was right when they entered
                self.forget_guest()
            raise Refusal(403 if wrong else 409, _why(error, self.language)) from None

    @property
    def asker(self) -> str:
        """The guest, or the address of somebody who entered no code."""
        guest: str = self.get_cookie(COOKIE, "")
        return guest if self.token else neighbourhood(self.request.remote_ip or "")

    @asynccontextmanager
    async def own_turn(self) -> AsyncIterator[None]:
        """Wait for a place among those whose questions are carried out."""
        async with self.desk.turn_of(self.asker), self.desk.asking[self.token is not None]:
            self.only_present()
            yield

    async def ask_device(self, body: Mapping[str, Any]) -> Json:
        """Return the answer of the device, if the browser is still there. Raises RequestRefused."""
        async with self.own_turn():
            try:
                return await self.desk.device.ask(body)
            except Away:
                self.refuse(503, "no_device")

    def guest_code(self) -> str:
        """Return the code that this guest entered; refuse those who entered none."""
        token = self.token
        if token is None:
            self.refuse(403, "enter_first")
        return token

    async def game(self, number: int) -> Json:
        """Return a past game, as the device answers; refuse where there is none, or no guest."""
        self.only_guests()
        try:
            return await self.ask_device({"get": "record", "game": number})
        except RequestRefused:
            self.refuse(404, "no_such_game", game=number)

    async def send_turns(self, replay: Callable[[], Sitting], answer: Json) -> None:
        """Send a game turn by turn; others are answered meanwhile. `replay` makes it."""
        look = self.desk.device.look
        level = look.help if look else Help.OUTLOOK
        async with self.own_turn():
            told = await past.turn_by_turn(
                replay(), answer, self.language, self.desk.version, level
            )
        self.answer(told)

    def forget_guest(self) -> None:
        """Have this guest be one who entered no code."""
        self.desk.guests.pop(self.get_cookie(COOKIE, ""), None)

    def only_guests(self) -> None:
        """Refuse those who did not enter, unless the owner lets everybody read."""
        if not self.desk.is_open and self.token is None:
            self.refuse(403, "enter_first")


class EnterHandler(GuestHandler):
    """The evening's code."""

    async def post(self) -> None:
        """Let a guest in if the device calls the code right."""
        token = self.body().get("token")
        if not isinstance(token, str):
            self.refuse(400, "bad_body")
        async with self.desk.turn_of(self.asker), self.desk.judging:
            self.only_present()
            await asyncio.sleep(APART_S)
        try:
            await self.ask_device({"do": "enter", "token": token})
        except RequestRefused as error:
            if _is_wrong(error):
                raise Refusal(403, device_text(self.language, WRONG)) from None
            raise Refusal(409, _why(error, self.language)) from None
        self.forget_guest()
        self.set_cookie(COOKIE, self.desk.admit(token), httponly=True, samesite="Strict")
        self.set_status(204)


class GamesHandler(GuestHandler):
    """Past games in brief, or their standings."""

    async def get(self, kind: str) -> None:
        """Answer with the past games, the newest first, or with figures over them."""
        self.only_guests()
        find = past.standings if kind == "standings" else past.games
        told = await find(self.ask, self.language)
        self.answer({**told, "backup": self.token is not None})


class NowHandler(GuestHandler):
    """The game on the table, for everybody."""

    async def get(self) -> None:
        """Answer with the game turn by turn."""
        look = self.desk.device.look
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
        answer = await self.game(game)
        try:
            if form == ".json":
                name = f'attachment; filename="hanabi-{game}.json"'
                self.set_header("Content-Disposition", name)
                self.answer(answer["record"])
            elif form == "/play":
                self.answer({"link": plays.link(game, answer, self.language)})
            else:
                await self.send_turns(lambda: replay_record(game, answer["record"]).sitting, answer)
        except CompanionError:
            self.refuse(500, "unreadable_game", game=game)


class BackupHandler(GuestHandler):
    """All games and names, as a backup."""

    async def get(self) -> None:
        """Answer with the backup, piece by piece; one that breaks off ends the connection."""
        code = {"token": self.guest_code()}
        begun = await self.ask({"get": "backup", **code})
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{BACKUP_NAME}"')
        await self.send_piece(begun["text"])
        if self.request.method == "HEAD":
            return
        try:
            lines = await self._send_rows({**code, "tag": begun["tag"], "last": begun["last"]})
            await self.send_piece(ending(1 + lines))
            await self.ask({"do": "backup", **code})
        except (Refusal, KeyError):
            self.hang_up()

    async def _send_rows(self, begun: Json) -> int:
        """Send the lines; gives how many they were."""
        after = lines = 0
        while after < begun["last"]:
            piece = await self.ask({"get": "backup", "after": after, **begun})
            await self.send_piece("".join(piece["lines"]))
            lines += len(piece["lines"])
            after = piece["after"]
        return lines


class NewHandler(GuestHandler):
    """The next game."""

    async def get(self) -> None:
        """Answer with the next game as it would begin."""
        self.guest_code()
        self.answer((await self.ask({"get": "view"}))["view"]["next"])

    async def post(self) -> None:
        """Begin it, if no game is played; answer which names the device's display lacks."""
        body = self.body()
        if body.keys() - _NEW:
            self.refuse(400, "bad_body")
        begun = await self.ask({**body, "do": "new", "token": self.guest_code()})
        self.answer({"unshown": begun.get("unshown", [])})


def _is_wrong(error: RequestRefused) -> bool:
    """Return True if the device calls a code wrong; others may have sent many before it."""
    return error.phrase is not None and error.phrase.key in (WRONG, MANY)


def _why(error: RequestRefused, language: str) -> str:
    """Return the refusal of the device, in a language where that is known."""
    sentence = device_sentence(error.phrase, language) if error.phrase else None
    return sentence or str(error)


PAST_PATHS: Final = (
    ("/(games|standings)", GamesHandler),
    (r"/games/([0-9]{1,9})(\.json|/play)?", GameHandler),
)
PATHS: Final[tuple[tuple[str, type[Handler]], ...]] = (
    *SHARED_PATHS,
    *PAST_PATHS,
    ("/enter", EnterHandler),
    ("/now", NowHandler),
    ("/backup", BackupHandler),
    ("/new", NewHandler),
    ("/(?:[A-Za-z0-9]{8})", FileHandler),  # the page, at the address that a device shows
)
