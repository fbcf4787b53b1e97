"""The store: every step of every game is a line of a text file, appended and never changed."""

import json
import math
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import companion
from companion.errors import StoreError
from companion.game.actions import Discard, Misfire, Play
from companion.game.cards import CARDS
from companion.game.setup import Setup
from companion.journal.events import Began, Did, Redid, Repaired, Returned, Undid, Withdrew
from companion.journal.lines import Line, decode, encode
from companion.journal.reader import FILE, GamesReader
from companion.journal.sitting import EMPTY, begin, follow
from companion.journal.stickers import Sticker
from companion.journal.store import Row, Store
from tests.journal.on_disk import CLUE, GAME, INDEX, PLAY, Table, lines, worked

# Starting


def reopened(directory):
    """Return what a companion finds that starts now."""
    with closing(Store(directory)) as store:
        return store.current()


def test_a_new_device_has_no_games(tmp_path):
    store = Store(tmp_path / "not made yet" / "100%20 #1?mode=ro")
    assert (store.current(), store.latest(), store.history(10)) == (EMPTY, 0, [])
    store.close()
    assert store.path.exists()
    assert worked(store.path.parent) == ([], EMPTY)
    assert (store.path.parent / INDEX).exists()


def test_after_a_restart_the_game_is_where_it_was_left(table, tmp_path):
    table.begin(1)
    table.do(CLUE, PLAY, Undid(), Redid(), Repaired((PLAY,)), CLUE, Undid())
    assert reopened(tmp_path) == table.sitting, "without being closed"
    table.store.close()
    assert reopened(tmp_path) == table.sitting


