"""The query thread: queries about the games are answered in their order, over a connection of its
own.
"""

import os
import threading
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

from companion.errors import StoreError
from companion.journal import query_thread
from companion.journal.query_thread import QueryThread
from companion.journal.reader import FILE
from tests.rig.played import Table


class Harness:
    """A query thread beside a store, the answers that it gives, and what it hands on."""

    def __init__(self, store):
        self.answers, self.handed_on = SimpleQueue(), SimpleQueue()
        self.thread = QueryThread(store.reader(), lambda *asked: self.handed_on.put(asked))

    def ask(self, query):
        asked = (query, self.answers.put)
        self.thread.ask(*asked)
        return asked

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


def open_files():
    return sum(
        os.path.realpath(f"/proc/self/fd/{fd}").endswith(FILE) for fd in os.listdir("/proc/self/fd")
    )


def test_answers_come_in_the_order_of_the_queries(table, harness):
    for number in range(20):
        harness.ask(lambda store, number=number: {"number": number, **games(store)})
    assert [harness.hear() for _ in range(20)] == [
        {"ok": True, "number": n, "games": 1} for n in range(20)
    ]


def test_what_was_written_before_a_query_is_in_its_answer(table, harness):
    for number in range(2, 6):
        table.play(number)
        harness.ask(games)
        assert harness.hear() == {"ok": True, "games": number}


def test_without_a_query_there_is_no_thread(harness):
    assert "queries" not in [thread.name for thread in threading.enumerate()]


def test_it_writes_nothing(table, harness):
    harness.ask(lambda store: store.prefer("help", "off") or {})
    assert harness.handed_on.get(timeout=30)
    assert table.store.kept.preferences == {}


def test_what_it_cannot_answer_it_hands_on(table, harness):
    def refused(store):
        raise StoreError("no")

    asked = harness.ask(refused)
    assert harness.handed_on.get(timeout=30) == asked
    harness.ask(games)
    assert harness.hear() == {"ok": True, "games": 1}


def test_an_index_that_is_not_whole_is_handed_on_and_not_made(table, harness, tmp_path):
    (tmp_path / "games.sqlite3").unlink()
    asked = harness.ask(games)
    assert harness.handed_on.get(timeout=30) == asked
    assert not (tmp_path / "games.sqlite3").exists()


def test_the_file_is_let_go_before_the_answer_comes(table, harness, monkeypatch):
    happened = SimpleQueue()
    close = harness.thread._reader.close
    monkeypatch.setattr(harness.thread._reader, "close", lambda: close() or happened.put("closed"))
    harness.thread.ask(games, lambda _: happened.put("answered"))
    assert [happened.get(timeout=30), happened.get(timeout=5)] == ["closed", "answered"]


def test_many_queries_leave_no_more_open_than_one(table, harness):
    files = []
    for _ in range(5):
        harness.ask(games)
        harness.hear()
        harness.ask(lambda store: {})
        harness.hear()
        files.append(open_files())
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
