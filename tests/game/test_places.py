"""Places: what clues have said about each card of a hand, and what is not known any more."""

import random

import pytest

from companion.game.actions import Correct, action_json, parse_action
from companion.game.cards import CARDS, Card
from companion.game.corrections import counters_on
from companion.game.edition import PRESETS, Edition
from companion.game.places import (
    NEW,
    UNKNOWN,
    Marks,
    contradictions,
    dealt,
    follow,
    named_in_clues,
    possible,
    rows_after,
    rows_json,
    values_for,
    without_places,
)
from companion.game.rules import apply, start
from companion.game.setup import Setup
from tests.game import deal, refusal
from tests.rig.cases import cases
from tests.rig.samples import fewer
from tests.rig.told_clues import clue, points_at, shuffled, some_turn

EVERY = PRESETS["rr-variant-3"]
BLACK = PRESETS["black-powder"]


def discard(place=None):
    return {"do": "discard"} if place is None else {"do": "discard", "place": place}


def told_after(opening, *turns):
    """The hands after these actions, each a row of marks as `R+`, `3-`; `?` where not whole."""
    steps, state = [], opening
    for turn in turns:
        action = parse_action(turn)
        state = apply(state, action)
        steps.append((action, state))
    return [" ".join(map(short, row)) for row in rows_after(opening, steps)]


def short(marks):
    said = [f"{value}+" for value in sorted(marks.touched, key=str)]
    said += [f"{value}-" for value in sorted(marks.passed, key=str)]
    return ("".join(said) or ".") + ("" if marks.whole else "?")


# Marks


def test_a_clue_marks_the_cards_that_it_points_at_and_those_that_it_does_not():
    assert told_after(deal(players=2), clue(2, "R", 1, 4)) == [". . . . .", "R+ R- R- R+ R-"]


def test_a_card_that_is_drawn_comes_at_place_1_and_knows_nothing_of_earlier_clues():
    assert told_after(deal(players=2), clue(2, 3, 5), discard(4)) == [". . . . .", ". 3- 3- 3- 3+"]


def test_a_clue_that_touches_nothing_marks_them_all():
    assert told_after(deal(players=2), clue(2, 5))[1] == "5- 5- 5- 5- 5-"


def test_marks_add_up():
    rows = told_after(deal(players=2), clue(2, 3, 1), clue(1, "W", 2), clue(2, "R", 1, 2))
    assert rows == ["W- W+ W- W- W-", "3+R+ R+3- 3-R- 3-R- 3-R-"]


def test_the_free_clue_of_a_tile_marks_too():
    state = deal("flamboyants", 2)._replace(bonus_pending=True, hands=(4, 5))
    tile = {"do": "bonus", "tile": "value", "to": 2, "rank": 4, "places": [2]}
    assert told_after(state, tile) == [". . . . .", "4- 4+ 4- 4- 4-"]
    assert refusal(state, {**tile, "tile": "colour"}) == "the bonus tile colour gives no such clue"
    assert told_after(state, {"do": "bonus", "tile": "colour"}) == [". . . . .", ".? .? .? .? .?"]


# What was not told


def test_a_clue_that_was_not_told_can_have_been_about_any_hand_but_that_of_its_giver():
    rows = told_after(deal(players=3), {"do": "clue"}, discard(1))
    assert rows == [". . . . .", ". .? .? .? .?", ".? .? .? .? .?"]


def test_without_a_place_only_what_is_true_either_way_is_left():
    assert told_after(deal(players=2), clue(2, "R", 1, 2), discard())[1] == ". R+ .? R- R-"


def test_a_mixed_hand_is_forgotten_and_can_be_told_of_again():
    rows = told_after(deal(players=2), clue(2, "R", 1), {"do": "mix", "hand": 2}, clue(1, 1, 1))
    assert rows == ["1+ 1- 1- 1- 1-", ".? .? .? .? .?"]


def test_a_correction_that_moves_cards_forgets_the_hands():
    state = deal(players=2)
    moved = {**counters_on(state), "deck": 39, "unnamed": 1}
    assert told_after(state, clue(2, "R", 1), correction(moved))[1] == ".? .? .? .? .?"


def test_a_correction_of_tokens_keeps_marks_but_a_clue_may_be_missing():
    state = deal(players=2)
    fewer_clues = {**counters_on(state), "clues": 3, "seat": 2}
    assert told_after(state, clue(2, "R", 1), correction(fewer_clues))[1] == "R+? R-? R-? R-? R-?"


def correction(values):
    return action_json(Correct(values))


# Refusals


@cases(
    "edition, turn, sentence",
    {
        "own": ("classic", clue(1, "R", 1), "nobody gives a clue to himself"),
        "no player": ("classic", clue(4, "R", 1), "there is no player 4"),
        "no M": ("classic", clue(2, "M", 1), "this edition has no suit M"),
        "no K": ("classic", clue(2, "K", 1), "this edition has no suit K"),
        "black": ("black-powder", clue(2, "K"), "K is never named in a clue"),
        "every": ("rr-variant-3", clue(2, "M", 1), "M is never named in a clue"),
        "mix": ("classic", {"do": "mix", "hand": 5}, "there is no player 5"),
    },
)
def test_a_clue_that_cannot_be_is_refused(edition, turn, sentence):
    assert refusal(deal(edition, 3), turn) == sentence


