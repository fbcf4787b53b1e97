"""Words: a phrase of the device, put into a language.

Among the facts of a phrase a card, a suit or another phrase is put into words first.
"""

from companion.face.state import Own, Phrase
from companion.game.cards import SUITS, Card
from companion.words import texts as words
from companion.words.texts import DEFAULT as DEFAULT
from companion.words.texts import LANGUAGES as LANGUAGES
from companion.words.texts import Texts


def texts(language: str) -> Texts:
    """Return all texts of the display and of the voice."""
    return words.texts(language, "glass", "voice")


def say(language: str, phrase: Phrase) -> str:
    """Return a phrase in words, in the language that its fact `language` names if it has one."""
    language = str(phrase.facts.get("language", language))
    facts = {key: _fact_in_words(language, value) for key, value in phrase.facts.items()}
    return texts(language).form(phrase.key, phrase.facts).format(**facts)


def suit(language: str, letter: str) -> str:
    """Return the name of a suit."""
    return texts(language)[f"suit_{letter}"]


def suit_label(language: str, letter: str) -> str:
    """Return the short label of a suit, unique in the language."""
    return texts(language)[f"label_{letter}"]


def card(language: str, named: Card) -> str:
    """Return the name of a card."""
    return texts(language)["card"].format(suit=suit(language, named.suit), rank=named.rank)


def _fact_in_words(language: str, value: object) -> object:
    match value:
        case Card():
            return card(language, value)
        case Phrase():
            return say(language, value)
        case str() if value in SUITS and not isinstance(value, Own):
            return suit(language, value)
        case tuple():
            return " ".join(str(_fact_in_words(language, part)) for part in value)
    return value
