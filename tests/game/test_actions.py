"""Actions as they stand in records: read, written back, and refused in one sentence."""

import json

import pytest

from companion.errors import IllegalAction
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
    nearest,
    parse_action,
)
from companion.game.cards import Card

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


@pytest.mark.parametrize(
    ("value", "gist"),
    [
        pytest.param(None, "an action is an object", id="null"),
        pytest.param("clue", "an action is an object", id="a word"),
        pytest.param(["clue"], "an action is an object", id="a list"),
        pytest.param({}, '"do" is missing', id="an empty object"),
        pytest.param({"DO": "clue"}, '"do" is missing', id="do in capitals"),
        pytest.param({"do": None}, "null is no action", id="do is null"),
        pytest.param({"do": ["clue"]}, "is no action", id="do is a list"),
        pytest.param({"do": "pass"}, "'pass' is no action", id="no player passes"),
        pytest.param({"do": "discrad"}, "did you mean 'discard'?", id="a typing error"),
        pytest.param({"do": "clue", "suit": "R"}, "to is missing", id="half a clue"),
        pytest.param({"do": "clue", "of": "R"}, "clue has no key", id="a clue says nothing more"),
        pytest.param({"do": "play", "cards": "R1"}, "did you mean 'card'?", id="a mistyped key"),
        pytest.param({"do": "play", "card": "R6"}, "'R6' is no card", id="a 6"),
        pytest.param({"do": "play", "card": "R0"}, "'R0' is no card", id="a 0"),
        pytest.param({"do": "play", "card": "r1"}, "'r1' is no card", id="a small letter"),
        pytest.param({"do": "play", "card": "1R"}, "'1R' is no card", id="the wrong way round"),
        pytest.param({"do": "play", "card": None}, "null is no card", id="card null"),
        pytest.param({"do": "play", "card": ["R", 1]}, "is no card", id="a card as a list"),
        pytest.param({"do": "play", "suit": "P"}, "'P' is no suit", id="pink"),
        pytest.param({"do": "play", "suit": "red"}, "'red' is no suit", id="a suit in full"),
        pytest.param({"do": "play", "suit": {}}, "is no suit", id="a suit as an object"),
        pytest.param({"do": "play", "card": "R1", "suit": "R"}, "not both", id="card and suit"),
        pytest.param(
            {"do": "play", "suit": "R", "completed": True}, "without card", id="completed R"
        ),
        pytest.param(
            {"do": "play", "card": "R5", "completed": True}, "without card", id="completed R5"
        ),
        pytest.param(
            {"do": "play", "completed": 1}, "completed must be true or false", id="completed 1"
        ),
        pytest.param(
            {"do": "play", "completed": "yes"}, "must be true or false", id="completed yes"
        ),
        pytest.param({"do": "play", "by": "K"}, '"by"', id="by without completed"),
        pytest.param({"do": "play", "completed": True, "by": "R"}, '"by"', id="by red"),
        pytest.param({"do": "play", "completed": True, "by": None}, '"by"', id="by null"),
        pytest.param(
            {"do": "misfire", "suit": "R"}, "misfire has no key", id="a misfire on a suit"
        ),
        pytest.param({"do": "discard", "card": 3}, "3 is no card", id="a card as a number"),
        pytest.param({"do": "bonus"}, "tile is missing", id="no tile"),
        pytest.param(
            {"do": "bonus", "tile": "recyle"}, "did you mean 'recycle'?", id="a mistyped tile"
        ),
        pytest.param({"do": "bonus", "tile": 1}, "1 is no tile", id="a tile by number"),
        pytest.param(
            {"do": "bonus", "tile": "recycle", "unnamed": "yes"},
            "unnamed must be",
            id="unnamed yes",
        ),
        pytest.param(
            {"do": "bonus", "tile": "recycle", "as": "clue"}, '"as"', id="recycle as clue"
        ),
        pytest.param({"do": "bonus", "tile": "recycle", "as": None}, '"as"', id="recycle as null"),
        pytest.param({"do": "name"}, "is no card", id="a name without a card"),
        pytest.param({"do": "correct", "score": 25}, "correct has no key 'score'", id="the score"),
        pytest.param(
            {"do": "correct", "clue": 2}, "did you mean 'clues'?", id="a mistyped counter"
        ),
        pytest.param({"do": "concede"}, "reason is missing", id="no reason"),
        pytest.param(
            {"do": "concede", "reason": "fuses"}, "'fuses' is no reason", id="reason fuses"
        ),
    ],
)
def test_what_is_no_action_is_refused_in_one_sentence(value, gist):
    with pytest.raises(IllegalAction) as refusal:
        parse_action(value)
    assert gist in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_long_wrong_word_is_cut_short():
    with pytest.raises(IllegalAction) as refusal:
        parse_action({"do": "x" * 10_000})
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("word", "words", "advice"),
    [
        pytest.param("disard", ["clue", "discard"], "did you mean 'discard'?", id="a near one"),
        pytest.param("zzz", ["clue", "play"], "valid: clue, play", id="none is near"),
        pytest.param(5, ["clue", "play"], "valid: clue, play", id="no word at all"),
        pytest.param("zzz", [], "nothing belongs here", id="nothing is valid"),
    ],
)
def test_an_error_ends_with_the_nearest_word_or_all_of_them(word, words, advice):
    assert nearest(word, words) == advice
