"""Handlers: what each path answers. README.md beside this file has the table."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from companion.errors import CompanionError
from companion.face import words
from companion.face.editions import changes, edition_name
from companion.face.preferences import Help
from companion.face.state import Phrase
from companion.game.edition import PRESETS
from companion.onlooking.device import Away, RequestRefused
from companion.web import past
from companion.web.answers import SHARED_PATHS, Handler, Index, Refusal
from companion.web.attempts import PAUSE_S
from companion.web.desk import Desk
from companion.web.turns import Lane
from companion.web.words import spoken

COOKIE: Final = "guest"
MOST_GAMES: Final = 1000
WRONG: Final = "guests_wrong"
MANY: Final = "guests_many"
_DRAFT: Final = {"players": int, "names": list, "preset": str}


class GuestHandler(Handler):
    """What the answers to guests have in common."""

    def initialize(self, site: Desk) -> None:  # type: ignore[override]
        """`site` is the desk."""
        super().initialize(site)
        self.desk = site

    @property
    def token(self) -> str | None:
        """The code that this guest entered."""
        return self.desk.sessions.token(self.get_cookie(COOKIE))

    @property
    def lane(self) -> Lane:
        """What waits for the device; guests who entered have a lane of their own."""
        cookie = self.get_cookie(COOKIE)
        return "device", self.address if self.token is None else cookie

    async def ask(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """What the device answers; what it refuses is refused here, too."""
        try:
            return await self.asked(body)
        except RequestRefused as error:
            wrong = _is_wrong(error)
            if wrong:  # the code that was right when they entered
                self.desk.sessions.leave(self.get_cookie(COOKIE))
            raise Refusal(403 if wrong else 409, _why(error, self.language)) from None

    async def asked(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the device answers, if the client is still there by then; raises Refused."""
        async with self.desk.asking[self.token is not None]:
            self.only_present()
            try:
                return await self.desk.device.ask(body)
            except Away:
                self.refuse(503, "no_device")

    def only_guests(self) -> None:
        """Refuse those who did not enter, unless the owner lets everybody read."""
        if not self.desk.settings.open and self.token is None:
            self.refuse(403, "enter_first")


class EnterHandler(GuestHandler):
    """The evening's code."""

    async def post(self) -> None:
        """Let a guest in whose code the device calls right."""
        token = self.body().get("token")
        if not isinstance(token, str):
            self.refuse(400, "bad_body")
        await self.desk.attempts.pace()
        try:
            await self.asked({"do": "enter", "token": token})
        except RequestRefused as error:
            raise await self._refusal(error) from None
        self.desk.sessions.leave(self.get_cookie(COOKIE))
        name = self.desk.sessions.enter(token)
        self.set_cookie(COOKIE, name, httponly=True, samesite="Strict")
        self.set_status(204)

    @property
    def lane(self) -> Lane:
        """All codes of an address."""
        return "code", self.address

    async def _refusal(self, error: RequestRefused) -> Refusal:
        """How a code is refused that the device does not take; one too many takes its time."""
        if not _is_wrong(error):
            return Refusal(409, _why(error, self.language))
        if not self.desk.attempts.wrong(self.address):
            return Refusal(403, words.say(self.language, Phrase(WRONG)))
        await asyncio.sleep(PAUSE_S)
        return Refusal(429, words.say(self.language, Phrase(MANY)))


class SessionHandler(GuestHandler):
    """What this guest may do."""

    def get(self) -> None:
        """Whether they entered, whether past games are open to everybody, whether there is a code at all."""
        device = self.desk.device
        invited = device.look is not None and device.left is None and device.look.guests
        self.answer(
            {"entered": self.token is not None, "open": self.desk.settings.open, "invited": invited}
        )


class Leave(GuestHandler):
    """The end of a guest's session."""

    def post(self) -> None:
        """Forget it."""
        self.desk.sessions.leave(self.get_cookie(COOKIE))
        self.clear_cookie(COOKIE)
        self.set_status(204)


class GamesHandler(GuestHandler):
    """All past games in brief."""

    async def get(self) -> None:
        """The newest first."""
        self.only_guests()
        answer = await self.ask({"get": "history", "limit": MOST_GAMES})
        await self.send({"games": past.listed(answer["history"], self.language)})


class GameHandler(GuestHandler):
    """One past game."""

    async def get(self, number: str, record: str) -> None:
        """Turn by turn, or as the record that other programs read."""
        self.only_guests()
        game = int(number)
        try:
            answer = await self.asked({"get": "record", "game": game})
        except RequestRefused:
            self.refuse(404, "no_such_game", game=game)
        if record:
            self.set_header("Content-Disposition", f'attachment; filename="hanabi-{game}.json"')
            await self.send(answer["record"])
            return
        look = self.desk.device.look
        shown = look.help if look else Help.OUTLOOK
        try:
            async with self.desk.replaying[self.token is not None]:
                self.only_present()
                told = await past.turn_by_turn(
                    game, answer, self.language, self.desk.version, shown
                )
        except CompanionError:
            self.refuse(500, "unreadable_game", game=game)
        await self.send(told)


class Standings(GuestHandler):
    """What came of the games, by who played which edition."""

    async def get(self) -> None:
        """Every group of games that are compared."""
        self.only_guests()
        answer = await self.ask({"get": "stats"})
        await self.send({"groups": past.standings(answer["stats"], self.language)})


class DraftHandler(GuestHandler):
    """The next game."""

    async def get(self) -> None:
        """As the device has it, and which editions there are."""
        draft = (await self.ask({"get": "draft", "token": self._entered()}))["draft"]
        editions = [_edition(preset, self.language) for preset in PRESETS]
        self.answer(
            {**{key: draft[key] for key in ("players", "names", "preset")}, "editions": editions}
        )

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


def _is_wrong(error: RequestRefused) -> bool:
    """Return True if the device calls a code wrong, be it one of many, which others may have sent."""
    return error.phrase is not None and error.phrase.key in (WRONG, MANY)


def _why(error: RequestRefused, language: str) -> str:
    """Why the device refuses, in a language where that is known."""
    return (spoken(error.phrase, language) if error.phrase else None) or str(error)


def _edition(preset: str, language: str) -> dict[str, str]:
    """An edition that can be chosen, and what it changes."""
    edition = PRESETS[preset]
    rules = changes(edition)
    said = [words.say(language, Phrase(f"rule_{key}")) for key in rules] or [
        words.say(language, Phrase("rule_none"))
    ]
    return {
        "preset": preset,
        "name": edition_name(language, edition, preset),
        "rules": ", ".join(said),
    }


PATHS: Final[tuple[tuple[str, type[Handler]], ...]] = (
    *SHARED_PATHS,
    ("/enter", EnterHandler),
    ("/session", SessionHandler),
    ("/leave", Leave),
    ("/games", GamesHandler),
    (r"/games/([0-9]{1,9})(\.json)?", GameHandler),
    ("/standings", Standings),
    ("/draft", DraftHandler),
    ("/([A-Za-z0-9]{8})", Index),
)
