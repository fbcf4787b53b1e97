"""The pod's side of its protocol, without I/O; it runs on pod and host, in ms modulo `TICKS`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

VERSION = 1
"""Of the protocol; a host that does not know it says so."""
FIRMWARE = "1"
"""Of the pod's program."""

TICKS = 1 << 30
"""Where the milliseconds of MicroPython wrap."""

LONGEST = 512
"""The bytes of the longest line; a longer one is noise."""

QUIET_MS = 5
"""The least time between two reports of a control: a crackling contact must not flood the link."""
RESEND_MS = 60
"""When an unacknowledged report is sent again."""
GIVE_UP_MS = 1000
"""When unacknowledged reports are too old to count."""
MOST_KEPT = 32
"""How many reports may wait for an acknowledgement."""
BEAT_MS = 10000
"""How often the pod says that it is there."""
HELLO_MS = 1000
"""How often it says hello without a host."""
SILENT_MS = 30000
"""A host that is silent for this long is gone, and the lights go off."""

# CRC-16, polynomial 0x1021, initial value 0xFFFF, by half bytes: a board has little memory.
_NIBBLES = tuple((value * 0x1021) & 0xFFFF for value in range(16))


def crc(payload: bytes) -> int:
    """Return the checksum of a line (CRC-16/CCITT-FALSE)."""
    value = 0xFFFF
    for byte in payload:
        value = ((value << 4) & 0xFFFF) ^ _NIBBLES[(value >> 12) ^ (byte >> 4)]
        value = ((value << 4) & 0xFFFF) ^ _NIBBLES[(value >> 12) ^ (byte & 15)]
    return value


def framed_line(text: str) -> bytes:
    """Return a text as a line, with its checksum."""
    payload = text.encode()
    return payload + b"*%04X\n" % crc(payload)


def unframe(line: bytes) -> str | None:
    """Return the text of a line without its end, None for one that was damaged."""
    line = line.rstrip(b"\r")
    payload = line[:-5]
    if not payload or line[-5:] != b"*%04X" % crc(payload):
        return None
    if min(payload) < 32 or max(payload) > 126:
        return None
    return payload.decode()


def number_of(text: str) -> int:
    """Return the number in a field, -1 if it is none."""
    return int(text) if text.isdigit() and len(text) <= 10 else -1


def elapsed_ms(now: int, before: int) -> int:
    """Return the milliseconds from `before` to `now`."""
    return (now - before) % TICKS


class LineReader:
    """Joins pieces of bytes to the texts of whole lines; damaged lines are left out."""

    def __init__(self) -> None:
        self._part = b""
        self._noise = False

    def feed(self, chunk: bytes) -> list[str]:
        """Return the texts of the lines that end in these bytes."""
        texts = []
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            self._add_piece(piece)
            text = None if self._noise else unframe(self._part)
            if text is not None:
                texts.append(text)
            self._part = b""
            self._noise = False
        self._add_piece(rest)
        return texts

    def _add_piece(self, piece: bytes) -> None:
        if len(self._part) + len(piece) > LONGEST:
            self._noise = True
            self._part = b""
        if not self._noise:
            self._part += piece


