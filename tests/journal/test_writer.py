"""The writer: one thread writes every step in order, and loses none while the disk refuses."""

import errno
import os
import sqlite3
import threading
import time
from contextlib import closing
from functools import partial
from queue import SimpleQueue

import pytest

from companion.errors import StoreError
from companion.game.actions import Clue, Misfire
from companion.game.setup import Setup
from companion.journal import past_games
from companion.journal import writer as writer_module
from companion.journal.events import Began, Did, Undid
from companion.journal.index import GamesIndex
from companion.journal.reader import FILE
from companion.journal.sitting import EMPTY, begin
from companion.journal.store import Store
from companion.journal.writer_messages import Loaded, NotSaved, Opened, Saved
from tests.rig.samples import within
from tests.rig.waiting import until
from tests.rig.writers import (
    FULL,
    FullDisk,
    Harness,
    played,
    put_in,
    rows,
    take_out,
)


def started(store):
    """A writer that runs, and what it said first."""
    harness = Harness(store)
    harness.writer.start()
    return harness, harness.hear()


@pytest.fixture
def harness(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    harness, opened = started(FullDisk(tmp_path))
    assert opened == Opened(EMPTY, 0, None)
    yield harness
    harness.store.full = False
    harness.writer.stop()


@pytest.fixture
def playing(harness):
    """The same, with a game that was begun."""
    harness.begin()
    assert harness.hear() == Saved(1)
    return harness


HISTORY = partial(past_games.history_json, limit=5)


def on_disk(harness):
    """What a companion would find that starts now."""
    with closing(Store(harness.store.path.parent)) as store:
        return store.current()


# All is well


def test_the_first_answer_is_where_the_group_left_off(tmp_path):
    first, _ = started(Store(tmp_path))
    first.begin()
    first.do(Did(Clue()))
    first.writer.stop()
    second, opened = started(Store(tmp_path))
    assert opened == Opened(first.sitting, 1, None)
    second.writer.stop()


def test_steps_keep_their_order(harness):
    harness.begin()
    for _ in range(8):
        harness.do(Did(Clue()))
    harness.do(Undid())
    assert [harness.hear() for _ in range(10)] == [Saved(ticket) for ticket in range(1, 11)]
    assert on_disk(harness) == harness.sitting


def test_no_step_waits_for_an_answer(playing):
    asked, answered, answers = threading.Event(), threading.Event(), SimpleQueue()

    def slow(store):
        games = store.history(5)
        asked.set()
        answered.wait(60)
        return {"history": games}

    playing.writer.answer_query(slow, answers.put)
    assert asked.wait(30)
    for _ in range(3):
        playing.do(Did(Clue()))
    assert [playing.hear() for _ in range(3)] == [Saved(ticket) for ticket in (2, 3, 4)]
    playing.writer.answer_query(HISTORY, answers.put)
    answered.set()
    assert [answers.get(timeout=30)["history"][0]["turn"] for _ in range(2)] == [1, 4]


def test_an_answer_waits_for_one_flush_and_not_for_the_index(playing, monkeypatch):
    indexing, go_on = threading.Event(), threading.Event()
    follow_up = Store.follow_up

    def slowly(store):
        indexing.set()
        assert go_on.wait(30)
        follow_up(store)

    monkeypatch.setattr(Store, "follow_up", slowly)
    first = playing.do(Did(Clue()))
    assert playing.hear() == Saved(first), "while it is not in the index yet"
    assert indexing.wait(30)
    second = playing.do(Did(Clue()))
    assert playing.silent(0.1), "the row before it is not in the index yet"
    go_on.set()
    assert playing.hear() == Saved(second)


# The disk is full


def test_everything_that_happened_on_a_full_disk_is_written_in_order(playing):
    playing.store.full = True
    for ticket in range(2, 7):
        assert playing.do(Did(Misfire() if ticket == 4 else Clue())) == ticket
        assert playing.hear() == NotSaved(ticket, FULL)
    assert playing.silent(0.2), "the same problem was told again"
    playing.store.full = False
    assert playing.hear() == Saved(6)
    assert on_disk(playing) == playing.sitting
    playing.do(Undid())
    assert playing.hear() == Saved(7)


def test_what_waits_is_written_when_the_writer_stops(harness, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 60.0)
    harness.store.full = True
    harness.begin()
    assert isinstance(harness.hear(), NotSaved)
    harness.store.full = False
    harness.writer.stop()
    assert on_disk(harness) == harness.sitting


def test_a_writer_that_cannot_write_at_the_end_stops_all_the_same(harness):
    harness.store.full = True
    harness.begin()
    harness.hear()
    began = time.monotonic()
    harness.writer.stop()
    assert time.monotonic() - began < within(2)
    assert not any(thread.name == "writer" for thread in threading.enumerate())


def test_the_history_is_answered_while_steps_wait(playing):
    playing.store.full = True
    playing.do(Did(Clue()))
    playing.hear()
    assert [game["turn"] for game in playing.look(HISTORY)["history"]] == [1]


def test_a_game_loaded_while_its_last_steps_wait_has_them_or_is_refused(playing):
    playing.store.full = True
    playing.do(Did(Clue()))
    first = playing.sitting
    playing.begin(2)
    playing.hear(), playing.hear()
    playing.writer.load_game(1)
    answer = playing.hear()
    assert answer.sitting in (None, first), "a step that was shown is missing from the game"
    assert answer.sitting or answer.problem


# Calls that fail, and what they leave behind


class FailingCall:
    """A call to the system that fails so many times, before or after it did its work."""

    def __init__(self, monkeypatch, name, fails, after):
        self.fails, self.after = fails, after
        self._call = getattr(os, name)
        monkeypatch.setattr(os, name, self)

    def __call__(self, *arguments):
        failing = self.fails > 0
        self.fails -= failing
        if failing and not self.after:
            raise OSError(errno.EIO, "refused")
        result = self._call(*arguments)
        if failing:
            raise OSError(errno.EIO, "refused")
        return result


@pytest.mark.parametrize("fails", [1, 3, 6])
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("name", ["pwrite", "fdatasync"])
def test_a_row_whose_write_or_flush_failed_is_written_once(
    playing, tmp_path, monkeypatch, name, after, fails
):
    call = FailingCall(monkeypatch, name, fails, after)
    for event in (Did(Clue()), Did(Misfire()), Undid()):
        playing.do(event)
    while playing.hear() != Saved(4):
        pass
    assert not call.fails
    playing.writer.stop()
    assert rows(tmp_path) == ["new", "do", "do", "undo"]
    assert on_disk(playing) == playing.sitting


def test_half_a_line_is_written_over(playing, tmp_path, monkeypatch):
    pwrite, room = os.pwrite, [7, 30, 0]

    def little(handle, content, at):
        return pwrite(handle, content[: room.pop()] if room else content, at)

    monkeypatch.setattr(os, "pwrite", little)
    playing.do(Did(Clue()))
    while playing.hear() != Saved(2):
        pass
    playing.writer.stop()
    assert rows(tmp_path) == ["new", "do"]


def test_an_index_that_cannot_be_written_stops_nothing(playing, tmp_path, monkeypatch, caplog):
    take = GamesIndex.take_rows

    def full(index, *arguments):
        if index.path.name:  # and not one that goes with this process
            raise StoreError(FULL)
        take(index, *arguments)

    monkeypatch.setattr(GamesIndex, "take_rows", full)
    for number in range(2, 5):
        playing.do(Did(Clue()))
        assert playing.hear() == Saved(number)
    playing.settle()
    assert caplog.text.count(f"the index of the games: {FULL}") == 1
    assert playing.look(HISTORY)["history"][0]["turn"] == 4, "by an index of its own"
    monkeypatch.setattr(GamesIndex, "take_rows", take)
    playing.do(Did(Misfire()))
    assert playing.hear() == Saved(5)
    playing.settle()
    assert "it follows again" in caplog.text
    assert playing.look(HISTORY)["history"][0]["turn"] == 5
    playing.writer.stop()


def test_a_damaged_index_is_made_anew_while_the_table_plays(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "QUIET_S", 0.01)
    harness, _ = started(Store(tmp_path))
    harness.begin()
    harness.hear()
    harness.settle()
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as db, db:
        db.execute("DROP TABLE game")
    harness.do(Did(Clue()))
    assert harness.hear() == Saved(2)
    assert harness.hear().name == "games.damaged-1.sqlite3"
    until(lambda: harness.look(HISTORY).get("history"))
    harness.writer.stop()
    assert on_disk(harness) == harness.sitting


# The files cannot be opened at the start


def test_files_that_cannot_be_opened_are_told_and_the_game_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    state = tmp_path / "state"
    state.write_text("a file where the folder should be")
    harness, opened = started(Store(state))
    assert (opened.sitting, opened.latest) == (EMPTY, 0)
    assert "cannot be used" in opened.problem
    harness.begin()
    assert isinstance(harness.hear(), NotSaved)
    state.unlink()
    assert harness.hear() == Saved(1)
    assert on_disk(harness) == harness.sitting
    harness.writer.stop()


def test_a_preference_that_could_not_be_kept_is_kept_later(playing, monkeypatch):
    prefer = Store.prefer
    refused = iter((True, True))

    def prefer_later(store, key, value):
        if next(refused, False):
            raise StoreError(FULL)
        prefer(store, key, value)

    monkeypatch.setattr(Store, "prefer", prefer_later)
    playing.writer.prefer("help", "off")
    assert playing.hear() == Saved(1)
    assert playing.store.kept.preferences == {"help": "off"}


# Damage


def test_games_that_joined_others_still_know_which_was_before(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    state = tmp_path / "state"
    played(state)
    take_out(state)
    harness, _ = started(Store(state))
    harness.begin(1)
    harness.do(Did(Misfire()))
    first = harness.sitting
    second = Began(Setup(4), previous=1)
    harness.sitting = begin(2, second)
    ticket = harness._write(second)
    put_in(state)
    while harness.hear() != Saved(ticket):
        pass
    harness.writer.load_game(1)
    assert harness.hear() == Loaded(first, None)
    harness.writer.load_game(2)
    assert harness.hear() == Loaded(harness.sitting, None)
    harness.writer.stop()
    with closing(Store(state)) as store:
        current = store.current()
        assert (current.game, current.began.previous) == (3, 2)
        assert store.load_game(2).actions == first.actions


def test_a_mistake_of_the_program_is_no_damage_and_the_file_stays(playing, tmp_path, monkeypatch):

    def mistaken(*args):
        raise KeyError("a mistake")

    with monkeypatch.context() as broken:
        broken.setattr("companion.journal.agreeing.encode", mistaken)
        playing.do(Did(Clue()))
        told = playing.hear()
        assert isinstance(told, NotSaved)
        assert "the companion made a mistake with its games: KeyError('a mistake')" in told.problem
    assert playing.hear() == Saved(2)
    playing.writer.stop()
    assert on_disk(playing) == playing.sitting
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.sqlite3", FILE]


def test_a_mistake_while_the_games_are_read_is_told_and_the_file_stays(
    playing, tmp_path, monkeypatch
):
    playing.writer.stop()

    def mistaken(*args):
        raise TypeError("a mistake")

    monkeypatch.setattr("companion.journal.store.sitting_of", mistaken)
    again, opened = started(Store(tmp_path))
    assert "mistake" in opened.problem
    again.writer.stop()
    assert sorted(path.name for path in tmp_path.iterdir() if "damaged" in path.name) == []
