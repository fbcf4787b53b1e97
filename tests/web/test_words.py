"""The page's words: every language has each of them, with the same places to fill in."""

import re

import pytest

from companion import LANGUAGES
from companion.web.words import TEXTS, counted, languages, say


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_the_device_has_every_text(language):
    assert TEXTS[language].keys() == TEXTS["en"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_filled_in_is_the_same_in_every_language(language):
    def places(text: str) -> set[str]:
        return set(re.findall(r"{(\w+)}", text))

    for key, text in TEXTS[language].items():
        assert text, key
        assert places(text) == places(TEXTS["en"][key]), key


def test_one_is_not_counted_as_several():
    assert [counted("en", "said_fuses", count) for count in (0, 1, 2)] == ["0 fuses", "1 fuse", "2 fuses"]


def test_a_language_is_called_by_its_own_name():
    assert languages() == {"de": "Deutsch", "en": "English", "fr": "Français"}


def test_a_text_is_filled_in():
    assert say("fr", "game_number", game=3) == "Partie 3"
