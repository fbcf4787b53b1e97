"""A sitting: undo without limit, put back across a new action, and games taken back as a whole."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CompanionError, IllegalAction, StoreError
from companion.game.actions import Clue, Discard, Misfire, Play
from companion.game.cards import Card
from companion.game.edition import PRESETS
from companion.game.rules import apply, start
from companion.game.setup import Setup
from companion.game.view import state_json
from companion.table.events import (
    Amended,
    Began,
    Did,
    Dropped,
    PutBack,
    Returned,
    Undid,
    Withdrew,
    read,
    write,
)
from companion.table.sitting import EMPTY, NothingThere, begin, follow, rebuild

GAME = Began(Setup(3, PRESETS["classic"], "cards"))
CLUE, PLAY, DISCARD, MISFIRE = Clue(), Play(Card("R", 1)), Discard(Card("W", 4)), Misfire(Card("B", 3))


def sit(*events, game=1, began=GAME):
    """The sitting after these events; an action stands for having happened."""
    sitting = begin(game, began)
    for event in events:
        known = isinstance(event, Amended | Undid | PutBack | Dropped | Withdrew | Returned)
        sitting = follow(sitting, event if known else Did(event))
    return sitting


def table(sitting):
    return state_json(sitting.state)


# A game


def test_before_the_first_game_ever_there_is_no_table():
    assert (EMPTY.state, EMPTY.setup, EMPTY.playing, EMPTY.actions) == (None, None, False, ())


def test_a_game_begins_with_its_deal():
    sitting = begin(4, GAME)
    assert (sitting.game, sitting.state, sitting.actions, sitting.playing) == (4, start(GAME.setup), (), True)


def test_actions_follow_each_other():
    sitting = sit(CLUE, DISCARD, PLAY)
    assert sitting.actions == (CLUE, DISCARD, PLAY)
    assert sitting.state == apply(apply(apply(start(GAME.setup), CLUE), DISCARD), PLAY)


def test_an_illegal_action_is_refused():
    with pytest.raises(IllegalAction, match="all 8 clue tokens"):
        follow(sit(), Did(DISCARD))


def test_a_game_that_is_over_is_not_in_progress():
    assert not sit(MISFIRE, MISFIRE, Misfire()).playing


# Named a moment later


def test_a_step_told_again_with_its_card_is_one_step():
    sitting = sit(CLUE, Discard(), Amended(DISCARD))
    assert sitting == sit(CLUE, DISCARD)
    assert table(follow(sitting, Undid())) == table(sit(CLUE))


@pytest.mark.parametrize(
    ("sitting", "action"),
    [
        pytest.param(sit(), DISCARD, id="no step"),
        pytest.param(sit(CLUE), DISCARD, id="a clue is no discard"),
        pytest.param(sit(Misfire()), Misfire(Card("R", 1)), id="a misfire that would have fitted"),
    ],
)
def test_a_step_that_cannot_have_been_that_is_refused(sitting, action):
    with pytest.raises(CompanionError):
        follow(sitting, Amended(action))


@pytest.mark.parametrize(
    ("actions", "before"),
    [
        pytest.param((), (), id="the start"),
        pytest.param((CLUE,), (), id="one step"),
        pytest.param((CLUE, PLAY), (CLUE,), id="two steps"),
    ],
)
def test_the_table_before_the_last_step_is_known(actions, before):
    assert sit(*actions).before == sit(*before).state


# Undo


def undone(sitting):
    return tuple(did.action for did in sitting.undone)


def test_undo_takes_the_last_action_back_and_restores_the_turn():
    assert table(sit(CLUE, PLAY, Undid())) == table(sit(CLUE))
    assert undone(sit(CLUE, PLAY, Undid())) == (PLAY,)


def test_undo_brings_a_lost_game_back():
    sitting = sit(MISFIRE, Misfire(), Misfire(), Undid())
    assert (sitting.playing, sitting.state.fuses) == (True, 1)


@pytest.mark.parametrize("more", [(), (DISCARD,), (DISCARD, MISFIRE, CLUE)])
def test_undoing_all_gives_the_start(more):
    sitting = sit(CLUE, PLAY, *more)
    for _ in sitting.actions:
        sitting = follow(sitting, Undid())
    assert (sitting.state, sitting.actions) == (start(GAME.setup), ())
    assert undone(sitting) == (CLUE, PLAY, *more)


def test_undo_never_reshuffles_the_bonus_tiles():
    began = Began(
        Setup(2, PRESETS["flamboyants"]), tiles=("value", "clue", "repair", "colour", "replay", "recycle")
    )
    sitting = sit(*[Play(suit="R")] * 5, Undid(), PutBack(), began=began)
    assert sitting.state.bonus_pending
    assert sitting.began.tiles == began.tiles


# Put back


def test_put_back_is_the_undone_action_again():
    sitting = sit(CLUE, PLAY, Undid(), Undid(), PutBack(), PutBack())
    assert sitting == sit(CLUE, PLAY)


def test_put_back_survives_a_new_action():
    three = sit(CLUE, PLAY, MISFIRE, Undid(), Undid(), Undid())
    sitting = follow(follow(three, Did(CLUE)), Did(DISCARD))
    for left in ((PLAY, MISFIRE), (MISFIRE,), ()):
        sitting = follow(sitting, PutBack())
        assert undone(sitting) == left
    assert sitting.actions == (CLUE, DISCARD, CLUE, PLAY, MISFIRE)
    assert table(sitting) == table(sit(CLUE, DISCARD, CLUE, PLAY, MISFIRE))


def test_undo_after_a_new_action_puts_it_before_the_others():
    sitting = sit(CLUE, PLAY, Undid(), MISFIRE, Undid())
    assert undone(sitting) == (MISFIRE, PLAY)
    assert follow(follow(sitting, PutBack()), PutBack()).actions == (CLUE, MISFIRE, PLAY)


def test_a_sticker_goes_the_way_of_its_action():
    tapped = follow(sit(CLUE), Did(DISCARD, "04a1"))
    assert [step.tag for step in tapped.steps] == ["", "04a1"]
    back = follow(tapped, Undid())
    assert back.undone == (Did(DISCARD, "04a1"),)
    assert follow(back, PutBack()) == tapped
    assert follow(sit(CLUE, Discard()), Amended(DISCARD, "04a1")) == tapped


def test_a_dropped_action_is_not_put_back():
    sitting = sit(CLUE, PLAY, MISFIRE, Undid(), Undid(), Dropped(), PutBack())
    assert (sitting.actions, undone(sitting)) == ((CLUE, MISFIRE), ())


def test_what_fits_no_more_is_refused_and_can_still_be_dropped():
    sitting = sit(CLUE, DISCARD, Undid(), Undid(), Dropped())
    with pytest.raises(IllegalAction, match="all 8 clue tokens"):
        follow(sitting, PutBack())
    assert undone(sitting) == (DISCARD,)
    assert undone(follow(sitting, Dropped())) == ()


@pytest.mark.parametrize(
    ("sitting", "event", "sentence"),
    [
        pytest.param(sit(), Undid(), "nothing to undo", id="undo at the start"),
        pytest.param(EMPTY, Undid(), "nothing to undo", id="undo before the first game"),
        pytest.param(sit(CLUE), PutBack(), "nothing to put back", id="put back without undo"),
        pytest.param(sit(CLUE, Undid(), PutBack()), PutBack(), "nothing to put back", id="put back twice"),
        pytest.param(sit(CLUE), Dropped(), "nothing to put back", id="drop without undo"),
        pytest.param(EMPTY, Did(CLUE), "no game has begun", id="a clue before the first game"),
    ],
)
def test_where_there_is_nothing_the_group_is_told(sitting, event, sentence):
    with pytest.raises(NothingThere, match=sentence):
        follow(sitting, event)


# Games taken back


def test_a_game_taken_back_leaves_the_one_before_as_it_was_and_can_be_put_back():
    before = sit(CLUE, PLAY, Undid(), game=1)
    again = follow(before, Withdrew(2))
    assert again == before._replace(successor=2)
    assert follow(again, Did(CLUE)).successor == 2


def test_the_first_game_ever_can_be_taken_back_too():
    again = follow(EMPTY, Withdrew(1))
    assert (again.state, again.successor) == (None, 1)


def test_a_later_game_that_shall_not_come_back_is_forgotten():
    assert follow(follow(sit(CLUE), Withdrew(2)), Withdrew(0)).successor == 0


# Built again from its events


def test_the_events_of_a_game_build_it_again():
    events = [GAME, Did(CLUE), Did(PLAY), Undid(), Did(MISFIRE), PutBack(), Undid(), Withdrew(5), Returned()]
    assert rebuild(3, events) == sit(CLUE, PLAY, Undid(), MISFIRE, PutBack(), Undid(), Withdrew(5), game=3)


@pytest.mark.parametrize(
    ("game", "events", "gist"),
    [
        pytest.param(3, [], "game 3 has no beginning", id="no events"),
        pytest.param(3, [Withdrew(4)], "game 3 has no beginning", id="only another game's end"),
        pytest.param(3, [GAME, Did(DISCARD)], "game 3 cannot be followed", id="an illegal action"),
        pytest.param(3, [GAME, Undid()], "game 3 cannot be followed", id="undo of nothing"),
        pytest.param(3, [Did(CLUE)], "game 3 cannot be followed", id="an action before the beginning"),
        pytest.param(3, [GAME, PutBack()], "game 3 cannot be followed", id="put back of nothing"),
    ],
)
def test_events_that_do_not_follow_from_each_other_are_no_game(game, events, gist):
    with pytest.raises(StoreError, match=gist):
        rebuild(game, events)


def test_before_the_first_game_there_may_be_nothing_or_a_game_taken_back():
    assert rebuild(0, []) == EMPTY
    assert rebuild(0, [Withdrew(1)]).successor == 1


STEPS = st.sampled_from(
    (
        CLUE,
        CLUE,
        PLAY,
        DISCARD,
        MISFIRE,
        Misfire(),
        Discard(),
        Play(suit="W"),
        *[Undid()] * 6,
        *[PutBack()] * 4,
        Dropped(),
    )
)


@settings(max_examples=150, deadline=None)
@given(st.lists(STEPS, max_size=60))
def test_whatever_was_undone_and_put_back_the_actions_are_the_game(steps):
    sitting, events = begin(1, GAME), [GAME]
    for step in steps:
        event = step if isinstance(step, Undid | PutBack | Dropped) else Did(step)
        try:
            sitting = follow(sitting, event)
        except CompanionError:
            continue
        events.append(event)
        assert sitting.state == sit(*sitting.actions).state
    assert rebuild(1, [read(*write(event)) for event in events]) == sitting
    while sitting.steps:
        sitting = follow(sitting, Undid())
    assert sitting.state == start(GAME.setup)
