"""The ledger: a step counts once it is on disk, or once the disk has had time enough."""

import pytest

from companion.daemon.pending import MOMENT, PATIENCE, Ledger
from companion.face.command import Do
from companion.game.actions import Clue
from companion.game.setup import Setup
from companion.table.events import Began
from companion.table.sitting import begin
from companion.table.writer import NotSaved, Saved


class Hanging:
    """Books whose disk hangs; `written` has the tickets that wait."""

    def __init__(self):
        self.written = []

    def write(self, ticket, row):
        self.written.append(ticket)


@pytest.fixture
def ledger():
    ledger = Ledger(Hanging())
    ledger.open(begin(1, Began(Setup(3))), 1, True)
    return ledger


def clue(ledger, now):
    ledger.grant(Do(Clue()), None)
    return ledger.overdue(now)


def test_a_step_waits_for_the_disk(ledger):
    assert clue(ledger, 0.0) is None
    assert ledger.deadlines(0.0) == [MOMENT, PATIENCE]
    assert ledger.deadlines(MOMENT) == [PATIENCE]
    assert ledger.overdue(PATIENCE - 0.01) is None
    assert ledger.busy
    assert not ledger.sitting.steps
    assert ledger.landed(Saved(1)).after == ledger.sitting
    assert ledger.saved
    ledger.overdue(1.0)
    assert ledger.deadlines(1.0) == []


def test_a_step_is_expected_on_disk_in_a_moment_and_then_no_more(ledger):
    assert not ledger.expects(0.0), "nothing is under way"
    clue(ledger, 0.0)
    assert ledger.expects(MOMENT - 0.001)
    assert not ledger.expects(MOMENT)
    ledger.landed(Saved(1))
    assert not ledger.expects(0.0)


def test_a_step_that_the_disk_has_for_too_long_counts_and_is_not_saved(ledger):
    clue(ledger, 0.0)
    settled = ledger.overdue(PATIENCE)
    assert settled.after == ledger.sitting
    assert len(ledger.sitting.steps) == 1
    assert not ledger.saved
    assert not ledger.busy


def test_while_the_disk_hangs_no_further_step_waits_for_it(ledger):
    clue(ledger, 0.0)
    ledger.overdue(PATIENCE)
    for number in range(2, 6):
        assert clue(ledger, PATIENCE) is not None
        assert len(ledger.sitting.steps) == number
    assert ledger.deadlines(PATIENCE) == []


def test_all_is_saved_once_the_last_step_is(ledger):
    clue(ledger, 0.0)
    ledger.overdue(PATIENCE)
    clue(ledger, PATIENCE)
    assert ledger.landed(Saved(1)) is None
    assert not ledger.saved
    assert ledger.landed(Saved(2)) is None
    assert ledger.saved
    assert clue(ledger, 10.0) is None
    assert ledger.deadlines(11.0) == [10.0 + PATIENCE], "the disk answers again, so a step waits for it"


def test_a_disk_that_says_no_after_all_leaves_the_steps_unsaved(ledger):
    clue(ledger, 0.0)
    ledger.overdue(PATIENCE)
    assert ledger.landed(NotSaved(1, "full")) is None
    assert not ledger.saved
    assert len(ledger.sitting.steps) == 1
