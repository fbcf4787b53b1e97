"""Repairs: turns put in, replaced and taken out, and what becomes of those that came after."""

import random
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.game.actions import (
    TILES,
    Bonus,
    Clue,
    Correct,
    Discard,
    Information,
    Misfire,
    Name,
    Play,
)
from companion.game.cards import CARDS
from companion.game.corrections import counters_on
from companion.game.edition import PRESETS
from companion.game.setup import Setup
from companion.journal import repair
from companion.journal.events import Began, Did, Repaired, event_row, read_event
from companion.journal.repair import EnteredLine
from companion.journal.sitting import begin, follow
from companion.journal.stickers import Lies, known_cards
from tests.rig import views
from tests.rig.views import action, then

game = partial(views.game, detail="cards")


def line(word, before):
    return repair.entered_line((Did(action(word)),), before)


def repaired(sitting, number, word=None, gone=0):
    """What becomes of the lines when one is put in, exchanged or taken out."""
    told = repair.lines_of(sitting)
    before = repair.refit(sitting.opening, told)
    new = (
        ()
        if word is None
        else (line(word, before[number].before if number < len(told) else sitting.state),)
    )
    return repair.refit(sitting.opening, (*told[:number], *new, *told[number + gone :]), before)


def words(outcomes):
    return [did.action for did in repair.turns_that_count(outcomes)]


def after(outcomes):
    return outcomes[-1].after


def test_a_game_is_told_by_lines_that_tell_it_again():
    sitting = game("clue R misfire:B4 discard clue name:W2 W Y")
    told = repair.lines_of(sitting)
    assert [line.turn for line in told] == [True] * 5 + [False] + [True] * 2
    outcomes = repair.refit(sitting.opening, told)
    assert repair.turns_that_count(outcomes) == tuple(step.did for step in sitting.steps)
    assert after(outcomes) == sitting.state


def test_a_tile_belongs_to_its_turn_and_so_does_what_was_said_meanwhile():
    told = repair.lines_of(game("clue discard W W W W W name:R1 tile:clue", "flamboyants"))
    assert [did.action for did in told[-1].dids] == [
        Play(suit="W"),
        Name(CARDS["R1"]),
        Bonus("clue"),
    ]


def test_a_turn_that_does_not_fit_cuts_what_comes_after_it():
    outcomes = repaired(game("W W W W W clue R clue"), 2, "W")
    assert repair.trouble(outcomes) == 5
    assert str(outcomes[5].refusal) == "the firework W is complete"
    assert words(outcomes) == [Play(suit="W")] * 5
    assert [outcome.fits for outcome in outcomes[6:]] == [True] * 3, (
        "judged as if the turn had been taken"
    )


def test_a_further_repair_may_make_it_fit():
    outcomes = repaired(game("W W W W W clue"), 2, "W")
    told = [outcome.line for outcome in outcomes]
    told[5] = line("B", outcomes[5].before)
    assert repair.trouble(repair.refit(outcomes[0].before, told)) is None


# What the rules judged, and what people said


def test_a_card_that_the_rules_judged_to_fit_nothing_fits_once_the_one_below_it_is_there():
    outcomes = repaired(game("clue R2 clue"), 1, "R1")
    assert repair.trouble(outcomes) is None
    assert words(outcomes) == [Clue(), Play(CARDS["R1"]), Play(CARDS["R2"]), Clue()]
    state = after(outcomes)
    assert (state.errors, state.fireworks["R"], state.discards) == (0, 2, {})
    assert repair.changes_that_count(outcomes) == (repair.Change("fits", Play(CARDS["R2"])),)


def test_a_card_that_the_rules_judged_to_fit_burns_a_fuse_once_the_one_below_it_is_gone():
    outcomes = repaired(game("R1 clue R2 clue"), 0, gone=1)
    assert repair.trouble(outcomes) is None
    state = after(outcomes)
    assert (state.errors, state.fireworks["R"], state.discards) == (1, 0, {CARDS["R2"]: 1})
    assert repair.changes_that_count(outcomes) == (repair.Change("misfires", Play(CARDS["R2"])),)


def test_a_card_judged_again_may_burn_the_last_fuse_and_cut_what_comes_after_it():
    outcomes = repaired(game("R1 misfire misfire clue R2 clue"), 0, gone=1)
    assert repair.trouble(outcomes) == 4
    assert str(outcomes[4].refusal) == "the game is over"
    assert outcomes[3].after.reason == "fuses"


