"""The protocol of a PN532 in virtual time: in every failure each tag is reported once."""

from itertools import pairwise
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.readers import pn532, pn532_reader
from hardware.readers.pn532 import Pn532Command
from hardware.readers.pn532_reader import CHECK_S, PATIENCE_S, PAUSES_S
from hardware.readers.protocol import TagsLaid, There
from tests.hardware.readers.bench import (
    LATER,
    NACK_FRAME,
    A,
    B,
    Bench,
    C,
    flipped,
    lost,
    scene,
    survive,
    unharmed,
)
from tests.rig.samples import sample


@pytest.fixture
def bench() -> Bench:
    return Bench().start()


def test_a_tag_is_told_at_the_second_look_with_the_time_at_which_the_first_answer_began(bench):
    began = bench.now
    bench.to_host = lambda chunk: [chunk[:2], chunk[2:9], chunk[9:]]
    bench.lay(A, during=LATER + 0.001)
    assert bench.laid == []
    bench.wait(0.05)
    assert bench.told[-1] == TagsLaid((A,), began + LATER)


def test_a_tag_that_one_look_found_is_not_believed(bench):
    for _ in range(20):
        bench.lay(A, during=0.001)
        bench.lay(during=0.5)
        bench.lay(B, during=0.001)
        bench.lay(during=0.5)
    assert bench.laid == []


def test_two_tags_at_once_are_told_together_in_order(bench):
    bench.lay(B, A)
    assert bench.laid == [(A, B)]
    bench.lay(A)
    assert bench.laid == [(A, B)], "nothing came when one was lifted"
    bench.lay(A, C)
    assert bench.laid == [(A, B), (A, C)]


@pytest.mark.parametrize(
    ("beside", "lifted_s", "told"), [((), 0.28, 1), ((), 0.5, 2), ((A,), 0.3, 1), ((A,), 0.5, 2)]
)
def test_a_tag_is_told_again_once_it_was_lifted_long_enough(bench, beside, lifted_s, told):
    bench.lay(B, *beside)
    bench.lay(*beside, during=lifted_s)
    bench.lay(B, *beside)
    assert len(bench.laid) == told
    bench.sent.clear()
    bench.wait(3.0)
    assert len(bench.sent) < 45, "seven looks a second"


def test_a_phone_is_no_card(bench):
    for number in range(20):
        bench.lay(f"08a1b2{number:02x}", A, during=0.2)
    bench.lay("08010203")
    assert bench.laid == [(A,)]


def test_while_nothing_lies_there_nothing_is_asked_but_for_a_check_a_minute(bench):
    for _ in range(2):
        bench.sent.clear()
        bench.ticks = 0
        bench.wait(CHECK_S - 2.0)
        assert (bench.sent, bench.ticks) == ([], 0)
        bench.wait(10 * CHECK_S)
        # A check is two commands, before and after the field was off.
        assert len(bench.sent) == 20
        assert bench.ticks == 20
        bench.lay(A)
        bench.lay()


def test_a_copy_of_the_chip_that_knows_fewer_commands_reads_cards_all_the_same(bench):
    obey = bench.chip._obey_command

    def obey_some(command: Pn532Command) -> bytes:
        known = command in (pn532.SAM_CONFIGURATION, pn532.GET_FIRMWARE_VERSION, pn532.LOOK)
        bench.chip._found.clear()
        return obey(command) if known else pn532.ERROR_FRAME

    bench.chip._obey_command = obey_some
    bench.protocol.connection_lost()
    bench.start()
    for tags in ((A,), (), (B,), (), (B, A)):
        bench.lay(*tags)
    assert bench.laid == [(A,), (B,), (A, B)]
    assert bench.there == [True]


# What can go wrong


def test_a_silent_chip_is_woken_with_growing_pauses(bench):
    silent = Bench()
    silent.to_chip = lambda chunk: b""
    silent.start()
    silent.wait(100.0)
    assert silent.there == [False]
    times = [at for at, _ in silent.sent]
    gaps = [later - at for at, later in pairwise(times)]
    assert gaps[: len(PAUSES_S)] == pytest.approx([PATIENCE_S + pause for pause in PAUSES_S])
    assert gaps[len(PAUSES_S) :] == pytest.approx(
        [PATIENCE_S + PAUSES_S[-1]] * (len(gaps) - len(PAUSES_S))
    )
    silent.to_chip = lambda chunk: chunk
    silent.sent.clear()
    silent.wait(PAUSES_S[-1] + 2 * PATIENCE_S + pn532_reader.PROOF_S)
    assert silent.there == [False, True]
    asked = [at for at, _ in silent.sent]
    assert asked[-1] - asked[0] < pn532_reader.PROOF_S, "once it has proven itself it is left alone"
    silent.lay(A)
    assert silent.laid == [(A,)]


def test_the_absence_of_a_silent_chip_is_told_within_two_seconds():
    silent = Bench()
    silent.to_chip = lambda chunk: b""
    silent.start()
    silent.wait(1.0)
    assert silent.there == [False]


