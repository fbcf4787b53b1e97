"""Rebuilding: what a damaged file and its copy still say is kept, and the damaged files are set
aside.
"""

import os
import sqlite3
from contextlib import closing

import pytest

from companion.errors import Damaged, StoreError
from companion.game.actions import Clue, Discard, Play, parse_action
from companion.game.cards import Card
from companion.game.setup import Setup
from companion.journal.damage import rebuilding
from companion.journal.damage.rebuilding import EVENT, PREFERENCE, STICKER
from companion.journal.damage.recovery import find
from companion.journal.events import Began, Did, Repaired, Returned, Undid, Withdrew, read
from companion.journal.sitting import EMPTY, begin, follow
from companion.journal.stickers import Sticker
from companion.journal.store import FILE, Row, Store
from tests.games import real_games
from tests.journal.on_disk import without_copy
from tests.rig.samples import EVERY_CASE

PAGE = 4096


def play(directory, games=3):
    """A store with real games, open as a power cut leaves it.

    Gives it and every sitting of the last.
    """
    store = Store(directory)
    store.prefer("help", "counts")
    store.enrol("04a1", Sticker("ours", Card("R", 1)))
    seen = [EMPTY]
    for number, record in enumerate(real_games()[:games], 1):
        event = Began(record.setup, ("Ann", "Bo"), previous=number - 1)
        sitting = begin(number, event)
        store.append([Row(event, sitting)])
        seen = [sitting]
        for action in record.actions:
            event = Did(parse_action(action))
            sitting = follow(sitting, event)
            store.append([Row(event, sitting)])
            seen.append(sitting)
    return store, seen


