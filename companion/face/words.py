"""Words: a phrase of the device, put into a language, for the eye or for the ear.

Among the facts of a phrase a card, a suit or another phrase is put into words first. A suit is said
of a firework, in the fact `card_suit` of a card. `spoken` is as the voice says it: no two suits may
sound alike, and what the screen has as a sign is a word.
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


def say(language: str, phrase: Phrase, spoken: bool = False) -> str:
    """Return a phrase in words, in the language that its fact `language` names if it has one."""
    language = str(phrase.facts.get("language", language))
    facts = {key: _fact_in_words(language, value, spoken) for key, value in phrase.facts.items()}
    if letter := phrase.facts.get("card_suit"):
        facts["card_suit"] = suit(language, str(letter), spoken, of_card=True)
    return texts(language).form(phrase.key, phrase.facts, spoken=spoken).format(**facts)


def suit(language: str, letter: str, spoken: bool = False, of_card: bool = False) -> str:
    """Return the name of a suit, as it is said of a firework or of a card."""
    return texts(language).form(f"suit_{letter}", {}, spoken=spoken, of_card=of_card)


def suit_label(language: str, letter: str) -> str:
    """Return the short label of a suit, unique in the language."""
    return texts(language)[f"label_{letter}"]


def card(language: str, named: Card, spoken: bool = False) -> str:
    """Return the name of a card."""
    text = texts(language).form("card", {}, spoken=spoken)
    colour = suit(language, named.suit, spoken, of_card=True)
    return text.format(suit=colour, rank=named.rank)


def _fact_in_words(language: str, value: object, spoken: bool) -> object:
    match value:
        case Card():
            return card(language, value, spoken)
        case Phrase():
            return say(language, value, spoken)
        case str() if value in SUITS and not isinstance(value, Own):
            return suit(language, value, spoken)
        case tuple():
            parts = [str(_fact_in_words(language, part, spoken)) for part in value]
            return (", " if spoken else " ").join(parts)
    return value
