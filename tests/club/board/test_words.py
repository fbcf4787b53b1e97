"""The board's words: all in every language, with the same placeholders."""

import re

import pytest

from companion import LANGUAGES
from companion.club.board.words import OWN, TEXTS, say, with_title
from companion.web import page_files


def test_a_board_with_a_title_has_it_in_each_language_and_other_pages_load_it_anew():
    named = with_title("Spielekreis Nord")
    assert {texts["title"] for texts in named.values()} == {"Spielekreis Nord"}
    assert {texts["tables"] for texts in named.values()} == {
        texts["tables"] for texts in TEXTS.values()
    }
    assert with_title("") is TEXTS
    assert page_files.version({}, named) != page_files.version({}, TEXTS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_in_every_language_with_the_same_placeholders(language):
    assert OWN[language].keys() == OWN["en"].keys()
    for key, text in OWN[language].items():
        assert sorted(re.findall(r"\{(\w+)\}", text)) == sorted(
            re.findall(r"\{(\w+)\}", OWN["en"][key])
        ), key


def test_the_page_of_one_table_lends_its_words():
    assert TEXTS["en"]["fuses"] == "Fuses"
    assert TEXTS["fr"]["title"] == "Soirée Hanabi"
    assert say("en", "table_unnamed", id="8f0c2d") == "Table 8f0c2d"
