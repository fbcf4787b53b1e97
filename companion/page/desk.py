"""The desk: what the handlers of all paths share.

Each code is judged, whatever came before it, so no wrong ones keep a guest out. What makes guessing
hopeless is the pace. A code has 40 random bits and lives for twelve hours. At most 50 codes a
second are judged, 2,160,000 in twelve hours: one chance in 509,000, for a guest with any number of
addresses who never pauses.
"""

import logging
import secrets
import time
from asyncio import Lock, Semaphore
from pathlib import Path
from typing import Final
from weakref import WeakValueDictionary

from companion.onlooking.device import DeviceClient
from companion.onlooking.settings import PageSettings
from companion.page import page_files
from companion.page.answers import stream_event
from companion.page.site import BrowserPage, Paths, Site
from companion.page.tables import table_json

MOST_GUESTS: Final = 64
AT_ONCE: Final = 2
"""Questions of guests, and of others, that are carried out at a time."""
APART_S: Final = 0.02
"""Time between two codes that are judged, in seconds."""


class Desk(Site):
    """The site of one device, and its guests."""

    log = logging.getLogger("companion.page")
    name = "web: the page"

    folders: tuple[Path, ...] = (page_files.TELEVISION,)
    """Those of its files, beside the modules of every page."""

    def __init__(self, settings: PageSettings, view: Path, paths: Paths) -> None:
        """Make a desk of the device at a view socket; nothing is opened yet."""
        super().__init__(page_files.load_files(*self.folders), paths, settings)
        self.is_open: Final = settings.open
        self.device: Final = DeviceClient(view, self.on_change, self.name.partition(":")[0])
        self.guests: Final[dict[str, str]] = {}
        """The code that each guest entered, by the guest's random id; the oldest guest first."""
        self.judging: Final = Lock()
        """The pace of all codes: one holds it for a while before it is judged."""
        self.asking: Final = {entered: Semaphore(AT_ONCE) for entered in (True, False)}
        """Questions to the device: guests who entered (True) never wait for others."""
        # Weak: a lock is gone with the last request that waits for it.
        self._turns: Final = WeakValueDictionary[str, Lock]()
        self._tables: dict[str, bytes] = {}
        """The table that is shown now, encoded once for all pages of a language."""

    @property
    def language(self) -> str:
        """That of the device."""
        return self.device.look.language if self.device.look else super().language

    async def follow(self) -> None:
        """Follow the device for ever."""
        await self.device.follow()

    def refresh(self) -> None:
        """Refresh the addresses, and tell the device where the page is found."""
        super().refresh()
        self.device.send_urls(self.public_urls)

    def on_change(self) -> None:
        """Follow the device, which showed something else, came back or went away."""
        look = self.device.look
        may_enter = look is not None and look.guests
        if not may_enter or self.device.left is not None:
            # The code lives in the device's memory alone, and there may be another one now.
            self.guests.clear()
        self._tables = {}
        self.wake()

    def admit_guest(self, code: str) -> str:
        """Return the random id of a new guest, whose code was right."""
        if len(self.guests) >= MOST_GUESTS:  # the one who came first makes room
            del self.guests[next(iter(self.guests))]
        guest = secrets.token_urlsafe(18)
        self.guests[guest] = code
        return guest

    def turn_of(self, asker: str) -> Lock:
        """Return what a guest or an address holds while it waits: one of its questions at a time.

        So nobody waits for more than one question of anybody else: before that, one address that
        tried codes on all of its connections made another one wait for two seconds.
        """
        return self._turns.setdefault(asker, Lock())

    def events_for(self, page: BrowserPage) -> bytes:
        """Return the last table, and whether the device is away."""
        language = page.language
        look = self.device.look
        left = self.device.left
        events = b""
        if look is not None:
            if language not in self._tables:
                self._tables[language] = stream_event(
                    "table", table_json(look, language, self.version)
                )
            events = self._tables[language]
        if left is not None:
            events += stream_event("away", {"since": round(time.monotonic() - left)})
        return events
