"""Files of other games in the place of these: none is mixed in, and what is said of them is so."""

import os
import shutil
from contextlib import closing

import pytest

from companion.game.setup import Setup
from companion.journal.events import Began
from companion.journal.lines import header
from companion.journal.reader import FILE, GamesReader
from companion.journal.store import Store
from companion.journal.writer_messages import MendedKind
from tests.journal.on_disk import CLUE, INDEX, Table, copied, everything, flipped, lines, worked
from tests.rig.samples import sample


def evening(folder, games, players):
    """Play games, and return the table."""
    table = Table(folder)
    for game in range(1, games + 1):
        table.begin(game, Began(Setup(players), tuple("ABCDE"[:players]), previous=game - 1))
        table.do(*[CLUE] * 5)
    return table


@pytest.fixture(params=[3, 60, 0])
def theirs(request, tmp_path):
    """The journal of another device with so many games."""
    evening(tmp_path / "theirs", request.param, 4).store.close()
    (tmp_path / "theirs" / FILE).touch()
    return (tmp_path / "theirs" / FILE).read_bytes() or header(0x5EED)


def in_place(path, content):
    path.write_bytes(content)


def renamed(path, content):
    path.with_name("new").write_bytes(content)
    path.with_name("new").replace(path)


MIXES = {
    "theirs": lambda ours, theirs: theirs,
    "theirs behind": lambda ours, theirs: ours + theirs,
    "theirs before": lambda ours, theirs: theirs + ours,
    "half of each": lambda ours, theirs: ours[: len(ours) // 2] + theirs[len(ours) // 2 :],
    "theirs, as long as ours": lambda ours, theirs: theirs[: len(ours)].ljust(len(ours), b"\n"),
}


@pytest.mark.parametrize("lay", [in_place, renamed])
@pytest.mark.parametrize("mix", MIXES)
def test_while_it_runs_they_are_set_aside_whole(tmp_path, theirs, lay, mix):
    folder = tmp_path / "ours"
    table = evening(folder, 5, 3)
    ours = (folder / FILE).read_bytes()
    laid = MIXES[mix](ours, theirs)
    lay(folder / FILE, laid)
    table.do(CLUE, CLUE)
    (told,) = table.store.told
    assert (told.kind, told.name) == (MendedKind.OTHER, "games.other-1.txt")
    assert (folder / told.name).read_bytes() == laid
    assert (folder / FILE).read_bytes().startswith(ours)
    table.store.close()
    assert worked(folder) == ([], table.sitting)
    assert len(lines(folder)) == 32


@pytest.mark.parametrize("lay", [in_place, renamed])
def test_what_an_editor_saved_unchanged_is_no_other_file(tmp_path, lay):
    table = evening(tmp_path, 2, 3)
    lay(tmp_path / FILE, (tmp_path / FILE).read_bytes())
    table.do(CLUE)
    table.store.close()
    assert worked(tmp_path) == ([], table.sitting)
    assert not table.store.told


def test_before_a_query_the_games_are_put_back(tmp_path, theirs):
    table = evening(tmp_path / "ours", 5, 3)
    (tmp_path / "ours" / FILE).write_bytes(theirs)
    table.store.tend_journal()
    with closing(GamesReader(tmp_path / "ours")) as reader:
        assert len(reader.history(99)) == 5
    table.store.close()


@pytest.mark.parametrize("mix", MIXES)
def test_at_a_start_either_is_shown_and_the_other_kept_whole(tmp_path, theirs, mix):
    folder = tmp_path / "ours"
    evening(folder, 5, 3).store.close()
    ours = (folder / FILE).read_bytes()
    laid = MIXES[mix](ours, theirs)
    (folder / FILE).write_bytes(laid)
    with closing(GamesReader(folder)) as reader:
        seen = {len(game["players"]) for game in reader.history(99)}
    told, _ = worked(folder)
    with closing(Store(folder)) as store:
        shown = {len(game["players"]) for game in store.history(99)}
    assert len(seen) == len(shown) == 1, "games of both are mixed"
    names = [mended.name for mended in told]
    if shown == {4}:
        assert MendedKind.TWO in [mended.kind for mended in told]
        shutil.copy(folder / names[0], tmp_path / "kept.sqlite3")
        with closing(GamesReader(tmp_path)) as reader:
            reader._index.path = tmp_path / "kept.sqlite3"
            assert len(reader.history(99)) == 5
    else:
        assert (folder / FILE).read_bytes() == ours
        assert [(folder / name).read_bytes() for name in names] == [laid]
    assert MendedKind.LOST not in [mended.kind for mended in told]


def test_a_missing_end_is_told_beside_two_sets_of_games(tmp_path):
    table = evening(tmp_path / "ours", 5, 3)
    folder = copied(tmp_path / "ours", tmp_path / "cut")
    table.store.close()
    log = folder / f"{INDEX}-wal"
    log.write_bytes(log.read_bytes()[:-300] + b"\x5a" * 300)
    ours = (folder / FILE).read_bytes()
    evening(tmp_path / "theirs", 9, 4).store.close()
    laid = ours[: len(ours) // 2] + (tmp_path / "theirs" / FILE).read_bytes()[len(ours) // 2 :]
    (folder / FILE).write_bytes(laid)
    told, _ = worked(folder)
    assert [mended.kind for mended in told][:2] == [MendedKind.TWO, MendedKind.END]
    assert (folder / told[0].name).read_bytes() == laid
    assert [told[1].name, worked(folder)[0]] == ["", []]


def test_each_bit_of_the_first_line_is_mended_by_the_index(tmp_path):
    evening(tmp_path / "ours", 2, 3).store.close()
    before = everything(tmp_path / "ours")
    text = (tmp_path / "ours" / FILE).read_bytes()
    for bit in sample(range(8 * len(header(1))), 9):
        folder = copied(tmp_path / "ours", tmp_path / f"{bit}")
        flipped(folder / FILE, bit // 8, 1 << bit % 8)
        with closing(GamesReader(folder)) as reader:
            assert reader.history(9) == before[1], bit
        told, _ = worked(folder)
        assert [mended.kind for mended in told] == [MendedKind.MENDED], bit
        assert (folder / FILE).read_bytes() == text, bit
        assert everything(folder) == before, bit
        shutil.rmtree(folder)


def test_without_an_index_the_start_knows_the_table_and_what_is_kept(tmp_path):
    table = Table(tmp_path)
    table.store.prefer("help", "off")
    table.store.close()
    table = evening(tmp_path, 40, 3)
    table.store.close()
    assert os.path.getsize(tmp_path / FILE) > 1 << 13
    (tmp_path / INDEX).unlink()
    with closing(Store(tmp_path)) as store:
        opened = store.opened()
        assert (opened.sitting, opened.latest) == (table.sitting, 40)
        assert (opened.preferences, opened.names) == ({"help": "off"}, ("A", "B", "C"))
        assert store.has_work
        assert not store.told
