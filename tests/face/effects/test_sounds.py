"""Sounds that a line of `tests/face/steps.txt` or `tests/walks/voice.txt` does not hold."""

import pytest

from companion.face.command import Do, GameCommand
from companion.face.effects import sounds
from companion.game.actions import (
    Action,
    Bonus,
    Clue,
    Discard,
    Misfire,
    Play,
)
from companion.game.cards import CARDS
from companion.game.setup import Setup
from companion.journal.events import Amended, Did
from companion.journal.sitting import Sitting, follow
from tests.rig.steps import shown_step
from tests.rig.views import empty_deck, game, then


def settled(before: Sitting, after: Sitting, command: GameCommand) -> str | None:
    return sounds.sound(shown_step(before, after, command))


def heard(before: Sitting, one: Action) -> str | None:
    """What a step of the game sounds like."""
    return settled(before, follow(before, Did(one)), Do(one))


def test_a_tile_that_lays_a_card_makes_its_firework_grow():
    tile = game("clue discard:B1 R R R R R", "flamboyants", detail="cards", tiles=("replay",))
    assert heard(tile, Bonus("replay", CARDS["B1"])) == "grow_1"


@pytest.mark.parametrize("one", [Discard(), Misfire(), Play(suit="W")])
def test_the_last_card_is_what_everybody_must_hear(one):
    before = game("clue clue clue R R")
    while before.state.deck > 1:
        before = then(before, Clue() if before.state.clues > 5 else Discard())
    assert heard(before, one) == "last_round"


def test_each_turn_of_the_last_round_ticks_unless_more_happens_in_it():
    sitting = empty_deck(game("clue", players=5))
    ticks = []
    for _ in range(4):
        ticks.append(heard(sitting, Clue()))
        sitting = then(sitting, Clue())
    assert ticks == ["turns_left_4", "turns_left_3", "turns_left_2", "turns_left_1"]
    assert heard(empty_deck(game("clue")), Play(suit="R")) == "grow_1"


def test_a_dead_card_found_by_its_name_ends_the_game_once():
    before = game("clue discard", "final-flourish")
    command = Do(Discard(CARDS["R5"]), amends=True)
    after = follow(before, Amended(command.action))
    assert after.state.over
    assert settled(before, after, command) == "loss"
    assert settled(after, after, command) is None


def test_the_most_turns_that_a_last_round_has_have_their_sounds():
    assert len(sounds.LAST_TURNS) == Setup(5).players - 1
