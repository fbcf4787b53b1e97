"""A file is looked at before SQLite opens it, which would take some damage for something else."""

import sqlite3
from contextlib import closing

import pytest

from companion.errors import Damaged
from companion.table.damage.header_check import look
from companion.table.sqlite import beside


@pytest.fixture
def path(tmp_path):
    """A file that was closed cleanly, marked with version 7."""
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE t (x)")
        db.execute("PRAGMA user_version=7")
    return path


def change(path, place, value):
    data = bytearray(path.read_bytes())
    data[place] = value
    path.write_bytes(data)


def test_a_good_file_tells_its_version(path):
    assert look(path) == 7


@pytest.mark.parametrize("content", [None, b""], ids=["none", "empty"])
def test_a_file_that_is_new_has_none(path, content):
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    assert look(path) == 0


@pytest.mark.parametrize("place", [0, 15, 18, 19, 21, 23])
def test_a_damaged_header_is_seen(path, place):
    change(path, place, 0x41)
    with pytest.raises(Damaged, match="games"):
        look(path)


@pytest.mark.parametrize("size", [1, 16, 99])
def test_a_file_that_ends_in_its_header_is_damaged(path, size):
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(Damaged, match="is no file of games"):
        look(path)


def test_a_file_that_is_shorter_than_it_says_is_damaged(path):
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(Damaged, match="was cut off"):
        look(path)


def test_a_file_may_be_shorter_than_it_says_while_its_log_has_the_rest(path, tmp_path):
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("INSERT INTO t VALUES (1)")  # into the last page
        short, log = path.read_bytes()[:-1], beside(path).read_bytes()
    path.write_bytes(short)
    beside(path).write_bytes(log)
    assert look(path) == 7


@pytest.mark.parametrize("gone", [True, False])
def test_a_log_whose_file_is_gone_or_empty_is_not_taken_for_a_new_file(path, gone):
    beside(path).write_bytes(bytes(5000))
    path.write_bytes(b"")
    if gone:
        path.unlink()
    with pytest.raises(Damaged, match="there are games in its log"):
        look(path)


def test_a_torn_header_is_no_damage_while_the_log_has_another(path):
    beside(path).write_bytes(bytes(5000))
    change(path, 21, 0)
    assert look(path) == 7


def test_a_file_whose_making_was_cut_off_is_left_to_sqlite(path):
    beside(path, "-journal").write_bytes(bytes(600))
    path.write_bytes(b"half a header")
    assert look(path) == 0
