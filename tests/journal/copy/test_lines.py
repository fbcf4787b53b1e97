"""The lines of the copy: what is written is read again, and a wrong bit is seen."""

import pytest

from companion.journal.copy.lines import Line, decode, encode, header, new_tag, read_tag

LINE = Line(12, 3, "do", '{"do": "clue", "v": 2}', 1764000000.25)


@pytest.mark.parametrize(
    "line",
    [
        LINE,
        Line(0, 0, "prefer", '["help", "off"]', 0.1),
        Line(1, 1, "do", "", 1e300),
        Line(1, 1, "do", "é  ", 2.0),
    ],
)
def test_a_line_is_read_as_it_was_written(line):
    assert decode(encode(line)) == line


def test_a_line_is_text_that_anybody_can_read():
    assert encode(LINE) == b'a185e690 12 3 do 1764000000.25 {"do": "clue", "v": 2}\n'


def test_every_wrong_bit_is_seen():
    good = encode(LINE)
    for place in range(len(good)):
        for bit in range(8):
            bad = bytearray(good)
            bad[place] ^= 1 << bit
            assert decode(bytes(bad)) is None, (place, bit)


@pytest.mark.parametrize(
    "piece", [b"", b"\n", b"12345678", b"00000000 \n", bytes(4096), encode(LINE)[:-1]]
)
def test_what_is_no_line_is_none(piece):
    assert decode(piece) is None


def test_the_header_says_the_tag():
    tag = new_tag()
    assert 0 < tag < 1 << 31
    assert read_tag(header(tag)) == tag


@pytest.mark.parametrize(
    "piece", [b"", b"hanabi-companion-games 1 \n", b"hanabi-companion-games 1 zz\n", encode(LINE)]
)
def test_what_is_no_header_has_no_tag(piece):
    assert read_tag(piece) == 0
