"""Namesakes: other devices that come to the broker with this one's id, such as copied cards."""

import logging
from typing import Final

from companion.club.broker import Heard
from companion.club.reading import known_presence
from companion.club.topics import ROOT

log: Final = logging.getLogger("companion.club")
MOST: Final = 20
"""Other starts that are remembered; more of them are not told of."""


class Namesakes:
    """Other starts at this table's own availability, each told once."""

    def __init__(self, table: str, start: int) -> None:
        """Begin without one.

        start: the number that was drawn when this bridge started.
        """
        self._table: Final = table
        self._own: Final = start
        self._told = False
        self._earlier: Final[set[int]] = set()
        """Starts that this bridge may have had before."""
        self._named: Final[set[int]] = set()

    @property
    def exist(self) -> bool:
        """Whether there was one."""
        return bool(self._named)

    def note_own(self) -> None:
        """Note that the broker has this table's own word."""
        self._told = True

    def on_message(self, message: Heard) -> None:
        """Note what was said at the table's availability."""
        presence = known_presence(message.payload)
        if presence is None or presence.start in (self._own, *self._named):
            return
        if len(self._named) + len(self._earlier) >= MOST:
            return
        online, start = presence
        if message.retained and not self._told:
            self._earlier.add(start)
        elif message.retained and start in self._earlier:
            self._earlier.remove(start)  # a broker that was killed may have read an old file
        elif message.retained or online:
            self._named.add(start)
            log.warning(
                "mqtt: another device tells of itself as %s/%s too (its start is %d): of a card"
                " that was copied, give one device a new /etc/machine-id",
                ROOT,
                self._table,
                start,
            )
