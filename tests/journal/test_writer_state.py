"""The states of the writer: every pair of a state and an event, and what the writer really does."""

from itertools import product

import pytest

from companion.errors import StoreError
from companion.game.actions import Clue
from companion.journal import writer as writer_module
from companion.journal.events import Did
from companion.journal.sitting import EMPTY
from companion.journal.store import Store
from companion.journal.writer_messages import NotSaved, Opened, Saved
from companion.journal.writer_state import WriterEvent, WriterState, next_state
from tests.rig.writers import FULL, FullDisk, Harness, damaged, played

PAIRS = {
    (WriterState.OPENING, WriterEvent.READ): WriterState.WELL,
    (WriterState.OPENING, WriterEvent.DOUBTED): WriterState.DOUBTFUL,
    (WriterState.OPENING, WriterEvent.FAILED): WriterState.FAILING,
    (WriterState.OPENING, WriterEvent.WRITTEN): WriterState.WELL,
    (WriterState.OPENING, WriterEvent.STOPPED): WriterState.CLOSED,
    (WriterState.WELL, WriterEvent.READ): WriterState.WELL,
    (WriterState.WELL, WriterEvent.DOUBTED): WriterState.DOUBTFUL,
    (WriterState.WELL, WriterEvent.FAILED): WriterState.FAILING,
    (WriterState.WELL, WriterEvent.WRITTEN): WriterState.WELL,
    (WriterState.WELL, WriterEvent.STOPPED): WriterState.CLOSED,
    (WriterState.DOUBTFUL, WriterEvent.READ): WriterState.DOUBTFUL,
    (WriterState.DOUBTFUL, WriterEvent.DOUBTED): WriterState.DOUBTFUL,
    (WriterState.DOUBTFUL, WriterEvent.FAILED): WriterState.FAILING,
    (WriterState.DOUBTFUL, WriterEvent.WRITTEN): WriterState.WELL,
    (WriterState.DOUBTFUL, WriterEvent.STOPPED): WriterState.CLOSED,
    (WriterState.FAILING, WriterEvent.READ): WriterState.FAILING,
    (WriterState.FAILING, WriterEvent.DOUBTED): WriterState.FAILING,
    (WriterState.FAILING, WriterEvent.FAILED): WriterState.FAILING,
    (WriterState.FAILING, WriterEvent.WRITTEN): WriterState.WELL,
    (WriterState.FAILING, WriterEvent.STOPPED): WriterState.CLOSED,
    **{(WriterState.CLOSED, event): WriterState.CLOSED for event in WriterEvent},
}


@pytest.mark.parametrize(("state", "event"), list(product(WriterState, WriterEvent)))
def test_every_pair_leads_to_one_state(state, event):
    assert next_state(state, event) is PAIRS[state, event]


def test_only_a_write_ends_doubt():
    for state, event in product(WriterState, WriterEvent):
        if state.in_doubt and not next_state(state, event).in_doubt:
            assert event in (WriterEvent.WRITTEN, WriterEvent.STOPPED)


@pytest.fixture
def changes(monkeypatch):
    """Every change of a writer's state: the event, and the state after it."""
    found = []
    now = writer_module.Writer._now

    def noted(writer, event):
        before = writer._state
        now(writer, event)
        assert writer._state is PAIRS[before, event]
        if writer._state is not before:
            found.append((event, writer._state))

    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    monkeypatch.setattr(writer_module.Writer, "_now", noted)
    return found


def test_a_disk_that_fills_up_and_is_freed(tmp_path, changes):
    harness = Harness(FullDisk(tmp_path))
    harness.writer.start()
    assert harness.hear() == Opened(EMPTY, 0, None)
    harness.begin()
    assert harness.hear() == Saved(1)
    harness.store.full = True
    harness.do(Did(Clue()))
    assert harness.hear() == NotSaved(2, FULL)
    harness.store.full = False
    assert harness.hear() == Saved(2)
    harness.writer.stop()
    assert changes == [
        (WriterEvent.READ, WriterState.WELL),
        (WriterEvent.FAILED, WriterState.FAILING),
        (WriterEvent.WRITTEN, WriterState.WELL),
        (WriterEvent.STOPPED, WriterState.CLOSED),
    ]


def test_a_damaged_file_is_doubted_until_everything_is_written(tmp_path, changes):
    played(tmp_path)
    damaged(tmp_path)
    changes.clear()
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    while harness.hear() != Saved(0):
        pass
    harness.writer.stop()
    assert changes == [
        (WriterEvent.DOUBTED, WriterState.DOUBTFUL),
        (WriterEvent.WRITTEN, WriterState.WELL),
        (WriterEvent.STOPPED, WriterState.CLOSED),
    ]


def test_a_store_that_cannot_be_opened_stays_opening_until_a_step_is_refused(tmp_path, changes):
    state = tmp_path / "state"
    state.write_text("a file where the folder should be")
    harness = Harness(Store(state))
    harness.writer.start()
    assert harness.hear().problem
    assert harness.silent(0.1)
    assert changes == []
    harness.begin()
    assert isinstance(harness.hear(), NotSaved)
    state.unlink()
    assert harness.hear() == Saved(1)
    harness.writer.stop()
    assert changes == [
        (WriterEvent.FAILED, WriterState.FAILING),
        (WriterEvent.WRITTEN, WriterState.WELL),
        (WriterEvent.STOPPED, WriterState.CLOSED),
    ]


def test_a_preference_that_is_refused_is_doubt(tmp_path, changes, monkeypatch):
    prefer, refused = Store.prefer, iter((True,))

    def once_refused(store, key, value):
        if next(refused, False):
            raise StoreError(FULL)
        prefer(store, key, value)

    monkeypatch.setattr(Store, "prefer", once_refused)
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    harness.hear()
    harness.writer.prefer("help", "off")
    assert harness.hear() == Saved(0)
    harness.writer.stop()
    assert changes[1:] == [
        (WriterEvent.DOUBTED, WriterState.DOUBTFUL),
        (WriterEvent.WRITTEN, WriterState.WELL),
        (WriterEvent.STOPPED, WriterState.CLOSED),
    ]