def test_a_game_that_a_judged_card_had_lost_goes_on_where_it_fits():
    sitting = game("misfire misfire clue R2")
    assert sitting.state.reason == "fuses"
    state = after(repaired(sitting, 2, "R1"))
    assert (state.status, state.errors, state.fireworks["R"]) == ("playing", 2, 2)


def test_a_misfire_that_people_said_stays_one_and_its_card_lies_in_the_pile_by_name():
    outcomes = repaired(game("misfire:R2 clue"), 0, "R")
    assert words(outcomes) == [Play(suit="R"), Misfire(), Name(CARDS["R2"]), Clue()]
    state = after(outcomes)
    assert (state.errors, state.fireworks["R"], state.discards) == (1, 1, {CARDS["R2"]: 1})
    assert repair.changes_that_count(outcomes) == (repair.Change("stays", Misfire(CARDS["R2"])),)


def test_a_sticker_of_a_misfire_that_people_said_goes_to_its_name():
    sitting = follow(game("clue"), Did(Misfire(CARDS["R2"]), "04a1"))
    told = repair.lines_of(sitting)
    new = (told[0], line("R1", sitting.opening), told[1])
    dids = repair.turns_that_count(repair.refit(sitting.opening, new))
    assert known_cards(follow(sitting, Repaired(dids)))["04a1"] == Lies(CARDS["R2"], "pile")


def counted(sitting, outcomes):
    """The game after a repair, read again from its row."""
    return follow(sitting, read_event(*event_row(Repaired(repair.turns_that_count(outcomes)))))


def test_the_name_of_a_misfire_that_stays_one_goes_with_it():
    sitting = game("clue discard Y clue clue misfire:Y3")
    once = counted(sitting, repaired(sitting, 2, "Y"))
    assert once.state.discards == {CARDS["Y3"]: 1}
    told = repair.lines_of(once)
    assert [line.action for line in told][-2:] == [Clue(), Misfire(CARDS["Y3"])]
    mended = repaired(once, 6, "Y", gone=1)
    assert repair.changes_that_count(mended) == ()
    assert (after(mended).discards, after(mended).unnamed, after(mended).errors) == ({}, 1, 0)
    assert after(repaired(once, 6, gone=1)).discards == {}


def test_a_misfire_that_stayed_one_is_told_once_and_is_whole_again_where_its_card_fits_nothing():
    sitting = game("clue misfire:R2 clue")
    once = counted(sitting, repaired(sitting, 0, "R"))
    again = repaired(once, 0, "clue")
    assert words(again)[1:] == [Play(suit="R"), Clue(), Misfire(), Name(CARDS["R2"]), Clue()]
    assert repair.changes_that_count(again) == ()
    assert counted(once, repaired(once, 0, gone=1)).actions == sitting.actions


def test_a_name_that_a_repair_left_out_comes_back_with_its_misfire():
    sitting = game("clue clue misfire:R2 clue")
    once = counted(sitting, repaired(sitting, 0, "R"))
    told = repair.lines_of(once)
    twice = [line("discard:R2", sitting.opening)] * 2
    spoilt = counted(once, repair.refit(once.opening, (*told[:3], *twice, *told[3:])))
    assert Name(CARDS["R2"]) not in spoilt.actions
    without = repair.lines_of(spoilt)
    mended = counted(spoilt, repair.refit(spoilt.opening, (*without[:3], *without[5:])))
    assert mended.actions == once.actions
    assert counted(mended, repaired(mended, 0, gone=1)).actions == sitting.actions


def test_a_name_that_people_gave_right_after_a_misfire_is_no_part_of_it():
    without = repaired(game("Y clue discard misfire name:Y2"), 3, gone=1)
    assert (words(without)[-1], after(without).discards) == (Name(CARDS["Y2"]), {CARDS["Y2"]: 1})


def test_a_sticker_of_a_judged_card_stays_with_it():
    sitting = follow(game("clue"), Did(Play(CARDS["R2"]), "04a1"))
    told = repair.lines_of(sitting)
    outcomes = repair.refit(sitting.opening, (told[0], line("R1", sitting.opening), told[1]))
    assert repair.turns_that_count(outcomes)[-1] == Did(Play(CARDS["R2"]), "04a1")
    assert (
        known_cards(follow(sitting, Repaired(repair.turns_that_count(outcomes))))["04a1"].place
        == "firework"
    )


# Lines that take no turn


