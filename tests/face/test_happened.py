"""What a step of the game did that is worth a show, and its sound; `steps.txt` has most of it."""

from pathlib import Path

import pytest

from companion.face.command import Begin, Do, Redo, Repair, Undo
from companion.face.effects.sounds import LAST_TURNS, sound
from companion.face.happened import Effect, EffectKind, StepEffects, Verdict, effects_of
from companion.face.state import Draft
from companion.game.actions import Bonus, Clue, Correct, Discard, Misfire, Play
from companion.game.cards import CARDS
from companion.game.setup import Setup
from companion.journal.events import Amended, Did
from companion.journal.sitting import EMPTY, follow
from tests.rig.steps import shown_step
from tests.rig.views import action, empty_deck, finished, game

LINES = Path(__file__).with_name("steps.txt").read_text("utf-8").splitlines()
STEPS = [[part.strip() for part in line.split("|")] for line in LINES if line[:1] not in ("#", "")]


def script(words: str) -> str:
    """Return words of which some stand for several."""
    named = (word.partition("*") for word in words.split())
    return " ".join(" ".join([name] * int(times or 1)) for name, _, times in named)


def stepped(before, one):
    return shown_step(before, follow(before, Did(one)), Do(one))


def happened(before, one):
    """What an action did; nothing says of it what is only said or heard."""
    return stepped(before, one).effects


def essence(shown):
    """What lights and screen make something of, without what is only said or heard."""
    silent = (EffectKind.LAST_TURN, EffectKind.PASSED)
    return [one for one in shown.events if not one.corrected and one.kind not in silent]


def plain(effect: Effect) -> str:
    """Return an effect in words."""
    about = {EffectKind.MISFIRED: effect.fuse, EffectKind.ENDED: effect.verdict}
    return f"{effect.kind} {about.get(effect.kind, effect.suit)}".strip()


@pytest.mark.parametrize(
    ("rules", "before", "step", "shown", "heard"),
    [row[1:] for row in STEPS],
    ids=[row[0] for row in STEPS],
)
def test_a_step_is_shown_and_heard(rules, before, step, shown, heard):
    edition, _, detail = rules.partition(" ")
    done = stepped(game(script(before), edition, detail=detail or "colours"), action(step))
    events = essence(done.effects) if done.effects else []
    assert (", ".join(map(plain, events)) or "none") == shown
    assert (sound(done) or "none") == heard


def test_of_a_misfire_that_is_named_later_nothing_more_but_of_the_end_that_it_is():
    before = game("clue misfire", "final-flourish", detail="cards")
    for card, shown in (
        ("B4", None),
        ("B5", StepEffects(7.0, (Effect(EffectKind.ENDED, verdict=Verdict.LOST),))),
    ):
        act = Misfire(CARDS[card])
        assert effects_of(before, follow(before, Amended(act)), Do(act, amends=True), 7.0) == shown


def one_card_left(script):
    before = game(script)
    while before.state.deck > 1:
        before = follow(before, Did(Clue() if before.state.clues > 5 else Discard()))
    return before


def told(done):
    return [plain(one) for one in essence(done.effects)], sound(done)


@pytest.mark.parametrize("one", [Discard(), Misfire(), Play(suit="W"), Play(suit="R")], ids=str)
def test_the_last_card_of_the_deck_is_what_everybody_must_hear(one):
    shown, heard = told(stepped(one_card_left("R R R R"), one))
    assert (shown[-1], heard) == ("last round", "last_round")
    completes = one == Play(suit="R")
    assert shown[:-1] == (
        ["landed R", "completed R"] if completes else shown[:1] * (len(shown) - 1)
    )


def test_each_turn_of_the_last_round_ticks_unless_more_happens_in_it():
    sitting = empty_deck(game("clue", players=5))
    for left in (4, 3, 2, 1):
        assert told(stepped(sitting, Clue())) == ([], f"turns_left_{left}")
        sitting = follow(sitting, Did(Clue()))
    assert told(stepped(empty_deck(game("clue")), Play(suit="R")))[1] == "grow_1"
    assert len(LAST_TURNS) == Setup(5).players - 1


def test_a_tile_that_lays_a_card_makes_its_firework_grow():
    tile = game("clue discard:B1 R R R R R", "flamboyants", detail="cards", tiles=("replay",))
    assert sound(stepped(tile, Bonus("replay", CARDS["B1"]))) == "grow_1"


def test_a_dead_card_found_by_its_name_ends_the_game_once():
    before = game("clue discard", "final-flourish")
    command = Do(Discard(CARDS["R5"]), amends=True)
    after = follow(before, Amended(command.action))
    assert after.state.over
    assert [sound(shown_step(one, after, command)) for one in (before, after)] == ["loss", None]


def test_of_undo_redo_and_a_repair_only_that():
    playing = game("misfire misfire")
    over = follow(playing, Did(Misfire()))
    for before, after in ((playing, over), (over, playing)):
        for command, kind, heard in (
            (Undo(), "undone", "undo"),
            (Redo(), "redone", "redo"),
            (Repair(()), "redone", "redo"),
        ):
            done = shown_step(before, after, command)
            assert [plain(one) for one in essence(done.effects)] == [kind]
            assert sound(done) == heard


def test_of_what_ends_nothing_and_of_what_was_over_nothing():
    over = finished(game("R"))
    assert happened(over, Correct({"clues": 3})) is None
    assert effects_of(EMPTY, over, Begin(Draft(Setup(3))), 7.0) is None


def test_what_a_correction_does_is_said_but_neither_shown_nor_heard():
    before = game("R R")
    done = stepped(before, Correct({"fireworks": {"R": 5}, "deck": before.state.deck - 3}))
    found = done.effects
    assert (essence(found), sound(done)) == ([], None)
    assert found.first(EffectKind) is None
    assert found.first([EffectKind.COMPLETED], corrected=True).suit == "R"


def test_the_first_of_several_happenings_is_by_the_order_that_is_asked_for():
    found = StepEffects(7.0, (Effect(EffectKind.LANDED, "R"), Effect(EffectKind.COMPLETED, "R")))
    assert found.first([EffectKind.COMPLETED, EffectKind.LANDED]).kind == EffectKind.COMPLETED
    assert found.first([EffectKind.UNDONE]) is None
