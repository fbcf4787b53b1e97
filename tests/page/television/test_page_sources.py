"""What the browser gets, as files: small, from nowhere else, and with words for all that
it says.
"""

import re

import pytest

from companion.page.page_files import TELEVISION, named_from
from companion.page.scenes import page_words
from companion.page.words import TEXTS
from tests.rig.page_sources import GUARDED, MOST_BYTES, SAID, WORD_IN_TABLE, wire_size

FILES = {name: path.read_text("utf-8") for name, path in named_from(TELEVISION).items()}
WORDS = page_words(TEXTS["en"])["words"]
SCRIPTS = {name: text for name, text in FILES.items() if name.endswith(".js")}


def test_all_of_it_is_small():
    assert wire_size(FILES.values()) <= MOST_BYTES


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_loaded_from_elsewhere_and_nothing_is_read_as_markup(name):
    text = FILES[name].replace("http://www.w3.org/2000/svg", "")
    assert "//" not in re.sub(r"^\s*//.*$|; //.*$", "", text, flags=re.MULTILINE)
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", text
    )


def test_the_page_has_no_script_and_no_style_in_its_markup():
    page = FILES["index.html"]
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*src=\"/page/)", page)


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_needs_a_secure_address_is_not_used(name):
    assert not re.search(
        r"clipboard|wakeLock|serviceWorker|crypto\.subtle|navigator\.share", SCRIPTS[name]
    )


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_module_that_is_imported_is_there(name):
    for other in re.findall(r"from \"\./([\w.]+)\"", SCRIPTS[name]):
        assert other in FILES


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_text_that_a_module_says_is_there(name):
    for whole, start in SAID.findall(SCRIPTS[name]):
        assert whole in WORDS if whole else any(key.startswith(start) for key in WORDS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_table_that_is_looked_up_by_a_word_is_a_map(name):
    """Of a plain object every word such as `constructor` gives something."""
    assert not WORD_IN_TABLE.findall(SCRIPTS[name])


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_throws_at_a_malformed_address_is_guarded(name):
    assert "decodeURI" not in GUARDED.sub("", SCRIPTS[name])
