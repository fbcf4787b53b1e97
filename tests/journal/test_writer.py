"""The writer: one thread writes every step in order, and loses none while the disk refuses."""

import contextlib
import errno
import os
import sqlite3
import threading
import time
from contextlib import closing
from functools import partial
from queue import Empty, SimpleQueue

import pytest

from companion.errors import Damaged, StoreError
from companion.game.actions import Clue, Misfire
from companion.game.setup import Setup
from companion.journal import opening, past_games
from companion.journal import store as store_module
from companion.journal import writer as writer_module
from companion.journal.events import Began, Did, Undid
from companion.journal.sitting import EMPTY, begin
from companion.journal.store import FILE, Row, Store
from companion.journal.writer_messages import Loaded, NotSaved, Opened, Saved, SetAside
from tests.rig.played import PERFECT, Table
from tests.rig.samples import within
from tests.rig.waiting import PATIENCE, until
from tests.rig.writers import (
    FULL,
    FullDisk,
    Harness,
    damaged,
    played,
    put_in,
    rows,
    take_out,
)


@pytest.fixture
def harness(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    harness = Harness(FullDisk(tmp_path))
    harness.writer.start()
    assert harness.hear() == Opened(EMPTY, 0, None)
    yield harness
    harness.store.full = False
    harness.writer.stop()


HISTORY = partial(past_games.history, limit=5)


def on_disk(harness):
    """What a companion would find that starts now."""
    store = Store(harness.store.path.parent)
    try:
        return store.current()
    finally:
        store.close()


# All is well


def test_the_first_answer_is_where_the_group_left_off(tmp_path):
    first = Harness(Store(tmp_path))
    first.writer.start()
    first.hear()
    first.begin()
    first.do(Did(Clue()))
    first.writer.stop()
    second = Harness(Store(tmp_path))
    second.writer.start()
    assert second.hear() == Opened(first.sitting, 1, None)
    second.writer.stop()


def test_a_step_is_answered_when_it_is_on_disk(harness):
    ticket = harness.begin()
    assert harness.hear() == Saved(ticket)
    assert on_disk(harness) == harness.sitting


def test_steps_keep_their_order(harness):
    harness.begin()
    for _ in range(8):
        harness.do(Did(Clue()))
    harness.do(Undid())
    assert [harness.hear() for _ in range(10)] == [Saved(ticket) for ticket in range(1, 11)]
    assert on_disk(harness) == harness.sitting


def test_only_the_writers_thread_touches_the_store(harness, monkeypatch):
    threads = []
    append = FullDisk.append
    monkeypatch.setattr(
        FullDisk,
        "append",
        lambda store, rows: (threads.append(threading.current_thread()), append(store, rows)),
    )
    harness.begin()
    harness.hear()
    assert [thread.name for thread in threads] == ["writer"]


def test_another_game_is_loaded(harness):
    harness.begin(1)
    first = harness.sitting
    harness.begin(2)
    harness.hear(), harness.hear()
    harness.writer.load(1)
    assert harness.hear() == Loaded(first, None)


def test_a_game_that_is_not_there_is_a_problem_and_no_crash(harness):
    harness.writer.load(7)
    answer = harness.hear()
    assert (answer.sitting, answer.problem) == (None, "game 7 has no beginning")
    harness.begin()
    assert harness.hear() == Saved(1)


def test_a_question_is_answered_to_whoever_asked(harness):
    harness.begin()
    assert harness.hear() == Saved(1)
    assert [game["game"] for game in harness.look(HISTORY)["history"]] == [1]
    assert harness.look(lambda store: {"record": store.load(1).game})["record"] == 1


def test_what_cannot_be_answered_is_one_sentence(harness):
    assert harness.look(lambda store: past_games.past(store, 7)) == {
        "ok": False,
        "error": "there is no game 7: see `companion history`",
    }


def test_no_step_waits_for_an_answer(harness):
    harness.begin()
    harness.hear()
    asked, answered, answers = threading.Event(), threading.Event(), SimpleQueue()

    def slow(store):
        games = store.history(5)
        asked.set()
        answered.wait(60)
        return {"history": games}

    harness.writer.look(slow, answers.put)
    assert asked.wait(30)
    for _ in range(3):
        harness.do(Did(Clue()))
    assert [harness.hear() for _ in range(3)] == [Saved(ticket) for ticket in (2, 3, 4)]
    harness.writer.look(HISTORY, answers.put)
    answered.set()
    assert [answers.get(timeout=30)["history"][0]["turn"] for _ in range(2)] == [1, 4]


def test_stopping_writes_what_was_handed_over(harness):
    harness.begin()
    for _ in range(5):
        harness.do(Did(Clue()))
    harness.writer.stop()
    assert on_disk(harness) == harness.sitting


def test_an_answer_does_not_wait_for_the_copy_and_the_next_one_for_one_flush(harness, monkeypatch):
    harness.begin()
    harness.hear()
    harness.settle()
    answered, flush = threading.Event(), threading.Event()
    fdatasync = os.fdatasync

    def slowly(handle):
        answered.set()
        assert flush.wait(30)
        fdatasync(handle)

    monkeypatch.setattr(os, "fdatasync", slowly)
    first = harness.do(Did(Clue()))
    assert harness.hear() == Saved(first), "while the copy is not on disk yet"
    assert answered.wait(30)
    second = harness.do(Did(Clue()))
    assert harness.silent(0.1), "the row before it is not in the copy yet"
    flush.set()
    assert harness.hear() == Saved(second)


# The disk is full


def test_a_full_disk_is_told_once_and_the_step_is_saved_when_there_is_room(harness):
    harness.begin()
    assert harness.hear() == Saved(1)
    harness.store.full = True
    ticket = harness.do(Did(Clue()))
    assert harness.hear() == NotSaved(ticket, FULL)
    assert harness.silent(0.2), "the same problem was told again"
    harness.store.full = False
    assert harness.hear() == Saved(ticket)
    assert on_disk(harness) == harness.sitting
    assert harness.silent(0.1)


def test_everything_that_happened_on_a_full_disk_is_written_in_order(harness):
    harness.begin()
    harness.hear()
    harness.store.full = True
    for ticket in range(2, 7):
        assert harness.do(Did(Misfire() if ticket == 4 else Clue())) == ticket
        assert harness.hear() == NotSaved(ticket, FULL)
    harness.store.full = False
    assert harness.hear() == Saved(6)
    assert on_disk(harness) == harness.sitting
    harness.do(Undid())
    assert harness.hear() == Saved(7)


def test_a_disk_that_fills_up_again_is_told_again(harness):
    harness.begin()
    harness.hear()
    for _ in range(2):
        harness.store.full = True
        ticket = harness.do(Did(Clue()))
        assert harness.hear() == NotSaved(ticket, FULL)
        harness.store.full = False
        assert harness.hear() == Saved(ticket)


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


def test_the_history_is_answered_while_steps_wait(harness):
    harness.begin()
    harness.hear()
    harness.store.full = True
    harness.do(Did(Clue()))
    harness.hear()
    assert [game["turn"] for game in harness.look(HISTORY)["history"]] == [1]


def test_a_game_loaded_while_its_last_steps_wait_has_them_or_is_refused(harness):
    harness.begin(1)
    harness.hear()
    harness.store.full = True
    harness.do(Did(Clue()))
    first = harness.sitting
    harness.begin(2)
    harness.hear(), harness.hear()
    harness.writer.load(1)
    answer = harness.hear()
    assert answer.sitting in (None, first), "a step that was shown is missing from the game"
    assert answer.sitting or answer.problem


class Reluctant(Store):
    """A store that fails for a while."""

    fails = 0
    closed = 0

    def append(self, rows):
        self._fail()
        super().append(rows)

    def catch_up(self, story, sitting):
        self._fail()
        super().catch_up(story, sitting)

    def close(self):
        self.closed += 1
        super().close()

    def _fail(self):
        if self.fails:
            self.fails -= 1
            raise StoreError("Input/output error")


@pytest.mark.parametrize("fails", [1, 2])
def test_a_disk_that_fails_now_and_then_is_asked_again_without_opening_the_file_anew(
    tmp_path, fails
):
    harness = Harness(Reluctant(tmp_path))
    harness.writer.start()
    harness.hear()
    harness.begin()
    harness.hear()
    for _ in range(5):
        harness.store.fails = fails
        assert harness.do(Did(Clue())) == harness.tickets
        assert harness.hear() == Saved(harness.tickets)
    assert not harness.store.closed
    harness.writer.stop()
    assert on_disk(harness) == harness.sitting


# The store cannot be opened at the start


def test_a_store_that_cannot_be_opened_is_told_and_the_game_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    state = tmp_path / "state"
    state.write_text("a file where the folder should be")
    harness = Harness(Store(state))
    harness.writer.start()
    opened = harness.hear()
    assert (opened.sitting, opened.latest) == (EMPTY, 0)
    assert "cannot be opened" in opened.problem
    harness.begin()
    assert isinstance(harness.hear(), NotSaved)
    state.unlink()
    assert harness.hear() == Saved(1)
    assert on_disk(harness) == harness.sitting
    harness.writer.stop()


def test_a_file_that_sqlite_cannot_open_on_its_disk_is_read_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    first = Harness(Store(tmp_path))
    first.writer.start()
    first.hear()
    first.begin()
    first.writer.stop()
    failing = [True]
    upgrade = opening.upgrade

    def reluctant(db, version):
        if failing[0]:
            raise OSError(errno.EIO, "disk I/O error")
        upgrade(db, version)

    monkeypatch.setattr(opening, "upgrade", reluctant)
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    opened = harness.hear()
    assert opened.sitting == first.sitting
    assert "disk I/O error" in opened.problem
    harness.sitting = opened.sitting
    harness.do(Did(Clue()))
    assert isinstance(harness.hear(), NotSaved)
    failing[0] = False
    assert harness.hear() == Saved(1)
    harness.writer.stop()
    assert on_disk(harness) == harness.sitting


def test_preferences_that_cannot_be_read_hide_no_game(tmp_path):
    first = Harness(Store(tmp_path))
    first.writer.start()
    first.hear()
    first.begin()
    first.writer.stop()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        db.execute("DROP TABLE preference")
    second = Harness(Store(tmp_path))
    second.writer.start()
    assert second.hear() == SetAside("games.damaged-1.sqlite3")
    assert second.hear().sitting == first.sitting
    second.writer.stop()


def test_a_game_begun_while_the_store_could_not_be_read_joins_the_games_before_it(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    state = tmp_path / "state"
    earlier = Harness(Store(state))
    earlier.writer.start()
    earlier.hear()
    earlier.begin()
    earlier.do(Did(Clue()))
    earlier.writer.stop()
    take_out(state)
    harness = Harness(Store(state))
    harness.writer.start()
    opened = harness.hear()
    harness.begin(opened.latest + 1)
    harness.do(Did(Misfire()))
    assert isinstance(harness.hear(), NotSaved)
    assert isinstance(harness.hear(), NotSaved)
    put_in(state)
    try:
        answer = harness.hear()
    except Empty:
        answer = None
    harness.writer.stop()
    assert answer == Saved(2), "the new game is never written"
    assert len(Store(state).history(5)) == 2, "an earlier game is gone"


# What a failed write left behind


class Lying(Store):
    """A store whose disk reports a failure of what it has done, as often as `lies` says."""

    lies = 0

    @contextlib.contextmanager
    def _writing(self):
        with super()._writing() as db:
            yield db
        if self.lies:
            self.lies -= 1
            raise StoreError("Input/output error")


@pytest.mark.parametrize("lies", [1, 2, 3])
def test_a_step_that_was_written_although_the_disk_said_no_is_not_written_twice(
    tmp_path, monkeypatch, lies
):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    harness = Harness(Lying(tmp_path))
    harness.writer.start()
    harness.hear()
    harness.begin()
    harness.hear()
    harness.store.lies = lies
    for event in (Did(Clue()), Did(Misfire()), Undid()):
        harness.do(event)
    while harness.hear() != Saved(4):
        pass
    harness.writer.stop()
    assert rows(tmp_path) == ["new", "do", "do", "undo"]
    assert on_disk(harness) == harness.sitting


def test_a_preference_that_could_not_be_kept_is_kept_later(harness, monkeypatch):
    harness.begin()
    harness.hear()
    prefer = Store.prefer
    refused = iter((True, True))

    def prefer_later(store, key, value):
        if next(refused, False):
            raise StoreError(FULL)
        prefer(store, key, value)

    monkeypatch.setattr(Store, "prefer", prefer_later)
    harness.writer.prefer("help", "off")
    assert harness.hear() == Saved(1)
    assert harness.store.preferences() == {"help": "off"}


# Damage


def test_a_damaged_file_is_set_aside_at_the_start_and_the_game_goes_on(tmp_path):
    earlier = played(tmp_path)
    damaged(tmp_path)
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    assert harness.hear() == SetAside("games.damaged-1.sqlite3")
    assert harness.hear() == Opened(earlier.sitting, 1, None, {"help": "off"})
    harness.sitting = earlier.sitting
    harness.do(Did(Misfire()))
    while harness.hear() != Saved(1):
        pass
    assert on_disk(harness) == harness.sitting
    harness.writer.stop()


def test_without_room_for_a_new_file_the_game_goes_on_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    earlier = played(tmp_path)
    damaged(tmp_path)
    before = (tmp_path / FILE).read_bytes()
    room = threading.Event()
    renew = Store.renew

    def renew_where_there_is_room(store):
        if not room.is_set():
            raise StoreError(FULL)
        return renew(store)

    monkeypatch.setattr(Store, "renew", renew_where_there_is_room)
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    opened = harness.hear()
    assert (opened.sitting, opened.preferences) == (earlier.sitting, {"help": "off"})
    assert "file is not a database" in opened.problem
    harness.sitting = earlier.sitting
    harness.do(Did(Misfire()))
    assert isinstance(harness.hear(), NotSaved)
    assert (tmp_path / FILE).read_bytes() == before
    room.set()
    assert harness.hear() == SetAside("games.damaged-1.sqlite3")
    assert harness.hear() == Saved(1)
    assert on_disk(harness) == harness.sitting
    harness.writer.stop()


def test_a_disk_that_damages_everything_does_not_fill_up_with_copies(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.001)
    played(tmp_path)
    monkeypatch.setattr(
        Store, "append", lambda store, rows: (_ for _ in ()).throw(Damaged("again"))
    )
    monkeypatch.setattr(Store, "catch_up", lambda store, story, sitting: store.append([]))
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    harness.sitting = harness.hear().sitting
    harness.do(Did(Misfire()))
    while not isinstance(harness.hear(), NotSaved):
        pass
    time.sleep(0.05)
    harness.writer.stop()
    assert len(list(tmp_path.glob("*damaged*.sqlite3"))) == writer_module.MOST_RENEWALS


def test_damage_while_the_game_is_on_costs_no_step(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    played(tmp_path)
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    harness.sitting = harness.hear().sitting
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE game SET setup = 'scratched'")
        db.execute("UPDATE event SET data = 'scratched' WHERE id = 2")
    assert [game["game"] for game in harness.look(HISTORY)["history"]] == [1]
    assert harness.hear() == SetAside("games.damaged-1.sqlite3")
    assert harness.hear() == Saved(0)
    assert on_disk(harness) == harness.sitting, "what could not be read is not written again"
    harness.writer.stop()


# The file goes away while the game is on


def remove(directory):
    for path in directory.iterdir():
        path.unlink()


def remove_the_log(directory):
    (directory / f"{FILE}-wal").unlink()


def replace_it(directory):
    other = directory.with_name("other")
    for game in (1, 2, 3, 4):
        store = Store(other)
        event = Began(Setup(5))
        store.append([Row(event, begin(game, event))])
        store.close()
    (other / FILE).replace(directory / FILE)


@pytest.mark.parametrize("gone", [remove, remove_the_log, replace_it])
@pytest.mark.parametrize("next_game", [False, True])
def test_when_the_file_goes_away_the_whole_game_is_written_anew(
    tmp_path, monkeypatch, gone, next_game
):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    state = tmp_path / "state"
    played(state)
    harness = Harness(Store(state))
    harness.writer.start()
    harness.sitting = harness.hear().sitting
    harness.writer.prefer("language", "fr")
    harness.do(Did(Clue()))
    assert harness.hear() == Saved(1)
    gone(state)
    before = harness.sitting
    ticket = harness.begin(2) if next_game else harness.do(Did(Misfire()))
    while harness.hear() != Saved(ticket):
        pass
    found = on_disk(harness)
    assert (found.began, found.actions) == (harness.sitting.began, harness.sitting.actions)
    history = harness.store.history(9)
    others = 4 if gone is replace_it else 0
    assert len(history) == others + 1 + next_game
    if next_game:
        earlier = harness.store.load(found.game - 1)
        assert earlier.actions == before.actions, "the game before it is cut short"
    assert harness.store.preferences() == {"help": "off", "language": "fr"}
    harness.writer.stop()


def test_when_the_file_goes_away_and_nobody_presses_the_game_is_written_at_the_end(tmp_path):
    played(tmp_path)
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    harness.sitting = harness.hear().sitting
    harness.do(Did(Clue()))
    harness.hear()
    remove(tmp_path)
    harness.writer.stop()
    assert on_disk(harness) == harness.sitting


def test_a_game_that_is_gone_with_its_file_is_told_in_one_sentence(tmp_path):
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    harness.hear()
    harness.begin(1)
    harness.begin(2)
    harness.hear(), harness.hear()
    harness.settle()
    remove(tmp_path)
    harness.do(Did(Clue()))
    while harness.hear() != Saved(3):
        pass
    harness.writer.load(1)
    assert harness.hear() == Loaded(None, "game 1 has no beginning")
    harness.do(Did(Clue()))
    assert harness.hear() == Saved(4)
    harness.writer.stop()


# The store turns up later


def test_a_store_that_turns_up_before_anything_was_entered_is_opened_after_all(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    state = tmp_path / "state"
    earlier = played(state)
    take_out(state)
    harness = Harness(Store(state))
    harness.writer.start()
    assert harness.hear().problem
    assert harness.silent(0.1), "it was told again"
    put_in(state)
    assert harness.hear() == Opened(earlier.sitting, 1, None, {"help": "off"})
    harness.writer.stop()


def test_games_that_joined_others_still_know_which_was_before(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    state = tmp_path / "state"
    played(state)
    take_out(state)
    harness = Harness(Store(state))
    harness.writer.start()
    harness.hear()
    harness.begin(1)
    harness.do(Did(Misfire()))
    first = harness.sitting
    second = Began(Setup(4), previous=1)
    harness.sitting = begin(2, second)
    ticket = harness._write(second)
    put_in(state)
    while harness.hear() != Saved(ticket):
        pass
    harness.writer.load(1)
    assert harness.hear() == Loaded(first, None)
    harness.writer.load(2)
    assert harness.hear() == Loaded(harness.sitting, None)
    harness.writer.stop()
    store = Store(state)
    current = store.current()
    assert (current.game, current.began.previous) == (3, 2)
    assert store.load(2).actions == first.actions
    store.close()


# Games that an earlier version did not count


def uncounted(directory, games):
    """A file of a version that counted nothing, with games that scored 1, 2, ..."""
    table = Table(directory)
    for number in range(1, games + 1):
        table.play(number % PERFECT)
    table.store.close()
    with closing(sqlite3.connect(directory / FILE)) as db:
        for name in ("player", "scope", "standing", "counting"):
            db.execute(f"DROP TABLE {name}")
        db.execute("PRAGMA user_version = 3")


def test_they_are_counted_while_nobody_asks_for_anything(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "QUIET_S", 0.01)
    monkeypatch.setattr(writer_module, "PAUSE_S", 0.001)
    monkeypatch.setattr(writer_module, "SLICE_S", 0.0)
    uncounted(tmp_path, 6)
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    assert isinstance(harness.hear(), Opened)
    assert harness.hear().standing.ever.games == 6, (
        "the game on the table has ended, and means something now"
    )
    harness.writer.stop()
    again = Store(tmp_path)
    again.open()
    assert not again.behind
    again.close()


def test_a_step_does_not_wait_until_all_of_them_are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "QUIET_S", 0.0)
    monkeypatch.setattr(writer_module, "PAUSE_S", 0.0)
    monkeypatch.setattr(writer_module, "SLICE_S", 0.0)
    uncounted(tmp_path, 12)
    asked = threading.Event()
    done = []
    count, append = Store.count, Store.append

    def counting(store, seconds):
        done.append("slice")
        assert asked.wait(PATIENCE)
        count(store, seconds)

    def appending(store, rows):
        done.append("step")
        append(store, rows)

    monkeypatch.setattr(Store, "count", counting)
    monkeypatch.setattr(Store, "append", appending)
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    harness.hear()
    until(lambda: done)
    harness.begin(13)
    asked.set()
    assert harness.hear() == Saved(1)
    assert done[:2] == ["slice", "step"]
    harness.writer.stop()


# Mistakes of the program


def test_a_mistake_of_the_program_is_no_damage_and_the_file_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    harness.hear()
    harness.begin()
    assert harness.hear() == Saved(1)

    def mistaken(*args):
        raise KeyError("a mistake")

    with monkeypatch.context() as broken:
        broken.setattr(store_module.tables, "note", mistaken)
        harness.do(Did(Clue()))
        told = harness.hear()
        assert isinstance(told, NotSaved)
        assert "the companion made a mistake with its games: KeyError('a mistake')" in told.problem
    assert harness.hear() == Saved(2)
    harness.writer.stop()
    assert on_disk(harness) == harness.sitting
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE, f"{FILE}.txt"]


def test_a_mistake_while_the_games_are_read_is_told_and_the_file_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(writer_module, "RETRY_S", 0.02)
    harness = Harness(Store(tmp_path))
    harness.writer.start()
    harness.hear()
    harness.begin()
    harness.hear()
    harness.writer.stop()

    def mistaken(*args):
        raise TypeError("a mistake")

    monkeypatch.setattr(store_module, "rebuild", mistaken)
    again = Harness(Store(tmp_path))
    again.writer.start()
    opened = again.hear()
    assert "mistake" in opened.problem
    again.writer.stop()
    assert sorted(path.name for path in tmp_path.iterdir() if "damaged" in path.name) == []
