"""The touch table of a device: its page and its requests, for a browser on the device itself.

Whoever reaches it takes turns, so it is served on the loopback alone. It follows the device at the
view socket, and asks it at the control socket.
"""

import asyncio
import logging
from pathlib import Path
from typing import Final

from companion.errors import CompanionError, refusal
from companion.face.phrase_json import phrase_json
from companion.face.preferences import Preferences
from companion.numbers import Json
from companion.onlooking.device import Away, DeviceClient, RequestRefused
from companion.onlooking.look import Look
from companion.onlooking.replayed import replay_record
from companion.page import page_files, past, scenes
from companion.page.answers import SHARED_PATHS, Handler
from companion.page.site import Site
from companion.page.site_server import SiteAddress, SiteServer, until_signal
from companion.page.streams import Stream, event
from companion.words.texts import LANGUAGES, all_texts

LOOPBACK: Final = "127.0.0.1"
AGAIN_S: Final = 1.0
"""Time after which a device that does not answer is asked again, in seconds."""
GROUPS: Final = ("page", "browser")
"""Of the texts."""
ASKED: Final = {
    "do": ("action", "answer", "correct", "new", "prefer", "redo", "remove", "repair", "undo"),
    "get": ("counters", "history", "offers", "state", "turns"),
}
"""What the touch table asks for."""


class TouchSite(Site):
    """The site of the device on which it is served."""

    log = logging.getLogger("companion.page")

    def __init__(self, view: Path, control: Path) -> None:
        """Make a site that nobody has asked yet, of the device at these sockets."""
        files = page_files.load(page_files.TOUCH, page_files.KIOSK)
        super().__init__(files, all_texts(*GROUPS), ())
        self.device: Final = DeviceClient(view, self.on_change, "touch")
        self._control: Final = DeviceClient(control, lambda: None, "touch")
        self._changed: Final = asyncio.Event()
        self._scene = b""
        self._silent = True
        """Whether the device cannot be asked."""

    def on_change(self) -> None:
        """Have the scene made anew: the device showed something else, came back or went away."""
        self._changed.set()

    async def follow(self) -> None:
        """Follow the device for ever, and keep the scene that open pages are told."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self.device.follow())
            both.create_task(self._keep_scene())

    async def _keep_scene(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                self._scene = event("scene", await self._draw())
                self._silent = False
            except (Away, RequestRefused) as error:
                if self.device.left is None and not self._silent:
                    self.log.warning("touch: %s; it is asked again and again", error)
                self._silent = True
                asyncio.get_running_loop().call_later(AGAIN_S, self._changed.set)
            self.wake()

    async def _draw(self) -> Json:
        look = self._look
        view = (await self.device.ask({"get": "view"}))["view"]
        offers = None
        if look.sitting.began is not None:
            offers = (await self._control.ask({"get": "offers"}))["offers"]
        drawn = scenes.whole(look, offers, Preferences(**view["preferences"]), view["next"])
        drawn["table"]["version"] = self.version
        return {**drawn, "known": view["known"]}

    @property
    def _look(self) -> Look:
        return self.device.look or Look()

    async def ask(self, body: Json) -> Json:
        """Return the device's answer in words; that of `offers` is a scene."""
        language = self._look.language
        try:
            answer = await self._control.ask(body)
            if body.get("get") == "offers":
                return {"ok": True, **self._scene_at(answer["offers"])}
        except RequestRefused as error:
            answer = refusal(error)
            if error.phrase:
                answer["phrase"] = phrase_json(error.phrase)
        if "do" in body:
            self.on_change()  # a preference is in no line of the view socket
        return scenes.answer_in_words(answer, language)

    async def past_game(self, number: int) -> Json:
        """Return a past game turn by turn. Raises CompanionError."""
        answer = await self._control.ask({"get": "record", "game": number})
        sitting = replay_record(number, answer["record"]).sitting
        look = self._look
        return await past.turn_by_turn(sitting, answer, look.language, self.version, look.help)

    async def past_games(self, kind: str) -> Json:
        """Return all past games in brief, or their standings. Raises CompanionError."""
        history = (await self._control.ask({"get": "history"}))["history"]
        language = self._look.language
        if kind == "standings":
            return past.standings(history, language)
        return {"games": [past.brief(game, language) for game in history]}

    def _scene_at(self, offers: Json) -> Json:
        """Return the table at an earlier turn."""
        look = self._look
        began = look.sitting.began
        if began is None or "record" not in offers:
            raise RequestRefused("there is no such turn", None)
        then = replay_record(look.sitting.game, offers["record"], began.first).sitting
        shown = look._replace(sitting=then, announcement=None)
        return scenes.scene(shown, offers, look.language)

    def news(self, stream: Stream) -> bytes:
        """Return the last scene, and whether the device is away."""
        return self._scene + (event("away", {}) if self._silent else b"")


class WordsHandler(Handler):
    """The words of the touch table."""

    def get(self) -> None:
        """Answer with the words of every language: the group chooses one at the table."""
        version = {"version": self.site.version}
        self.answer({one: {**scenes.page_words(one, *GROUPS), **version} for one in LANGUAGES})


class AskHandler(Handler):
    """A request of the touch table."""

    async def post(self) -> None:
        """Answer as the device does."""
        site = self.site
        assert isinstance(site, TouchSite)
        body = self.body()
        if not any(body.get(verb) in words for verb, words in ASKED.items()):
            self.refuse(400, "bad_body")
        try:
            self.answer(await site.ask(body))
        except Away:
            self.refuse(503, "no_device")


class PastHandler(Handler):
    """Past games."""

    async def get(self, kind: str, number: str) -> None:
        """Answer with all of them, with their standings, or with one turn by turn."""
        site = self.site
        assert isinstance(site, TouchSite)
        try:
            told = await (site.past_game(int(number)) if number else site.past_games(kind))
        except CompanionError as error:
            told = refusal(error)
        await self.send(told)


class TouchServer(SiteServer):
    """A touch table on the loopback of its device."""

    def __init__(self, port: int, view: Path, control: Path) -> None:
        """Make a server that does not listen yet."""
        self.touch: Final = TouchSite(view, control)
        past_paths = r"/(games|standings)/?([0-9]{0,9})"
        own = (("/words", WordsHandler), ("/ask", AskHandler), (past_paths, PastHandler))
        super().__init__(self.touch, SiteAddress(port, LOOPBACK), (*own, *SHARED_PATHS))


async def serve(port: int, view: Path, control: Path) -> None:
    """Serve the touch table until a signal comes."""
    server = TouchServer(port, view, control)
    server.listen()
    following = server.serve_while(server.touch.follow(), "touch: the table")
    await until_signal(following, TouchSite.log, "touch")
