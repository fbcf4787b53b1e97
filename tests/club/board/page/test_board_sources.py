"""What the board's page is made of: parts of the page and its own, all there, with words for all it
says.
"""

import re

import pytest

from companion.club.board.board import FOLDER
from companion.page.page_files import load
from companion.words.texts import texts
from tests.rig.page_sources import GUARDED, MOST_BYTES, PLAIN, SAID, WORD_IN_TABLE, wire_size

TEXTS = texts("en", "board", "page")
SERVED = {name: file.body.decode() for name, file in load(FOLDER).items()}
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


@pytest.mark.parametrize("name", OF_ITS_OWN)
def test_nothing_is_loaded_from_elsewhere_and_nothing_is_read_as_markup(name):
    text = OF_ITS_OWN[name].replace("http://www.w3.org/2000/svg", "")
    assert "//" not in re.sub(r"^\s*//.*$|; //.*$", "", text, flags=re.MULTILINE)
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", text
    )
    assert not re.search(
        r"<style|style=|\son\w+=|<script(?![^>]*src=\"/page/)", text
    ) or name.endswith(".js")


@pytest.mark.parametrize("name", [name for name in SERVED if name.endswith(".js")])
def test_every_text_that_a_module_says_is_there(name):
    for whole, start in SAID.findall(SERVED[name]):
        assert whole in TEXTS if whole else any(key.startswith(start) for key in TEXTS)


@pytest.mark.parametrize("name", OF_ITS_OWN)
def test_foreign_words_are_looked_up_in_maps_and_decoded_with_care(name):
    assert not WORD_IN_TABLE.findall(OF_ITS_OWN[name])
    assert "decodeURI" not in GUARDED.sub("", OF_ITS_OWN[name])


def test_every_text_of_the_boards_own_is_said():
    said = set(PLAIN.findall("".join(SERVED.values()) + SERVER)) | {"bad_host"}
    assert not set(texts("en", "board")) - said
