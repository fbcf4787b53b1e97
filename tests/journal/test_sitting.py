"""A sitting: undo without limit, plain redo, repairs, and games taken back as a whole."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError, StoreError
from companion.game.actions import Bonus, Clue, Discard, Misfire, Play
from companion.game.cards import Card
from companion.game.edition import PRESETS
from companion.game.refusals import ActionRefused
from companion.game.rules import start
from companion.game.setup import Setup
from companion.game.view import state_json
from companion.journal.events import (
    Amended,
    Began,
    Did,
    Redid,
    Repaired,
    Returned,
    Undid,
    Withdrew,
    event_row,
    read_event,
)
from companion.journal.sitting import EMPTY, begin, follow, rebuild_sitting
from companion.journal.stickers import known_cards
from tests.rig.cases import cases
from tests.rig.views import action

GAME = Began(Setup(3, PRESETS["classic"], "cards"))
CLUE, PLAY, DISCARD, MISFIRE = map(action, ("clue", "R1", "discard:W4", "misfire:B3"))


def sit(*events, game=1, began=GAME):
    """The sitting after these events; an action stands for having happened."""
    sitting = begin(game, began)
    for event in events:
        known = isinstance(event, Amended | Undid | Redid | Repaired | Withdrew | Returned)
        sitting = follow(sitting, event if known else Did(event))
    return sitting


def table(sitting):
    return state_json(sitting.state)


# Named a moment later


def test_a_step_told_again_with_its_card_is_one_step():
    sitting = sit(CLUE, Discard(), Amended(DISCARD))
    assert sitting == sit(CLUE, DISCARD)
    assert table(follow(sitting, Undid())) == table(sit(CLUE))


@cases(
    "sitting, action",
    {
        "no step": (sit(), DISCARD),
        "a clue is no discard": (sit(CLUE), DISCARD),
        "a misfire that would have fitted": (sit(Misfire()), Misfire(Card("R", 1))),
    },
)
def test_a_step_that_cannot_have_been_that_is_refused(sitting, action):
    with pytest.raises(CompanionError):
        follow(sitting, Amended(action))


# Undo


def undone(sitting):
    return tuple(move.action if isinstance(move, Did) else move for move in sitting.undone)


def test_undo_never_reshuffles_the_bonus_tiles():
    began = Began(
        Setup(2, PRESETS["flamboyants"]),
        tiles=("value", "clue", "repair", "colour", "replay", "recycle"),
    )
    sitting = sit(*[Play(suit="R")] * 5, Undid(), Redid(), began=began)
    assert sitting.state.bonus_pending
    assert sitting.began.tiles == began.tiles


# Redo


def test_a_new_action_forgets_what_was_undone():
    sitting = sit(CLUE, PLAY, Undid(), MISFIRE)
    assert sitting == sit(CLUE, MISFIRE)
    assert not sitting.redoable


def test_a_name_for_the_last_card_forgets_what_was_undone_too():
    assert sit(CLUE, Discard(), CLUE, Undid(), Amended(DISCARD)) == sit(CLUE, DISCARD)


def test_a_sticker_goes_the_way_of_its_action():
    tapped = follow(sit(CLUE), Did(DISCARD, "04a1"))
    assert [step.tag for step in tapped.steps] == ["", "04a1"]
    back = follow(tapped, Undid())
    assert back.undone == (Did(DISCARD, "04a1"),)
    assert follow(back, Redid()) == tapped
    assert follow(sit(CLUE, Discard()), Amended(DISCARD, "04a1")) == tapped


def test_of_two_cards_alike_a_tile_plays_one_and_the_other_stays_in_the_pile():
    one = Card("R", 1)
    sitting = begin(1, Began(Setup(2, PRESETS["flamboyants"], "cards")))
    laid = [Did(Clue()), Did(Clue()), Did(Discard(one), "04a1"), Did(Discard(one), "04a2")]
    white = [Did(Play(Card("W", rank))) for rank in range(1, 6)]
    for event in (*laid, *white, Did(Bonus("replay", one))):
        sitting = follow(sitting, event)
    places = {tag: lies.place for tag, lies in known_cards(sitting).items()}
    assert places == {"04a1": "firework", "04a2": "pile"}


# Repairs


def turns(*actions):
    return Repaired(tuple(Did(action) for action in actions))


def test_a_repair_is_one_step_that_undo_takes_back_whole_and_redo_brings_back():
    before = sit(CLUE, PLAY, MISFIRE)
    after = follow(before, turns(CLUE, DISCARD, PLAY, MISFIRE))
    assert after.actions == (CLUE, DISCARD, PLAY, MISFIRE)
    assert table(after) == table(sit(CLUE, DISCARD, PLAY, MISFIRE))
    assert after.ends_with_repair
    back = follow(after, Undid())
    assert back._replace(undone=()) == before
    assert follow(back, Redid()) == after


def test_a_repair_may_leave_no_turn_and_be_undone():
    sitting = sit(CLUE, turns())
    assert (sitting.actions, sitting.has_steps) == ((), True)
    assert follow(sitting, Undid()).actions == (CLUE,)


def test_a_repair_forgets_what_was_undone_unless_it_redid_it():
    three = sit(CLUE, PLAY, MISFIRE, Undid(), Undid(), Undid())
    assert not follow(three, turns(CLUE, MISFIRE)).redoable
    redone = follow(three, Repaired((Did(CLUE), Did(PLAY)), 2))
    assert undone(redone) == (MISFIRE,)
    back = follow(redone, Undid())
    assert back.steps == ()
    assert undone(back) == (Repaired((Did(CLUE), Did(PLAY))), MISFIRE)
    assert follow(follow(back, Redid()), Redid()).actions == (CLUE, PLAY, MISFIRE)


def test_a_repair_whose_turns_do_not_follow_is_refused():
    with pytest.raises(ActionRefused, match="all 8 clue tokens"):
        follow(sit(CLUE), turns(DISCARD))


def test_a_repaired_turn_is_not_told_again():
    with pytest.raises(CompanionError):
        follow(sit(CLUE, turns(CLUE, Discard())), Amended(DISCARD))


@cases(
    "sitting, event, sentence",
    {
        "undo at the start": (sit(), Undid(), "nothing to undo"),
        "undo before the first game": (EMPTY, Undid(), "nothing to undo"),
        "redo without undo": (sit(CLUE), Redid(), "nothing to redo"),
        "redo twice": (sit(CLUE, Undid(), Redid()), Redid(), "nothing to redo"),
        "a clue before the first game": (EMPTY, Did(CLUE), "no game has begun"),
    },
)
def test_where_there_is_nothing_the_group_is_told(sitting, event, sentence):
    with pytest.raises(CompanionError, match=sentence):
        follow(sitting, event)


# Games taken back


def test_a_game_taken_back_brings_the_one_before_back_and_can_be_redone():
    before = sit(CLUE, PLAY, Undid(), game=1)
    again = follow(before, Withdrew(2))
    assert again == sit(CLUE)._replace(successor=2)
    assert follow(again, Undid()).successor == 2


@pytest.mark.parametrize("event", [Did(CLUE), turns(CLUE, CLUE), Withdrew(3)])
def test_whatever_is_new_forgets_the_game_that_was_taken_back(event):
    assert follow(follow(sit(CLUE), Withdrew(2)), event).successor == (
        3 if event == Withdrew(3) else 0
    )


# Built again from its events


@cases(
    "game, events, gist",
    {
        "no events": (3, [], "game 3 has no beginning"),
        "only another game's end": (3, [Withdrew(4)], "game 3 has no beginning"),
        "an illegal action": (3, [GAME, Did(DISCARD)], "game 3 cannot be followed"),
        "undo of nothing": (3, [GAME, Undid()], "game 3 cannot be followed"),
        "an action before the beginning": (3, [Did(CLUE)], "game 3 cannot be followed"),
        "redo of nothing": (3, [GAME, Redid()], "game 3 cannot be followed"),
    },
)
def test_events_that_do_not_follow_from_each_other_are_no_game(game, events, gist):
    with pytest.raises(StoreError, match=gist):
        rebuild_sitting(game, events)


ACTIONS = (CLUE, CLUE, PLAY, DISCARD, MISFIRE, Misfire(), Discard(), Play(suit="W"))
STEPS = st.one_of(
    st.sampled_from((*ACTIONS, *[Undid()] * 6, *[Redid()] * 4)),
    st.lists(st.sampled_from(ACTIONS), max_size=4).map(lambda actions: turns(*actions)),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(STEPS, max_size=60))
def test_after_any_undo_redo_and_repair_undoing_all_gives_the_start_and_redoing_all_the_end(
    steps,
):
    sitting, events = begin(1, GAME), [GAME]
    for step in steps:
        event = step if isinstance(step, Undid | Redid | Repaired) else Did(step)
        before = sitting
        try:
            sitting = follow(sitting, event)
        except CompanionError:
            continue
        assert sitting.before == before.state or not isinstance(event, Did)
        events.append(event)
        assert sitting.state == sit(*sitting.actions).state
    assert rebuild_sitting(1, [read_event(*event_row(event)) for event in events]) == sitting
    end, undos = sitting, 0
    while sitting.has_steps:
        sitting = follow(sitting, Undid())
        undos += 1
    assert sitting.state == start(GAME.setup)
    for _ in range(undos):
        sitting = follow(sitting, Redid())
    assert sitting == end
