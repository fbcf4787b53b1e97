"""Faults of the copy, through the writer: every step is answered, and the copy has all of it
afterwards.
"""

import os
import time
from contextlib import closing

import pytest

from companion.errors import Damaged
from companion.journal import writer as writer_module
from companion.journal.copy.file import COPY
from companion.journal.copy.lines import decode
from companion.journal.events import Undid
from companion.journal.sqlite import beside
from companion.journal.store import FILE, Store
from companion.journal.writer_messages import Cause, CopyMended, NotSaved, Opened, Saved, SetAside
from tests.journal.on_disk import CLUE, PLAY, Table, rows
from tests.rig.writers import Harness, put_in, take_out

LONGEST = 60
"""Bytes of a line of a step, or more."""


@pytest.fixture
def harness(tmp_path):
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    assert isinstance(harness.hear(), Opened)
    yield harness
    harness.writer.stop()


@pytest.fixture
def copy(tmp_path):
    return beside(tmp_path / FILE, COPY)


def copied(copy):
    """The rows in a copy."""
    lines = [decode(piece) for piece in copy.read_bytes().splitlines(keepends=True)]
    return [tuple(line) for line in lines if line is not None and line.id]


def enter(harness):
    """Enter a step, and let the writer finish with it."""
    ticket = harness.do(Undid() if harness.sitting.steps else CLUE)
    while (answer := harness.hear()) != Saved(ticket):
        assert isinstance(answer, CopyMended), answer
    harness.settle()


class Fault:
    """A folder that takes some bytes of a line, and then fails."""

    def __init__(self, how, taken, copy):
        self.how, self.taken, self.copy = how, taken, copy
        self._pwrite = os.pwrite

    def pwrite(self, handle, data, at):
        """Write as much as the folder takes."""
        if self.how == "vanishing":
            self.copy.unlink()
            return self._pwrite(handle, data, at)
        count = self._pwrite(handle, data[: self.taken], at) if self.taken else 0
        if self.how == "full":
            return count
        raise OSError({"failing": 5, "read-only": 30}[self.how], self.how)


@pytest.mark.parametrize("how", ["full", "failing", "read-only", "vanishing"])
def test_a_folder_that_fails_at_any_byte_of_a_line_stops_no_game(
    harness, tmp_path, copy, monkeypatch, how
):
    harness.begin()
    harness.hear()
    harness.settle()
    for taken in range(0, LONGEST, 1 if how == "failing" else 9):
        with monkeypatch.context() as failing:
            failing.setattr(os, "pwrite", Fault(how, taken, copy).pwrite)
            enter(harness)
        if taken % 2:
            enter(harness)
            assert copied(copy) == rows(tmp_path), taken
    enter(harness)
    assert copied(copy) == rows(tmp_path)


@pytest.mark.parametrize("taken", range(0, LONGEST, 9))
def test_a_folder_that_goes_away_at_any_byte_of_a_line_has_all_steps_when_it_is_back(
    tmp_path, monkeypatch, taken
):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    state = tmp_path / "games"
    harness = Harness(Store(state))
    harness.writer.start()
    assert isinstance(harness.hear(), Opened)
    harness.begin()
    harness.hear()
    harness.settle()
    pwrite = os.pwrite

    def cut_short(handle, data, at):
        count = pwrite(handle, data[:taken], at) if taken else 0
        take_out(state)
        return count

    with monkeypatch.context() as gone:
        gone.setattr(os, "pwrite", cut_short)
        enter(harness)
    ticket = harness.do(CLUE)
    assert isinstance(harness.hear(), NotSaved)
    put_in(state)
    while (answer := harness.hear()) != Saved(ticket):
        assert isinstance(answer, NotSaved | CopyMended), answer
    enter(harness)
    harness.writer.stop()
    assert copied(beside(state / FILE, COPY)) == rows(state)
    assert len(rows(state)) == 4


def test_after_a_flush_that_failed_the_line_is_written_again(harness, tmp_path, copy, monkeypatch):
    harness.begin()
    harness.hear()
    harness.settle()
    flushes = []

    def fail_once(handle):
        flushes.append(handle)
        if len(flushes) == 1:
            raise OSError(5, "Input/output error")
        copy.write_bytes(
            copy.read_bytes()[: -len(lost)] + bytes(len(lost))
        )  # what it called done is not
        return os.fsync(handle)

    lost = b"half of the line"
    monkeypatch.setattr(os, "fdatasync", fail_once)
    enter(harness)
    monkeypatch.undo()
    written = []
    pwrite = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda *args: written.append(args[1]) or pwrite(*args))
    enter(harness)
    assert len(flushes) == 1
    assert next(line.count(b"\n") for line in written) == 2, "the line before, and the next one"
    assert copied(copy) == rows(tmp_path)


