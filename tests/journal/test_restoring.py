"""Restoring: a backup or a copy of a journal is merged; a damaged one is a sentence."""

import contextlib
import os
import random
import shutil
from contextlib import closing
from itertools import count

import pytest

from companion.game.cards import CARDS
from companion.journal import restoring
from companion.journal.events import Began, Did
from companion.journal.kept import Kept
from companion.journal.lines import Line
from companion.journal.reader import FILE
from companion.journal.stickers import Sticker
from companion.journal.store import Store
from companion.journal.writer_messages import MendedKind
from tests.journal.on_disk import CLUE, Table, lines, worked
from tests.rig.backups import Refused, backup_of, everything, played, restored
from tests.rig.many_games import ManyGames
from tests.rig.samples import SEED, fewer


@pytest.fixture
def theirs(tmp_path):
    group = ManyGames(tmp_path / "theirs", 7)
    group.play(20)
    yield group
    group.store.close()


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "ours")
    yield store
    store.close()


def test_into_nothing_everything_comes_and_the_table_goes_on(store, theirs):
    assert restored(store, backup_of(theirs.store))["games"] == 20
    assert played(store) == played(theirs.store)
    there, here = everything(theirs.store), everything(store)
    for part in ("stats", "names", "preferences", "stickers"):
        assert here[part] == there[part]
    assert here["on the table"].steps == there["on the table"].steps
    assert len(here["history"]) == len(there["history"])


def test_into_itself_and_a_second_time_nothing_changes(store, theirs):
    text = backup_of(theirs.store)
    before = theirs.store.kept.last
    assert restored(theirs.store, text)["known"] == 20
    restored(store, text)
    rows = store.kept.last
    assert restored(store, text)["games"] == 0
    assert (theirs.store.kept.last, store.kept.last) == (before, rows)


def test_a_copy_of_the_journal_is_a_backup_also_cut_in_a_line(store, theirs):
    text = theirs.store.path.read_text("utf-8")
    assert restored(store, text[:-9])["games"] in (19, 20)
    assert restored(store, text)["games"] in (0, 1)
    assert played(store) == played(theirs.store)


def test_the_game_on_the_table_stays_also_after_a_restart(tmp_path, theirs):
    table = Table(tmp_path / "ours")
    table.begin(1)
    table.do(CLUE)
    restored(table.store, backup_of(theirs.store))
    assert table.store.current() == table.sitting
    table.do(CLUE)
    table.store.close()
    told, sitting = worked(tmp_path / "ours")
    assert (told, sitting) == ([], table.sitting)
    table = Table(tmp_path / "ours")
    assert table.store.latest() == 21
    table.store.close()


def test_a_game_of_which_there_is_more_gets_its_end_unless_it_is_on_the_table(tmp_path, store):
    table = Table(tmp_path / "device")
    table.begin(1)
    table.do(CLUE)
    restored(store, backup_of(table.store))
    table.do(CLUE, CLUE)
    more = backup_of(table.store)
    report = restored(store, more)
    assert (report["grown"], report["on_table"]) == (0, 1)
    other = Table(tmp_path / "ours")
    other.store = store
    other.begin(2, Began(table.sitting.setup, previous=1))
    assert restored(store, more)["grown"] == 1
    assert len(store.load_game(1).steps) == 3
    assert store.current() == other.sitting
    table.store.close()


def test_a_game_that_went_on_otherwise_stays_as_it_is_here(tmp_path, store):
    table = Table(tmp_path / "device")
    table.begin(1)
    restored(store, backup_of(table.store))
    table.do(CLUE)
    ours = Table(tmp_path / "ours")
    ours.do(Did(CLUE.action), Did(CLUE.action))
    assert restored(ours.store, backup_of(table.store))["known"] == 1
    assert len(ours.store.current().steps) == 2
    for made in (table, ours):
        made.store.close()


def test_what_is_kept_comes_where_it_is_lacking(store, theirs):
    store.prefer("help", "counts")
    store.enrol("04aa", Sticker("ours", CARDS["R1"]))
    report = restored(store, backup_of(theirs.store))
    assert store.kept.preferences["help"] == "counts"
    assert set(store.kept.stickers) == {"04aa", *theirs.store.kept.stickers}
    assert (report["sticker"], report["preference"]) == (1, 0)
    assert isinstance(store.kept, Kept)


