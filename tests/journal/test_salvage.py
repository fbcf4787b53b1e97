"""Salvage: what is left in an index, whole or not, is a backup that a restore takes."""

import random

import pytest

from companion.journal.reader import FILE
from companion.journal.salvage import salvaged_backup
from companion.journal.store import Store
from tests.journal.on_disk import INDEX
from tests.rig.backups import played, restored
from tests.rig.many_games import ManyGames
from tests.rig.samples import SEED


@pytest.fixture
def group(tmp_path):
    group = ManyGames(tmp_path / "theirs", 7)
    group.play(12)
    group.store.prefer("text", "x" * 9000)  # in several pages
    yield group
    group.store.close()


def test_an_index_in_use_and_a_closed_one_have_all_rows(group, tmp_path):
    index, log = tmp_path / "theirs" / INDEX, tmp_path / "theirs" / f"{INDEX}-wal"
    right = (tmp_path / "theirs" / FILE).read_text().splitlines()[1:]
    in_log = "".join(salvaged_backup(index.read_bytes(), log.read_bytes()))
    group.store.close()
    closed = "".join(salvaged_backup(index.read_bytes()))
    assert closed.splitlines()[2:-1] == right
    # A line in several pages is found by SQLite alone, which reads no log here.
    assert set(in_log.splitlines()) >= {line for line in right if len(line) < 4000}


def test_of_a_damaged_one_come_games_as_they_were_or_their_beginnings(group, tmp_path):
    right = played(group.store)
    group.store.close()
    content = (tmp_path / "theirs" / INDEX).read_bytes()
    dice = random.Random(SEED)
    came = 0
    for number in range(40):
        damaged = bytearray(content)
        size = dice.choice((1, 512, 4096, 20_000))
        place = dice.randrange(len(content)) if number else 0
        damaged[place : place + size] = dice.choice((bytes, dice.randbytes))(size)
        store = Store(tmp_path / f"{number}")
        restored(store, "".join(salvaged_backup(bytes(damaged))), partial=True)
        here = played(store)
        store.close()
        for story in here:
            assert any(story == whole[: len(story)] for whole in right), number
        came += len(here)
    assert came > 40 * 4
