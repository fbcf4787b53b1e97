"""What a step of the game did that is worth a show."""

import pytest

from companion.face.command import Amend, Begin, Do, Redo, Repair, Undo
from companion.face.happened import (
    BANDS,
    Effect,
    EffectKind,
    StepEffects,
    Verdict,
    effects_of,
    verdict,
)
from companion.face.state import Draft
from companion.game.actions import Clue, Concede, Correct, Discard, Misfire, Play
from companion.game.cards import CARDS
from companion.game.setup import Setup
from companion.journal.events import Amended, Did
from companion.journal.sitting import EMPTY, follow
from tests.rig.views import ALL, empty_deck, finished, game


def events(before, action):
    """The events of an action."""
    after = follow(before, Did(action))
    shown = effects_of(before, after, Do(action), 7.0)
    return [] if shown is None else essence(shown)


def essence(shown):
    """What lights and screen make something of, without what is only said or heard."""
    return [
        Effect(event.kind, event.suit, event.fuse, event.verdict)
        for event in shown.events
        if not event.corrected and event.kind not in (EffectKind.LAST_TURN, EffectKind.PASSED)
    ]


@pytest.mark.parametrize(
    ("before", "action", "shown"),
    [
        pytest.param("", Clue(), [], id="a clue"),
        pytest.param("clue", Discard(), [], id="a discard"),
        pytest.param("R", Play(suit="R"), [Effect(EffectKind.LANDED, "R")], id="a card lands"),
        pytest.param(
            "R R R R",
            Play(suit="R"),
            [Effect(EffectKind.LANDED, "R"), Effect(EffectKind.COMPLETED, "R")],
            id="it completes its firework",
        ),
        pytest.param(
            "",
            Misfire(),
            [Effect(EffectKind.MISFIRED, fuse=2)],
            id="the first fuse is the last of the row",
        ),
        pytest.param(
            "misfire", Misfire(), [Effect(EffectKind.MISFIRED, fuse=1)], id="then the one before it"
        ),
        pytest.param("", Play(CARDS["R1"]), [Effect(EffectKind.LANDED, "R")], id="a named card"),
        pytest.param(
            "",
            Play(CARDS["R2"]),
            [Effect(EffectKind.MISFIRED, fuse=2)],
            id="a named card that does not fit",
        ),
        pytest.param("", Correct({"clues": 3}), [], id="a correction"),
        pytest.param(
            "misfire misfire",
            Misfire(),
            [Effect(EffectKind.MISFIRED), Effect(EffectKind.ENDED, verdict=Verdict.LOST)],
            id="the last fuse ends it",
        ),
        pytest.param(
            "", Concede("conceded"), [Effect(EffectKind.ENDED, verdict=Verdict.LOST)], id="given up"
        ),
        pytest.param(
            "R R R",
            Concede("no_more_points"),
            [Effect(EffectKind.ENDED, verdict=BANDS[0])],
            id="no more points, three",
        ),
    ],
)
def test_of_a_turn(before, action, shown):
    assert events(game(before), action) == shown


def test_of_a_misfire_that_is_named_later_nothing_more_but_of_the_end_that_it_is():
    before = game("clue misfire", "final-flourish", detail="cards")
    for card, shown in (
        ("B4", None),
        ("B5", StepEffects(7.0, (Effect(EffectKind.ENDED, verdict=Verdict.LOST),))),
    ):
        named = Misfire(CARDS[card])
        assert effects_of(before, follow(before, Amended(named)), Amend(named), 7.0) == shown


def test_of_a_card_whose_firework_nobody_names():
    before = game("+ + + +", detail="tokens")
    assert events(before, Play()) == [Effect(EffectKind.LANDED)]
    assert events(before, Play(completed=True)) == [
        Effect(EffectKind.LANDED),
        Effect(EffectKind.COMPLETED),
    ]


def test_of_the_last_card_of_the_deck():
    before = game("R R R R")
    while before.state.deck > 1:
        before = follow(before, Did(Clue() if before.state.clues > 5 else Discard()))
    assert events(before, Play(suit="R")) == [
        Effect(EffectKind.LANDED, "R"),
        Effect(EffectKind.COMPLETED, "R"),
        Effect(EffectKind.LAST_ROUND),
    ]
    assert events(empty_deck(before), Clue()) == []


@pytest.mark.parametrize(
    ("edition", "suits", "shown"),
    [("classic", "WRBYG", Verdict.PERFECT), ("rr-variant-1", "WRBYGM", Verdict.BEYOND)],
)
def test_of_the_card_that_wins(edition, suits, shown):
    cards = list(suits * 5)
    before = game(" ".join(cards[:-1]), edition)
    last = cards[-1]
    assert events(before, Play(suit=last)) == [
        Effect(EffectKind.LANDED, last),
        Effect(EffectKind.COMPLETED, last),
        Effect(EffectKind.ENDED, verdict=shown),
    ]


@pytest.mark.parametrize(
    ("points", "rating"), [(0, 0), (5, 0), (6, 1), (10, 1), (15, 2), (20, 3), (21, 4), (24, 4)]
)
def test_the_verdict_on_points(points, rating):
    over = finished(game(" ".join((ALL.split())[:points])))
    assert (over.state.status, verdict(over.state)) == ("finished", BANDS[rating])


def test_the_verdict_on_25_to_29_of_30():
    over = finished(game(" ".join(("WRBYGM" * 5)[:29]), "rr-variant-1"))
    assert verdict(over.state) == BANDS[5]


def test_of_undo_redo_and_a_repair_only_that():
    playing = game("misfire misfire")
    over = follow(playing, Did(Misfire()))
    assert essence(effects_of(over, playing, Undo(), 7.0)) == [Effect(EffectKind.UNDONE)]
    assert essence(effects_of(playing, over, Redo(), 7.0)) == [Effect(EffectKind.REDONE)]


def test_of_what_ends_nothing_and_of_what_was_over_nothing():
    playing = game("R")
    over = finished(playing)
    assert (
        effects_of(over, follow(over, Did(Correct({"clues": 3}))), Do(Correct({"clues": 3})), 7.0)
        is None
    )
    assert essence(effects_of(playing, playing, Repair(()), 7.0)) == [Effect(EffectKind.REDONE)]
    assert effects_of(EMPTY, playing, Begin(Draft(Setup(3))), 7.0) is None


def test_what_a_correction_does_is_said_but_neither_shown_nor_heard():
    before = game("R R")
    correction = Correct({"fireworks": {"R": 5}, "deck": before.state.deck - 3})
    found = effects_of(before, follow(before, Did(correction)), Do(correction), 7.0)
    assert essence(found) == []
    assert found.first(EffectKind) is None
    assert found.first([EffectKind.COMPLETED], corrected=True).suit == "R"


def test_the_first_of_several_happenings_is_by_the_order_that_is_asked_for():
    found = StepEffects(7.0, (Effect(EffectKind.LANDED, "R"), Effect(EffectKind.COMPLETED, "R")))
    assert found.first([EffectKind.COMPLETED, EffectKind.LANDED]).kind == EffectKind.COMPLETED
    assert found.first([EffectKind.UNDONE]) is None
