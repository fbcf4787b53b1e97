"""Actions as they stand in records: read, written back, and refused in one sentence."""

import json

import pytest

from companion.errors import nearest_advice
from companion.game.actions import (
    CORRECTABLE,
    TILES,
    Bonus,
    Clue,
    Concede,
    Correct,
    Discard,
    Misfire,
    Name,
    Play,
    action_json,
    parse_action,
)
from companion.game.cards import Card
from companion.game.refusals import ActionRefused
from tests.game import refused
from tests.rig.cases import cases

R1, R3, K5 = Card("R", 1), Card("R", 3), Card("K", 5)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('{"do": "clue"}', Clue()),
        ('{"do": "play", "card": "R1"}', Play(R1)),
        ('{"do": "play", "card": "K5"}', Play(K5)),
        ('{"do": "play", "suit": "R"}', Play(suit="R")),
        ('{"do": "play"}', Play()),
        ('{"do": "play", "completed": true}', Play(completed=True)),
        ('{"do": "play", "completed": true, "by": "K"}', Play(completed=True, by="K")),
        ('{"do": "misfire"}', Misfire()),
        ('{"do": "misfire", "card": "R3"}', Misfire(R3)),
        ('{"do": "discard"}', Discard()),
        ('{"do": "discard", "card": "R3"}', Discard(R3)),
        *((f'{{"do": "bonus", "tile": "{tile}"}}', Bonus(tile)) for tile in TILES),
        ('{"do": "bonus", "tile": "recycle", "card": "R3"}', Bonus("recycle", R3)),
        ('{"do": "bonus", "tile": "recycle", "unnamed": true}', Bonus("recycle", unnamed=True)),
        (
            '{"do": "bonus", "tile": "recycle", "card": "R3", "as": "replay"}',
            Bonus("recycle", R3, as_replay=True),
        ),
        (
            '{"do": "bonus", "tile": "recycle", "suit": "R", "as": "replay"}',
            Bonus("recycle", suit="R", as_replay=True),
        ),
        ('{"do": "bonus", "tile": "replay", "card": "R3"}', Bonus("replay", R3)),
        ('{"do": "bonus", "tile": "replay", "suit": "R"}', Bonus("replay", suit="R")),
        ('{"do": "name", "card": "R3"}', Name(R3)),
        ('{"do": "correct", "clues": 3}', Correct({"clues": 3})),
        (
            '{"do": "correct", "hands": [5, 4], "fireworks": {"R": 2}, "turns_left": null}',
            Correct({"hands": [5, 4], "fireworks": {"R": 2}, "turns_left": None}),
        ),
        ('{"do": "concede", "reason": "conceded"}', Concede("conceded")),
        ('{"do": "concede", "reason": "dead_card"}', Concede("dead_card")),
        ('{"do": "concede", "reason": "no_more_points"}', Concede("no_more_points")),
    ],
)
def test_a_records_action_is_read_and_written_back_as_it_stood(text, action):
    assert parse_action(json.loads(text)) == action
    assert action_json(action) == json.loads(text)


@pytest.mark.parametrize("counter", CORRECTABLE)
def test_every_counter_can_stand_in_a_correction(counter):
    assert parse_action({"do": "correct", counter: 1}) == Correct({counter: 1})


def test_a_play_that_completed_nothing_may_say_so():
    assert parse_action({"do": "play", "completed": False}) == Play()


@pytest.mark.parametrize(("text", "gist"), refused("actions"))
def test_what_is_no_action_is_refused_in_one_sentence(text, gist):
    with pytest.raises(ActionRefused) as refusal:
        parse_action(json.loads(text))
    assert gist in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_long_wrong_word_is_cut_short():
    with pytest.raises(ActionRefused) as refusal:
        parse_action({"do": "x" * 10_000})
    assert len(str(refusal.value)) < 200


@cases(
    "word, words, advice",
    {
        "a near one": ("disard", ["clue", "discard"], "did you mean 'discard'?"),
        "none is near": ("zzz", ["clue", "play"], "valid: clue, play"),
        "no word at all": (5, ["clue", "play"], "valid: clue, play"),
        "nothing is valid": ("zzz", [], "nothing belongs here"),
    },
)
def test_an_error_ends_with_the_nearest_word_or_all_of_them(word, words, advice):
    assert nearest_advice(word, words) == advice
