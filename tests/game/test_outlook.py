"""What can still be reached: highest score, critical and lost cards, and the discards left over."""

import random

import pytest

from companion.game.outlook import (
    critical_cards,
    gone_for_good,
    lost_cards,
    max_score,
    pace,
    plays_left,
    points,
    possible_heights,
    possible_score,
    reachable_height,
    score,
    tile_may_add,
    tile_may_fetch,
)
from companion.game.record import replay
from tests.game import deal, do, lay
from tests.game.every_end import EDITIONS, near_the_end, what_is_wrong
from tests.games import real_games
from tests.rig.cases import cases
from tests.rig.samples import EVERY_CASE


def names(cards):
    return " ".join(map(str, cards))


@cases(
    "edition, fireworks, now, most",
    {
        "classic at the start": ("classic", {}, 0, 25),
        "classic under way": ("classic", {"R": 3, "W": 4}, 7, 25),
        "multicolour counts": ("rr-variant-1", {"M": 2}, 2, 30),
        "five multicolour cards too": ("rr-variant-2", {"M": 2}, 2, 30),
        "black at the start is five points short": ("black-powder", {}, -5, 25),
        "sixteen black powder": ("black-powder", {"K": 3, "R": 5, "W": 5, "B": 5, "Y": 3}, 16, 25),
        "black itself does not score": ("black-powder", {"K": 5}, 0, 25),
        "everything": ("grand", {"K": 1, "M": 1}, -3, 30),
    },
)
def test_the_score_is_what_lies_there_and_the_highest_what_can_still_lie_there(
    edition, fireworks, now, most
):
    state = lay(deal(edition), fireworks=fireworks)
    assert (score(state), max_score(state)) == (now, most)


@cases(
    "edition, fireworks, discards, most",
    {
        "a 5": ("classic", {}, {"R5": 1}, 24),
        "all three 1s": ("classic", {}, {"R1": 3}, 20),
        "two 1s are not all": ("classic", {}, {"R1": 2}, 25),
        "both 3s take 4 and 5 along": ("classic", {}, {"R3": 2}, 22),
        "a 5 above dead 3s costs nothing more": ("classic", {}, {"R3": 2, "R5": 1}, 22),
        "a copy of what lies there": ("classic", {"R": 3}, {"R3": 1}, 25),
        "the firework stays at 3": ("classic", {"R": 3}, {"R4": 2}, 23),
        "several suits": ("classic", {}, {"R5": 1, "W5": 1, "B4": 2}, 21),
        "the only M1": ("rr-variant-2", {}, {"M1": 1}, 25),
        "one of three M1": ("rr-variant-1", {}, {"M1": 1}, 30),
        "the black 1 comes last": ("black-powder", {}, {"K1": 1}, 24),
        "all black 5s": ("black-powder", {}, {"K5": 3}, 20),
        "both black 3s": ("black-powder", {}, {"K3": 2}, 22),
        "a black copy of what lies there": ("black-powder", {"K": 3}, {"K3": 1}, 25),
    },
)
def test_cards_that_are_gone_lower_the_highest_score(edition, fireworks, discards, most):
    assert max_score(lay(deal(edition), fireworks=fireworks, discards=discards)) == most


def test_cards_without_a_name_lower_nothing():
    assert max_score(lay(deal(), unnamed=20)) == 25


def test_cards_on_unnamed_fireworks_are_never_more_than_the_highest_score():
    ones = dict.fromkeys(("W1", "R1", "B1", "Y1"), 3)
    state = lay(deal(detail="tokens"), discards=ones, unplaced=4)
    assert (score(state), max_score(state)) == (4, 5)


@cases(
    "fireworks, discards, height",
    {
        "complete": ({}, {}, 5),
        "up to the card before the dead one": ({"R": 2}, {"R4": 2}, 3),
        "no further": ({"R": 3}, {"R4": 2}, 3),
        "complete already": ({"R": 5}, {"R1": 2}, 5),
    },
)
def test_a_firework_reaches_as_far_as_its_cards(fireworks, discards, height):
    assert reachable_height(lay(deal(), fireworks=fireworks, discards=discards), "R") == height


