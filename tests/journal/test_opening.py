"""Opening a file of games: other versions, other programs, what is no file, and what cannot be
used.
"""

import contextlib
import json
import os
import sqlite3
from contextlib import closing

import pytest

from companion.errors import Damaged, StoreError
from companion.game.actions import Misfire
from companion.journal import store as store_module
from companion.journal.events import FIRST, Did, Dropped, Redid, Repaired, Undid, Withdrew
from companion.journal.sitting import EMPTY, follow
from companion.journal.store import FILE, Row, Store
from tests.journal.on_disk import (
    CLUE,
    GAME,
    PLAY,
    Table,
    left_by_a_power_cut,
    reopened,
    rows,
    scratch,
    without_copy,
)


def test_a_file_of_a_later_version_is_refused_and_left_alone(table, tmp_path):
    table.begin(1)
    table.store.close()
    scratch(tmp_path, "PRAGMA user_version = 99")
    before = rows(tmp_path)
    store = Store(tmp_path)
    for use in (store.current, store.latest, lambda: store.history(5), lambda: store.append([])):
        with pytest.raises(StoreError, match="later version"):
            use()
    assert rows(tmp_path) == before


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda path: path.write_bytes(b"dear diary, " * 500), id="another file"),
        pytest.param(lambda path: path.write_bytes(b"\x00" * 4096), id="zeros"),
        pytest.param(lambda path: path.write_bytes(path.read_bytes()[:5000]), id="cut off"),
        pytest.param(
            lambda path: path.write_bytes(
                path.read_bytes()[:4096] + b"\xa5" * (path.stat().st_size - 4096)
            ),
            id="scratched",
        ),
        pytest.param(lambda path: (path.unlink(), path.mkdir()), id="a folder"),
    ],
)
def test_a_damaged_file_is_told_in_one_sentence_and_left_alone(table, tmp_path, damage):
    table.begin(1)
    table.do(CLUE)
    table.store.close()
    path = tmp_path / FILE
    damage(path)
    before = path.read_bytes() if path.is_file() else None
    store = Store(tmp_path)
    for use in (store.current, lambda: store.append([Row(CLUE, follow(table.sitting, CLUE))])):
        with pytest.raises(StoreError) as problem:
            use()
        assert str(path) in str(problem.value)
        assert "\n" not in str(problem.value)
    store.close()
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("UPDATE event SET data = '{' WHERE kind = 'do'", id="an action"),
        pytest.param("UPDATE event SET kind = 'dance' WHERE kind = 'do'", id="a kind"),
        pytest.param("UPDATE event SET data = X'FFFE' WHERE kind = 'new'", id="a set-up of bytes"),
        pytest.param(
            "UPDATE event SET data = CAST(X'FFFE' AS TEXT) WHERE kind = 'new'", id="no UTF-8"
        ),
        pytest.param("DELETE FROM event WHERE kind = 'new'", id="a game without its beginning"),
        pytest.param("UPDATE event SET kind = 'undo'", id="undo of everything"),
        pytest.param("DROP TABLE event", id="no table"),
    ],
)
def test_a_damaged_row_is_told_in_one_sentence(table, tmp_path, damage):
    table.begin(1)
    table.do(CLUE)
    table.store.close()
    scratch(tmp_path, damage)
    store = Store(tmp_path)
    with pytest.raises(StoreError) as problem:
        store.current()
    assert "\n" not in str(problem.value)
    store.close()


def test_a_folder_that_cannot_be_made_is_told_and_tried_again(tmp_path):
    (tmp_path / "state").write_text("a file where the folder should be")
    store = Store(tmp_path / "state")
    with pytest.raises(StoreError, match=r"state/games\.sqlite3 cannot be opened: File exists"):
        store.current()
    (tmp_path / "state").unlink()
    assert store.current() == EMPTY
    store.close()


def test_another_process_reads_the_history_but_cannot_write(table, tmp_path):
    table.begin(1)
    reader = Store(tmp_path, read_only=True)
    assert [game["game"] for game in reader.history(5)] == [1]
    table.do(CLUE)
    assert reader.history(5)[0]["turn"] == 2
    with pytest.raises(StoreError):
        reader.append([Row(CLUE, follow(table.sitting, CLUE))])
    reader.close()


def test_a_reader_makes_no_file(tmp_path):
    reader = Store(tmp_path, read_only=True)
    with pytest.raises(StoreError):
        reader.history(5)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("gone", [False, True], ids=["empty", "gone"])
def test_a_file_that_is_empty_is_no_new_one_while_its_log_has_games(table, tmp_path, gone):
    table.begin(1)
    table.do(CLUE)
    table.store.copy_on()
    left = left_by_a_power_cut(table, tmp_path / "left")
    (left / FILE).write_bytes(b"")
    if gone:
        (left / FILE).unlink()
    log = (left / f"{FILE}-wal").read_bytes()
    store = Store(left)
    with pytest.raises(Damaged, match="there are games in its log"):
        store.current()
    assert (left / f"{FILE}-wal").read_bytes() == log, "the log was touched"
    store.renew()
    assert store.current() == table.sitting
    store.close()