def copied(source, target):
    """The files as they are on the disk at this instant."""
    target.mkdir()
    for path in source.iterdir():
        if not path.name.endswith("-shm"):
            (target / path.name).write_bytes(path.read_bytes())
    return target


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A cleanly closed store of three games, and every sitting of the third."""
    folder = tmp_path_factory.mktemp("played")
    store, seen = play(folder)
    store.close()
    return folder, tuple(seen)


@pytest.fixture
def games(played, tmp_path):
    """The same for a test to damage."""
    folder, seen = played
    return copied(folder, tmp_path / "games"), seen


def taken_up(directory):
    """What a companion finds that starts now, which sets aside what is damaged."""
    store = Store(directory)
    try:
        try:
            sitting = store.current()
        except Damaged:
            store.renew()
            sitting = store.current()
        event = Did(Clue())
        if sitting.playing and sitting.state.clues:
            store.append([Row(event, follow(sitting, event))])
            assert store.current() == follow(sitting, event), "play goes on and is saved"
        return sitting
    finally:
        store.close()


def test_everything_in_a_good_file_is_found(tmp_path):
    store, _ = play(tmp_path / "games")
    expected = sum(len(store.events(game)) for game in (1, 2, 3))
    for directory in (copied(tmp_path / "games", tmp_path / "as-it-is"), tmp_path / "games"):
        if directory == tmp_path / "games":
            store.close()
        found = set(find(directory / FILE))
        ids = sorted(values[0] for statement, values in found if statement == EVENT)
        assert ids == list(range(1, expected + 1))
        assert {values for statement, values in found if statement == PREFERENCE} == {
            ("help", "counts")
        }
        assert {values for statement, values in found if statement == STICKER} == {
            ("04a1", "ours", "R1")
        }


def test_a_row_that_is_longer_than_a_page_is_found(tmp_path):
    store = Store(tmp_path)
    event = Began(Setup(2))
    long = Repaired((Did(Clue(), "a" * 30_000),))
    store.append([Row(event, begin(1, event))])
    store.append([Row(long, follow(begin(1, event), long))])
    store.close()
    rows = {values for statement, values in find(tmp_path / FILE) if statement == EVENT}
    assert [read(kind, data) for _, _, kind, data, _ in sorted(rows)] == [event, long]


@pytest.mark.parametrize(
    "damage", ["header", "first page", "every inner page", "text", "nothing left"]
)
def test_whatever_is_damaged_the_file_is_kept_as_it_was_and_the_rest_is_taken_up(games, damage):
    directory, seen = games
    path = directory / FILE
    data = bytearray(path.read_bytes())
    match damage:
        case "header":
            data[:16] = bytes(16)
        case "first page":
            data[:PAGE] = bytes(PAGE)
        case "every inner page":
            for begin_ in range(0, len(data), PAGE):
                if data[begin_] in (0x02, 0x05):
                    data[begin_ : begin_ + PAGE] = bytes(PAGE)
        case "text":
            data[:] = b"this is no file of games" * 50
        case "nothing left":
            data[:] = os.urandom(len(data))
    path.write_bytes(data)
    sitting = taken_up(directory)
    assert sitting == seen[-1]
    assert len(Store(directory).history(9)) == 3
    assert (directory / "games.damaged-1.sqlite3").read_bytes() == data


@pytest.mark.parametrize("step", [997 if EVERY_CASE else 5_003, 4096])
def test_a_file_that_is_cut_gives_a_game_as_far_as_it_is_there(games, tmp_path, step):
    directory, seen = games
    whole = (directory / FILE).read_bytes()
    for number, size in enumerate(range(0, len(whole), step)):
        cut = tmp_path / str(number)
        cut.mkdir()
        (cut / FILE).write_bytes(whole[:size])
        sitting = taken_up(cut)
        assert sitting.game < 3 or sitting in seen, f"cut at {size}"


@pytest.mark.parametrize("size", [1, 16, 17, 20, 21, 99, 101, 107])
def test_of_a_file_that_ends_in_its_header_all_is_in_the_copy(games, size):
    directory, seen = games
    cut = (directory / FILE).read_bytes()[:size]
    (directory / FILE).write_bytes(cut)
    assert taken_up(directory) == seen[-1]
    assert (directory / "games.damaged-1.sqlite3").exists()


def test_a_log_that_is_cut_gives_the_game_as_far_as_it_is_there(tmp_path):
    store, seen = play(tmp_path / "games")
    whole = copied(tmp_path / "games", tmp_path / "whole")
    store.close()
    log = (whole / f"{FILE}-wal").read_bytes()
    for number, size in enumerate(range(0, len(log), 24_007 if EVERY_CASE else 72_019)):
        cut = tmp_path / str(number)
        cut.mkdir()
        (cut / FILE).write_bytes((whole / FILE).read_bytes())
        (cut / f"{FILE}-wal").write_bytes(log[:size])
        sitting = taken_up(cut)
        assert sitting.game < 3 or sitting in seen, f"cut at {size}"


def test_a_second_damaged_file_does_not_overwrite_the_first(games):
    directory, _ = games
    (directory / FILE).write_bytes(b"one" * 99)
    taken_up(directory)
    (directory / FILE).write_bytes(b"two" * 99)
    taken_up(directory)
    kept = [(directory / f"games.damaged-{number}.sqlite3").read_bytes()[:3] for number in (1, 2)]
    assert kept == [b"one", b"two"]


def test_rows_behind_one_that_is_lost_do_not_make_up_a_game(games):
    directory, seen = games
    without_copy(directory)
    with closing(sqlite3.connect(directory / FILE)) as db, db:
        db.execute("UPDATE event SET data = '{' WHERE id = (SELECT max(id) - 5 FROM event)")
    assert taken_up(directory) == seen[-7]


def test_undone_steps_survive(tmp_path):
    store = Store(tmp_path)
    sitting = begin(1, Began(Setup(3)))
    store.append([Row(sitting.began, sitting)])
    for event in (Did(Clue()), Did(Discard()), Undid(), Did(Play(suit="R"))):
        sitting = follow(sitting, event)
        store.append([Row(event, sitting)])
    store.close()
    data = bytearray((tmp_path / FILE).read_bytes())
    data[:16] = bytes(16)
    (tmp_path / FILE).write_bytes(data)
    store = Store(tmp_path)
    with pytest.raises(Damaged):
        store.current()
    store.renew()
    assert store.current() == sitting
    store.close()


def test_a_file_of_a_later_version_is_not_damaged(games):
    directory, _ = games
    with closing(sqlite3.connect(directory / FILE)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="later version") as caught:
        Store(directory).current()
    assert not isinstance(caught.value, Damaged)


def test_while_a_damaged_file_is_read_it_is_told_that_the_work_goes_on(games, monkeypatch):
    directory, seen = games
    monkeypatch.setattr(rebuilding, "GOING_ON_S", 0.0)
    told = []
    store = Store(directory)
    store.going_on = lambda: told.append(True)
    store.renew()
    assert len(told) > sum(len(store.events(game)) for game in (1, 2, 3))
    assert store.current() == seen[-1]
    store.close()
    assert not [path.name for path in directory.iterdir() if "making" in path.name]


def test_games_that_were_taken_back_and_those_that_returned_stay_so(tmp_path):
    store, sitting = Store(tmp_path), EMPTY
    for number in (1, 2, 3):
        event = Began(Setup(2), previous=number - 1)
        sitting = begin(number, event)
        store.append([Row(event, sitting)])
    back = Withdrew(3)
    for game, event in ((2, back), (3, Returned()), (2, back), (1, Withdrew(2)), (2, Returned())):
        before = store.load(game)
        store.append([Row(event, follow(before, event))])
    before, listed = store.current(), store.history(9)
    store.renew()
    assert (store.current(), store.history(9)) == (before, listed)
    store.close()