@cases(
    "edition, fireworks, discards, critical, lost",
    {
        "at the start the 5s": ("classic", {}, {}, "W5 R5 B5 Y5 G5", ""),
        "the third red 1": ("classic", {}, {"R1": 2}, "W5 R1 R5 B5 Y5 G5", ""),
        "a 1 that is not needed": ("classic", {"R": 1}, {"R1": 2}, "W5 R5 B5 Y5 G5", ""),
        "the second red 4": ("classic", {}, {"R4": 1}, "W5 R4 R5 B5 Y5 G5", ""),
        "a 5 that is gone": ("classic", {}, {"R5": 1}, "W5 B5 Y5 G5", "R5"),
        "above a dead card": ("classic", {}, {"R3": 2, "R4": 1, "R2": 1}, "W5 R2 B5 Y5 G5", "R3"),
        "above a begun one": ("classic", {"R": 2}, {"R4": 2}, "W5 B5 Y5 G5", "R4"),
        "two dead cards of a suit": ("classic", {}, {"R3": 2, "R5": 1}, "W5 B5 Y5 G5", "R3 R5"),
        "complete suits need nothing": ("classic", {"W": 5, "B": 5, "Y": 5, "G": 5}, {}, "R5", ""),
        "single multicolour cards": ("rr-variant-2", {"M": 3}, {}, "W5 R5 B5 Y5 G5 M4 M5", ""),
        "the only black 1": ("black-powder", {"K": 4}, {}, "W5 R5 B5 Y5 G5 K1", ""),
        "the third black 5": ("black-powder", {}, {"K5": 2}, "W5 R5 B5 Y5 G5 K1 K5", ""),
        "black that never begins": ("black-powder", {}, {"K5": 3}, "W5 R5 B5 Y5 G5", "K5"),
    },
)
def test_cards_to_take_care_of_and_cards_gone_for_good(
    edition, fireworks, discards, critical, lost
):
    state = lay(deal(edition), fireworks=fireworks, discards=discards)
    assert names(critical_cards(state)) == critical
    assert names(lost_cards(state)) == lost


@cases(
    "edition, counters, possible",
    {
        "at the start": ("classic", {}, 25),
        "the last turn": ("classic", {"deck": 0, "turns_left": 1}, 1),
        "the last round": ("classic", {"deck": 0, "turns_left": 3}, 3),
        "no card": ("classic", {"deck": 0, "turns_left": 3, "seat": 2, "hands": (0, 4, 4)}, 2),
        "two cards, then a last round of three": ("classic", {"deck": 2}, 5),
        "two cards, an empty hand": ("classic", {"deck": 2, "hands": (5, 0, 5)}, 4),
        "enough": ("classic", {"fireworks": {"R": 5, "W": 5, "B": 5, "Y": 5}}, 25),
        "others go on": ("classic", {"deck": 0, "turns_left": 2, "discards": {"R1": 3}}, 2),
        "a dead card counts more than turns": (
            "classic",
            {
                "deck": 0,
                "turns_left": 3,
                "fireworks": {"W": 5, "B": 5, "Y": 5, "G": 5},
                "discards": {"R2": 2},
            },
            21,
        ),
        "black below nothing": ("black-powder", {"deck": 0, "turns_left": 2}, -3),
        "every card of hands": ("final-flourish", {"deck": 0, "hands": (3, 0, 1)}, 4),
        "and of the deck": ("final-flourish", {"deck": 3, "hands": (5, 5, 5)}, 18),
    },
)
def test_what_is_possible_can_be_reached_in_the_turns_that_are_left(edition, counters, possible):
    assert possible_score(lay(deal(edition), **counters)) == possible


def test_a_turned_tile_spends_the_turn_and_may_add_points():
    last = lay(deal("flamboyants"), fireworks={"R": 4}, deck=0, turns_left=2, discards={"B1": 1})
    waiting = do(last, "play R5")
    assert (possible_score(waiting), tile_may_add(waiting)) == (5 + 1, True)
    assert possible_score(do(waiting, "bonus value")) == 5 + 1
    assert possible_score(do(waiting, "bonus replay B1")) == 6 + 1


def test_a_card_that_went_into_the_deck_is_one_more_turn():
    before = lay(
        deal("flamboyants"), fireworks={"R": 4}, deck=1, discards={"B1": 1}, tiles=("recycle",)
    )
    waiting = do(before, "play R5")
    assert (possible_score(waiting), tile_may_add(waiting)) == (5 + 3, True)
    recycled = do(waiting, "bonus recycle B1")
    assert (recycled.deck, possible_score(recycled)) == (1, 5 + 1 + 3)
    assert not tile_may_add(recycled)


def test_a_card_is_gone_for_good_once_no_tile_may_fetch_it():
    sunk = lay(
        deal("flamboyants"),
        fireworks={"R": 4, "W": 5, "B": 5, "Y": 5},
        discards={"G1": 3},
        tiles=("replay",),
    )
    waiting = do(sunk, "play R5")
    assert (possible_score(waiting), tile_may_add(waiting)) == (20, True)
    assert (gone_for_good(waiting), possible_heights(waiting)["G"]) == ((), 5)
    turned = do(waiting, "bonus replay")
    assert (possible_score(turned), tile_may_add(turned)) == (20, False)
    assert (names(gone_for_good(turned)), possible_heights(turned)["G"]) == ("G1", 0)


