"""Errors: what of somebody else's value they quote."""

import pytest

from companion.errors import LONGEST_QUOTED, quoted


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
        (nested(20_000), "something nested very deeply"),
    ],
)
def test_a_value_is_quoted_as_it_was_written(value, text):
    assert quoted(value) == text


@pytest.mark.parametrize("value", ["x" * 50_000, "\n" * 50_000, 10**4000, list(range(5000)), {"a" * 99: 1}])
def test_what_is_quoted_is_short_and_can_be_printed(value):
    text = quoted(value)
    assert len(text) == LONGEST_QUOTED
    assert text.endswith("...")
    assert text.isprintable()
