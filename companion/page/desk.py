"""The desk: what the handlers of all paths share."""

import logging
import secrets
import time
from asyncio import Lock, Semaphore
from collections.abc import Hashable, Mapping
from typing import Final
from weakref import WeakValueDictionary

from companion.onlooking.device import DeviceClient
from companion.onlooking.settings import PageSettings
from companion.page.crowd import AT_ONCE
from companion.page.page_files import PageFile
from companion.page.site import Site
from companion.page.streams import Stream, event
from companion.page.tables import table
from companion.page.words import TEXTS

MOST_GUESTS: Final = 64


class Desk(Site):
    """The site of one device, and its guests."""

    log = logging.getLogger("companion.page")

    def __init__(
        self, settings: PageSettings, device: DeviceClient, page: Mapping[str, PageFile]
    ) -> None:
        """Make a desk that nobody has asked yet."""
        super().__init__(page, TEXTS, settings.names)
        self.settings: Final = settings
        self.device: Final = device
        self.guests: Final[dict[str, str]] = {}
        """The code that each guest entered, by the guest's random id; the oldest guest first."""
        self.judging: Final = Lock()
        """The pace of all codes: one holds it for a while before it is judged."""
        self._lanes: Final[WeakValueDictionary[Hashable, Semaphore]] = WeakValueDictionary()
        self.asking: Final = _semaphores()
        """Questions to the device."""
        self.replaying: Final = _semaphores()
        """Past games."""
        self._tables: dict[str, bytes] = {}
        """The table that is shown now, encoded once for all pages of a language."""

    @property
    def language(self) -> str:
        """That of the device."""
        return self.device.look.language if self.device.look else super().language

    def on_change(self) -> None:
        """Follow the device, which showed something else, came back or went away."""
        look = self.device.look
        may_enter = look is not None and look.guests
        if not may_enter or self.device.left is not None:
            self.guests.clear()  # the code lives in the device's memory alone
        self._tables = {}
        self.wake()

    def admit(self, code: str) -> str:
        """Return the random id of a new guest, whose code was right."""
        if len(self.guests) >= MOST_GUESTS:
            del self.guests[next(iter(self.guests))]
        guest = secrets.token_urlsafe(18)
        self.guests[guest] = code
        return guest

    def lane(self, name: Hashable) -> Semaphore:
        """Return a lane: its requests are answered in their order, few at a time."""
        return self._lanes.setdefault(name, Semaphore(AT_ONCE))

    def news(self, stream: Stream) -> bytes:
        """Return the last table, and whether the device is away."""
        language = stream.language
        look = self.device.look
        left = self.device.left
        events = b""
        if look is not None:
            if language not in self._tables:
                self._tables[language] = event("table", table(look, language, self.version))
            events = self._tables[language]
        if left is not None:
            events += event("away", {"since": round(time.monotonic() - left)})
        return events


def _semaphores() -> dict[bool, Semaphore]:
    """Return one for guests who entered (True), who never wait for others, and one for those."""
    return {entered: Semaphore(AT_ONCE) for entered in (True, False)}
