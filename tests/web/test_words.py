"""The page's words: every language has each of them, with the same places to fill in."""

import re

import pytest

from companion import LANGUAGES
from companion.club.board.words import OWN
from companion.web.words import TEXTS, languages, say


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


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["0 games", "1 game", "2 games"]),
        ("de", ["0 Spiele", "1 Spiel", "2 Spiele"]),
        ("fr", ["0 partie", "1 partie", "2 parties"]),
    ],
)
def test_one_is_in_the_singular_and_in_french_none_too(language, told):
    assert [say(language, "games_count", count=count) for count in range(3)] == told


SEVERAL = {"so_many_players"}
"""What is said of two or more only."""
PLURAL = {"en": r"{\w+} [a-z]+s\b", "fr": r"{\w+}\s(?!dans)[a-zé]+s\b"}


@pytest.mark.parametrize("language", PLURAL)
def test_behind_a_number_that_may_be_one_a_noun_has_its_singular(language):
    texts = {**TEXTS[language], **OWN[language]}
    counting = {key for key, text in texts.items() if re.search(PLURAL[language], text)}
    assert counting
    assert {key for key in counting - SEVERAL if f"{key}_one" not in texts} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_for_one_has_the_number_since_it_may_be_for_none_too(language):
    for key, text in {**TEXTS[language], **OWN[language]}.items():
        assert not key.endswith("_one") or "{count}" in text, key


def test_a_language_is_called_by_its_own_name():
    assert tuple(sorted(languages())) == tuple(sorted(LANGUAGES))
    assert languages().items() >= {"de": "Deutsch", "en": "English", "fr": "Français"}.items()


def test_a_text_is_filled_in():
    assert say("fr", "game_number", game=3) == "Partie 3"
