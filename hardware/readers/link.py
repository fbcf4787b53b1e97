"""A card reader on its serial link: what it says becomes messages for the companion."""

import logging
import time
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from companion.panel import Plugged, Tagged
from hardware.buses.serial_link import SerialLink
from hardware.readers import pn532, rdm6300
from hardware.readers.pn532_reader import Pn532
from hardware.readers.protocol import ReaderOutput, ReaderProtocol, TagsLaid
from hardware.readers.rdm6300 import Rdm6300
from wiring import spec

_log: Final = logging.getLogger("companion")

PostTags = Callable[[Tagged | Plugged], None]


class _ReaderKind(NamedTuple):
    baud: int
    protocol: Callable[[], ReaderProtocol]


KINDS: Final[Mapping[str, _ReaderKind]] = {
    spec.PN532: _ReaderKind(pn532.BAUD, Pn532),
    spec.RDM6300: _ReaderKind(rdm6300.BAUD, Rdm6300),
}
"""The speed and the protocol of each kind."""


class CardReader:
    """A card reader (see `companion.panel.SerialPart`), and the `LinkProtocol` of its serial link."""

    def __init__(self, reader: spec.Reader, clock: Callable[[], float] = time.monotonic) -> None:
        """A reader whose link is opened by `listen`; `clock` stamps its tags."""
        kind = KINDS[reader.kind]
        # `clock` only stamps the tags; the reader's own deadlines are in real time.
        self._link: Final = SerialLink(reader.name, reader.port, kind.baud)
        self._protocol: Final = kind.protocol()
        self._reader: Final = reader
        self.name: Final = reader.name
        self._clock: Final = clock
        self._post: PostTags = lambda message: None
        self._logged = ""

    def listen(self, post: PostTags) -> None:
        """From now on post every tag, and when the reader comes and goes."""
        self._post = post
        self._link.start(self, post)

    def close(self) -> None:
        """Close the link; never raises."""
        self._link.write(self._protocol.farewell)
        self._link.close()

    # The protocol of its link

    def connection_made(self) -> None:
        """The device was opened."""
        self._do(self._protocol.connection_made(time.monotonic()))

    def data_received(self, chunk: bytes) -> None:
        """Bytes came."""
        self._do(self._protocol.data_received(chunk, time.monotonic()))

    def connection_lost(self) -> None:
        """The device is gone."""
        self._protocol.connection_lost()

    def deadline(self) -> float | None:
        """When to call `tick`."""
        return self._protocol.deadline

    def tick(self) -> None:
        """The deadline has passed."""
        self._do(self._protocol.tick(time.monotonic()))

    def _do(self, said: ReaderOutput) -> None:
        if said.payload:
            self._link.write(said.payload)
        for event in said.events:
            if isinstance(event, TagsLaid):
                at = event.at + self._clock() - time.monotonic()
                self._post(Tagged(event.ids, self.name, at))
            else:
                self._link.tell(event.there)
                if event.why and event.why != self._logged:
                    _log.warning("%s: %s: %s", self.name, self._reader.port, event.why)
                self._logged = event.why
