"""SQLite's log: what of it counts, and what SQLite would silently leave out."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from companion.table.damage import wal

FRAME = 24 + 4096


@pytest.fixture
def written(tmp_path):
    """A file whose ten last transactions are in its log only, as a power cut leaves it."""
    path = tmp_path / "open.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE t (x)")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for number in range(10):
            db.execute("INSERT INTO t VALUES (?)", (number,))
        cut = tmp_path / "cut.sqlite3"
        for end in ("", "-wal"):
            shutil.copy(wal.beside(path, end), wal.beside(cut, end))
    return cut


def numbers(path):
    with closing(sqlite3.connect(path)) as db:
        return [x for (x,) in db.execute("SELECT x FROM t")]


def overlooked(path):
    """Whether anything is, once SQLite has the file open."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("SELECT * FROM t").fetchall()
        return wal.overlooked(path)


def change(path, place, value):
    log = wal.beside(path)
    data = bytearray(log.read_bytes())
    data[place] ^= value
    log.write_bytes(data)


def test_every_page_of_a_good_log_counts(written):
    pages = list(wal.good(wal.beside(written).read_bytes()))
    assert len(pages) == len(list(wal.written(wal.beside(written).read_bytes()))) == 10
    assert not overlooked(written)
    assert numbers(written) == list(range(10))


@pytest.mark.parametrize(("place", "lost"), [(900, {3}), (17, {3, 4})], ids=["a page", "its sums"])
def test_a_damaged_page_hides_the_others_from_sqlite_only(written, place, lost):
    change(written, 32 + 3 * FRAME + place, 1)  # the sums of a page go on from those of the one before
    log = wal.beside(written).read_bytes()
    good = [content for _, content in wal.good(log)]
    assert good == [log[32 + n * FRAME + 24 : 32 + (n + 1) * FRAME] for n in range(10) if n not in lost]
    assert overlooked(written)


def test_the_last_transaction_may_be_torn(written):
    change(written, 32 + 9 * FRAME + 24 + 900, 1)
    assert len(list(wal.good(wal.beside(written).read_bytes()))) == 9
    assert not overlooked(written)


def test_a_log_without_its_header_is_read_all_the_same(written):
    change(written, 17, 0xFF)
    assert len(list(wal.good(wal.beside(written).read_bytes()))) == 10
    assert overlooked(written)


def test_a_transaction_that_was_not_finished_does_not_count(written):
    log = wal.beside(written).read_bytes()
    unfinished = log[: 32 + 9 * FRAME + 4] + bytes(4) + log[32 + 9 * FRAME + 8 :]
    assert len(list(wal.good(unfinished))) == 9


@pytest.mark.parametrize("size", [0, 31, 32, 33, 32 + FRAME - 1])
def test_a_log_that_was_only_begun_has_nothing(written, size):
    assert list(wal.good(wal.beside(written).read_bytes()[:size])) == []


def test_what_is_left_of_an_earlier_log_does_not_count(tmp_path):
    path = tmp_path / "open.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE t (x)")
        for number in range(10):
            db.execute("INSERT INTO t VALUES (?)", (number,))
        db.execute("PRAGMA wal_checkpoint(RESTART)")
        db.execute("INSERT INTO t VALUES (10)")
        log = wal.beside(path).read_bytes()
        assert len(log) > 32 + 5 * FRAME, "the log was cut back, and shows nothing"
        assert len(list(wal.good(log))) == 1
        assert not wal.overlooked(path)


def test_a_file_without_a_log_has_nothing_that_is_overlooked(tmp_path):
    assert not wal.overlooked(tmp_path / "none.sqlite3")
