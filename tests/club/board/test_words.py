"""The board's words: all in every language, with the same placeholders."""

import re

import pytest

from companion import LANGUAGES
from companion.club.board.words import OWN, TEXTS, say


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_in_every_language_with_the_same_placeholders(language):
    assert OWN[language].keys() == OWN["en"].keys()
    for key, text in OWN[language].items():
        assert sorted(re.findall(r"\{(\w+)\}", text)) == sorted(re.findall(r"\{(\w+)\}", OWN["en"][key])), key


def test_the_page_of_one_table_lends_its_words():
    assert TEXTS["en"]["fuses"] == "Fuses"
    assert TEXTS["fr"]["title"] == "Soirée Hanabi"
    assert say("en", "table_unnamed", id="8f0c2d") == "Table 8f0c2d"
