"""A card reader on its serial link: its output becomes messages for the companion."""

import logging
import time
from collections.abc import Callable, Mapping
from typing import Final

from companion.panel import Clock, Plugged, Tagged
from hardware.buses.serial_link import SerialLink
from hardware.readers.pn532_reader import Pn532
from hardware.readers.protocol import ReaderOutput, ReaderProtocol, TagsLaid
from hardware.readers.rdm6300 import Rdm630, Rdm6300
from wiring import spec

_log: Final = logging.getLogger("companion")

PostTags = Callable[[Tagged | Plugged], None]


PROTOCOLS: Final[Mapping[str, type[ReaderProtocol]]] = {
    spec.PN532: Pn532,
    spec.RDM6300: Rdm6300,
    spec.RDM630: Rdm630,
}


class CardReader:
    """A card reader (see `companion.panel.SerialPart`), the `LinkProtocol` of its serial link."""

    def __init__(self, reader: spec.Reader, clock: Clock = time.monotonic) -> None:
        """Make a reader whose link `listen` opens; `clock` stamps its tags."""
        self._protocol: Final = PROTOCOLS[reader.kind]()
        # `clock` only stamps the tags; the reader's own deadlines are in real time.
        self._link: Final = SerialLink(reader.name, reader.port, self._protocol.baud)
        self._reader: Final = reader
        self.name: Final = reader.name
        self._clock: Final = clock
        self._post: PostTags = lambda message: None
        self._logged = ""

    def listen(self, post: PostTags) -> None:
        """Post every tag from now on, and when the reader comes and goes."""
        self._post = post
        self._link.start(self, post)

    def close(self) -> None:
        """Close the link; never raise."""
        self._link.write(self._protocol.farewell)
        self._link.close()

    # The protocol of its link

    def connection_made(self) -> None:
        """Begin with a device that was opened."""
        self._do_output(self._protocol.connection_made(time.monotonic()))

    def data_received(self, chunk: bytes) -> None:
        """Take bytes that came."""
        self._do_output(self._protocol.data_received(chunk, time.monotonic()))

    def connection_lost(self) -> None:
        """End: the device is gone."""
        self._protocol.connection_lost()

    def deadline(self) -> float:
        """Return the time at which `tick` is due."""
        return self._protocol.deadline

    def tick(self, now: float) -> None:
        """Do what is due."""
        self._do_output(self._protocol.tick(now))

    def _do_output(self, output: ReaderOutput) -> None:
        if output.payload:
            self._link.write(output.payload)
        for event in output.events:
            if isinstance(event, TagsLaid):
                at = event.at + self._clock() - time.monotonic()
                self._post(Tagged(event.ids, self.name, at))
            else:
                self._link.post_presence(event.there)
                if event.why and event.why != self._logged:
                    _log.warning("%s: %s: %s", self.name, self._reader.port, event.why)
                self._logged = event.why