def test_multicolour_of_its_own_colour_is_named():
    assert told_after(deal("rr-variant-1", 2), clue(2, "M", 3))[1] == "M- M- M+ M- M-"


def test_an_empty_place_is_refused():
    state = deal(players=4)
    assert refusal(state, clue(2, "R", 5)) == "the hand of player 2 has no place 5"
    assert refusal(state._replace(clues=3), discard(5)) == "the hand of player 1 has no place 5"


def test_a_turn_without_its_places_is_what_it_always_was():
    for turn in (clue(2, "R", 1), discard(2), {"do": "misfire", "card": "R3", "place": 1}):
        plain = {key: turn[key] for key in ("do", "card") if key in turn}
        assert action_json(without_places(parse_action(turn))) == plain


# What marks mean


def test_every_colour_touches_multicolour_and_none_touches_black():
    both = EVERY._replace(black=True)
    assert possible(EVERY, Marks(frozenset("RB"))) == {Card("M", rank) for rank in range(1, 6)}
    assert {card.suit for card in possible(both, Marks(frozenset(), frozenset("RBWYG")))} == {"K"}
    assert {card.suit for card in possible(BLACK, Marks(frozenset({5})))} == set("WRBYGK")
    assert "M" not in named_in_clues(both)
    assert "K" not in named_in_clues(both)


def test_marks_that_cannot_all_be_true_are_found_and_not_refused():
    rows = dealt(deal(players=2))
    row = (Marks(frozenset("RB")), Marks(frozenset({3})), Marks(frozenset({3}), frozenset({3})))
    assert contradictions(Edition(), row) == (1, 3)
    assert contradictions(EVERY, row) == (3,)
    assert contradictions(Edition(), rows[1]) == ()


def could_name(row, places):
    """What a clue about these places, and no others, can have named."""
    each = [values_for(Edition(), one, touched=at in places) for at, one in enumerate(row, 1)]
    return tuple(value for value in named_in_clues(Edition()) if all(value in of for of in each))


def test_only_what_a_clue_can_have_named_is_offered():
    row = (Marks(frozenset({3})), Marks(frozenset("R"), frozenset({3})), NEW, UNKNOWN, NEW)
    assert could_name(row, [1]) == ("W", "B", "Y", "G", 3)
    assert could_name(row, [1, 2]) == ("R",)
    assert could_name(row, [2, 3]) == ("R", 1, 2, 4, 5)


def test_a_row_that_contradicts_itself_already_can_still_be_told_of():
    row = (Marks(frozenset({3}), frozenset({3})), NEW)
    assert could_name(row, [2]) == named_in_clues(Edition())


# Against a game whose cards are all known


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    "edition",
    [Edition(), EVERY, PRESETS["rr-variant-1"], PRESETS["rr-variant-2"], BLACK, PRESETS["grand"]],
    ids=["classic", "every", "own", "short", "black", "grand"],
)
@pytest.mark.parametrize("holes", [0.0, 0.3])
def test_no_mark_is_ever_false(edition, players, holes):
    """Random games with some places and clues not told: what is shown is true of the real cards."""
    edition = edition._replace(flamboyants=False)
    for seed in range(fewer(8, 4)):
        _play_and_check(random.Random(seed), Setup(players, edition, "cards"), holes)


def _play_and_check(dice, setup, holes):
    deck = shuffled(dice, setup)
    hands = [[deck.pop() for _ in range(setup.hand_size)] for _ in range(setup.players)]
    said = [[{} for _ in hand] for hand in hands]
    state = start(setup)
    rows = dealt(state)
    while not state.over:
        seat = state.seat
        turn = some_turn(dice, state, setup.edition, hands)
        if turn["do"] == "clue":
            value = turn.get("suit") or turn["rank"]
            for card, heard in zip(hands[turn["to"] - 1], said[turn["to"] - 1], strict=True):
                heard[value] = points_at(setup.edition, value, card)
        else:
            hands[seat].pop(turn["place"] - 1)
            said[seat].pop(turn["place"] - 1)
        action = parse_action(turn)
        if dice.random() < holes:
            action = without_places(action)
        after = apply(state, action)
        if len(hands[seat]) < after.hands[seat]:
            hands[seat].insert(0, deck.pop())
            said[seat].insert(0, {})
        rows = follow(rows, state, action, after)
        state = after
        assert [len(row) for row in rows] == list(state.hands)
        for row, hand, heard in zip(rows, hands, said, strict=True):
            for marks, card, truth in zip(row, hand, heard, strict=True):
                assert card in possible(setup.edition, marks)
                told = dict.fromkeys(marks.touched, True) | dict.fromkeys(marks.passed, False)
                assert told.items() <= truth.items()
                if marks.whole:
                    assert told == truth
                assert marks.whole or holes
    return rows


def test_rows_are_told_as_json():
    rows = (((Marks(frozenset({"R", 3}), frozenset({1}))), NEW), ())
    assert rows_json(rows) == [
        [
            {"touched": [3, "R"], "passed": [1], "whole": True},
            {"touched": [], "passed": [], "whole": True},
        ],
        [],
    ]
    assert CARDS["R3"] in possible(Edition(), rows[0][0])
