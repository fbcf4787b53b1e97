"""Numbers of JSON and TOML: true and false are none."""

import pytest

from companion.numbers import is_integer, is_number


@pytest.mark.parametrize(
    ("value", "integer", "number"),
    [
        (0, True, True),
        (-3, True, True),
        (1.5, False, True),
        (True, False, False),
        (False, False, False),
        ("1", False, False),
        (None, False, False),
        ([1], False, False),
    ],
)
def test_what_is_a_number(value, integer, number):
    assert is_integer(value) is integer
    assert is_number(value) is number
