"""The heartbeat: tells the service manager how the link to the broker is, and feeds the watchdog.

The loop feeds it, and only for what came back: while the broker is there, for its answers, which it
gives whenever it is asked; while it is away, for the attempts to reach it. So a loop or a link that
hangs ends in a restart.
"""

import asyncio
import logging
import time
from typing import Final

from companion.club.broker import KEEPALIVE_S, TICK_S
from companion.club.link import LASTING_PAUSE_S, BrokerLink
from companion.club.pulse import Pulse, status
from companion.service_manager import ServiceManager

log: Final = logging.getLogger("companion.club")
SILENT_S: Final = 2 * (KEEPALIVE_S + TICK_S) + 5
"""Time without an answer after which a link that is open must have hung up, in seconds."""
ATTEMPT_S: Final = 90.0
"""Time that an attempt may take, in seconds: a name that nobody knows, several addresses, TLS."""
UNWATCHED_S: Final = 60.0
"""Time between two beats where there is no watchdog, in seconds."""
BEATS: Final = 3
"""How many beats there are in the watchdog's time limit."""


def alive(pulse: Pulse, now: float) -> bool:
    """Return True if a link does what it should; `now` is by the monotonic clock."""
    return now - pulse.at <= (SILENT_S if pulse.connected else LASTING_PAUSE_S + ATTEMPT_S)


class BridgeHeartbeat:
    """Beats as long as a link is alive."""

    def __init__(self, manager: ServiceManager) -> None:
        """Make a heartbeat that the service manager hears, if there is one."""
        self._manager: Final = manager
        self._every: Final = manager.patience / BEATS if manager.patience else UNWATCHED_S
        self._well = True

    def show(self, pulse: Pulse, there: bool) -> None:
        """Say how the link is, and whether the companion answers."""
        self._manager.status(status(pulse, there))

    def beat(self, pulse: Pulse, now: float) -> None:
        """Feed the watchdog, if the link is alive."""
        well = alive(pulse, now)
        if well:
            self._manager.well()
        elif self._well:
            log.critical("mqtt: the link to %s does nothing any more", pulse.broker)
        self._well = well

    async def run(self, link: BrokerLink) -> None:
        """Say that the start is over, and beat for ever."""
        self._manager.ready()
        while True:
            self.beat(link.pulse, time.monotonic())
            await asyncio.sleep(self._every)
