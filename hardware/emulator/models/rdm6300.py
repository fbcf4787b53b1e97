"""A modelled RDM6300: what the reader at the far end of the link says of the tags that are laid on it."""

from hardware.readers import rdm6300

PERIOD_S = 0.065
"""From one frame to the next."""


class ModelRdm6300:
    """The reader, without any I/O; of two tags, which disturb each other, it understands neither."""

    lengths = (5,)

    def __init__(self) -> None:
        self._tags: tuple[bytes, ...] = ()
        self._next = 0.0

    def reset(self) -> None:
        """Take its power away, and give it back."""
        self._next = 0.0

    def heard(self, chunk: bytes) -> bytes:
        """Nothing can be said to it."""
        return b""

    def lay(self, *tags: bytes) -> bytes:
        """Have these tags lie on it and no others."""
        self._tags = tags
        return b""

    def tick(self, now: float) -> tuple[bytes, float | None]:
        """What it says at this time (seconds), and in how many seconds it has more to say."""
        if len(self._tags) != 1:
            return b"", None
        if now < self._next:
            return b"", self._next - now
        self._next = now + PERIOD_S
        return rdm6300.frame(self._tags[0].hex()), PERIOD_S
