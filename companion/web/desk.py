"""The desk: what the handlers of all paths share."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Final

from tornado.iostream import IOStream

from companion.onlooking.device import Device
from companion.web import guard, page_files
from companion.web.sessions import Sessions
from companion.web.settings import Settings
from companion.web.streams import Streams

AT_ONCE: Final = 2
"""So many past games are replayed at a time."""


class Desk:
    """The device, the pages that are open, the guests, the files."""

    log: Final = logging.getLogger("companion.web")

    def __init__(self, settings: Settings, device: Device, page: Mapping[str, page_files.File]) -> None:
        """A desk that nobody has asked yet."""
        self.settings: Final = settings
        self.device: Final = device
        self.files: Final = page
        self.version: Final = page_files.version(page)
        self.streams: Final = Streams(self.version)
        self.sessions: Final = Sessions()
        self.replaying: Final = asyncio.Semaphore(AT_ONCE)
        self.names: Final = guard.own_names(settings.names)
        self.busy: set[IOStream] = set()
        """The connections whose requests are being answered."""
        self.addresses: tuple[str, ...] = ()
        """The addresses of this computer."""

    def changed(self) -> None:
        """The device showed something else, came back or went away."""
        look = self.device.look
        if self.device.left is not None or look is None or not look.guests:
            self.sessions.end()  # the code lives in the device's memory alone
        self.streams.tell(self.device)
