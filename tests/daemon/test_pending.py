"""The pending: a step counts once it is on disk, or once the disk has had time enough."""

import pytest

from companion.daemon.pending import MOMENT_S, PATIENCE_S, PendingStep
from companion.face.command import Do
from companion.game.actions import Clue
from companion.game.setup import Setup
from companion.table.events import Began
from companion.table.sitting import begin
from companion.table.writer_messages import NotSaved, Saved


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
    pending.grant(Do(Clue()), None)
    return pending.overdue(now)


def test_a_step_waits_for_the_disk(pending):
    assert clue(pending, 0.0) is None
    assert pending.deadlines(0.0) == [MOMENT_S, PATIENCE_S]
    assert pending.deadlines(MOMENT_S) == [PATIENCE_S]
    assert pending.overdue(PATIENCE_S - 0.01) is None
    assert pending.busy
    assert not pending.sitting.steps
    assert pending.landed(Saved(1)).after == pending.sitting
    assert pending.saved
    pending.overdue(1.0)
    assert pending.deadlines(1.0) == []


def test_a_step_is_expected_on_disk_in_a_moment_and_then_no_more(pending):
    assert not pending.expects(0.0), "nothing is under way"
    clue(pending, 0.0)
    assert pending.expects(MOMENT_S - 0.001)
    assert not pending.expects(MOMENT_S)
    pending.landed(Saved(1))
    assert not pending.expects(0.0)


def test_a_step_that_the_disk_has_for_too_long_counts_and_is_not_saved(pending):
    clue(pending, 0.0)
    settled = pending.overdue(PATIENCE_S)
    assert settled.after == pending.sitting
    assert len(pending.sitting.steps) == 1
    assert not pending.saved
    assert not pending.busy


def test_while_the_disk_hangs_no_further_step_waits_for_it(pending):
    clue(pending, 0.0)
    pending.overdue(PATIENCE_S)
    for number in range(2, 6):
        assert clue(pending, PATIENCE_S) is not None
        assert len(pending.sitting.steps) == number
    assert pending.deadlines(PATIENCE_S) == []


def test_all_is_saved_once_the_last_step_is(pending):
    clue(pending, 0.0)
    pending.overdue(PATIENCE_S)
    clue(pending, PATIENCE_S)
    assert pending.landed(Saved(1)) is None
    assert not pending.saved
    assert pending.landed(Saved(2)) is None
    assert pending.saved
    assert clue(pending, 10.0) is None
    assert pending.deadlines(11.0) == [10.0 + PATIENCE_S], "the disk answers again, so a step waits for it"


def test_a_disk_that_says_no_after_all_leaves_the_steps_unsaved(pending):
    clue(pending, 0.0)
    pending.overdue(PATIENCE_S)
    assert pending.landed(NotSaved(1, "full")) is None
    assert not pending.saved
    assert len(pending.sitting.steps) == 1
