"""What the page says: its own texts, and those of the device."""

from typing import Final

from companion.face import words as device_words
from companion.face.state import Phrase
from companion.words.texts import DEFAULT, all_texts, capital

TEXTS: Final = all_texts("page")
"""The texts of the page by language."""


def page_text(language: str, key: str, **facts: object) -> str:
    """Return a text of the page."""
    return TEXTS[language].fill_in(key, facts)


def device_text(language: str, key: str, **facts: object) -> str:
    """Return a text of the device."""
    return device_words.say(language, Phrase(key, facts))


def device_sentence(phrase: Phrase, language: str) -> str | None:
    """Return a phrase of the device as a sentence; None for one that this version does not know."""
    try:
        return capital(device_words.say(language, phrase))
    except (LookupError, ValueError):
        return None


def refusal_text(phrase: Phrase | None, error: str, language: str) -> str:
    """Return why the device refused something. What only a script meets it says in English."""
    known = device_sentence(phrase, language) if phrase else None
    return known or (error if language == DEFAULT else page_text(language, "failed"))
