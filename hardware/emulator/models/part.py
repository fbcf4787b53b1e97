"""The base of all modelled parts: their watcher, their counts and the faults that they saw."""

from collections.abc import Callable


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

    def _count(self, payload: bytes) -> None:
        self.transactions += 1
        self.bytes_received += len(payload)

    def _fault(self, text: str) -> None:
        # Bounded: the emulator runs for weeks.
        if len(self.faults) < 100:
            self.faults.append(text)
