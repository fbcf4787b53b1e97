"""A phrase goes out as JSON and comes back as itself."""

import json

import pytest

from companion.face import words
from companion.face.phrase_json import NoPhrase, parse_phrase, phrase_json
from companion.face.state import Own, Phrase
from companion.game.cards import CARDS
from tests.rig.views import views


@pytest.mark.parametrize(
    "phrase",
    [
        Phrase("a_clue"),
        Phrase("undid", {"what": Phrase("a_discard_of", {"card": CARDS["R1"]})}),
        Phrase("counter_seat_named", {"place": 2, "name": Own("R")}),
        Phrase("key_items", {"items": (Phrase("label_W"), Phrase("label_R"))}),
        Phrase("own_name", {"language": "fr"}),
        Phrase("completed", {"suit": "M"}),
    ],
    ids=lambda phrase: phrase.key,
)
def test_a_phrase_says_the_same_afterwards(phrase):
    again = parse_phrase(json.loads(json.dumps(phrase_json(phrase))))
    assert again == phrase
    for language in words.LANGUAGES:
        assert words.say(language, again) == words.say(language, phrase)


def test_every_notice_of_every_screen_comes_back():
    notices = [view.face.notice for view in views().values() if view.face.notice]
    assert len(notices) > 50
    for notice in notices:
        assert parse_phrase(json.loads(json.dumps(phrase_json(notice.phrase)))) == notice.phrase


@pytest.mark.parametrize(
    "body", [None, [], {}, {"key": 1, "facts": {}}, {"key": "a"}, {"key": "a", "facts": {"b": {}}}]
)
def test_anything_else_is_refused(body):
    with pytest.raises(NoPhrase):
        parse_phrase(body)
