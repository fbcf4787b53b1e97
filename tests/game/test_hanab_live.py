"""Games for Hanab Live: a reader of that format gets the same turns, and every clue is true."""

import random

import pytest

from companion.game.actions import action_json, parse_action
from companion.game.edition import PRESETS, Edition
from companion.game.hanab_live import NOT_SEEN, VARIANTS, NotForHanabLive, exported
from companion.game.rules import apply, start
from companion.game.setup import Setup
from tests.rig.cases import cases
from tests.rig.samples import fewer
from tests.rig.told_clues import clue, points_at, some_turn

CLASSIC = Setup(2, Edition(), "hands")


def played(setup, seed):
    """A random game as a table enters it, and its cards in the order in which they are drawn."""
    dice = random.Random(seed)
    deck = [card for card, copies in setup.box.copies.items() for _ in range(copies)]
    dice.shuffle(deck)
    size = setup.hand_size
    hands = [deck[seat * size : (seat + 1) * size][::-1] for seat in range(setup.players)]
    drawn = setup.players * size
    state = start(setup)
    actions = []
    while not state.over:
        seat = state.seat
        turn = some_turn(dice, state, setup.edition, hands)
        actions.append(parse_action(turn))
        state = apply(state, actions[-1])
        if turn["do"] != "clue":
            hands[seat].pop(turn["place"] - 1)
            if len(hands[seat]) < state.hands[seat]:
                hands[seat].insert(0, deck[drawn])
                drawn += 1
    return actions, deck


def read_back(game, setup):
    """The turns of Hanab Live's JSON as records have them, by a reader of its own."""
    suits = VARIANTS[game["options"]["variant"]].suits
    deck = [(suits[card["suitIndex"]], card["rank"]) for card in game["deck"]]
    size = setup.hand_size
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(setup.players)]
    drawn = size * setup.players
    for turn, one in enumerate(game["actions"]):
        hand = hands[turn % setup.players]
        if one["type"] in (2, 3):
            there = hands[one["target"]][::-1]
            value = one["value"] if one["type"] == 3 else suits[one["value"]]
            pointed = [
                place
                for place, number in enumerate(there, 1)
                if points_at(setup.edition, value, Like(*deck[number]))
            ]
            yield clue(one["target"] + 1, value, *pointed)
        else:
            place = hand[::-1].index(one["target"]) + 1
            hand.remove(one["target"])
            card = "".join(map(str, deck[one["target"]]))
            yield {"do": "discard" if one["type"] else "play", "card": card, "place": place}
            if drawn < len(deck):
                hand.append(drawn)
                drawn += 1


class Like:
    """A card of the other format."""

    def __init__(self, suit, rank):
        self.suit = suit
        self.rank = rank


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "preset",
    ["classic", *(f"rr-variant-{number}" for number in range(1, 5)), "black-powder"],
)
def test_a_game_with_its_places_goes_there_whole(preset, players):
    setup = Setup(players, PRESETS[preset], "hands")
    for seed in range(fewer(6, 1)):
        actions, deck = played(setup, seed)
        game = exported(setup, (), actions)
        assert list(read_back(game, setup)) == list(map(action_json, actions))
        assert len(game["deck"]) == setup.box.total
        suits = VARIANTS[game["options"]["variant"]].suits
        filled = [(suits[card["suitIndex"]], card["rank"]) for card in game["deck"]]
        assert sorted(filled) == sorted(deck), "the box is what it was"
        for note, card, true in zip(game["notes"][0], filled, deck, strict=True):
            assert note == NOT_SEEN or card == true


def test_cards_that_nobody_saw_are_such_that_the_clues_stay_true():
    said = [clue(2, "R", 1), clue(1, 5, 2, 3), clue(2, 5, 1)]
    game = exported(CLASSIC, ("Ann", "Ben"), [parse_action(one) for one in said])
    assert list(read_back(game, CLASSIC)) == said
    assert set(game["notes"][0]) == {NOT_SEEN}
    assert game["players"] == ["Ann", "Ben"]


@cases(
    "setup, turns, sentence",
    {
        "no places": (CLASSIC, [{"do": "clue"}], "action 1 was entered without"),
        "no name": (
            CLASSIC,
            [clue(2, 1), {"do": "discard", "place": 1}],
            "action 2 does not name its card",
        ),
        "correction": (CLASSIC, [{"do": "correct", "clues": 3}], "action 1 is one that"),
        "mixed": (CLASSIC, [{"do": "mix", "hand": 1}], "action 1 is one that"),
        "grand": (Setup(2, PRESETS["grand"]), [], "no variant with these cards"),
        "two errors": (Setup(2, Edition(fuses=2)), [], "not of two"),
        "contradiction": (
            CLASSIC,
            [clue(2, "R", 1), clue(1, "R"), clue(2, "B", 1)],
            "the clues cannot all be true",
        ),
    },
)
def test_what_cannot_be_told_there_says_why(setup, turns, sentence):
    with pytest.raises(NotForHanabLive, match=sentence):
        exported(setup, (), [parse_action(turn) for turn in turns])
