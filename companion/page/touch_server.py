"""The touch table of a device: its page and its requests, for a browser on the device itself.

Whoever reaches it takes turns, so it is served on the loopback alone. It follows the device at the
view socket, and asks it at the control socket.
"""

import asyncio
from pathlib import Path
from typing import Final

from companion.errors import refusal_answer
from companion.face.phrase_json import phrase_json
from companion.face.preferences import Preferences
from companion.numbers import Json
from companion.onlooking.device import Away, DeviceClient, RequestRefused
from companion.onlooking.look import Look
from companion.onlooking.settings import PageSettings
from companion.page import page_files, scenes
from companion.page.answers import ANY_OTHER, SHARED_PATHS, Handler, stream_event
from companion.page.desk import Desk
from companion.page.handlers import PAST_PATHS
from companion.page.site import BrowserPage, Paths

LOOPBACK: Final = "127.0.0.1"
AGAIN_S: Final = 1.0
"""Time after which a device that does not answer is asked again, in seconds."""
ASKED: Final = {
    "do": ("action", "answer", "correct", "new", "prefer", "redo", "remove", "repair", "undo"),
    "get": ("counters", "history", "offers", "state", "turns"),
}
"""What the touch table asks for: no press, no backup and nothing of cards."""


class TouchSite(Desk):
    """The desk at which turns are taken: that of the device on which it is served."""

    name = "touch: the table"
    folders = (page_files.TOUCH, page_files.KIOSK)

    def __init__(self, port: int, view: Path, control: Path) -> None:
        """Make a site of the device at these sockets; nothing is opened yet."""
        super().__init__(PageSettings(port, LOOPBACK, open=True), view, PATHS)
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
        # Two: to draw a scene the device is asked, and its next line does not wait for the answers.
        async with asyncio.TaskGroup() as both:
            both.create_task(self.device.follow())
            both.create_task(self._keep_scene())

    async def _keep_scene(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                self._scene = stream_event("scene", await self._draw_scene())
                self._silent = False
            except (Away, RequestRefused) as error:
                if self.device.left is None and not self._silent:
                    self.log.warning("touch: %s; it is asked again and again", error)
                self._silent = True
                asyncio.get_running_loop().call_later(AGAIN_S, self._changed.set)
            self.wake()

    async def _draw_scene(self) -> Json:
        look = self.device.look or Look()
        view = (await self.device.ask({"get": "view"}))["view"]
        offers = None
        if look.sitting.began is not None:
            offers = (await self._control.ask({"get": "offers"}))["offers"]
        drawn = scenes.whole_scene(look, offers, Preferences(**view["preferences"]), view["next"])
        drawn["table"]["version"] = self.version
        return {**drawn, "known": view["known"]}

    async def ask_in_words(self, body: Json) -> Json:
        """Return the device's answer in words."""
        try:
            answer = await self._control.ask(body)
        except RequestRefused as error:  # no error of HTTP: the table says it in its line
            answer = refusal_answer(error)
            if error.phrase:
                answer["phrase"] = phrase_json(error.phrase)
        if "do" in body:
            # Preferences and names that are known are in no line of the view socket.
            self.on_change()
        return scenes.answer_in_words(answer, self.device.look or Look())

    def events_for(self, page: BrowserPage) -> bytes:
        """Return the last scene, and whether the device is away."""
        return self._scene + (stream_event("away", {}) if self._silent else b"")


class AskHandler(Handler):
    """A request of the touch table."""

    site: TouchSite

    async def post(self) -> None:
        """Answer as the device does."""
        body = self.posted_json()
        if not any(body.get(verb) in words for verb, words in ASKED.items()):
            self.refuse(400, "bad_body")
        try:
            self.answer_json(await self.site.ask_in_words(body))
        except Away:
            self.refuse(503, "no_device")


PATHS: Final[Paths] = (*SHARED_PATHS, *PAST_PATHS, ("/ask", AskHandler), *ANY_OTHER)
