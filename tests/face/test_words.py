"""Words: complete in every language, and nothing that a screen could not say."""

import ast
import string
from pathlib import Path

import pytest

from companion.face import words
from companion.face.state import Phrase
from companion.game.cards import SUITS, Card
from companion.game.refusals import SENTENCES

SOURCES = Path(words.__file__).parents[1]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_refusal_of_the_rules_can_be_said(language):
    assert set(SENTENCES) <= set(words.texts(language))


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("key", SENTENCES)
def test_a_refusal_asks_for_no_fact_that_the_rules_do_not_give(language, key):
    assert fields(words.texts(language)[key]) <= fields(SENTENCES[key])


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_facts(language):
    ours, first = words.texts(language), words.texts(words.DEFAULT)
    assert set(ours) == set(first)
    for key, text in ours.items():
        assert fields(text) == fields(first[key]), key


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_names_and_labels_of_suits_are_unique(language):
    for kind in (words.suit, words.label):
        assert len({kind(language, suit) for suit in SUITS}) == len(SUITS)


def phrases() -> set[str]:
    """Every key that the face's code names as it stands."""
    keys = set()
    for path in SOURCES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                place = {"Phrase": 0, "say": 0, "_say": 2, "_refuse": 2}.get(name)
                if place is not None and len(node.args) > place:
                    value = node.args[place]
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        keys.add(value.value)
    return keys


def test_every_phrase_that_the_code_names_has_its_words():
    found = phrases()
    assert len(found) > 20
    assert found <= set(words.texts(words.DEFAULT))


def test_facts_are_put_into_words_first():
    undone = Phrase("undid", {"what": Phrase("a_card", {"card": Card("R", 3)})})
    assert words.say("en", undone) == "Undone: red\N{NO-BREAK SPACE}3"
