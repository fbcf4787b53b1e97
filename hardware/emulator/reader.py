"""The card readers of an emulated device: models at the far end of a pty, and cards on them."""

import time
from collections.abc import Mapping
from threading import Lock
from typing import Final

from hardware.emulator.models.pn532 import ModelPn532
from hardware.emulator.models.rdm6300 import ModelRdm630, ModelRdm6300
from hardware.emulator.serial import FarEnd, new_device_name
from wiring import spec

_MODELS: Final[Mapping[str, type[ModelPn532 | ModelRdm6300]]] = {
    spec.PN532: ModelPn532,
    spec.RDM6300: ModelRdm6300,
    spec.RDM630: ModelRdm630,
}


class EmulatedReader:
    """The outside of an emulated card reader: lays cards on it, and pulls its plug."""

    def __init__(self, kind: str) -> None:
        self.model: Final = _MODELS[kind]()
        self._lock: Final = Lock()
        self.tags: tuple[str, ...] = ()
        """The ids of the tags that lie on it."""
        self._far: Final = FarEnd(new_device_name(), self._on_reader_bytes, self._tick_reader)
        self.device: Final = str(self._far.name)
        """The name of its device, which exists while it is plugged in."""

    def lay_tags(self, *tags: str) -> None:
        """Lay only these tags on it, by their ids in hex; `ValueError` for one it cannot read."""
        uids = [self._tag_uid(tag) for tag in tags]
        with self._lock:
            self.tags = tags
            self._far.write(self.model.lay_tags(*uids))
        self._far.tick_soon()

    def lift_tags(self) -> None:
        """Take everything off it."""
        self.lay_tags()

    def unplug(self) -> None:
        """Pull its cable: the reader is without power."""
        self._far.unplug()
        with self._lock:
            self.model.reset()

    def plug_in(self) -> None:
        """Put its cable in."""
        self._far.plug_in()

    def _on_reader_bytes(self, chunk: bytes) -> None:
        with self._lock:
            self._far.write(self.model.answer_bytes(chunk))

    def _tick_reader(self) -> float | None:
        with self._lock:
            output, seconds = self.model.tick(time.monotonic())
            self._far.write(output)
        return seconds

    def _tag_uid(self, tag: str) -> bytes:
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
