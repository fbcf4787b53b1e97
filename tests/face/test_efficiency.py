"""The figures of groups that play by conventions, against a second computation by counting."""

import random
from itertools import combinations

import pytest

from companion.face import words
from companion.face.shown import (
    _clues_to_come,
    _last_discarded,
    _needed_efficiency,
    _other_copies,
    convention_figures,
    stage,
)
from companion.game.actions import Clue, Discard, Misfire, Name, Play, parse_action
from companion.game.cards import CARDS, RANKS
from companion.game.edition import PRESETS
from companion.game.record import replay
from companion.game.rules import start
from companion.game.setup import Setup
from companion.game.view import state_json
from companion.journal.events import Began, Did
from companion.journal.sitting import Sitting, begin, follow
from tests.games import real_games
from tests.rig.samples import fewer
from tests.rig.told_clues import known_game, shuffled
from tests.rig.views import game, then


def played(preset: str, players: int, seed: int) -> Sitting:
    """A random game of which every card is known."""
    setup = Setup(players, PRESETS[preset], "cards")
    dice = random.Random(seed)
    sitting = begin(1, Began(setup))
    for turn in known_game(dice, setup, shuffled(dice, setup)):
        sitting = follow(sitting, Did(parse_action(turn)))
    return sitting


def most_clues(state) -> int:
    """The same by trying how many cards are discarded, and which fireworks become complete."""
    gone = [card for card, count in state.discards.items() if count == state.setup.box.copies[card]]
    black = [5, 4, 3, 2, 1]
    lacks, needed = [], 0
    for suit, height in state.fireworks.items():
        order = black if suit == "K" else list(RANKS)
        reach = next((n for n in range(height, 5) if CARDS[f"{suit}{order[n]}"] in gone), 5)
        needed += reach - height
        gives = suit == "K" or not state.setup.edition.flamboyants
        lacks += [5 - height] if gives and height < reach == 5 else []
    best = 0
    for discards in range(state.deck):
        plays = state.deck - 1 - discards
        if discards and plays + 1 + state.setup.players < needed:
            break
        plays = min(plays, max(0, needed - state.setup.players - 1)) if discards else plays
        done = max(
            (n for n in range(len(lacks) + 1) for some in combinations(lacks, n)
             if sum(some) <= min(plays, needed)),
            default=0,
        )  # fmt: skip
        best = max(best, discards + done)
    return state.clues + best


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("preset", ["classic", "rr-variant-1", "rr-variant-3", "flamboyants"])
def test_the_clues_to_come_are_as_many_as_can_be_tried_out(preset, players):
    for seed in range(fewer(6, 3)):
        sitting = played(preset, players, seed)
        for state in [sitting.opening, *(step.state for step in sitting.steps)][::4]:
            told = _clues_to_come(state)
            assert told == (most_clues(state) if state.deck and not state.over else 0)


def test_a_game_of_five_needs_more_than_a_card_for_each_clue():
    needed = [_needed_efficiency(start(Setup(players))) for players in (2, 3, 4, 5)]
    assert [f"{each:.2f}" for each in needed] == ["0.86", "1.00", "1.00", "1.19"]


@pytest.mark.parametrize("record", real_games(), ids=range(40))
def test_the_stage_of_a_real_game_is_by_what_was_discarded_and_what_can_be(record):
    discards = 0
    for raw, state in replay(record):
        discards += raw is not None and raw["do"] == "discard"
        told = state_json(state)
        to_play = told["max_score"] - told["score"]
        last = not state.deck or state.deck + 2 - to_play < 2
        if not state.over:
            assert stage(state) == ("end" if last else "middle" if discards else "beginning")


def test_the_game_begins_until_the_first_discard():
    begun = game("clue clue misfire:B4 clue", detail="cards")
    assert stage(begun.state) == "beginning"
    assert stage(then(begun, Discard(CARDS["B4"])).state) == "middle"


def test_the_other_copies_of_a_discard_are_told_while_one_is_to_be_played():
    three = then(game("clue clue R", detail="cards"), Discard(CARDS["R3"]))
    assert _other_copies(three) == (CARDS["R3"], 1)
    assert _other_copies(then(three, Clue())) is None, "that was the turn before"
    assert _other_copies(then(three, Discard(CARDS["R1"]))) is None, "it lies there"
    assert _other_copies(then(three, Misfire(CARDS["R3"]))) == (CARDS["R3"], 0)
    assert _other_copies(then(three, Play(CARDS["Y4"]))) == (CARDS["Y4"], 1), "it did not fit"


def test_a_discard_that_is_named_late_has_other_copies_too():
    unnamed = then(game("clue", detail="cards"), Discard())
    assert _last_discarded(unnamed) is None
    assert _last_discarded(then(unnamed, Name(CARDS["G5"]))) == CARDS["G5"]


def told(sitting: Sitting, language: str = "en") -> list[str]:
    return [words.say(language, phrase) for _, phrase in convention_figures(sitting)]


def test_the_figures_are_said_in_words():
    begun = then(game("clue R clue R", detail="cards"), Discard(CARDS["R3"]))
    assert told(game("")) == ["the beginning of the game", "cards needed per clue: 1.00"]
    assert told(begun)[2:] == [
        "cards played per clue: 1.00",
        "red\N{NO-BREAK SPACE}3: 1 more left",
    ]
    assert told(begun, "de")[2] == "Karten je Hinweis bisher: 1,00"


def test_after_the_game_there_are_both_efficiencies():
    real = real_games()[0]
    sitting = begin(1, Began(real.setup))
    for raw in real.actions:
        sitting = follow(sitting, Did(parse_action(raw)))
    clues = sum(raw["do"] == "clue" for raw in real.actions)
    reached = sitting.state.cards_played / clues
    assert told(sitting) == ["cards needed per clue: 0.86", f"cards played per clue: {reached:.2f}"]
