"""The base of all modelled parts: their watcher, their counts and the faults that they saw."""

import errno
import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Lock
from typing import ClassVar, Final


class ModelPart:
    """A modelled part, which is its own bus (see `hardware.buses.ports.Port`).

    `on_change` is called when its appearance may have changed; `faults` are the bytes that no real
    part would understand.
    """

    def __init__(self) -> None:
        self.on_change: Callable[[], None] = lambda: None
        self.faults: list[str] = []
        self.transactions = 0
        self.bytes_received = 0

    def close(self) -> None:
        """Do nothing: there is no bus to release."""

    def _count_bytes(self, payload: bytes) -> None:
        self.transactions += 1
        self.bytes_received += len(payload)

    def _note_fault(self, text: str) -> None:
        # Bounded: the emulator runs for weeks.
        if len(self.faults) < 100:
            self.faults.append(text)


class ModelI2cPart(ModelPart, ABC):
    """A part that acknowledges what it gets, and can be unplugged."""

    NAME: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self._lock: Final = Lock()
        self._absent = False
        self._reset_registers()

    def write(self, payload: bytes) -> None:
        """Take one transaction; EREMOTEIO if the part does not answer."""
        with self._lock:
            if not self._is_answering():
                raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
            self._count_bytes(payload)
            self._decode_payload(payload)
        self.on_change()

    def explain_error(self, error: OSError) -> str:
        """Return the advice for an error of `write`."""
        return f"the emulated {self.NAME} does not answer ({error.strerror}); plug it in again"

    def unplug(self) -> None:
        """Answer nothing from now on, and be dark."""
        self._absent = True
        self.brown_out()

    def plug_in(self) -> None:
        """Answer again, as after switching the power on."""
        self._absent = False
        self.brown_out()

    def brown_out(self) -> None:
        """Forget everything, as in a brown-out, while the bus goes on answering."""
        with self._lock:
            self._reset_registers()
        self.on_change()

    def _is_answering(self) -> bool:
        return not self._absent

    @abstractmethod
    def _decode_payload(self, payload: bytes) -> None:
        """Obey a transaction."""

    @abstractmethod
    def _reset_registers(self) -> None:
        """Set the registers as after the power came; a memory then holds anything."""
