"""Phrases as JSON, for programs that say them in a language of their own choice."""

from collections.abc import Mapping

from companion.errors import CompanionError
from companion.face.state import Own, Phrase
from companion.game.cards import CARDS, Card
from companion.numbers import Json


class NoPhrase(CompanionError):
    """JSON that is no phrase."""


def phrase_json(phrase: Phrase) -> Json:
    """Return a phrase as JSON: `{"key":"undid","facts":{"what":{"key":"a_clue","facts":{}}}}`.

    A card is `{"card":"R1"}`, a name that people gave `{"own":"Ann"}`. A suit's letter, another
    text and a number are themselves, and several facts are a list.
    """
    return {
        "key": phrase.key,
        "facts": {name: _fact_json(value) for name, value in phrase.facts.items()},
    }


def parse_phrase(body: object) -> Phrase:
    """Return the phrase that `phrase_json` made. Raises `NoPhrase` for anything else."""
    match body:
        case {"key": str(key), "facts": Mapping() as facts}:
            return Phrase(key, {str(name): _parsed_fact(value) for name, value in facts.items()})
    raise NoPhrase('a phrase is an object with "key" and "facts"')


def _fact_json(value: object) -> object:
    match value:
        case Card():
            return {"card": str(value)}
        case Phrase():
            return phrase_json(value)
        case Own():
            return {"own": str(value)}
        case tuple():
            return [_fact_json(part) for part in value]
    return value


def _parsed_fact(value: object) -> object:
    match value:
        case {"card": str(name)} if name in CARDS:
            return CARDS[name]
        case {"own": str(name)}:
            return Own(name)
        case Mapping():
            return parse_phrase(value)
        case list():
            return tuple(_parsed_fact(part) for part in value)
    return value