def changed(text, dice):
    """Return a backup with a piece, a bit or lines that are gone, others, exchanged or doubled."""
    rows = text.splitlines(keepends=True)
    one, other = sorted(dice.sample(range(len(rows)), 2))
    match dice.randrange(5):
        case 0:
            begin = dice.randrange(len(text))
            end = begin + dice.choice((1, 1, 40, 700, len(text)))
            return text[:begin] + dice.choice(("", "x", "0\n")) + text[end:]
        case 1:
            raw = bytearray(text.encode())
            raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
            return raw.decode("utf-8", "replace")
        case 2:
            del rows[one : one + dice.choice((1, 1, 2, 9))]
        case 3:
            rows[one], rows[other] = rows[other], rows[one]
        case 4:
            rows.insert(other, rows[one])
    return "".join(rows)


def test_any_change_of_a_backup_is_a_sentence_or_the_right_games(tmp_path):
    group = ManyGames(tmp_path / "theirs", 7)
    group.play(8)
    text = backup_of(group.store)
    right = set(played(group.store))
    group.store.close()
    dice = random.Random(SEED)
    folder = tmp_path / "ours"
    for number in range(int(os.environ.get("COMPANION_FAULTS_CHANGES", fewer(10_000, 250)))):
        damaged = changed(text, dice)
        with closing(Store(folder)) as store:
            for partial in (False, True):
                with contextlib.suppress(Refused):
                    restored(store, damaged, partial)
            assert set(played(store)) <= right, number
        shutil.rmtree(folder)


def test_a_game_that_may_have_lost_its_end_is_not_taken(store, theirs):
    rows = backup_of(theirs.store).splitlines(keepends=True)
    for gone in (1, 2, 11):
        cut = [*rows[: -1 - gone], rows[-1]]
        for text in ("".join(cut), "".join([*cut[:-1], *[cut[2]] * gone, cut[-1]])):
            with pytest.raises(Refused):
                restored(store, text)
            restored(store, text, partial=True)
            assert set(played(store)) <= set(played(theirs.store)), gone


def test_a_block_without_its_end_goes_as_a_whole_whatever_the_index_has_of_it(tmp_path):
    table = Table(tmp_path)
    table.begin(1)
    table.do(CLUE)
    before = lines(tmp_path)
    turns = [Line(0, 2, "do", 1.0, '{"do": "clue"}')] * 60
    began = [Line(0, 2, "restore", 1.0, "{}"), before[0]._replace(game=2)]
    table.store.write_rows([*began, *turns])
    table.store.close()
    told, sitting = worked(tmp_path)
    assert MendedKind.BROKEN_OFF in [mended.kind for mended in told]
    assert (lines(tmp_path), sitting) == (before, table.sitting)


class _PulledPlug(BaseException):
    """The program ends here."""


def test_killed_at_any_write_the_same_backup_goes_on(tmp_path, theirs, monkeypatch):
    monkeypatch.setattr(restoring, "_BLOCKS", 2000)  # many writes
    text = backup_of(theirs.store)
    right = played(theirs.store)
    pwrite = os.pwrite
    for number in count():
        folder = tmp_path / str(number)
        table = Table(folder)
        table.begin(1)
        left = [number]

        def pulled(handle, content, at, left=left):
            if left[0] == 0:
                pwrite(handle, content[: len(content) * 2 // 3], at)
                raise _PulledPlug
            left[0] -= 1
            return pwrite(handle, content, at)

        with monkeypatch.context() as broken:
            broken.setattr(os, "pwrite", pulled)
            with contextlib.suppress(_PulledPlug):
                restored(table.store, text)
        table.store.close()
        told, sitting = worked(folder)
        assert sitting == table.sitting
        assert all(mended.kind == MendedKind.BROKEN_OFF for mended in told)
        with closing(Store(folder)) as store:
            restored(store, text)
            assert sorted([story for story in played(store) if story in right]) == right
            assert store.current() == table.sitting
        assert (folder / FILE).exists()
        if left[0] > 0:
            break
    assert number > 4
