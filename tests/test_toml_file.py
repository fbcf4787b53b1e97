"""TOML of anybody: a table, or what is wrong with it, soon and in a few words."""

import os
import time

import pytest

from companion import toml_file
from companion.toml_file import MOST_BYTES, NoToml
from tests.rig.samples import within


def problems(text: str) -> list[str]:
    with pytest.raises(NoToml) as caught:
        toml_file.parse_table(text)
    return caught.value.problems


def test_what_is_well_is_taken_as_it_is():
    text = (
        'name = "Zoë\N{NO-BREAK SPACE}5\N{NARROW NO-BREAK SPACE}V"\n[a.b]\nc = [1, 2.5, { d = true'
        " }]\n"
    )
    assert toml_file.parse_table(text) == {
        "name": "Zoë\N{NO-BREAK SPACE}5\N{NARROW NO-BREAK SPACE}V",
        "a": {"b": {"c": [1, 2.5, {"d": True}]}},
    }


@pytest.mark.parametrize(
    "escape",
    [
        "\\u0000",
        "\\u0007",
        "\\u001b[31m",
        "\\n",
        "\\t",
        "\\u007f",
        "\\u0085",
        "\\u00ad",
        "\\u061c",
        "\\u200f",
        "\\u2028",
        "\\u202e",
        "\\u2066",
        "\\ufeff",
        "\\uffff",
        "\\U000e0041",
    ],
)
def test_text_that_cannot_be_printed_is_refused_with_its_key_path(escape):
    told = f'a.b = [{{ name = "x{escape}y" }}]\n"k{escape}" = 1\n'
    in_value, in_key = problems(told)
    assert in_value.startswith("a.b[0].name: has a character that cannot be printed (U+")
    assert "the key has a character that cannot be printed" in in_key
    assert (in_value + in_key).isprintable()


@pytest.mark.parametrize(
    ("text", "gist"),
    [
        ("a = ", "this is not TOML"),
        ("a = 1\na = 2", "this is not TOML"),
        ("a = " + "[" * 20_000, "nested very deeply"),
        ("a = " + "{a=" * 200 + "1" + "}" * 200, "nested more than 16 deep"),
        ("a" + ".a" * 99 + " = 1", "nested more than 16 deep"),
        ("a" + ".a" * 30_000 + " = 1", "line 1 has more than 100 dots"),
        ("[" + "a." * 30_000 + "a]", "line 1 has more than 100 dots"),
        ("a = " + "1" * 5_000, "this is not TOML"),
        ("a = 0x" + "f" * 5_000, "a: the number has more than 64 bits"),
        ("a = 9223372036854775808", "a: the number has more than 64 bits"),
        (f'"{"k" * 10_000}" = "\\u0007"', "has a character that cannot be printed"),
    ],
)
def test_what_nobody_can_use_is_one_short_sentence_at_once(text, gist):
    began = time.monotonic()
    (problem,) = problems(text)
    assert time.monotonic() - began < within(1)
    assert gist in problem
    assert len(problem) < 300
    assert problem.isprintable()


def test_numbers_of_64_bits_are_numbers():
    text = "a = 9223372036854775807\nb = -9223372036854775808"
    assert toml_file.parse_table(text) == {"a": (1 << 63) - 1, "b": -(1 << 63)}


@pytest.mark.parametrize(
    ("make", "gist"),
    [
        (lambda path: None, "No such file"),
        (lambda path: path.mkdir(), "Is a directory"),
        (os.mkfifo, "it is a pipe"),
        (lambda path: path.symlink_to("/dev/zero"), f"more than {MOST_BYTES} bytes"),
        (lambda path: path.symlink_to(path), "symbolic links"),
        (lambda path: path.write_bytes(b"#" * (MOST_BYTES + 1)), f"more than {MOST_BYTES} bytes"),
        (lambda path: path.write_bytes(b"a = '\xe9'"), "not text in UTF-8"),
    ],
)
def test_what_is_no_file_is_told_and_not_waited_for(tmp_path, make, gist):
    path = tmp_path / "mine.toml"
    make(path)
    with pytest.raises(NoToml) as caught:
        toml_file.read_regular_file(path)
    (problem,) = caught.value.problems
    assert gist in problem


def test_a_file_may_be_as_long_as_it_says_and_begin_with_a_mark(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xef\xbb\xbf" + b"#" * (MOST_BYTES - 3))
    assert toml_file.read_regular_file(path) == "#" * (MOST_BYTES - 3)
    path.unlink()
    path.symlink_to("/dev/null")
    assert toml_file.read_regular_file(path) == ""