@cases(
    "counters, may_fetch, may_add",
    {
        "at the start": ({}, True, False),
        "a card that is gone": ({"discards": {"R5": 1}}, True, True),
        "no tile that fetches": ({"discards": {"R5": 1}, "tiles": ("clue", "value")}, False, False),
        "every other firework is sunk too": (
            {"discards": {"W5": 1, "R5": 1, "B5": 1, "Y5": 1, "G5": 1}},
            False,
            False,
        ),
        "no firework in time": (
            {"deck": 0, "turns_left": 2, "fireworks": {"R": 2}},
            False,
            False,
        ),
        "one in time": ({"deck": 0, "turns_left": 2, "fireworks": {"R": 3}}, True, True),
        "black turns none": (
            {"deck": 0, "turns_left": 1, "fireworks": {"K": 4}},
            False,
            False,
        ),
    },
)
def test_a_tile_may_add_points_where_one_may_be_turned_in_time(counters, may_fetch, may_add):
    state = lay(deal("flamboyants", black=True), **counters)
    assert (tile_may_fetch(state), tile_may_add(state)) == (may_fetch, may_add)


@pytest.mark.parametrize("end", ["concede conceded", "concede no_more_points"])
def test_after_the_end_only_what_lies_there_is_possible(end):
    assert possible_score(do(lay(deal(), fireworks={"R": 3}), end)) == 3


def test_in_real_games_the_final_points_were_possible_at_every_turn():
    for record in real_games():
        states = [state for _, state in replay(record)]
        for state in states:
            assert points(states[-1]) <= possible_score(state) <= max_score(state)
            if state.turns_left is not None:
                assert possible_score(state) <= points(state) + state.turns_left


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_possible_can_be_reached_and_only_a_tile_leads_to_more(edition):
    dice = random.Random(edition)
    for _ in range(400 if EVERY_CASE else 12):
        assert not what_is_wrong(near_the_end(dice, edition))


def test_a_card_that_cannot_come_in_time_is_no_longer_scarce():
    last = lay(deal(), deck=0, turns_left=2, fireworks={"R": 4, "W": 3, "B": 2})
    assert names(critical_cards(last)) == "W5 R5"
    assert plays_left(last) == 2


@cases(
    "edition, players, counters, left",
    {
        "two players at the start": ("classic", 2, {}, 17),
        "three players at the start": ("classic", 3, {}, 13),
        "four players at the start": ("classic", 4, {}, 13),
        "five players at the start": ("classic", 5, {}, 10),
        "black at the start: 60 cards, thirty to play": ("black-powder", 3, {}, 18),
        "everything at the start": ("grand", 5, {}, 20),
        "a play costs nothing": ("classic", 3, {"fireworks": {"R": 4}}, 13),
        "a discard costs one": ("classic", 3, {"unnamed": 3}, 10),
        "a point lost is a discard gained": ("classic", 3, {"discards": {"R5": 1}}, 13),
        "too late for all": ("classic", 3, {"deck": 1, "fireworks": {"R": 2}}, -19),
    },
)
def test_the_discards_that_the_group_can_still_afford(edition, players, counters, left):
    assert pace(lay(deal(edition, players), **counters)) == left


def test_a_tile_that_waits_takes_one_discard():
    before = lay(deal("flamboyants"), fireworks={"R": 4}, unnamed=5)
    waiting = do(before, "play R5")
    assert pace(waiting) == points(waiting) + waiting.deck + 3 - 25 - 1
    assert pace(do(waiting, "bonus value")) == pace(waiting) == pace(before)


@cases(
    "state",
    {
        "with an empty deck": lay(deal(), deck=0, turns_left=2),
        "in the Final Flourish": deal("final-flourish"),
        "after the end": do(deal(), "concede conceded"),
    },
)
def test_nothing_is_said_about_discards(state):
    assert pace(state) is None


@cases(
    "edition, choices, turn, now",
    {
        "exploded": ("classic", {}, "misfire", 0),
        "exploded, with its points": ("classic", {"explosion": "score"}, "misfire", 8),
        "given up": ("classic", {"explosion": "score"}, "concede conceded", 0),
        "a dead card": ("classic", {"explosion": "score"}, "concede dead_card", 0),
        "no more points": ("classic", {}, "concede no_more_points", 8),
        "no more points, black missing": ("black-powder", {}, "concede no_more_points", 3),
        "given up, black missing": ("black-powder", {}, "concede conceded", 0),
    },
)
def test_the_score_of_a_game_that_is_over(edition, choices, turn, now):
    state = lay(deal(edition, **choices), fireworks={"R": 5, "W": 3}, errors=2)
    over = do(state, turn)
    assert (score(over), points(over)) == (now, points(state))


@pytest.mark.parametrize("play", ["play R", "misfire", "discard", "clue"])
def test_pace_falls_only_when_a_card_leaves_without_growing_anything(play):
    state = lay(deal(), clues=4, fireworks={"R": 2})
    lost = {"play R": 0, "misfire": 1, "discard": 1, "clue": 0}[play]
    assert pace(do(state, play)) == pace(state) - lost