@pytest.mark.parametrize("delay", [0.0, 0.03, 0.3])
def test_a_step_is_answered_before_its_copy_and_the_next_one_waits_for_that_flush_alone(
    harness, monkeypatch, delay
):
    harness.begin()
    harness.hear()
    harness.settle()
    done = []
    append, flush, post = Store.append, os.fdatasync, harness.writer._post

    def written(*args):
        append(*args)
        done.append("row")

    def flushed(handle):
        time.sleep(delay)
        flush(handle)
        done.append("flush")

    def told(message):
        done.append(type(message).__name__)
        post(message)

    monkeypatch.setattr(Store, "append", written)
    monkeypatch.setattr(os, "fdatasync", flushed)
    monkeypatch.setattr(harness.writer, "_post", told)
    harness.do(CLUE)
    harness.do(Undid())
    harness.hear()
    harness.hear()
    harness.settle()
    assert done == 2 * ["row", "Saved", "flush"]


def alone(directory, content):
    """A store that is made of a copy alone; gives its rows."""
    directory.mkdir()
    beside(directory / FILE, COPY).write_bytes(content)
    with closing(Store(directory)) as store:
        try:
            store.current()
        except Damaged:
            store.renew()
        store.current()
    return rows(directory)


def test_a_copy_saved_in_the_middle_of_a_write_lacks_the_half_line_alone(tmp_path, copy):
    table = Table(tmp_path)
    table.begin(1)
    table.do(CLUE, PLAY, CLUE)
    table.store.close()
    content, wanted = copy.read_bytes(), rows(tmp_path)
    begin = content.rindex(b"\n", 0, -1) + 1
    for number, cut in enumerate([begin, begin + 9, begin + 20, len(content) - 1]):
        assert alone(tmp_path / str(number), content[:cut]) == wanted[:-1], cut
    assert alone(tmp_path / "whole", content) == wanted


@pytest.mark.parametrize("how", ["replaced", "written in place"])
def test_an_editor_that_changes_a_line_while_the_games_are_open(tmp_path, copy, how):
    """SQLite's row stands; the edited file is kept, and told at once or at the next start."""
    told = []
    table = Table(tmp_path)
    table.store.copying.post = told.append
    table.begin(1)
    table.do(CLUE, PLAY)
    table.store.copy_on()
    edited = copy.read_bytes().replace(b'"R1"', b'"R2", "note": "no"')
    assert edited != copy.read_bytes()
    if how == "replaced":
        (tmp_path / "edited").write_bytes(edited)
        os.replace(tmp_path / "edited", copy)
    else:
        copy.write_bytes(edited)
    table.do(CLUE)
    table.store.copy_on()
    table.store.close()
    with closing(Store(tmp_path)) as store:
        store.copying.post = told.append
        assert store.current() == table.sitting
    (message,) = told
    assert message == SetAside(f"games.damaged-1.sqlite3{COPY}", Cause.COPY_DAMAGED)
    assert b'"note": "no"' in (tmp_path / message.name).read_bytes()
    assert copied(copy) == rows(tmp_path)


def test_rows_of_an_earlier_version_are_caught_up_while_it_plays_on(tmp_path, copy, monkeypatch):
    """Downgrade, some games, upgrade: the copy lacks more than a start waits for."""
    table = Table(tmp_path)
    table.begin(1)
    table.store.close()
    before = copy.read_bytes()
    for _ in range(20):
        table.do(CLUE, Undid())
    table.store.close()
    copy.write_bytes(before)
    monkeypatch.setattr("companion.journal.copying._NEWEST", 10)
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    assert harness.hear().sitting == table.sitting
    assert copied(copy) == [rows(tmp_path)[0], *rows(tmp_path)[-10:]]
    harness.sitting = table.sitting
    enter(harness)
    assert copied(copy)[-1] == rows(tmp_path)[-1]
    assert len(copied(copy)) == 12, "a step waits for no other row"
    harness.writer.stop()
    assert sorted(set(copied(copy))) == rows(tmp_path)
