"""The protocol of an RDM6300: tags that were published, and misreads, noise and time."""

import random

from hypothesis import given
from hypothesis import strategies as st

from hardware.readers import rdm6300
from hardware.readers.protocol import TagsLaid, There
from hardware.readers.rdm6300 import SAME_S, Rdm6300, Rdm6300Frames

# Read by others: bytes of forum.arduino.cc ("RFID data format: RDM6300 vs EM4100 readers"), and
# of forum.hobbycomponents.com ("RDM6300 125KHz (ID) RFID reader module").
ARDUINO = bytes((2, 48, 49, 48, 48, 54, 51, 69, 57, 65, 69, 50, 53, 3))
HOBBY = b"\x02" + b"100086F444" + b"26" + b"\x03"
# The example of the data sheet of the RDM630: 62 xor E3 xor 08 xor 6C xor ED is 08.
DATA_SHEET = bytes.fromhex("02 36 32 45 33 30 38 36 43 45 44 30 38 03")
TAG, OTHER = "010063e9ae", "100086f444"

PERIOD = 0.065


class Bench:
    """A protocol in virtual time."""

    def __init__(self) -> None:
        self.protocol = Rdm6300()
        self.now = 100.0
        self.laid: list[str] = []
        self.ticks = 0
        assert self.protocol.connection_made(self.now).events == (There(True),)

    def says(self, chunk: bytes, after: float = PERIOD) -> None:
        """The reader says something, and time passes."""
        said = self.protocol.data_received(chunk, self.now)
        assert not said.payload
        for event in said.events:
            if event == There(there=True, why=rdm6300.SENDS_ONCE):
                continue  # it plays on, and the build is to be looked at
            assert isinstance(event, TagsLaid)
            self.laid.extend(event.ids)
        self.wait(after)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while (due := self.protocol.deadline) <= end:
            self.ticks += 1
            self.now = max(self.now, due)
            self.protocol.tick(self.now)
            assert self.protocol.deadline != due, "a busy loop"
        self.now = end


def found(stream: bytes) -> list[str]:
    return [frame.tag for frame in Rdm6300Frames().feed(stream, 0.0)]


def test_published_frames_are_understood_and_made():
    assert found(ARDUINO + HOBBY + DATA_SHEET) == [TAG, OTHER, "62e3086ced"]
    assert (rdm6300.framed_tag(TAG), rdm6300.framed_tag(OTHER)) == (ARDUINO, HOBBY)


def test_a_cut_or_damaged_frame_does_not_harm_the_next():
    for cut in range(14):
        assert found(ARDUINO[:cut] + HOBBY) == [OTHER]
        assert found(ARDUINO[cut + 1 :] + HOBBY) == [OTHER]
        assert found(ARDUINO[:cut] + ARDUINO[cut : cut + 1] + ARDUINO[cut:] + HOBBY)[-1] == OTHER
        assert found(ARDUINO[:cut] + ARDUINO[cut + 1 :] + HOBBY) == [OTHER]


def test_frames_that_are_woven_into_each_other_make_no_other_tag():
    dice = random.Random(1)
    for cut in range(15):
        assert set(found(ARDUINO[:cut] + HOBBY + ARDUINO[cut:] + HOBBY)) <= {TAG, OTHER}
    bench = Bench()
    for _ in range(2000):
        both = [list(ARDUINO), list(HOBBY)]
        woven = bytes(one.pop(0) for one in dice.sample(both * 14, 28) if one)
        bench.says(woven, after=0.01)
    assert set(bench.laid) <= {TAG, OTHER}


