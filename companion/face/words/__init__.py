"""Words: everything the device says, in each language; a language is one module beside this one.

A phrase is a key and its facts. Among the facts a card, a suit or another phrase is put into
words first.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Final

from companion import LANGUAGES as LANGUAGES
from companion.face.state import Own, Phrase
from companion.game.cards import SUITS, Card

DEFAULT: Final = "en"


@cache
def texts(language: str) -> Mapping[str, str]:
    """All texts of a language by key."""
    found: Mapping[str, str] = import_module(f"{__name__}.{language}").TEXTS
    return MappingProxyType(found)


def say(language: str, phrase: Phrase) -> str:
    """A phrase in words; the fact `language` has it said in that one instead."""
    language = str(phrase.facts.get("language", language))
    facts = {key: _fact(language, value) for key, value in phrase.facts.items()}
    return texts(language)[phrase.key].format(**facts)


def suit(language: str, letter: str) -> str:
    """The name of a suit."""
    return texts(language)[f"suit_{letter}"]


def label(language: str, letter: str) -> str:
    """The short label of a suit, unique in the language."""
    return texts(language)[f"label_{letter}"]


def card(language: str, named: Card) -> str:
    """The name of a card."""
    return texts(language)["card"].format(suit=suit(language, named.suit), rank=named.rank)


def _fact(language: str, value: object) -> object:
    match value:
        case Card():
            return card(language, value)
        case Phrase():
            return say(language, value)
        case str() if value in SUITS and not isinstance(value, Own):
            return suit(language, value)
        case tuple():
            return " ".join(str(_fact(language, part)) for part in value)
    return value