def test_a_table_whose_name_is_no_text_is_damage(table, tmp_path):
    """Python itself cannot tell of it what SQLite says of it."""
    table.begin(1)
    table.store.close()
    path = tmp_path / FILE
    path.write_bytes(
        path.read_bytes().replace(b"INDEX event_of_game ON", b"INDEX e\xf6ent_of_game ON")
    )
    with pytest.raises(Damaged), closing(Store(tmp_path)) as store:
        store.current()


def test_a_file_of_a_later_version_is_not_even_opened_for_writing(table, tmp_path):
    table.begin(1)
    table.store.close()
    scratch(tmp_path, "PRAGMA user_version = 99")
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("CREATE TABLE later (x)")
        left = left_by_a_power_cut(table, tmp_path / "left")
    before = {path.name: path.read_bytes() for path in left.iterdir()}
    store = Store(left)
    for use in (store.current, lambda: store.append([]), store.close):
        with contextlib.suppress(StoreError):
            use()
    assert {path.name: path.read_bytes() for path in left.iterdir()} == before


@pytest.mark.parametrize("version", [4, 5])
def test_a_file_of_an_earlier_version_stands_where_it_stood_and_goes_on(table, tmp_path, version):
    """Undone, put back and dropped turns, and a game taken back, in the rows of the first
    version.
    """
    table.begin(1, GAME._replace(version=FIRST))
    acts = (CLUE, PLAY, Undid(), Did(Misfire()), Redid(), Undid(), Dropped(), Undid(), CLUE)
    table.do(*(event._replace(version=FIRST) for event in acts))
    assert table.sitting.actions == (CLUE.action, CLUE.action)
    stood = table.sitting._replace(undone=())
    table.do(Withdrew(2)._replace(version=FIRST))
    assert all('"v"' not in data for _, _, _, data, _ in rows(tmp_path))
    table.store.close()
    scratch(tmp_path, f"PRAGMA user_version = {version}")
    again = Table(tmp_path)
    assert again.sitting == stood
    again.do(Undid(), Redid(), Repaired((PLAY,)), Undid())
    again.store.close()
    assert reopened(tmp_path) == again.sitting
    assert again.sitting.actions == stood.actions


def test_a_row_says_by_which_version_it_was_written(table, tmp_path):
    table.begin(1)
    table.do(CLUE, Undid(), Redid(), Repaired((PLAY,)))
    assert all(json.loads(data)["v"] == 2 for _, _, _, data, _ in rows(tmp_path))
    kind, data = rows(tmp_path)[-1][2:4]
    assert (kind, json.loads(data)["turns"]) == ("repair", [{"do": "play", "card": "R1"}])


@pytest.mark.parametrize("name", ["A" * 30_000, "\ud800" * 20, "\x1b[2J", "", " "])
def test_a_name_that_an_old_file_may_hold_is_cut_and_harms_nothing(table, tmp_path, name):
    table.begin(1, GAME._replace(names=("Ada", "Bo", "Cy")))
    table.do(CLUE)
    table.store.close()
    without_copy(tmp_path)
    players = json.dumps([name, "Bo", "Cy"])
    scratch(tmp_path, "UPDATE event SET data = replace(data, ?, ?)", '["Ada", "Bo", "Cy"]', players)
    scratch(
        tmp_path, "UPDATE game SET setup = replace(setup, ?, ?)", '["Ada", "Bo", "Cy"]', players
    )
    with contextlib.suppress(UnicodeEncodeError):
        scratch(tmp_path, "UPDATE player SET name = ? WHERE name = 'Ada'", name)
    again = Table(tmp_path)
    assert all(
        1 <= len(called) <= 16 and called.isprintable() for called in again.sitting.began.names
    )
    again.do(CLUE)
    assert all(len(called) <= 16 for called in again.store.history(1)[0]["players"])
    assert all(1 <= len(called) <= 16 for called in again.store.consult(store_module.tables.names))


@pytest.mark.parametrize("version", [0, 5, 42])
def test_a_file_of_another_program_is_set_aside_as_it_was(tmp_path, version):
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("CREATE TABLE contact (name TEXT)")
        db.execute(f"PRAGMA user_version = {version}")
    before = (tmp_path / FILE).read_bytes()
    store = Store(tmp_path)
    with pytest.raises(Damaged, match="is no file of games"):
        store.open()
    aside = store.renew()
    assert aside.read_bytes() == before
    assert store.current() == EMPTY
    store.close()


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_what_is_no_plain_file_is_told_and_nobody_waits_for_it(tmp_path, end, kind):
    place = tmp_path / f"{FILE}{end}"
    if end:
        (tmp_path / FILE).write_bytes(b"")
    os.mkfifo(place) if kind == "pipe" else place.mkdir()
    for store in (Store(tmp_path), Store(tmp_path, read_only=True)):
        with pytest.raises(StoreError, match="no plain file"):
            store.open()
    with pytest.raises(StoreError, match="no plain file"):
        Store(tmp_path).salvaged()
    assert place.exists()
