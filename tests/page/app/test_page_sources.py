"""What the browser gets, as files: small, from nowhere else, with all words that it says."""

import re

import pytest

from companion.page.page_files import APP, TOUCH, load_files, named_from
from companion.page.scenes import page_words
from companion.page.words import TEXTS
from tests.rig.page_sources import MOST_BYTES, mistakes, wire_size

FILES = {name: path.read_text("utf-8") for name, path in named_from(APP).items()}
MOST_PLAYED = 63_000
"""Bytes over the wire for those who play, whose part is loaded only then."""
WORDS = page_words(TEXTS["en"])["words"]


def test_all_of_it_is_small():
    for folders, most in (((APP,), MOST_BYTES), ((TOUCH, APP), MOST_PLAYED)):
        assert wire_size(file.body.decode() for file in load_files(*folders).values()) <= most


@pytest.mark.parametrize("name", FILES)
def test_a_file_holds_nothing_that_a_page_must_not_and_all_that_it_says_and_imports(name):
    assert mistakes(name, FILES[name], WORDS) == []
    for other in re.findall(r"from \"\./([\w.]+)\"", FILES[name]):
        assert other in FILES