class PodSession:
    """A pod's side of the protocol.

    The owner of the pins, the clock and the link calls `step` about every millisecond and
    `receive` with the bytes that came, and sends the bytes that `take_output` returns.
    """

    def __init__(
        self,
        name: str,
        controls: "Sequence[str]",
        pixels: int,
        show: "Callable[[str, int], None]",
        levels: "Sequence[bool]",
        now: int,
    ) -> None:
        """Switch the pod on.

        `show` gets colours (three hex digits each) and a brightness (0 to 255).
        """
        self._name = name.replace(" ", "_")
        self._controls = list(controls)
        self._pixels = pixels
        self._show = show
        self._down = list(levels)
        self._moved = [now] * len(self._controls)
        self._lines = LineReader()
        self._out = b""
        self._host = False
        self._heard_at = now
        self._beat_at = now
        self._number = 0
        self._kept: list[tuple[int, int, str]] = []
        self._sent_at = now
        self._begin_again(now)

    def take_output(self) -> bytes:
        """Take the bytes to send now. Return them; the next call has only new ones."""
        out = self._out
        self._out = b""
        return out

    def receive(self, chunk: bytes, now: int) -> None:
        """Take bytes from the host; a line may be split between calls."""
        for text in self._lines.feed(chunk):
            self._obey_line(text.split(" "), now)

    def step(self, levels: "Sequence[bool]", now: int) -> None:
        """Report what moved, and send what is due; `levels` says which of the controls are down."""
        for index, level in enumerate(levels):
            if level != self._down[index] and elapsed_ms(now, self._moved[index]) >= QUIET_MS:
                self._down[index] = level
                self._moved[index] = now
                self._report_edges(index, now)
        if self._kept and elapsed_ms(now, self._kept[0][1]) >= GIVE_UP_MS:
            self._begin_again(now)
        elif self._kept and elapsed_ms(now, self._sent_at) >= RESEND_MS:
            self._send_numbered(self._kept, now)
        if self._host and elapsed_ms(now, self._heard_at) >= SILENT_MS:
            self._host = False
            self._show("", 0)
        if not self._host and elapsed_ms(now, self._beat_at) >= HELLO_MS:
            self._begin_again(now)
        elif elapsed_ms(now, self._beat_at) >= BEAT_MS:
            self._beat(now)

    def wait(self, levels: "Sequence[bool]", now: int) -> int:
        """Return the milliseconds for which the next `step` can wait if no control moves."""
        waits = [(BEAT_MS if self._host else HELLO_MS) - elapsed_ms(now, self._beat_at)]
        if self._host:
            waits.append(SILENT_MS - elapsed_ms(now, self._heard_at))
        if self._kept:
            waits.append(RESEND_MS - elapsed_ms(now, self._sent_at))
            waits.append(GIVE_UP_MS - elapsed_ms(now, self._kept[0][1]))
        for index, level in enumerate(levels):
            if level != self._down[index]:
                waits.append(QUIET_MS - elapsed_ms(now, self._moved[index]))
        return max(0, min(waits))

    def _obey_line(self, fields: list[str], now: int) -> None:
        known = self._host
        self._host = True
        self._heard_at = now
        kind = fields[0]
        if kind == "h" or not known:
            self._begin_again(now)
        elif kind == "a" and len(fields) == 2:
            self._on_acknowledged(number_of(fields[1]), now)
        if kind == "t":
            self._beat(now)
        elif kind == "l" and len(fields) == 4:
            self._set_lights(number_of(fields[1]), number_of(fields[2]), fields[3])

    def _on_acknowledged(self, last: int, now: int) -> None:
        if self._number - len(self._kept) <= last <= self._number:
            self._kept = [report for report in self._kept if report[0] > last]
        else:  # one side has started again without the other
            self._begin_again(now)

    def _set_lights(self, turn: int, brightness: int, text: str) -> None:
        if turn < 0 or not 0 <= brightness <= 255:
            return
        if text.strip("0123456789ABCDEF") == "":
            self._show(text, brightness)
            self._say(f"L {turn}")

    def _report_edges(self, index: int, now: int) -> None:
        if not self._host:
            return
        if len(self._kept) >= MOST_KEPT:
            self._begin_again(now)
            return
        self._number += 1
        kind = "D" if self._down[index] else "U"
        report = (self._number, now, f"{kind} {self._number} {now} {self._controls[index]}")
        self._kept.append(report)
        self._send_numbered([report], now)

    def _send_numbered(self, reports: list[tuple[int, int, str]], now: int) -> None:
        self._sent_at = now
        for report in reports:
            self._say(report[2])

    def _beat(self, now: int) -> None:
        self._beat_at = now
        self._say(f"T {now}")

    def _begin_again(self, now: int) -> None:
        """Start again: forget what was not acknowledged, and number from 1."""
        self._number = 0
        self._kept = []
        self._beat_at = now
        controls = ",".join(self._controls) or "-"
        self._say(f"H {VERSION} {self._name} {FIRMWARE} {controls} {self._pixels} {now}")

    def _say(self, text: str) -> None:
        self._out += framed_line(text)
