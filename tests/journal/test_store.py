"""The store: every step of every game in one real SQLite file, appended and never changed."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import companion
from companion.errors import StoreError
from companion.game.actions import TILES, Correct, Discard
from companion.game.edition import PRESETS
from companion.game.setup import Setup
from companion.journal import store as store_module
from companion.journal.events import Began, Did, Redid, Repaired, Returned, Undid, Withdrew
from companion.journal.sitting import EMPTY, begin, follow
from companion.journal.store import FILE, OtherGames, Row, Store
from tests.journal.on_disk import CLUE, GAME, PLAY, Table, reopened, rows, scratch, without_copy

# Starting


def test_a_new_device_has_no_games(tmp_path):
    store = Store(tmp_path / "not" / "made" / "yet")
    assert (store.current(), store.latest(), store.history(10)) == (EMPTY, 0, [])
    store.close()
    assert store.path.exists()


def test_after_a_restart_the_game_is_where_it_was_left(table, tmp_path):
    table.begin(1)
    table.do(CLUE, PLAY, Undid(), Redid(), Repaired((PLAY,)), CLUE, Undid())
    table.store.close()
    assert reopened(tmp_path) == table.sitting


def test_a_game_is_there_after_a_restart_without_being_closed(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    assert reopened(tmp_path) == table.sitting


def test_a_game_can_be_undone_to_its_start_after_a_restart(table, tmp_path):
    table.begin(1)
    table.do(CLUE, PLAY)
    table.store.close()
    again = Table(tmp_path)
    again.do(Undid(), Undid())
    assert again.sitting.state == table.sitting.opening
    again.store.close()
    assert reopened(tmp_path).undone == (CLUE, PLAY)


def test_names_first_player_and_tiles_survive_a_restart(table, tmp_path):
    game = Began(Setup(2, PRESETS["grand"]), ("Zoë", "花"), 1, TILES[::-1], 0)
    table.begin(1, game)
    table.store.close()
    assert reopened(tmp_path).began == game


def test_a_game_taken_back_as_a_whole_gives_the_one_before_also_after_a_restart(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    first = table.sitting
    table.begin(2, Began(Setup(2), previous=1))
    second = table.sitting
    table.sitting = table.store.load(1)
    table.do(Withdrew(2))
    assert reopened(tmp_path) == first._replace(successor=2)
    table.write(Returned(), table.store.load(2))
    assert reopened(tmp_path) == second


def test_the_first_game_ever_can_be_taken_back(table, tmp_path):
    table.begin(1)
    table.sitting = table.store.load(0)
    table.do(Withdrew(1))
    assert reopened(tmp_path) == EMPTY._replace(successor=1)
    assert table.store.history(5) == []


def test_starting_reads_only_the_game_in_progress(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    table.begin(2)
    table.store.close()
    without_copy(tmp_path)
    scratch(tmp_path, "UPDATE event SET data = 'scratched' WHERE game = 1")
    assert reopened(tmp_path) == table.sitting


def test_each_game_is_loaded_by_its_number(table):
    table.begin(1)
    table.do(CLUE)
    first = table.sitting
    table.begin(2, Began(Setup(5)))
    assert (table.store.load(1), table.store.load(2), table.store.latest()) == (
        first,
        table.sitting,
        2,
    )
    with pytest.raises(StoreError, match="game 3 has no beginning"):
        table.store.load(3)


# Appending


def test_rows_are_only_ever_added(table, tmp_path):
    table.begin(1)
    seen = rows(tmp_path)
    for step in (
        CLUE,
        PLAY,
        Undid(),
        Redid(),
        Repaired((CLUE, CLUE)),
        Undid(),
        CLUE,
        Did(Discard()),
        Undid(),
    ):
        table.do(step)
        now = rows(tmp_path)
        assert now[:-1] == seen, "a row that was written has changed"
        seen = now
    table.begin(2)
    table.sitting = table.store.load(1)
    table.do(Withdrew(2))
    table.store.close()
    assert rows(tmp_path)[: len(seen)] == seen
    assert [game for _, game, *_ in rows(tmp_path)][-2:] == [2, 1]


def test_several_rows_are_written_together(table, tmp_path):
    opening = begin(1, GAME)
    after = follow(opening, CLUE)
    table.store.append([Row(GAME, opening), Row(CLUE, after)])
    assert [kind for _, _, kind, _, _ in rows(tmp_path)] == ["new", "do"]
    assert reopened(tmp_path) == after


def test_when_the_second_row_cannot_be_written_the_first_is_not_either(table, tmp_path):
    table.begin(1)
    again = begin(1, GAME)
    with pytest.raises(StoreError, match="cannot be written"):
        table.store.append([Row(CLUE, follow(table.sitting, CLUE)), Row(GAME, again)])
    assert len(rows(tmp_path)) == 1
    assert reopened(tmp_path) == table.sitting
    table.do(CLUE)
    assert reopened(tmp_path) == table.sitting


def test_no_rows_change_nothing(table, tmp_path):
    table.begin(1)
    table.store.append([])
    assert len(rows(tmp_path)) == 1


def test_a_row_is_on_disk_before_it_is_shown(tmp_path, monkeypatch):
    opened = []

    def connect(*arguments, **options):
        opened.append(sqlite3.Connection(*arguments, **options))
        return opened[-1]

    monkeypatch.setattr(store_module.sqlite3, "connect", connect)
    table = Table(tmp_path)
    table.begin(1)
    (db,) = opened
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,), "FULL is 2"
    table.store.close()


def test_a_row_survives_the_death_of_its_process(tmp_path):
    script = f"""
