"""The frames of a PN532: those that others published, and what is left of damaged ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.readers import pn532
from hardware.readers.pn532 import (
    ACK,
    ERROR,
    INFORMATION,
    Pn532Command,
    Pn532Frames,
)

NTAG = bytes.fromhex("04e141124c2880")
"""The id in the examples of the NTAG21x data sheets (section 8.7.3.1)."""
OTHER = bytes.fromhex("04fa8c42d91190")
CLASSIC = bytes.fromhex("fb0ee20b")

# Conversations that were published, host first. From a log of a PN532 on the UART of a Raspberry Pi
# (nfcpy, issue 131), of one on a USB lead (node-pn532, issue 12; libnfc, issue 86), and from a
# maker's list of commands ("NFC PN532 read and write command format").
FIRMWARE = ("0000ff02fed4022a00", "0000ff00ff000000ff06fad50332010607e800")
SAM = ("0000ff05fbd4140100001700", "0000ff00ff000000ff02fed5151600")
SAM_SHORT = ("0000ff03fdd414011700", "0000ff00ff000000ff02fed5151600")
NO_TAG = ("0000ff04fcd44a0100e100", "0000ff00ff000000ff03fdd54b00e000")
ONE_TAG = ("0000ff04fcd44a0100e100", "0000ff00ff000000ff0cf4d54b0101000408" + "04fb0ee20bd800")
ALL = (FIRMWARE, SAM, SAM_SHORT, NO_TAG, ONE_TAG)


def found(stream: bytes, direction: int = pn532.TO_HOST) -> list[tuple[str, bytes]]:
    return [(frame.kind, frame.body) for frame in Pn532Frames(direction).feed(stream, 0.0)]


def answer(*targets: bytes) -> bytes:
    """An answer to a look."""
    return pn532.framed_command(bytes((0x4B, len(targets))) + b"".join(targets), pn532.TO_HOST)


def target(number: int, uid: bytes, ats: bytes = b"", part_4: bool = False) -> bytes:
    return bytes((number, 0x00, 0x44, 0x20 if part_4 else 0x00, len(uid))) + uid + ats


@pytest.mark.parametrize(("host", "chip"), ALL)
def test_published_conversations_are_understood(host, chip):
    ((kind, asked),) = found(bytes.fromhex(host), pn532.TO_CHIP)
    assert kind == INFORMATION
    ack, answered = found(bytes.fromhex(chip))
    assert ack == (ACK, b"")
    assert Pn532Command(asked[0], asked[1:]).answered_by(answered[1])


def test_our_commands_are_the_published_ones():
    assert pn532.GET_FIRMWARE_VERSION.frame.hex() == FIRMWARE[0]
    assert pn532.SAM_CONFIGURATION.frame.hex() == SAM_SHORT[0]
    assert Pn532Command(0x4A, b"\x01\x00").frame.hex() == NO_TAG[0]
    assert pn532.LOOK.frame.hex() == "0000ff04fcd44a0200e000"
    # Sent by nfcpy too: SetParameters, and RFConfiguration items 1 and 5.
    assert pn532.SET_PARAMETERS.frame.hex() == "0000ff03fdd412001a00"
    assert pn532.FIELD_OFF.frame == pn532.framed_command(b"\x32\x01\x00")
    assert pn532.TRY_FOR_EVER.frame == pn532.framed_command(b"\x32\x05\xff\x01\xff")


def test_published_answers_are_read():
    firmware = found(bytes.fromhex(FIRMWARE[1]))[1][1]
    assert pn532.is_pn532(firmware)
    assert pn532.read_tags(found(bytes.fromhex(NO_TAG[1]))[1][1]) == ()
    assert pn532.read_tags(found(bytes.fromhex(ONE_TAG[1]))[1][1]) == (CLASSIC,)
    assert not pn532.is_pn532(firmware[:-1])
    assert not pn532.is_pn532(b"\x15")
    assert pn532.read_tags(firmware) is None


def test_short_frames_are_the_published_ones():
    assert found(bytes.fromhex("0000ff00ff00")) == [(ACK, b"")] == found(pn532.ACK_FRAME)
    assert found(bytes.fromhex("0000ff01ff7f8100")) == [(ERROR, b"")] == found(pn532.ERROR_FRAME)


@pytest.mark.parametrize("stream", [bytes.fromhex(chip) for _, chip in ALL])
def test_a_flipped_bit_never_makes_another_answer(stream):
    whole = {body for kind, body in found(stream) if kind == INFORMATION}
    for bit in range(8 * len(stream)):
        broken = bytearray(stream)
        broken[bit // 8] ^= 1 << bit % 8
        bodies = {body for kind, body in found(bytes(broken)) if kind == INFORMATION}
        assert bodies <= whole


@given(st.lists(st.binary(max_size=250)), st.data())
def test_whatever_is_framed_is_found_however_it_is_cut(bodies, data):
    stream = b"".join(pn532.framed_command(body, pn532.TO_HOST) for body in bodies)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=5)))
    frames = Pn532Frames()
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert [frame.body for piece in pieces for frame in frames.feed(piece, 0.0)] == bodies


# Tags


@pytest.mark.parametrize(
    ("targets", "uids"),
    [
        ([], ()),
        ([target(1, NTAG)], (NTAG,)),
        ([target(1, CLASSIC)], (CLASSIC,)),
        ([target(1, bytes(range(1, 11)))], (bytes(range(1, 11)),)),
        ([target(1, NTAG), target(2, OTHER)], (NTAG, OTHER)),
        # With the cascade tags of an anticollision left in.
        ([target(1, b"\x88" + NTAG)], (NTAG,)),
        (
            [target(1, b"\x88\x04\x01\x02\x88\x03\x05\x06\x07\x08\x09\x0a")],
            (bytes.fromhex("0401020305060708090a"),),
        ),
        # An ATS follows if the tag knows part 4 of the standard, and the chip asked for it.
        ([target(1, NTAG, bytes.fromhex("067777710280"), part_4=True)], (NTAG,)),
        ([target(1, NTAG, part_4=True)], (NTAG,)),
        ([target(1, NTAG, b"\x01", part_4=True), target(2, OTHER)], (NTAG, OTHER)),
        ([target(1, NTAG, part_4=True), target(2, OTHER, b"\x02\x20", part_4=True)], (NTAG, OTHER)),
    ],
)
def test_tags_are_read(targets, uids):
    ((_, body),) = found(answer(*targets))
    assert pn532.read_tags(body) == uids


@pytest.mark.parametrize(
    "targets",
    [
        [target(2, NTAG)],
        [target(1, NTAG), target(1, OTHER)],
        [target(1, NTAG), target(2, OTHER), target(3, CLASSIC)],
        [target(1, NTAG, b"\x05")],
        [target(1, NTAG, b"\x09\x01", part_4=True)],
        [target(1, b"\x88" + NTAG[:3])],
        [target(1, NTAG[:5])],
        [target(1, b"\x04" + NTAG)],
        [target(1, b"\x88" + NTAG + bytes(4))],
        [target(1, b"")],
        [b"\x01\x00"],
    ],
)
def test_an_answer_that_cannot_be_is_none(targets):
    ((_, body),) = found(answer(*targets))
    assert pn532.read_tags(body) is None


def test_a_cut_answer_is_none():
    ((_, body),) = found(answer(target(1, NTAG), target(2, OTHER)))
    assert [pn532.read_tags(body[:cut]) for cut in range(len(body))] == [None] * len(body)
    assert pn532.read_tags(body + b"\x00") is None


def test_an_id_that_a_phone_makes_up_is_no_stickers():
    assert not pn532.is_sticker(bytes.fromhex("08a1b2c3"))
    assert pn532.is_sticker(CLASSIC)
    assert pn532.is_sticker(bytes.fromhex("08a1b2c3d4e5f6"))
