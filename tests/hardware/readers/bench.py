"""A PN532 and its protocol in virtual time, and every harm that the wires between them can do."""

from collections.abc import Callable
from math import inf

from hardware.emulator.models.pn532 import ModelPn532
from hardware.readers.pn532_reader import CHECK_S, Pn532
from hardware.readers.protocol import ReaderOutput, TagsLaid, There

A, B, C = "04e141124c2880", "04fa8c42d91190", "fb0ee20b"
NACK_FRAME = bytes.fromhex("0000ffff0000")
LATER = 0.002
"""How long bytes are under way."""


class Bench:
    """A protocol, the chip, and the wires between them, which can do harm."""

    def __init__(self, chip: ModelPn532 | None = None) -> None:
        self.chip = chip or ModelPn532()
        self.protocol = Pn532()
        self.now = 100.0
        self.to_host: Callable[[bytes], list[bytes]] = lambda chunk: [chunk]
        self.to_chip: Callable[[bytes], bytes] = lambda chunk: chunk
        self.under_way: list[tuple[float, bytes]] = []
        self.told: list[TagsLaid | There] = []
        self.there: list[bool] = []
        self.laid: list[tuple[str, ...]] = []
        self.sent: list[tuple[float, bytes]] = []
        self.ticks = 0
        self.heard = b""

    def start(self) -> "Bench":
        self.take(self.protocol.connection_made(self.now))
        self.wait(1.0)
        return self

    def take(self, said: ReaderOutput) -> None:
        self.told += said.events
        for event in said.events:
            if isinstance(event, There):
                if self.there[-1:] != [event.there]:
                    self.there.append(event.there)
            else:
                assert isinstance(event, TagsLaid)
                self.laid.append(event.ids)
        if said.payload:
            self.sent.append((self.now, said.payload))
            self.says(self.chip.answer_bytes(self.to_chip(said.payload)))

    def says(self, payload: bytes) -> None:
        self.heard += payload
        if payload:
            self.under_way += [(self.now + LATER, piece) for piece in self.to_host(payload)]

    def lay(self, *tags: str, during: float = 1.0) -> None:
        self.says(self.chip.lay_tags(*map(bytes.fromhex, tags)))
        self.wait(during)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        steps = 0
        while True:
            steps += 1
            assert steps < 10_000 + 1000 * seconds, "a busy loop"
            arrival = self.under_way[0][0] if self.under_way else inf
            due = min(arrival, self.protocol.deadline)
            if due > end:
                break
            self.now = max(self.now, due)
            if arrival == due:
                self.take(self.protocol.data_received(self.under_way.pop(0)[1], self.now))
            else:
                self.ticks += 1
                self.take(self.protocol.tick(self.now))
        self.now = end


# Harm to a whole exchange, one byte at a time

SCENE: list[tuple[tuple[str, ...], float]] = [((A,), 0.2), ((), 0.5), ((B, A), 0.2), ((), 0.5)]
"""What is laid, and how long it stays."""

Harm = Callable[[int, int], bytes | None]
"""What becomes of a byte, by its number and its value; None is itself."""


def unharmed(number: int, byte: int) -> bytes | None:
    return None


def lost(at: int, count: int = 1) -> Harm:
    return lambda number, byte: b"" if at <= number < at + count else None


def flipped(at: int, bit: int) -> Harm:
    return lambda number, byte: bytes((byte ^ 1 << bit,)) if number == at else None


def scene(harm: Harm, to_chip: bool = False) -> tuple[Bench, int]:
    """Play the scene with harm to what the chip says, or hears.

    Gives how many bytes that was too.
    """
    bench = Bench()
    count = 0

    def damage(chunk: bytes) -> bytes:
        nonlocal count
        damaged = b""
        for byte in chunk:
            harmed = harm(count, byte)
            damaged += bytes((byte,)) if harmed is None else harmed
            count += 1
        return damaged

    if to_chip:
        bench.to_chip = damage
    else:
        bench.to_host = lambda chunk: [damage(chunk)]
    bench.start()
    for tags, stays in SCENE:
        bench.lay(*tags, during=stays)
    return bench, count


def survive(harm: Harm, to_chip: bool) -> None:
    """Play the scene: nothing is told that did not lie there, and afterwards the reader works."""
    bench, _ = scene(harm, to_chip)
    assert {tag for ids in bench.laid for tag in ids} <= {A, B}
    bench.to_host, bench.to_chip = lambda chunk: [chunk], lambda chunk: chunk
    bench.wait(CHECK_S + 5.0)
    bench.laid.clear()
    bench.lay(C)
    assert bench.laid == [(C,)]
    assert bench.there[-1]
