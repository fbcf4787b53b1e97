"""Damage: whatever happens to one of the two files, every game comes back, and it is told."""

import os
import random
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import StoreError
from companion.game.actions import Clue, Concede
from companion.game.cards import CARDS
from companion.game.setup import Setup
from companion.journal.events import Began, Did
from companion.journal.index import GamesIndex
from companion.journal.lines import Line
from companion.journal.reader import FILE, GamesReader
from companion.journal.sitting import begin
from companion.journal.statistics import tables
from companion.journal.stickers import Sticker
from companion.journal.store import Store
from companion.journal.writer_messages import MendedKind
from tests.journal.on_disk import (
    CLUE,
    INDEX,
    PLAY,
    Table,
    copied,
    everything,
    flipped,
    lines,
    worked,
)
from tests.rig.played import Table as Evening
from tests.rig.samples import EVERY_CASE, SEED, fewer


@pytest.fixture
def games(tmp_path):
    """A folder of three games, a preference and a sticker, as a switched off device has it."""
    folder = tmp_path / "games"
    evening = Evening(folder)
    evening.play(25, names=("Ann", "Ben"))
    evening.play(12)
    evening.begin(names=("Cy", "Di"))
    evening.do(Did(Clue()))
    evening.store.prefer("help", "off")
    evening.store.enrol("04aa", Sticker("ours", CARDS["R1"]))
    evening.store.close()
    return folder


def spoil(path, begin, content):
    data = bytearray(path.read_bytes())
    data[begin : begin + len(content)] = content
    path.write_bytes(data)


def cut(path, size):
    path.write_bytes(path.read_bytes()[:size])


# One of the files


def replaced(games, name):
    path = games / name
    path.unlink()
    path.mkdir()


def piped(games, name):
    (games / name).unlink()
    os.mkfifo(games / name)


def linked(target):
    def link(games, name):
        (games / name).unlink()
        (games / name).symlink_to(target)

    return link


