"""Recovery: damage that SQLite does not see is found, and the file is made again."""

from contextlib import closing, contextmanager

import pytest

from companion.errors import Damaged, StoreError
from companion.journal.sitting import EMPTY
from companion.journal.sqlite import beside
from companion.journal.store import FILE, Store
from tests.journal.on_disk import (
    CLUE,
    Table,
    flipped,
    left_by_a_power_cut,
    reopened,
    scratch,
    without_copy,
)
from tests.rig.samples import sample


@contextmanager
def mended(table, tmp_path, damage, copied=True):
    """The store of a game that was damaged, found to be so, and replaced."""
    table.begin(1)
    table.do(CLUE, CLUE)
    table.store.close()
    if not copied:
        without_copy(tmp_path)
    scratch(tmp_path, damage)
    with closing(Store(tmp_path)) as store:
        with pytest.raises(Damaged):
            store.current()
        store.renew()
        yield store


def test_what_a_damaged_log_hides_from_sqlite_comes_from_the_copy(table, tmp_path):
    table.begin(1)
    for _ in range(6):
        table.do(CLUE)
    table.store.copy_on()
    left = left_by_a_power_cut(table, tmp_path / "left")
    log = left / f"{FILE}-wal"
    flipped(log, log.stat().st_size // 2)
    copied = (left / f"{FILE}.txt").read_bytes()
    store = Store(left)
    with pytest.raises(Damaged, match="lacks games that its copy has"):
        store.current()
    with pytest.raises(Damaged, match="lacks games that its copy has"):
        store.append([])
    aside = store.renew()
    assert store.current() == table.sitting
    store.close()
    assert beside(aside, ".txt").read_bytes() == copied, "the copy is set aside as it was"


@pytest.mark.parametrize("bit", [2, 128])
def test_an_index_that_is_wrong_makes_no_game_shorter(memory, bit):
    table = Table(memory)
    table.begin(1)
    for _ in range(5):
        table.do(CLUE)
    table.store.close()
    path = memory / FILE
    data = path.read_bytes()
    leaves = [begin for begin in range(0, len(data), 4096) if data[begin] == 0x0A]
    for leaf in leaves:
        places = (*range(leaf, leaf + 24), *range(leaf + 4096 - 40, leaf + 4096))
        for place in sample(places, 3):
            path.write_bytes(data)
            flipped(path, place, bit)
            try:
                assert reopened(memory) == table.sitting, f"byte {place}"
            except Damaged:
                continue


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(
            "UPDATE event SET data = CAST(X'FFFE' AS TEXT) WHERE kind = 'do'", id="no UTF-8"
        ),
        pytest.param("UPDATE event SET data = '5' WHERE kind = 'do'", id="another JSON"),
        pytest.param("DROP TABLE event", id="no table"),
        pytest.param("DELETE FROM event WHERE id = 2", id="a row is gone"),
        pytest.param(
            "UPDATE event SET game = 'one' WHERE kind = 'do'", id="a game that is no number"
        ),
    ],
)
@pytest.mark.parametrize("copied", [True, False])
def test_what_makes_no_sense_is_damage_and_can_be_mended(table, tmp_path, damage, copied):
    with mended(table, tmp_path, damage, copied) as store:
        alone = (
            EMPTY,
            table.sitting._replace(steps=()),
            table.sitting._replace(steps=table.sitting.steps[:1]),
        )
        assert store.current() in ((table.sitting,) if copied else alone)


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("PRAGMA user_version = 100", id="a version that will never be"),
        pytest.param("DELETE FROM game", id="no summary"),
        pytest.param("UPDATE game SET id = 5", id="another summary"),
        pytest.param(
            "INSERT INTO event SELECT 9, 7, kind, data, at FROM event LIMIT 1", id="another game"
        ),
    ],
)
def test_what_does_not_go_together_is_damage_and_can_be_mended(table, tmp_path, damage):
    with mended(table, tmp_path, damage) as store:
        assert table.sitting in (store.current(), store.load(1))
        assert store.latest() == store.history(1)[0]["game"]


def test_a_summary_that_is_in_the_way_is_damage(table, tmp_path):
    table.begin(1)
    table.store.close()
    scratch(
        tmp_path,
        "INSERT INTO game SELECT 2, began, changed, setup, turn, score, status, reason, 0 FROM"
        " game",
    )
    with pytest.raises(Damaged):
        table.begin(2)


def test_a_game_that_is_not_there_is_no_damage(table):
    table.begin(1)
    with pytest.raises(StoreError) as caught:
        table.store.load(3)
    assert not isinstance(caught.value, Damaged)


def test_while_there_is_no_room_a_damaged_file_can_be_read_from_memory(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    table.store.prefer("help", "off")
    table.store.close()
    flipped(tmp_path / FILE, 0)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with closing(Store(tmp_path).salvaged()) as found:
        assert (found.current(), found.latest(), found.preferences()) == (
            table.sitting,
            1,
            {"help": "off"},
        )
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
