"""The pod's side of the link: each move is reported until it is heard; no contact floods it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buses import serial_link
from hardware.pods.firmware import protocol
from hardware.pods.firmware.lights import FULL, decode_lights, encode_lights
from hardware.pods.firmware.protocol import LineReader, PodSession, crc, framed_line, unframe
from tests.hardware.pods.firmware import micropython
from tests.rig.samples import fewer

CONTROLS = ("clue", "play")


class Pod:
    """A session, its controls and its milliseconds."""

    def __init__(self, began: int = 0) -> None:
        self.ms = began
        self.levels = [False, False]
        self.shown: list[tuple[str, int]] = []
        self.session = PodSession("far end", CONTROLS, 2, self.show, self.levels, began)
        self.lines = LineReader()

    def show(self, text: str, brightness: int) -> None:
        self.shown.append((text, brightness))

    def said(self) -> list[str]:
        return self.lines.feed(self.session.take_output())

    def hear(self, *texts: str) -> list[str]:
        for text in texts:
            self.session.receive(framed_line(text), self.ms)
        return self.said()

    def run(self, ms: int, *levels: bool) -> list[str]:
        """Let time pass, with these controls down."""
        if levels:
            self.levels = list(levels)
        for _ in range(ms):
            self.ms = (self.ms + 1) % protocol.TICKS
            self.session.step(self.levels, self.ms)
        return self.said()


@pytest.fixture
def pod() -> Pod:
    pod = Pod()
    pod.run(10)
    pod.hear("h 1")
    return pod


@pytest.mark.parametrize("line", [b"", b"*FFFF", b"T 7", b"T 7*0000", b"T\t*%04X" % crc(b"T\t")])
def test_what_is_no_line_has_no_text(line):
    assert unframe(line) is None


def test_lines_come_out_however_the_bytes_come_in():
    stream = (
        b"noise\n" + framed_line("T 1") + b"\n\xff\xfe" + framed_line("T 2") + framed_line("T 3")
    )
    for size in range(1, len(stream) + 1):
        lines = LineReader()
        found = [
            text
            for at in range(0, len(stream), size)
            for text in lines.feed(stream[at : at + size])
        ]
        assert found == ["T 1", "T 3"], "a line that noise runs into is damaged, the others are not"


def test_an_endless_line_takes_no_memory_and_ends():
    lines = LineReader()
    for _ in range(1000):
        assert lines.feed(b"x" * 1000) == []
        assert len(lines._part) <= protocol.LONGEST
    assert lines.feed(b"\n" + framed_line("T 1")) == ["T 1"]


def test_a_pod_says_hello_until_somebody_answers():
    pod = Pod()
    pod.said()
    assert pod.run(3500) == [f"H 1 far_end 1 clue,play 2 {second}000" for second in (1, 2, 3)]
    pod.hear("h 1")
    assert pod.run(3500) == []


def test_nothing_is_reported_to_nobody():
    pod = Pod()
    pod.said()
    assert pod.run(100, True, False) == []
    assert pod.hear("h 1") == ["H 1 far_end 1 clue,play 2 100"]
    assert pod.run(10, False, False) == ["U 1 101 clue"]


def test_a_report_is_repeated_until_it_is_acknowledged(pod):
    pod.run(20, True, False)
    assert pod.run(100) == ["D 1 11 clue"]
    pod.run(1, True, True)
    assert pod.run(70) == ["D 1 11 clue", "D 2 131 play"]
    assert pod.hear("a 1") == []
    assert pod.run(70) == ["D 2 131 play"]
    assert pod.hear("a 2") == []
    assert pod.run(500) == []


def test_reports_that_nobody_acknowledges_are_given_up_with_a_hello(pod):
    pod.run(900, True, False)
    assert pod.run(200)[-1].startswith("H 1 ")
    assert pod.run(100) == []
    assert pod.run(100, False, False)[0].startswith("U 1 ")


def test_a_crackling_contact_does_not_flood_the_link(pod):
    said = []
    for _ in range(100):
        said += pod.run(1, True, False)
        said += pod.run(1, False, False)
        if said:
            said += pod.hear(f"a {said[-1].split()[1]}")
    assert 30 <= len(said) <= 200 // protocol.QUIET_MS
    assert [text[0] for text in said[:4]] == ["D", "U", "D", "U"]


def test_what_waits_for_an_acknowledgement_is_bounded(pod):
    for turn in range(32):
        pod.run(6, turn % 2 == 0, False)
    pod.said()
    assert pod.run(6, True, False)[-1].startswith("H 1 ")


@pytest.mark.parametrize("text", ["a 0", "a 2", "a 9", "a x"])
def test_an_acknowledgement_of_what_was_never_sent_makes_a_new_beginning(pod, text):
    pod.run(6, True, False)
    pod.hear("a 1")
    assert pod.hear(text)[0].startswith("H 1 ")
    assert pod.run(6, False, False)[0].startswith("U 1 ")


@pytest.mark.parametrize(
    "text", ["l 7 256 F0F", "l x 1 F0F", "l 7 1 GGG", "l 7 1 f0f", "l 7 1", "l", "x", "l 7 1 F -1"]
)
def test_what_is_not_understood_changes_nothing(pod, text):
    assert pod.hear(text) == []
    assert pod.shown == []


def test_the_lights_go_dark_when_the_host_is_silent(pod):
    pod.hear("l 7 128 F0F001")
    pod.run(protocol.SILENT_MS - 1)
    assert len(pod.shown) == 1
    pod.run(2)
    assert pod.shown[1:] == [("", 0)]
    assert {text[0] for text in pod.run(10_000)} == {"H"}
    assert len(pod.shown) == 2


def test_a_host_that_comes_back_after_a_silence_hears_hello_first(pod):
    pod.run(protocol.SILENT_MS + 1)
    pod.run(2000)
    assert pod.run(900, True, False) == []
    assert [text[0] for text in pod.hear("a 0")] == ["H"]


def test_the_milliseconds_begin_again_without_a_hitch():
    pod = Pod(protocol.TICKS - 1000)
    pod.run(10)
    pod.hear("h 1")
    pod.run(2000, True, False)
    pod.hear("h 1", "a 0")
    assert pod.run(10, False, False) == ["U 1 1011 clue"]
    pod.hear("a 1")
    assert pod.run(protocol.BEAT_MS - 10) == ["T 11010"]


def test_waiting_as_long_as_it_says_misses_nothing(pod):
    """What an emulated pod does, which has no millisecond's tick."""
    waits = []
    pod.levels = [True, False]
    for _ in range(30):
        wait = pod.session.wait(pod.levels, pod.ms)
        waits.append(wait)
        pod.ms += wait
        pod.session.step(pod.levels, pod.ms)
        pod.said()
    assert sum(waits) > protocol.BEAT_MS
    assert all(wait > 0 for wait in waits[1:])


COLOURS = st.lists(st.tuples(*[st.integers(0, 255)] * 3), max_size=12)


@given(COLOURS)
def test_a_colour_arrives_as_it_was_sent_to_a_fifteenth(colours):
    arrived = decode_lights(encode_lights(colours), FULL, len(colours), FULL)
    for sent, shown in zip(colours, arrived, strict=True):
        for part, level in zip(sent, shown, strict=True):
            assert abs(part - level) <= 16
            assert bool(part) == bool(level)


@given(COLOURS, st.integers(0, 255), st.integers(0, 255))
def test_no_pixel_is_brighter_than_the_cap(colours, brightness, cap):
    for colour in decode_lights(encode_lights(colours), brightness, len(colours), cap):
        assert max(colour) <= max(1, min(brightness, cap))


NEEDS_MICROPYTHON = pytest.mark.skipif(
    micropython.MICROPYTHON is None,
    reason="MicroPython is not installed (Debian 13: apt install micropython)",
)


@NEEDS_MICROPYTHON
def test_every_step_of_a_long_exchange_is_heard_on_both_sides(tmp_path, monkeypatch):
    monkeypatch.setattr(serial_link, "RETRY_S", 0.02)
    micropython.run(tmp_path, fewer(10_000, 50))
