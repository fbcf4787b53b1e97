"""The card readers of an emulated device: models at the far end of a pty, and cards on them."""

import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Final
from uuid import uuid4

from companion.panel import Clock, SerialPart
from hardware.emulator.models.pn532 import ModelPn532
from hardware.emulator.models.rdm6300 import ModelRdm630, ModelRdm6300
from hardware.emulator.serial import FarEnd
from hardware.readers.link import CardReader, PostTags
from wiring import spec

_MODELS: Final[Mapping[str, type[ModelPn532 | ModelRdm6300]]] = {
    spec.PN532: ModelPn532,
    spec.RDM6300: ModelRdm6300,
    spec.RDM630: ModelRdm630,
}


class EmulatedReader:
    """The outside of an emulated card reader: lays cards on it, and pulls its plug, in at first."""

    def __init__(self, kind: str) -> None:
        self.model: Final = _MODELS[kind]()
        self._lock: Final = Lock()
        self._plug: Final = Lock()
        self.tags: tuple[str, ...] = ()
        """The ids of the tags that lie on it."""
        self._plugged = True
        self._used = False
        device = Path(tempfile.gettempdir()) / f"companion-reader-{uuid4().hex}"
        self.device: Final = str(device)
        """The name of its device, which exists while it is used and plugged in."""
        self._far: Final = FarEnd(device, self._on_reader_bytes, self._tick_reader)

    def lay(self, *tags: str) -> None:
        """Lay only these tags on it, by their ids in hex; `ValueError` for one it cannot read."""
        uids = [self._uid(tag) for tag in tags]
        with self._lock:
            self.tags = tags
            self._far.write(self.model.lay(*uids))
        self._far.wake()

    def lift(self) -> None:
        """Take everything off it."""
        self.lay()

    def unplug(self) -> None:
        """Pull its cable."""
        self._set_plugged(plugged=False, used=self._used)

    def plug_in(self) -> None:
        """Put its cable in again."""
        self._set_plugged(plugged=True, used=self._used)

    def use(self, used: bool) -> None:
        """Connect it to a device of this computer, or disconnect it."""
        self._set_plugged(plugged=self._plugged, used=used)

    def _set_plugged(self, plugged: bool, used: bool) -> None:
        with self._plug:
            self._plugged = plugged
            self._used = used
            connected = plugged and used
            if not connected:
                self._far.unplug()
            with self._lock:
                self.model.reset()
            if connected:
                self._far.plug_in()

    def _on_reader_bytes(self, chunk: bytes) -> None:
        with self._lock:
            self._far.write(self.model.answer(chunk))

    def _tick_reader(self) -> float | None:
        with self._lock:
            output, seconds = self.model.tick(time.monotonic())
            self._far.write(output)
        return seconds

    def _uid(self, tag: str) -> bytes:
        try:
            uid = bytes.fromhex(tag)
        except ValueError:
            uid = b""
        if len(uid) not in self.model.lengths:
            lengths = " or ".join(map(str, self.model.lengths))
            raise ValueError(
                f'"{tag}" is no tag for this reader; it needs an id of {lengths} bytes in hex'
            )
        return uid


class EmulatedReaderLink:
    """The link of an emulated card reader (see `companion.panel.SerialPart`).

    Its device exists from `listen` to `close`, so that merely opening a build leaves no trace.
    """

    def __init__(self, reader: spec.Reader, outside: EmulatedReader, clock: Clock) -> None:
        self._outside: Final = outside
        self._inside: Final = CardReader(reader._replace(port=outside.device), clock)
        self.name: Final = reader.name

    def listen(self, post: PostTags) -> None:
        """Post every tag from now on, and when the reader comes and goes."""
        self._outside.use(used=True)
        self._inside.listen(post)

    def close(self) -> None:
        """Close the link; never raise."""
        self._inside.close()
        self._outside.use(used=False)


def open_readers(
    build: spec.Build, clock: Clock
) -> tuple[Sequence[SerialPart], Mapping[str, EmulatedReader]]:
    """Return the links of a build's card readers, and the emulated readers by name.

    Some of the readers may be real ones.
    """
    links: list[SerialPart] = []
    readers = {}
    for reader in build.readers:
        if build.imitates(reader.port):
            readers[reader.name] = EmulatedReader(reader.kind)
            links.append(EmulatedReaderLink(reader, readers[reader.name], clock))
        else:
            links.append(CardReader(reader, clock))
    return links, readers
