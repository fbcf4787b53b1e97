"""The query thread: queries about the games are answered in their order, by files of its own."""

import os
import sqlite3
from contextlib import closing
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

from companion.journal import query_thread
from companion.journal.query_thread import QueryThread
from companion.journal.reader import FILE, GamesReader
from tests.rig.played import Table


class Harness:
    """A query thread beside a store, the answers that it gives, and the damage that it finds."""

    def __init__(self, store):
        self.answers, self.damage = SimpleQueue(), SimpleQueue()
        self.thread = QueryThread(store, self.damage.put)

    def ask(self, query):
        self.thread.ask(query, self.answers.put)

    def hear(self):
        return self.answers.get(timeout=30)


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    table.play(3)
    yield table
    table.store.close()


@pytest.fixture
def harness(table):
    harness = Harness(table.store)
    yield harness
    harness.thread.stop()


def games(store):
    return {"games": len(store.history(99))}


def open_files(folder):
    """How often the journal in a folder is open."""
    opened = (f"/proc/self/fd/{handle}" for handle in os.listdir("/proc/self/fd"))
    return sum(os.path.realpath(each) == str(folder / FILE) for each in opened)


def test_what_was_written_before_a_query_is_in_its_answer(table, harness):
    for number in range(2, 6):
        table.play(number)
        harness.ask(games)
        assert harness.hear() == {"ok": True, "games": number}


def test_an_index_that_is_gone_is_not_made_but_made_up_for(table, harness, tmp_path):
    (tmp_path / "games.sqlite3").unlink()
    harness.ask(games)
    assert harness.hear() == {"ok": True, "games": 1}
    assert not (tmp_path / "games.sqlite3").exists()


def log_gone(index):
    index.with_name(f"{index.name}-wal").unlink()


def log_cut(index):
    os.truncate(index.with_name(f"{index.name}-wal"), 0)


def replaced_by_a_folder(index):
    index.unlink()
    index.mkdir()


def led_nowhere(index):
    index.unlink()
    index.symlink_to("/nowhere/at/all")


@pytest.mark.parametrize("befall", [log_gone, log_cut, replaced_by_a_folder, led_nowhere])
def test_whatever_befalls_the_index_past_games_are_told(table, harness, tmp_path, befall):
    befall(tmp_path / "games.sqlite3")
    for number in range(1, 4):
        harness.ask(games)
        assert harness.hear() == {"ok": True, "games": number}
        with closing(GamesReader(tmp_path)) as reader:
            assert len(reader.history(99)) == number
        table.play(number + 1)


def test_of_an_index_that_the_doctor_finds_wrong_the_reader_made_up(table, tmp_path):
    log_gone(tmp_path / "games.sqlite3")
    with closing(GamesReader(tmp_path)) as reader:
        assert "cannot be opened" in reader.examine_files()[1]


def test_a_damaged_index_is_told_to_the_writer(table, harness, tmp_path):
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as db, db:
        db.execute("DROP TABLE game")
    harness.ask(games)
    assert harness.hear()["ok"]
    assert "no such table: game" in harness.damage.get(timeout=30)


def test_many_queries_leave_no_more_open_than_one(table, harness, tmp_path):
    files = []
    for _ in range(5):
        harness.ask(games)
        harness.hear()
        harness.ask(lambda store: {})
        harness.hear()
        files.append(open_files(tmp_path))
    assert files == files[:1] * 5


def test_what_was_asked_is_answered_before_it_stops(table, harness):
    for _ in range(5):
        harness.ask(games)
    harness.thread.stop()
    assert harness.answers.qsize() == 5


@pytest.mark.parametrize(
    ("took", "rests"),
    [(0.01, 0.01 * query_thread.REST), (5.0, query_thread.LONGEST_REST_S)],
    ids=["several_times_as_long", "never_for_long"],
)
def test_after_a_query_the_thread_leaves_the_time_to_a_press(
    table, harness, monkeypatch, took, rests
):
    slept, ticks = SimpleQueue(), iter((0.0, took))
    clock = SimpleNamespace(monotonic=lambda: next(ticks), sleep=slept.put)
    monkeypatch.setattr(query_thread, "time", clock)
    harness.ask(games)
    assert harness.hear()["ok"]
    assert slept.get(timeout=30) == pytest.approx(rests)