def test_a_game_taken_back_as_a_whole_gives_the_one_before_also_after_a_restart(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    first = table.sitting
    table.begin(2, Began(Setup(2), previous=1))
    second = table.sitting
    table.sitting = table.store.load_game(1)
    table.do(Withdrew(2))
    assert reopened(tmp_path) == first._replace(successor=2)
    assert [game["game"] for game in table.store.history(10)] == [1]
    table.write(Returned(), table.store.load_game(2))
    assert reopened(tmp_path) == second
    assert [game["game"] for game in table.store.history(10)] == [2, 1]


def test_the_first_game_ever_can_be_taken_back(table, tmp_path):
    table.begin(1)
    table.sitting = table.store.load_game(0)
    table.do(Withdrew(1))
    assert reopened(tmp_path) == EMPTY._replace(successor=1)
    assert table.store.history(5) == []


def test_each_game_is_loaded_by_its_number(table):
    table.begin(1)
    table.do(CLUE)
    first = table.sitting
    table.begin(2, Began(Setup(5)))
    loaded = table.store.load_game(1), table.store.load_game(2), table.store.latest()
    assert loaded == (first, table.sitting, 2)
    with pytest.raises(StoreError, match="game 3 has no beginning"):
        table.store.load_game(3)


def test_more_rows_at_once_than_wait_for_the_index_come_to_it_in_quiet(table, tmp_path):
    table.begin(1)
    opening = table.sitting
    while table.store.has_work:
        table.store.work(1)
    events = [CLUE, Undid()] * 1200
    for event in events:
        table.sitting = follow(table.sitting, event)
    table.store.record([Row(event, table.sitting) for event in events])
    table.store.follow_up()
    while table.store.has_work:
        table.store.work(1)
    assert table.store.story(1)[-1].row == table.store._index.base == 2401
    table.store.close()
    assert reopened(tmp_path) == opening._replace(undone=(CLUE,))


# The journal


def test_a_line_says_what_happened_with_a_sum(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    table.store.prefer("help", "off")
    table.store.enrol("04aa", Sticker("ours", CARDS["R1"]))
    assert (tmp_path / FILE).read_text().splitlines()[0].startswith("hanabi-companion-games 1 ")
    assert [(line.row, line.game, line.kind) for line in lines(tmp_path)] == [
        (1, 1, "new"),
        (2, 1, "do"),
        (3, 0, "prefer"),
        (4, 0, "sticker"),
    ]
    assert json.loads(lines(tmp_path)[1].data) == {"do": "clue"}


@pytest.mark.parametrize(
    "wrong", [{"row": -1}, {"row": 1 << 62}, {"game": -1}, {"game": 1 << 62}, {"at": math.nan}]
)
def test_a_line_whose_numbers_can_be_none_is_spoilt_whatever_its_sum(wrong):
    line = Line((1 << 62) - 1, 0, "do", 1.0, "{}")
    assert decode(encode(line)[:-1]) == line
    assert decode(encode(line._replace(**wrong))[:-1]) is None


def test_each_game_has_an_id_of_its_own(table, tmp_path):
    for game in range(1, 5):
        table.begin(game)
    ids = {json.loads(line.data)["id"] for line in lines(tmp_path)}
    assert len(ids) == 4
    assert {len(each) for each in ids} == {16}


def test_rows_are_only_ever_added(table, tmp_path):
    table.begin(1)
    seen = (tmp_path / FILE).read_bytes()
    for step in (CLUE, PLAY, Undid(), Redid(), Repaired((CLUE, CLUE)), Undid(), Did(Discard())):
        table.do(step)
        now = (tmp_path / FILE).read_bytes()
        assert now.startswith(seen), "a row that was written has changed"
        seen = now


def test_a_row_is_one_flush_of_few_bytes(table, tmp_path, monkeypatch):
    table.begin(1)
    table.do(CLUE)
    flushes = []
    fdatasync = os.fdatasync
    monkeypatch.setattr(os, "fdatasync", lambda handle: flushes.append(fdatasync(handle)))
    before = (tmp_path / FILE).stat().st_size
    table.store.record([Row(CLUE, follow(table.sitting, CLUE))])
    assert len(flushes) == 1
    assert (tmp_path / FILE).stat().st_size - before < 80


def test_all_of_several_rows_are_written_or_none(table, tmp_path, monkeypatch):
    opening = begin(1, GAME)
    rows = [Row(GAME, opening), Row(CLUE, follow(opening, CLUE))]

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "pwrite", full)
        with pytest.raises(StoreError, match="No space left on device"):
            table.store.record(rows)
    assert lines(tmp_path) == []
    table.store.record(rows)
    table.store.follow_up()
    assert [line.row for line in lines(tmp_path)] == [1, 2]


# What is kept beside the games


def test_what_is_kept_comes_back_without_an_index_too(table, tmp_path):
    store = table.store
    table.begin(1, GAME)
    store.prefer("help", "off")
    store.prefer("help", "counts")
    for tag, card in (("04bb", "R1"), ("04aa", "G5"), ("04cc", "B2")):
        store.enrol(tag, Sticker("ours", CARDS[card]))
    store.enrol("04cc", None)
    store.remove_name("Bo")
    store.close()
    for _ in range(2):
        with closing(Store(tmp_path)) as again:
            opened = again.opened()
        assert opened.preferences == {"help": "counts"}
        assert list(opened.stickers) == ["04bb", "04aa"]
        assert opened.names == ("Ada", "Cy")
        (tmp_path / INDEX).unlink()


# Files of somebody else


@pytest.mark.skipif(os.geteuid() != 0, reason="wants root: it becomes somebody else")
@pytest.mark.parametrize("name", [FILE, INDEX])
def test_files_that_root_put_back_are_read_and_the_sentence_says_what_to_do(tmp_path, name):
    folder = tmp_path / "games"
    table = Table(folder)
    table.begin(1)
    table.store.close()
    for path in (tmp_path, folder, *folder.iterdir()):
        os.chown(path, 1, 1)
    os.chown(folder / name, 0, 0)
    (folder / name).chmod(0o644)
    tmp_path.chmod(0o755)
    program = f"""
import os, sys
sys.path.insert(0, {str(Path(companion.__file__).parents[1])!r})
import ctypes
from pathlib import Path
from companion.errors import StoreError
from companion.journal.store import Store
os.setegid(1); os.seteuid(1)
store = Store(Path({str(folder)!r}))
print(store.current().game)
try:
    store.prefer("help", "off")
except StoreError as error:
    print(error)
else:
    print("saved")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd="/"
    )
    assert not done.stderr
    game, told = done.stdout.splitlines()
    assert game == "1"
    if name == INDEX:
        assert told == "saved"
    else:
        assert told == f"{folder / FILE} belongs to root: sudo chown daemon: {folder / FILE}"


@pytest.mark.skipif(os.geteuid() != 0, reason="wants root")
def test_what_root_makes_belongs_to_the_owner_of_the_folder(tmp_path):
    os.chown(tmp_path, 1, 1)
    table = Table(tmp_path)
    table.begin(1)
    assert {path.stat().st_uid for path in tmp_path.iterdir()} == {1}
    table.store.close()


def test_a_journal_of_another_version_is_left_as_it_is(tmp_path):
    table = Table(tmp_path)
    table.begin(1)
    table.store.close()
    text = (tmp_path / FILE).read_bytes().replace(b"games 1 ", b"games 2 ", 1)
    (tmp_path / FILE).write_bytes(text)
    with closing(Store(tmp_path)) as store, pytest.raises(StoreError, match="another version"):
        store.current()
    assert (tmp_path / FILE).read_bytes() == text


def test_a_game_that_makes_no_sense_is_told_and_left(table, tmp_path):
    table.begin(1)
    table.store.write_rows([Line(0, 1, "shuffle", 1.0, "{}")])
    table.store.close()
    told, sitting = worked(tmp_path)
    assert sitting == EMPTY
    assert "unknown kind 'shuffle'" in told[0].sentence
    with closing(GamesReader(tmp_path)) as reader, pytest.raises(StoreError):
        reader.load_game(1)


# The history


def test_the_history_has_the_newest_games_first(table):
    for game, actions in (
        (1, [CLUE]),
        (2, [Did(Misfire())] * 3),
        (3, [Did(Play(suit="R")), CLUE, Undid()]),
    ):
        table.begin(game, Began(Setup(3)))
        table.do(*actions)
    games = table.store.history(10)
    assert [
        [game[key] for key in ("game", "turn", "score", "status", "reason")] for game in games
    ] == [
        [3, 2, 1, "playing", None],
        [2, 3, 0, "lost", "fuses"],
        [1, 2, 0, "playing", None],
    ]
    assert {(game["players"], game["detail"]) for game in games} == {(3, "colours")}
    assert [game["edition"]["fuses"] for game in games] == [3, 3, 3]
    assert all(game["began"] <= game["changed"] for game in games)
    assert table.store.history(2) == games[:2]