def test_a_late_name_that_fits_no_more_is_left_out_and_cuts_nothing():
    outcomes = repaired(game("clue discard clue name:R1 clue"), 1, "clue", gone=1)
    assert repair.trouble(outcomes) is None
    assert words(outcomes) == [Clue()] * 4
    assert repair.changes_that_count(outcomes) == (repair.Change("left out", Name(CARDS["R1"])),)


def test_a_correction_after_a_forgotten_turn_says_what_lies_there_all_the_same():
    outcomes = repaired(
        then(game("clue clue"), Correct({"clues": 5, "seat": 1}), Clue()), 1, "clue"
    )
    assert (after(outcomes).clues, after(outcomes).seat) == (4, 1)


def test_the_end_of_a_game_that_was_given_up_stays():
    assert after(repaired(game("clue clue concede:conceded"), 1, "clue")).reason == "conceded"


def counters(sitting):
    return Correct(counters_on(sitting.state))


@pytest.mark.parametrize(
    ("word", "gone"), [("clue", 0), ("R", 0), ("misfire", 0), (None, 1), ("R", 1)]
)
def test_a_correction_of_every_counter_says_what_lies_there_whatever_is_repaired_before_it(
    word, gone
):
    sitting = game("clue W misfire:B4 clue discard")
    shown = then(sitting, counters(sitting))
    outcomes = repaired(then(shown, Clue()), 1, word, gone)
    assert repair.trouble(outcomes) is None
    assert repair.changes_that_count(outcomes) == ()
    assert counters_on(outcomes[-2].after) == counters_on(shown.state)
    assert after(outcomes).turn == shown.state.turn + 1 + (word is not None) - gone


def test_a_correction_made_while_a_tile_waited_counts_only_where_one_waits():
    sitting = flamboyants("clue W W W W W")
    sitting = then(sitting, counters(sitting), Bonus("value"))
    outcomes = repaired(sitting, 0, gone=1)
    assert (repair.trouble(outcomes), repair.changes_that_count(outcomes)) == (None, ())
    assert after(outcomes).hands == (5, 5, 5)
    outcomes = repaired(sitting, 1, gone=1)
    change, tile = repair.changes_that_count(outcomes)
    assert change == repair.Change("left out", sitting.actions[6])
    assert tile.action == Bonus("value")
    assert after(outcomes).hands == (5, 5, 5), "the player has drawn"


# Bonus tiles


def flamboyants(script, tiles=TILES):
    return views.game(script, "flamboyants", tiles=tiles)


def test_a_turn_that_newly_completes_a_firework_asks_for_its_tile():
    outcomes = repaired(flamboyants("W W W W R clue"), 1, "W")
    assert repair.trouble(outcomes) == 4
    assert outcomes[4].tile == ""
    assert outcomes[4].dids == (Did(Play(suit="W")),)


def test_a_tile_that_is_turned_no_more_is_left_out():
    outcomes = repaired(flamboyants("W W W W W tile:value clue"), 0, gone=1)
    assert repair.trouble(outcomes) is None
    assert repair.changes_that_count(outcomes) == (repair.Change("left out", Bonus("value")),)


def test_a_tile_that_fits_no_more_is_asked_for_again():
    sitting = then(flamboyants("clue discard W W W W W"), Bonus("recycle", unnamed=True))
    outcomes = repaired(sitting, 1, "clue", gone=1)
    wrong = repair.trouble(outcomes)
    assert outcomes[wrong].tile == "recycle"


def test_a_replaced_turn_keeps_its_tile():
    sitting = flamboyants("W W W W R R R R W tile:value")
    told = repair.lines_of(sitting)
    before = repair.refit(sitting.opening, told)[8].before
    assert repair.in_place_of(line("W", before), told[8], before)[0].dids == told[8].dids
    assert repair.in_place_of(line("R", before), told[8], before)[0].dids[1:] == told[8].dids[1:]
    assert repair.in_place_of(line("B", before), told[8], before)[0].dids == (Did(Play(suit="B")),)


def test_what_was_said_while_a_tile_waited_outlives_its_turn():
    sitting = flamboyants("clue discard W W W W W")
    sitting = then(sitting, Name(CARDS["R1"]), Correct({"clues": 3}), Bonus("value"), Clue())
    told = repair.lines_of(sitting)
    assert [each.action for each in repair.lines_beside(told[6])] == [
        Name(CARDS["R1"]),
        Correct({"clues": 3}),
    ]
    before = repair.refit(sitting.opening, told)[6].before
    kept = repair.in_place_of(line("W", before), told[6], before)
    assert [did.action for did in kept[0].dids] == [did.action for did in told[6].dids]
    assert len(kept) == 1
    other = repair.in_place_of(line("R", before), told[6], before)
    assert [each.action for each in other] == [
        Play(suit="R"),
        Name(CARDS["R1"]),
        Correct({"clues": 3}),
    ]


