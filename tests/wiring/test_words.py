"""What parts are called is what the device calls them: the wiring may not read the face's words."""

import pytest

from companion import LANGUAGES
from companion.face.words import texts
from wiring import words


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_are_called_as_the_device_calls_them(language: str) -> None:
    assert set(words.TEXTS[language]) == set(words.TEXTS["en"])
    said = texts(language)
    named = [key for key in words.TEXTS[language] if key.startswith("suit_")]
    assert len(named) == 7
    for key in (*named, "control_clue", "control_discard", "control_play"):
        assert words.TEXTS[language][key].casefold() == said[key].casefold()


def test_an_unknown_language_is_english() -> None:
    assert words.say("xx", "screen") == "Display"
