"""What the board's page is made of: parts of the page and its own, with all their words."""

import re

import pytest

from companion.club.board.board import FOLDER
from companion.page.page_files import load_files
from companion.words.texts import texts
from tests.rig.page_sources import MOST_BYTES, PLAIN, mistakes, wire_size

TEXTS = texts("en", "board", "page")
SERVED = {name: file.body.decode() for name, file in load_files(FOLDER).items()}
OF_ITS_OWN = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.iterdir())}
IMPORT = re.compile(r"from \"\./([\w.]+)\"|href=\"/page/([\w.]+)\"|src=\"/page/([\w.]+)\"")
SERVER = "".join(path.read_text("utf-8") for path in FOLDER.parent.glob("*.py"))


def needed() -> set[str]:
    """What a browser gets that opens the page."""
    found, new = set(), {"index.html"}
    while new:
        found |= new
        links = {
            name for one in new for names in IMPORT.findall(SERVED[one]) for name in names if name
        }
        new = links - found
    return found


def test_a_browser_gets_all_that_it_needs_and_nothing_else_is_served():
    assert needed() == set(SERVED)
    assert set(OF_ITS_OWN) <= set(SERVED)


def test_all_of_it_is_small():
    assert wire_size(SERVED.values()) <= MOST_BYTES


@pytest.mark.parametrize("name", SERVED)
def test_a_file_holds_nothing_that_a_page_must_not_and_words_for_all_that_it_says(name):
    assert mistakes(name, SERVED[name], TEXTS) == []


def test_every_text_of_the_boards_own_is_said():
    said = set(PLAIN.findall("".join(SERVED.values()) + SERVER)) | {"bad_host"}
    assert not set(texts("en", "board")) - said