@pytest.mark.parametrize(
    "noise",
    [
        NACK_FRAME,
        pn532.ACK_FRAME,
        pn532.ERROR_FRAME,
        b"\x00\xff\x80\x80",
        b"\xff",
        b"\x55" * 64,
        bytes(64),
        pn532.framed_command(b"\x4b\x01\x01", pn532.TO_HOST),
        pn532.framed_command(b"\x33", pn532.TO_HOST),
        pn532.framed_command(b"\x03\x32\x01\x06\x07", pn532.TO_HOST),
    ],
)
def test_a_flood_costs_little_and_is_survived(bench, noise):
    bench.wait(2.0)
    bench.sent.clear()
    bench.there.clear()
    for _ in range(3000):
        bench.under_way.append((bench.now, noise))
        bench.wait(0.01)
    assert len(bench.sent) < 100, "a few a second at most"
    assert len(bench.there) <= 3, "it does not come and go all the time"
    assert bench.laid == []
    bench.wait(PAUSES_S[-1] + 2 * PATIENCE_S + pn532_reader.PROOF_S)
    assert bench.there[-1:] != [False]
    bench.lay(A)
    assert bench.laid == [(A,)]


def test_a_chip_that_was_reset_is_set_up_again_within_a_minute(bench):
    bench.chip.reset()
    bench.lay(A, during=CHECK_S + 3.0)
    assert bench.laid == [(A,)]
    assert bench.there == [True]


def test_unplugging_does_not_tell_again_what_lies_there(bench):
    bench.lay(A)
    bench.protocol.connection_lost()
    assert bench.protocol.deadline == inf
    bench.under_way.clear()
    bench.wait(30.0)
    bench.chip.reset()
    bench.start()
    assert bench.laid == [(A,)]
    bench.protocol.connection_lost()
    bench.under_way.clear()
    bench.chip.lay_tags(bytes.fromhex(B))
    bench.chip.reset()
    bench.start()
    assert bench.laid == [(A,), (B,)]


def test_what_is_no_pn532_is_told_as_such():
    bench = Bench()
    bench.to_host = lambda chunk: [
        chunk.replace(
            pn532.framed_command(b"\x03\x32\x01\x06\x07", pn532.TO_HOST),
            pn532.framed_command(b"\x03\x33\x02\x07\x07", pn532.TO_HOST),
        )
    ]
    said = bench.protocol.connection_made(bench.now)
    bench.take(said)
    bench.wait(60.0)
    told = bench.told
    assert told[0] == There(False, "what answers is no PN532, but says 03 33 02 07 07")
    assert {type(event) for event in told} == {There}
    assert len(bench.sent) < 50


def test_a_chip_that_resets_between_all_answers_is_left_alone_more_and_more(bench):
    answers = iter(range(10_000))

    def reset(chunk: bytes) -> list[bytes]:
        if next(answers) % 7 == 6:
            bench.chip.reset()
        return [chunk]

    bench.to_host = reset
    for _ in range(50):
        bench.lay(A)
        bench.lay()
    bench.to_host = lambda chunk: [chunk]
    bench.wait(CHECK_S + 10)
    told = len(bench.laid)
    bench.lay(A)
    assert len(bench.laid) == told + 1
    assert set(bench.laid) == {(A,)}


# Damage to a whole exchange


@pytest.mark.parametrize("to_chip", [False, True])
def test_a_lost_byte_or_a_flipped_bit_makes_no_wrong_id_and_stops_nothing(to_chip):
    # All the bits, and all else that can happen to a byte: tests/faults.
    for at in sample(range(scene(unharmed, to_chip)[1]), 7):
        for harm in (lost(at), flipped(at, at * 5 % 8)):
            survive(harm, to_chip)


@pytest.mark.parametrize("lies_there", [False, True])
def test_a_damaged_answer_is_asked_for_again_at_once(lies_there):
    # A tag that comes while the chip looks is a message alone; of one that lies there the answer
    # comes together with the acknowledgement.
    for at in range(2, 21):
        bench = Bench()
        bench.start()
        if lies_there:
            bench.lay(A)
            bench.lay(during=0.0)
        told = len(bench.laid)

        def flip(chunk: bytes, at: int = at, bench: Bench = bench) -> list[bytes]:
            start = chunk.find(bytes.fromhex(B)) - 13 + at
            if bytes.fromhex(B) not in chunk:
                return [chunk]
            bench.to_host = lambda chunk: [chunk]
            return [chunk[:start] + bytes((chunk[start] ^ 0x10,)) + chunk[start + 1 :]]

        bench.to_host = flip
        bench.lay(B, during=0.7)
        assert bench.laid[told:] == [(B,)], f"byte {at} of the answer"
        assert bench.there == [True]


Piece = st.one_of(
    st.binary(max_size=30),
    st.sampled_from(
        [
            pn532.ACK_FRAME,
            NACK_FRAME,
            pn532.ERROR_FRAME,
            *(bytes.fromhex("0000ff") + bytes((n, -n & 0xFF)) for n in (1, 3, 200)),
            *(
                pn532.framed_command(bytes((code,)), pn532.TO_HOST)
                for code in (0x15, 0x13, 0x33, 0x4B)
            ),
            pn532.framed_command(b"\x03\x32\x01\x06\x07", pn532.TO_HOST),
            pn532.framed_command(b"\x4b\x01\x01\x00\x44\x00\x07" + bytes.fromhex(A), pn532.TO_HOST),
        ]
    ),
)


@given(st.lists(st.tuples(st.floats(0, 10), Piece), max_size=40))
def test_whatever_comes_it_goes_on_and_tells_only_what_was_said(pieces):
    bench = Bench()
    bench.start()
    for pause, piece in pieces:
        bench.under_way.append((bench.now, piece))
        bench.wait(pause)
    assert set(bench.laid) <= {(A,)}
    bench.wait(CHECK_S + 10)
    bench.laid.clear()
    bench.lay(B)
    assert bench.laid == [(B,)]
