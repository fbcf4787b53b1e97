"""Every harm to every byte between a card reader and its host, for hours."""

import random

import pytest

from hardware.readers import pn532
from hardware.readers.pn532_reader import CHECK_S
from tests.faults.marks import FAULTS
from tests.hardware.readers.bench import NACK_FRAME, A, B, Bench, C

pytestmark = FAULTS


@pytest.mark.parametrize("seed", range(20))
def test_hours_on_bad_wires_tell_no_wrong_id(seed):
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
