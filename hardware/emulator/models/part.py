"""What all modelled parts have in common: somebody who watches, what they counted, and what was wrong."""

from collections.abc import Callable


class ModelPart:
    """A modelled part, which is its own bus (see `hardware.buses.ports.Port`).

    `changed` is called when what it shows may have changed. `faults` has a sentence for everything
    that a real one would not understand. `transactions` and `bytes_received` count what came over the
    bus, addresses apart.
    """

    def __init__(self) -> None:
        self.changed: Callable[[], None] = lambda: None
        self.faults: list[str] = []
        self.transactions = 0
        self.bytes_received = 0

    def close(self) -> None:
        """Nothing: there is no bus to let go."""

    def _count(self, payload: bytes) -> None:
        self.transactions += 1
        self.bytes_received += len(payload)

    def _fault(self, text: str) -> None:
        # Bounded: the emulator runs for weeks.
        if len(self.faults) < 100:
            self.faults.append(text)