DAMAGES = {
    "gone": lambda games, name: (games / name).unlink(),
    "empty": lambda games, name: cut(games / name, 0),
    "cut in the middle": lambda games, name: cut(games / name, (games / name).stat().st_size // 2),
    "a byte short": lambda games, name: cut(games / name, (games / name).stat().st_size - 1),
    "zeros": lambda games, name: (games / name).write_bytes(bytes(5000)),
    "noise": lambda games, name: (games / name).write_bytes(random.Random(1).randbytes(9000)),
    "text": lambda games, name: (games / name).write_text("once upon a time\n" * 200),
    "zeros at the end": lambda games, name: spoil(
        games / name, (games / name).stat().st_size - 700, bytes(700)
    ),
    "zeros in the middle": lambda games, name: spoil(games / name, 1500, bytes(512)),
    "no first line": lambda games, name: spoil(games / name, 0, b"x" * 30),
    "a folder": replaced,
    "a pipe": piped,
    "a link to nowhere": linked("/nowhere/at/all"),
    "a link to a full device": linked("/dev/full"),
}


@pytest.mark.parametrize("name", [FILE, INDEX])
@pytest.mark.parametrize("damage", DAMAGES)
def test_the_other_file_mends_it(games, name, damage):
    before = everything(games)
    DAMAGES[damage](games, name)
    told, sitting = worked(games)
    assert sitting == before[0]
    assert told or name == INDEX
    assert not any(mended.kind == MendedKind.LOST for mended in told), told
    assert everything(games) == before
    assert worked(games) == ([], before[0]), "it is told once"


@pytest.mark.parametrize("name", [FILE, INDEX])
def test_one_flipped_bit_changes_nothing_and_is_no_lie_to_who_only_reads(games, tmp_path, name):
    before = everything(games)
    size = (games / name).stat().st_size
    dice = random.Random(SEED)
    for number in range(fewer(1500, 25)):
        folder = copied(games, tmp_path / str(number))
        flipped(folder / name, dice.randrange(size), 1 << dice.randrange(8))
        with closing(GamesReader(folder)) as reader:
            assert (reader.history(10), reader.consult(tables.standings)) == before[1:3], number
            assert reader.what_is_kept().cards == before[4]
        worked(folder)
        assert everything(folder) == before, number
        shutil.rmtree(folder)


def test_a_bit_in_the_table_of_a_perfect_game_is_found_in_quiet(games):
    before = everything(games)
    data = (games / INDEX).read_bytes()
    flipped(games / INDEX, data.index(b"perfect", data.index(b"finished")))
    told, _ = worked(games)
    assert [mended.kind for mended in told] == [MendedKind.INDEX]
    assert everything(games) == before


@pytest.mark.parametrize(("name", "step"), [(FILE, 61), (INDEX, 97 if EVERY_CASE else 4001)])
def test_a_file_cut_at_any_byte_comes_back(games, tmp_path, name, step):
    before = everything(games)
    for place in range(0, (games / name).stat().st_size, step):
        folder = copied(games, tmp_path / str(place))
        cut(folder / name, place)
        told, _ = worked(folder)
        assert told or name == INDEX, place
        assert everything(folder) == before, place
        shutil.rmtree(folder)


def test_an_editor_that_writes_crlf_costs_nothing(games):
    before = everything(games)
    text = (games / FILE).read_bytes()
    (games / FILE).write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    (games / INDEX).unlink()
    told, _ = worked(games)
    assert everything(games) == before
    assert [mended.name for mended in told if mended.kind == MendedKind.MENDED] == [
        "games.damaged-1.txt"
    ]
    assert (games / FILE).read_bytes() == text


# Both of them


@pytest.mark.parametrize("old", [FILE, INDEX])
def test_an_old_copy_of_one_put_back_costs_nothing(games, old):
    kept = (games / old).read_bytes()
    table = Table(games)
    table.do(*[CLUE, PLAY] * 3)
    table.store.prefer("help", "counts")
    table.store.close()
    before = everything(games)
    (games / old).write_bytes(kept)
    worked(games)
    assert everything(games) == before


def test_with_both_gone_nothing_was_there(games):
    for path in list(games.iterdir()):
        path.unlink()
    told, sitting = worked(games)
    assert (told, sitting.game) == ([], 0)


def test_what_is_in_neither_is_told_once_and_ends_its_game(games):
    text = (games / FILE).read_bytes().splitlines(keepends=True)
    spoilt = next(number for number, line in enumerate(text) if b" 2 do " in line) + 3
    text[spoilt] = text[spoilt].replace(b"do", b"xx")
    (games / FILE).write_bytes(b"".join(text))
    (games / INDEX).unlink()
    told, sitting = worked(games)
    (lost,) = [mended for mended in told if mended.kind == MendedKind.LOST]
    assert lost.name == "games.damaged-1.txt"
    assert "stood in neither file" in lost.sentence
    assert b"".join(text) == (games / lost.name).read_bytes()
    assert sitting.game == 3
    with closing(Store(games)) as store:
        assert len(store.load_game(2).steps) == 3
        assert len(store.load_game(1).steps) == 25
        assert [game["game"] for game in store.history(9)] == [3, 2, 1]
    assert worked(games) == ([], sitting)
    assert None not in lines(games)


def test_nothing_that_can_be_read_is_told_as_lost(games):
    for name in (FILE, INDEX):
        (games / name).write_bytes(b"noise" * 500)
    told, sitting = worked(games)
    assert sitting.game == 0
    assert MendedKind.LOST in [mended.kind for mended in told]
    assert {path.name for path in games.glob("*damaged*")} == {
        "games.damaged-1.txt",
        "games.damaged-1.sqlite3",
    }


def test_any_damage_of_both_at_once_is_told_or_costs_nothing(games, tmp_path):
    before = everything(games)
    dice = random.Random(SEED)
    for number in range(fewer(600, 10)):
        folder = copied(games, tmp_path / str(number))
        for name in (FILE, INDEX):
            size = (folder / name).stat().st_size
            length = dice.choice((40, 512, 4096))
            spoil(folder / name, dice.randrange(size), dice.choice((bytes, dice.randbytes))(length))
        told, _ = worked(folder)
        lost = any(mended.kind in (MendedKind.LOST, MendedKind.END) for mended in told)
        assert lost or everything(folder) == before, (number, told)
        assert worked(folder)[0] == [], number
        shutil.rmtree(folder)


def test_a_journal_that_ends_where_the_index_is_spoilt_is_told(games, tmp_path):
    table = Table(games)
    for game in range(4, 12):
        table.begin(game)
        table.do(*[CLUE] * 8)
    table.store.close()
    before = everything(games)
    text = (games / FILE).read_bytes().splitlines(keepends=True)
    data = (games / INDEX).read_bytes()
    for end in range(2, len(text), 9):
        folder = copied(games, tmp_path / str(end))
        (folder / FILE).write_bytes(b"".join(text[:end]))
        for page in range(0, len(data), 4096):
            if text[end - 1].rstrip() in data[page : page + 4096]:
                spoil(folder / INDEX, page, bytes(4096))
        told, _ = worked(folder)
        assert told or everything(folder) == before, end


# While the table plays


def test_a_folder_that_is_deleted_in_play_comes_back_whole(games):
    before = everything(games)
    table = Table(games)
    shutil.rmtree(games)
    table.do(CLUE)
    assert "written again" in table.store.told[0].sentence
    table.store.close()
    assert worked(games) == ([], table.sitting)
    assert everything(games)[1][1:] == before[1][1:]


def test_a_spoilt_line_is_mended_in_quiet_while_the_table_plays(games):
    before = everything(games)
    table = Table(games)
    flipped(games / FILE, 500)
    table.store.work(0)
    table.do(CLUE)
    while table.store.has_work:
        table.store.work(0)
        if len(table.sitting.steps) < 8:
            table.do(CLUE)
    assert [mended.kind for mended in table.store.told] == [MendedKind.MENDED]
    table.store.close()
    assert everything(games)[1][1:] == before[1][1:]
    assert worked(games) == ([], table.sitting)


def full(games, patch):
    def take(*_):
        raise StoreError("the disk is full")

    patch.setattr(GamesIndex, "take_rows", take)


def dropped(games, patch):
    with closing(sqlite3.connect(games / INDEX)) as db, db:
        db.execute("DROP TABLE game")


@pytest.mark.parametrize(
    "spoil_index", [full, dropped, lambda games, patch: (games / INDEX).unlink()]
)
def test_after_trouble_with_the_index_it_mends_the_journal_at_once(
    games, tmp_path, monkeypatch, spoil_index
):
    table = Table(games)
    with monkeypatch.context() as patch:
        spoil_index(games, patch)
        table.do(CLUE)
    table.do(CLUE)
    folder = copied(games, tmp_path / "copy")
    (folder / FILE).unlink()
    table.store.close()
    assert worked(folder)[1] == table.sitting
    assert everything(folder) == everything(games)


# What is large


def test_a_start_with_many_rows_reads_the_end_alone(tmp_path, monkeypatch):
    table = Table(tmp_path)
    for game in range(1, 120):
        event = Began(Setup(2), previous=game - 1)
        table.write(event, begin(game, event))
        table.do(*[CLUE] * 8, Did(Concede("no_more_points")))
    table.store.close()
    read = []
    pread = os.pread

    def counted(handle, size, at):
        content = pread(handle, size, at)
        read.append(len(content))
        return content

    monkeypatch.setattr(os, "pread", counted)
    with closing(Store(tmp_path)) as store:
        assert store.current() == table.sitting
    assert sum(read) < 1 << 13


def bytes_written() -> int:
    """How many bytes this process wrote so far, to whatever file."""
    return int(re.search(r"wchar: (\d+)", Path("/proc/self/io").read_text())[1])


def test_a_line_of_megabytes_and_many_stickers_are_read_in_time(tmp_path):
    store = Store(tmp_path)
    store.prefer("text", "x" * 2_000_000)
    sticker = Line(0, 0, "sticker", 1.0, "")
    store.write_rows([sticker._replace(data=f'["{tag:x}", "ours", "R1"]') for tag in range(5_000)])
    store.follow_up()
    store.close()
    (tmp_path / INDEX).unlink()
    before = bytes_written()
    told, _ = worked(tmp_path)
    assert told == []
    assert bytes_written() - before < 50_000_000
    with closing(Store(tmp_path)) as store:
        store.open()
        assert len(store.kept.cards) == 5_000
        assert len(store.kept.preferences["text"]) == 2_000_000
