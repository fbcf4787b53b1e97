"""Errors: how much of a foreign value they quote."""

import pytest

from companion.errors import (
    WiringError,
    one_line,
    quantity,
    quotation,
    unprintable,
)


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("clew", "'clew'"),
        ("été", "'été'"),
        ("two\nlines", r"'two\nlines'"),
        ("\u202ebackwards", r"'\u202ebackwards'"),
        ("half of a pair \ud800", r"'half of a pair \ud800'"),
        (None, "null"),
        (True, "true"),
        ([1, "a"], '[1, "a"]'),
        (["\u202e"], r'["\u202e"]'),
        ({"é": 1}, '{"é": 1}'),
        (nested(100_000), "something nested very deeply"),
    ],
)
def test_a_value_is_quoted_as_it_was_written(value, text):
    assert quotation(value) == text


@pytest.mark.parametrize(
    "value", ["x" * 50_000, "\n" * 50_000, 10**4000, list(range(5000)), {"a" * 99: 1}]
)
def test_what_is_quoted_is_short_and_can_be_printed(value):
    text = quotation(value)
    assert len(text) == 40
    assert text.endswith("...")
    assert text.isprintable()


@pytest.mark.parametrize("text", ["", "plain", "Zoë 木", "5\u00a0V", "a\u3000b"])
def test_letters_and_blanks_of_all_kinds_can_be_printed(text):
    assert unprintable(text) == ""


@pytest.mark.parametrize("letter", "\0\a\n\r\t\x1b\x7f\x9b\u2028\u202e\u2067\ufeff\ufffe\ud800")
def test_what_would_steer_a_terminal_is_named(letter):
    assert unprintable(f"a{letter}b") == f"a character that cannot be printed (U+{ord(letter):04X})"
    assert one_line(f"a{letter}b").isprintable()


def test_a_line_is_one_line_and_has_an_end():
    assert one_line("Zoë\u00a0木\n\x1b[2J") == "Zoë\u00a0木\\n\\x1b[2J"
    assert len(one_line("x" * 10_000)) == 1000


def test_mistakes_can_be_printed_whatever_they_quote():
    error = WiringError("a\nb", ["key: 'c\x1b'", "d"])
    assert str(error) == "a\\nb: key: 'c\\x1b'\na\\nb: d"


def test_one_is_counted_in_the_singular():
    assert [quantity(number, "game") for number in (0, 1, 2, -1)] == [
        "0 games",
        "1 game",
        "2 games",
        "-1 games",
    ]
