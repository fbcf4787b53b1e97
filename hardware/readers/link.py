"""A card reader on its serial link: what it says becomes messages for the companion."""

import logging
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.panel import Plugged, Tagged
from hardware.buses.serial_link import SerialLink
from hardware.readers import pn532, rdm6300
from hardware.readers.pn532_reader import Pn532
from hardware.readers.protocol import Laid, ReaderProtocol, Said
from hardware.readers.rdm6300 import Rdm6300
from wiring import spec

_log: Final = logging.getLogger("companion")

Post = Callable[[Tagged | Plugged], None]


class _Kind(NamedTuple):
    baud: int
    protocol: Callable[[], ReaderProtocol]


KINDS: Final[Mapping[str, _Kind]] = MappingProxyType(
    {spec.PN532: _Kind(pn532.BAUD, Pn532), spec.RDM6300: _Kind(rdm6300.BAUD, Rdm6300)}
)
"""The speed and the protocol of each kind."""


class CardReader:
    """A card reader on its serial link (see `companion.panel.Link`)."""

    def __init__(self, reader: spec.Reader, clock: Callable[[], float] = time.monotonic) -> None:
        """A reader whose link is opened by `listen`; `clock` stamps its tags."""
        self.name: Final = reader.name
        kind = KINDS[reader.kind]
        # `clock` only stamps the tags; the reader's own deadlines are in real time.
        self._link: Final = SerialLink(reader.name, reader.port, kind.baud)
        self._protocol: Final = kind.protocol()
        self._reader: Final = reader
        self._clock: Final = clock

    def listen(self, post: Post) -> None:
        """From now on post every tag, and when the reader comes and goes."""
        self._link.start(_LinkProtocol(self._reader, self._link, self._protocol, self._clock, post), post)

    def close(self) -> None:
        """Let the link go; never raises."""
        self._link.write(self._protocol.farewell)
        self._link.close()


class _LinkProtocol:
    """A `ReaderProtocol` as the `LinkProtocol` of its serial link."""

    def __init__(
        self,
        reader: spec.Reader,
        link: SerialLink,
        protocol: ReaderProtocol,
        clock: Callable[[], float],
        post: Post,
    ) -> None:
        self._reader: Final = reader
        self._link: Final = link
        self._protocol: Final = protocol
        self._clock: Final = clock
        self._post: Final = post
        self._logged = ""

    def connection_made(self) -> None:
        self._do(self._protocol.connection_made(time.monotonic()))

    def data_received(self, chunk: bytes) -> None:
        self._do(self._protocol.data_received(chunk, time.monotonic()))

    def connection_lost(self) -> None:
        self._protocol.connection_lost()

    def deadline(self) -> float | None:
        return self._protocol.deadline

    def tick(self) -> None:
        self._do(self._protocol.tick(time.monotonic()))

    def _do(self, said: Said) -> None:
        if said.payload:
            self._link.write(said.payload)
        for event in said.events:
            if isinstance(event, Laid):
                at = event.at + self._clock() - time.monotonic()
                self._post(Tagged(event.ids, self._reader.name, at))
            else:
                self._link.tell(event.there)
                if event.why and event.why != self._logged:
                    _log.warning("%s: %s: %s", self._reader.name, self._reader.port, event.why)
                self._logged = event.why
