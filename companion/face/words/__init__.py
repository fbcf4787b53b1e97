"""Words: everything the device says, in each language; a language is one module beside this one.

A phrase is a key and its facts. Among the facts a card, a suit or another phrase is put into
words first.
"""

from collections.abc import Container, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Final

from companion import LANGUAGES as LANGUAGES
from companion.face.state import Own, Phrase
from companion.game.cards import SUITS, Card

DEFAULT: Final = "en"
_SINGULAR: Final[Mapping[str, tuple[int, ...]]] = {"fr": (0, 1)}
"""The languages in which a noun is in the singular behind another number than 1 alone."""


@cache
def texts(language: str) -> Mapping[str, str]:
    """Return all texts of a language by key."""
    by_key: Mapping[str, str] = import_module(f"{__name__}.{language}").TEXTS
    return MappingProxyType(by_key)


def say(language: str, phrase: Phrase) -> str:
    """Return a phrase in words, in the language that its fact `language` names if it has one."""
    language = str(phrase.facts.get("language", language))
    facts = {key: _fact(language, value) for key, value in phrase.facts.items()}
    known = texts(language)
    return known[form(known, language, phrase.key, phrase.facts)].format(**facts)


def singular(language: str) -> tuple[int, ...]:
    """Return the numbers behind which a noun is in the singular."""
    return _SINGULAR.get(language, (1,))


def form(known: Container[str], language: str, key: str, facts: Mapping[str, object]) -> str:
    """Return the key of a text in the form that the number among its facts asks for.

    A text may have one for none (`_none`), and one for a noun in the singular (`_one`).

    known: the keys that there are.
    """
    numbers = [fact for fact in facts.values() if isinstance(fact, int)]
    if len(numbers) != 1:
        return key
    none = f"{key}_none"
    if numbers[0] == 0 and none in known:
        return none
    one = f"{key}_one"
    if numbers[0] in singular(language) and one in known:
        return one
    return key


def suit(language: str, letter: str) -> str:
    """Return the name of a suit."""
    return texts(language)[f"suit_{letter}"]


def label(language: str, letter: str) -> str:
    """Return the short label of a suit, unique in the language."""
    return texts(language)[f"label_{letter}"]


def card(language: str, named: Card) -> str:
    """Return the name of a card."""
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