def test_a_flipped_bit_never_makes_another_tag():
    stream = ARDUINO + HOBBY
    for bit in range(8 * len(stream)):
        broken = bytearray(stream)
        broken[bit // 8] ^= 1 << bit % 8
        assert set(found(bytes(broken))) <= {TAG, OTHER}


def test_a_tag_is_told_at_its_second_frame_and_once_while_it_stays():
    bench = Bench()
    bench.says(ARDUINO)
    assert bench.laid == []
    for _ in range(200):
        bench.says(ARDUINO)
    assert bench.laid == [TAG]
    bench.wait(SAME_S)
    for _ in range(2):
        bench.says(ARDUINO)
    assert bench.laid == [TAG, TAG]


def test_a_tag_has_the_time_at_which_its_first_frame_began():
    protocol = Rdm6300()
    protocol.data_received(ARDUINO[:3], 5.0)
    protocol.data_received(ARDUINO[3:] + ARDUINO[:3], 5.1)
    assert protocol.data_received(ARDUINO[3:], 5.2).events == (TagsLaid((TAG,), 5.0),)


def test_one_frame_alone_is_not_believed():
    bench = Bench()
    for _ in range(10):
        bench.says(ARDUINO, SAME_S + 0.01)
    for _ in range(10):
        bench.says(ARDUINO)
        bench.says(HOBBY)
    assert bench.laid == []


def test_a_reader_that_sends_whole_frames_one_by_one_says_what_it_is():
    protocol, events = Rdm6300(), []
    for number in range(8):
        events += protocol.data_received(ARDUINO, 100.0 + 3 * number).events
        assert bool(events) == (number >= 5)
    assert events == [There(True, rdm6300.SENDS_ONCE)]


def test_an_rdm630_tells_a_single_frame_and_again_once_the_tag_can_have_gone():
    protocol, events = rdm6300.Rdm630(), []
    for at in (100.0, 100.1, 103.0):
        protocol.tick(at)
        events += protocol.data_received(ARDUINO, at).events
    assert events == [TagsLaid((TAG,), 100.0), TagsLaid((TAG,), 103.0)]


def test_a_misread_that_passes_the_check_is_not_told():
    bench = Bench()
    bench.says(ARDUINO)
    bench.says(rdm6300.framed_tag("010063e9af"))
    bench.says(ARDUINO)
    bench.says(ARDUINO)
    bench.says(rdm6300.framed_tag("010063e9af"))
    bench.says(ARDUINO)
    assert bench.laid == [TAG]


def test_unplugging_does_not_tell_again_what_lies_there():
    bench = Bench()
    bench.says(ARDUINO * 2 + ARDUINO[:5])
    bench.protocol.connection_lost()
    bench.now += 60.0
    bench.protocol.connection_made(bench.now)
    bench.says(ARDUINO[5:] + ARDUINO * 2)
    assert bench.laid == [TAG]
    bench.protocol.connection_lost()
    bench.protocol.connection_made(bench.now)
    bench.wait(SAME_S)
    bench.says(ARDUINO * 2)
    assert bench.laid == [TAG, TAG]


Piece = st.one_of(
    st.binary(max_size=20), st.sampled_from([ARDUINO, ARDUINO[:7], ARDUINO[7:], HOBBY.lower()])
)


@given(st.lists(st.tuples(Piece, st.floats(0, 1)), max_size=60))
def test_whatever_comes_only_what_was_said_twice_is_told(pieces):
    bench = Bench()
    for piece, pause in pieces:
        bench.says(piece, pause)
    stream = b"".join(piece for piece, _ in pieces)
    assert set(bench.laid) <= {tag for tag in found(stream) if found(stream).count(tag) > 1}
    bench.wait(1.0)
    bench.laid.clear()
    bench.says(HOBBY)
    bench.says(HOBBY)
    assert bench.laid == [OTHER]


@given(st.lists(st.integers(0, 14 * 8 * 6 - 1), max_size=3))
def test_flipped_bits_here_and_there_make_no_other_tag(bits):
    stream = bytearray(ARDUINO * 6)
    for bit in bits:
        stream[bit // 8] ^= 1 << bit % 8
    bench = Bench()
    bench.says(bytes(stream))
    assert set(bench.laid) <= {TAG}
