"""A modelled RDM6300: the output of the reader at the far end of the link, with tags laid on it."""

from hardware.readers import rdm6300

PERIOD_S = 0.065
"""From one frame to the next."""


class ModelRdm6300:
    """The reader, without any I/O; two tags disturb each other, and it reads neither."""

    lengths = (5,)

    def __init__(self) -> None:
        self._tags: tuple[bytes, ...] = ()
        self._next = 0.0

    def reset(self) -> None:
        """Take its power away, and give it back."""
        self._next = 0.0

    def answer_bytes(self, chunk: bytes) -> bytes:
        """Return nothing: it takes no commands."""
        return b""

    def lay_tags(self, *tags: bytes) -> bytes:
        """Lay these tags on it and no others. Return nothing: it sends them in `tick`."""
        self._tags = tags
        return b""

    def tick(self, now: float) -> tuple[bytes, float | None]:
        """Return its output at this time, in seconds, and the seconds until it has more."""
        if len(self._tags) != 1:
            return b"", None
        if now < self._next:
            return b"", self._next - now
        self._next = now + PERIOD_S
        return rdm6300.framed_tag(self._tags[0].hex()), PERIOD_S


class ModelRdm630(ModelRdm6300):
    """A modelled RDM630: it sends a tag once, as it is laid on."""

    def lay_tags(self, *tags: bytes) -> bytes:
        """Lay these tags on it and no others. Return what it sends."""
        return rdm6300.framed_tag(tags[0].hex()) if len(tags) == 1 else b""