def test_a_tile_that_is_entered_again_leaves_what_was_said_meanwhile():
    recycled = Bonus("recycle", CARDS["B1"])
    told = EnteredLine(
        tuple(map(Did, (Play(suit="W"), Name(CARDS["R1"]), recycled, Name(CARDS["R2"]))))
    )
    again = repair.with_tile_again(told, "recycle", (Did(Bonus("clue")),))
    assert [did.action for did in again.dids] == [
        Play(suit="W"), Name(CARDS["R1"]), Bonus("clue"), Name(CARDS["R2"]),
    ]  # fmt: skip
    assert repair.with_tile_again(again, "", (Did(Bonus("value")),)).dids[-1] == Did(Bonus("value"))


def test_a_repaired_turn_turns_first_its_own_tiles_then_those_that_nobody_turned():
    order = ("value", "clue", "repair", "colour", "replay", "recycle")
    told = repair.lines_of(flamboyants("W W W W W tile:value R R R R R tile:clue", order))
    assert repair.tile_order(order, told)[:4] == ("repair", "colour", "replay", "recycle")
    assert repair.tile_order(order, told, ["clue"])[:2] == ("clue", "repair")


def test_a_tile_that_takes_no_card_is_turned_by_itself():
    before = flamboyants("W W W W").state
    told = repair.with_plain_tile(line("W", before), before, ("repair", "clue"))
    assert told.dids[1:] == (Did(Bonus("repair")),)
    assert len(repair.with_plain_tile(line("W", before), before, ("recycle",)).dids) == 1
    assert len(repair.with_plain_tile(line("R", before), before, ("repair",)).dids) == 1


# Any game, any repair

TURNS = "clue clue discard discard:R3 misfire misfire:B2 W R B1 Y2"


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**32), st.sampled_from(("classic", "flamboyants", "final-flourish", "grand"))
)
def test_whatever_is_repaired_the_turns_that_count_are_a_game_by_the_rules(seed, preset):
    dice = random.Random(seed)
    sitting = begin(1, Began(Setup(dice.randint(2, 5), PRESETS[preset], "cards")))
    for _ in range(40):
        word = dice.choice([*TURNS.split(), "name:G1"])
        if sitting.state.bonus_pending:
            word = f"tile:{dice.choice(sitting.state.tiles)}"
        try:
            sitting = follow(sitting, Did(action(word)))
        except CompanionError:
            continue
    told = repair.lines_of(sitting)
    if not told:
        return
    for _ in range(5):
        number = dice.randrange(len(told))
        outcomes = repair.refit(sitting.opening, told)
        assert repair.refit(sitting.opening, told, outcomes) == outcomes
        new = (
            (line(dice.choice(TURNS.split()), outcomes[number].before),)
            if dice.random() < 0.8
            else ()
        )
        told = (*told[:number], *new, *told[number + dice.randint(0, 1) :])
        outcomes = repair.refit(sitting.opening, told, outcomes)
        after = follow(sitting, Repaired(repair.turns_that_count(outcomes)))
        wrong = repair.trouble(outcomes)
        states = [outcome.before for outcome in outcomes]
        states.append(outcomes[-1].after if outcomes else sitting.opening)
        assert after.state == states[-1 if wrong is None else wrong]
        assert [step.action for step in after.steps if isinstance(step.action, repair.TURNS)] == [
            did.action
            for outcome in outcomes[:wrong]
            for did in outcome.dids
            if isinstance(did.action, repair.TURNS)
        ]
        if not told:
            return


def test_a_clue_that_a_repair_gives_to_its_own_giver_counts_without_its_places():
    """A turn is put in before it, so that it is the turn of the player who was told."""
    outcomes = repaired(then(game("clue"), Clue(Information(3, "R", (1,)))), 0, "clue")
    assert repair.trouble(outcomes) is None
    assert words(outcomes) == [Clue(), Clue(), Clue()]
    assert [change.kind for change in repair.changes_that_count(outcomes)] == ["without places"]


def test_places_follow_the_player_whose_turn_it_was():
    outcomes = repaired(then(game("clue", players=2), Discard(place=4)), 1, "clue")
    assert words(outcomes) == [Clue(), Clue(), Discard(place=4)]
    assert not repair.changes_that_count(outcomes)
