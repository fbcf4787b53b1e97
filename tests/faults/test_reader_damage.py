"""Every harm to every byte between a card reader and its host, and a thousand pulls of its link."""

import os
import random
import threading
import time
from queue import SimpleQueue

import pytest

from companion.panel import Plugged, Tagged
from hardware.buses import serial_link
from hardware.emulator.models.pn532 import ModelPn532
from hardware.emulator.opening import emulate
from hardware.readers import pn532
from hardware.readers.pn532_reader import CHECK_S
from tests.hardware.readers.bench import NACK_FRAME, A, B, Bench, C
from tests.rig.daemons import FAULTS, MOST_GROWTH, resident
from wiring.reading.build import parse_build

pytestmark = FAULTS

CYCLES = 1000
SLOW = "010063e9ae"


@pytest.mark.parametrize("seed", range(20))
def test_hours_on_bad_wires_tell_no_wrong_id(seed: int) -> None:
    dice = random.Random(seed)

    def damage(chunk: bytes) -> bytes:
        damaged = bytearray()
        for byte in chunk:
            match dice.randrange(6000):
                case 0:
                    continue
                case 1:
                    damaged += bytes((byte, byte))
                case 2:
                    damaged.append(byte ^ 1 << dice.randrange(8))
                case 3:
                    damaged += dice.randbytes(dice.randrange(40))
                case 4:
                    damaged += dice.choice((pn532.ACK_FRAME, NACK_FRAME, pn532.ERROR_FRAME))
                case _:
                    damaged.append(byte)
        return bytes(damaged)

    bench = Bench()
    bench.to_chip = damage
    bench.to_host = lambda chunk: [damage(chunk)]
    bench.start()
    told = 0
    for _ in range(2000):
        if dice.randrange(200) == 0:
            bench.chip.reset()
        tags = dice.sample((A, B), dice.randrange(3))
        bench.laid.clear()
        bench.lay(*tags, during=dice.expovariate(0.5))
        told += len(bench.laid)
        assert {tag for ids in bench.laid for tag in ids} <= {A, B}
    assert told > 450, "on good wires there were about 720"
    bench.to_chip, bench.to_host = lambda chunk: chunk, lambda chunk: [chunk]
    bench.lay(during=CHECK_S + 10.0)
    bench.laid.clear()
    bench.lay(C)
    assert bench.laid == [(C,)]


@pytest.mark.parametrize(("kind", "tag"), [("pn532", A), ("rdm6300", SLOW)])
def test_a_thousand_pulls_of_the_lead_lose_nothing_and_leave_nothing(
    kind: str, tag: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_link, "RETRY_S", 0.002)
    build = parse_build(
        'board = "mock"\nbuttons = { clue.pin = 5, discard.pin = 6, play.pin = 13 }\n'
        f'[[readers]]\nname = "play"\nkind = "{kind}"\nport = "emulated"\n',
        "mine",
        "mine.toml",
    )
    emulate(build)[0].controls.close()  # luma's threads are there from its import on
    threads, files = threading.active_count(), len(os.listdir("/proc/self/fd"))
    panel, device = emulate(build)
    reader = device.readers["play"]
    posted: SimpleQueue[Tagged | Plugged] = SimpleQueue()
    panel.links[0].listen(posted.put)
    dice = random.Random(1)
    assert posted.empty()
    for number in range(CYCLES):
        # In every thing that it may be doing.
        time.sleep(dice.random() * 0.004)
        reader.unplug()
        until_plugged(posted, False)
        reader.plug_in()
        until_plugged(posted, True)
        if number == CYCLES // 2:
            half = (threading.active_count(), len(os.listdir("/proc/self/fd")))
            memory = resident()
    assert resident() - memory < MOST_GROWTH
    assert (threading.active_count(), len(os.listdir("/proc/self/fd"))) == half
    reader.lay(tag)
    message = posted.get(timeout=5)
    assert isinstance(message, Tagged)
    assert message.ids == (tag,)
    panel.links[0].close()
    panel.controls.close()
    assert threading.active_count() == threads
    assert len(os.listdir("/proc/self/fd")) == files


def until_plugged(posted: "SimpleQueue[Tagged | Plugged]", there: bool) -> None:
    """Wait for the message; a reader that is pulled before it answered was not there yet."""
    assert posted.get(timeout=10) == Plugged("play", there)


def test_a_flood_on_the_lead_is_survived_without_a_busy_loop() -> None:
    bench = Bench(ModelPn532()).start()
    dice = random.Random(2)
    for _ in range(60_000):  # ten minutes
        bench.under_way.append((bench.now, dice.randbytes(115)))
        bench.wait(0.01)
    assert bench.laid == []
    assert len(bench.sent) < 2000
    bench.wait(20.0)
    bench.lay(A)
    assert bench.laid == [(A,)]