import os
from pathlib import Path
from companion.journal.events import Began
from companion.journal.sitting import begin
from companion.journal.store import Row, Store
from companion.game.setup import Setup
event = Began(Setup(4))
Store(Path({str(tmp_path)!r})).append([Row(event, begin(1, event))])
os.kill(os.getpid(), 9)
"""
    root = Path(companion.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", script], cwd=root, timeout=20, check=False)
    assert done.returncode == -9
    assert reopened(tmp_path).setup == Setup(4)


def test_a_torn_write_after_the_last_row_loses_no_row(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    torn = tmp_path / "torn"
    torn.mkdir()
    for name in (FILE, f"{FILE}-wal"):
        shutil.copy(tmp_path / name, torn / name)
    with open(torn / f"{FILE}-wal", "ab") as log:
        log.write(b"\x37\x7f half a page that never arrived" * 40)
    assert reopened(torn) == table.sitting


def test_a_store_that_was_closed_opens_again(table):
    table.begin(1)
    table.store.close()
    table.store.close()
    assert table.store.current() == table.sitting


# The file is not the one that was open


def test_a_step_that_went_into_a_file_that_is_gone_is_not_saved(table, tmp_path):
    table.begin(1)
    for path in tmp_path.iterdir():
        path.unlink()
    with pytest.raises(StoreError, match="is not the file any more"):
        table.store.append([Row(CLUE, follow(table.sitting, CLUE))])


def test_a_step_that_went_into_a_log_that_is_gone_is_not_saved(table, tmp_path):
    table.begin(1)
    (tmp_path / f"{FILE}-wal").unlink()
    with pytest.raises(StoreError):
        table.store.append([Row(CLUE, follow(table.sitting, CLUE))])
    assert not table.store.in_place()


def test_the_log_of_a_file_that_was_replaced_is_kept_from_the_new_one(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    other = Table(tmp_path / "other")
    for game in (1, 2):
        other.begin(game, Began(Setup(5)))
    other.store.close()
    (tmp_path / "other" / FILE).replace(tmp_path / FILE)
    table.store.close()
    assert reopened(tmp_path) == other.sitting
    assert (tmp_path / "games.damaged-1.sqlite3-wal").stat().st_size


# What a failed write left


def test_of_a_game_only_what_is_missing_is_written(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    story = [GAME, CLUE, PLAY]
    after = follow(table.sitting, PLAY)
    for _ in range(2):
        table.store.catch_up(story, after)
        assert [kind for _, _, kind, _, _ in rows(tmp_path)] == ["new", "do", "do"]
    assert reopened(tmp_path) == after


def test_a_correction_is_known_again(table, tmp_path):
    story = [GAME, Did(Correct({"hands": [5, 5, 4], "deck": 36}))]
    sitting = follow(begin(1, GAME), story[1])
    for _ in range(2):
        table.store.catch_up(story, sitting)
    assert len(rows(tmp_path)) == 2


def test_another_game_by_the_same_number_is_not_written_over(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    with pytest.raises(OtherGames):
        table.store.catch_up([GAME, PLAY], follow(begin(1, GAME), PLAY))
    assert len(rows(tmp_path)) == 2


# Many games


def test_every_question_is_answered_by_an_index(table, monkeypatch):
    table.begin(1)
    table.do(CLUE)
    asked = set()
    assert table.store._db is not None
    table.store._db.set_trace_callback(asked.add)
    table.store.current(), table.store.load(1), table.store.latest(), table.store.history(5)
    table.store.summary(1), table.store.preferences()
    table.do(CLUE, Undid())
    table.begin(2)
    table.store.catch_up([GAME, CLUE], follow(begin(2, GAME), CLUE))
    table.store._db.set_trace_callback(None)
    questions = [statement for statement in asked if statement.startswith(("SELECT", "UPDATE"))]
    assert len(questions) > 9
    for question in questions:
        plan = [detail for *_, detail in table.store._db.execute(f"EXPLAIN QUERY PLAN {question}")]
        small = any(name in question for name in ("FROM preference", "FROM player", "FROM scope"))
        by_number = "ORDER BY id DESC LIMIT" in question and not any(
            "TEMP" in step for step in plan
        )
        assert small or by_number or all(step.startswith("SEARCH") for step in plan), (
            question,
            plan,
        )


def test_the_log_does_not_grow_for_ever(memory):
    table = Table(memory)
    table.begin(1)
    log = memory / f"{FILE}-wal"
    sizes = []
    for _ in range(600):
        table.do(CLUE, Undid())
        sizes.append(log.stat().st_size)
    assert max(sizes) < 6_000_000
    assert sizes[-1] < max(sizes), "it was never started again"
    table.store.close()


def test_a_repair_is_there_after_a_kill_at_every_row(table, tmp_path):
    table.begin(1)
    for event in (
        CLUE,
        PLAY,
        Repaired((CLUE, CLUE, PLAY)),
        CLUE,
        Undid(),
        Undid(),
        Redid(),
        Redid(),
    ):
        table.do(event)
        assert reopened(tmp_path) == table.sitting
