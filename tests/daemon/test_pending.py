"""The pending: a step counts once it is on disk, or once the disk has had time enough."""

import pytest

from companion.daemon.pending import MOMENT_S, PATIENCE_S, PendingStep
from companion.face.command import Begin, Do, Undo
from companion.face.state import Draft, face_at_start
from companion.game.actions import Clue, Discard
from companion.game.setup import Setup
from companion.journal.events import Began
from companion.journal.sitting import EMPTY, begin
from companion.journal.writer_messages import NotSaved, Saved

FACE = face_at_start(EMPTY)


class Hanging:
    """StoreInterface whose disk hangs; `written` has the tickets that wait."""

    def __init__(self):
        self.written = []

    def write(self, ticket, row):
        self.written.append(ticket)


@pytest.fixture
def pending():
    pending = PendingStep(Hanging())
    pending.open(begin(1, Began(Setup(3))), 1, True)
    return pending


def clue(pending, now):
    pending.commit(FACE, Do(Clue()), 0.0)
    return pending.settle_overdue(now)


def test_a_step_waits_for_the_disk(pending):
    assert clue(pending, 0.0) is None
    assert pending.deadlines(0.0) == [MOMENT_S, PATIENCE_S]
    assert pending.deadlines(MOMENT_S) == [PATIENCE_S]
    assert pending.settle_overdue(PATIENCE_S - 0.01) is None
    assert pending.under_way is not None
    assert not pending.sitting.steps
    assert pending.on_row(Saved(1)).after == pending.sitting
    assert pending.saved
    pending.settle_overdue(1.0)
    assert pending.deadlines(1.0) == []


def test_a_step_is_expected_on_disk_in_a_moment_and_then_no_more(pending):
    assert not pending.expects(0.0), "nothing is under way"
    clue(pending, 0.0)
    assert pending.expects(MOMENT_S - 0.001)
    assert not pending.expects(MOMENT_S)
    pending.on_row(Saved(1))
    assert not pending.expects(0.0)


def test_a_step_that_the_disk_has_for_too_long_counts_and_is_not_saved(pending):
    clue(pending, 0.0)
    settled = pending.settle_overdue(PATIENCE_S)
    assert settled.after == pending.sitting
    assert len(pending.sitting.steps) == 1
    assert not pending.saved
    assert pending.under_way is None


def test_while_the_disk_hangs_no_further_step_waits_for_it(pending):
    clue(pending, 0.0)
    pending.settle_overdue(PATIENCE_S)
    for number in range(2, 6):
        assert clue(pending, PATIENCE_S) is not None
        assert len(pending.sitting.steps) == number
    assert pending.deadlines(PATIENCE_S) == []


def test_all_is_saved_once_the_last_step_is(pending):
    clue(pending, 0.0)
    pending.settle_overdue(PATIENCE_S)
    clue(pending, PATIENCE_S)
    assert pending.on_row(Saved(1)) is None
    assert not pending.saved
    assert pending.on_row(Saved(2)) is None
    assert pending.saved
    assert clue(pending, 10.0) is None
    assert pending.deadlines(11.0) == [10.0 + PATIENCE_S], (
        "the disk answers again, so a step waits for it"
    )


def test_a_disk_that_says_no_after_all_leaves_the_steps_unsaved(pending):
    clue(pending, 0.0)
    pending.settle_overdue(PATIENCE_S)
    assert pending.on_row(NotSaved(1, "full")) is None
    assert not pending.saved
    assert len(pending.sitting.steps) == 1


# Which turns would be lost


def kept_until(pending, ticket, *commands):
    """Carry out commands that all fail to be saved but those up to a ticket."""
    for number, command in enumerate(commands, 1):
        pending.commit(FACE, command, 0.0)
        pending.on_row(Saved(number) if number <= ticket else NotSaved(number, "full"))
    return pending.lost_turn


CLUE = Do(Clue())


@pytest.mark.parametrize(
    ("ticket", "commands", "lost"),
    [
        (2, (CLUE, CLUE), None),
        (2, (CLUE, CLUE, CLUE, CLUE), 3),
        (0, (CLUE, CLUE), 1),
        (2, (CLUE, CLUE, Undo()), 2),  # what would be there again is the turn that was undone
        (2, (CLUE, CLUE, Undo(), Do(Discard())), 2),
        (1, (CLUE, CLUE, Undo()), None),  # as it is kept, though not all that led to it
        (1, (CLUE, Begin(Draft(Setup(3)))), 0),
    ],
)
def test_lost_is_what_differs_from_what_is_on_disk(pending, ticket, commands, lost):
    assert kept_until(pending, ticket, *commands) == lost


def test_nothing_is_lost_any_more_once_the_disk_works_again(pending):
    assert kept_until(pending, 1, CLUE, CLUE, CLUE) == 2
    pending.on_row(Saved(3))
    assert (pending.saved, pending.lost_turn) == (True, None)


def test_a_store_that_opened_with_a_problem_has_lost_nothing_before_the_first_turn():
    pending = PendingStep(Hanging())
    pending.open(begin(1, Began(Setup(3))), 1, False)
    assert pending.lost_turn is None
    assert kept_until(pending, 0, CLUE) == 1


def test_without_any_game_nothing_is_lost():
    pending = PendingStep(Hanging())
    pending.open(EMPTY, 0, False)
    assert pending.lost_turn is None
