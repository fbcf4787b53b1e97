"""What is told of a game, whoever tells it."""

import pytest

from companion.face import shown, words
from companion.game.setup import COLOURS, DETAILS


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_detail_but_the_usual_one_is_said_at_the_start(language):
    said = {detail: shown.detail_phrase(detail) for detail in DETAILS}
    assert said.pop(COLOURS) is None
    texts = [words.say(language, phrase) for phrase in said.values()]
    assert len(set(texts)) == len(DETAILS) - 1
