"""The store: every step of every game in one real SQLite file, appended and never changed."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import companion
from companion.errors import Damaged, StoreError
from companion.game.actions import TILES, Clue, Correct, Discard, Misfire, Play
from companion.game.cards import Card
from companion.game.edition import PRESETS
from companion.game.setup import Setup
from companion.table import store as store_module
from companion.table.events import FIRST, Began, Did, Dropped, Redid, Repaired, Returned, Undid, Withdrew
from companion.table.sitting import EMPTY, begin, follow
from companion.table.stickers import Sticker
from companion.table.store import FILE, OtherGames, Row, Store

GAME = Began(Setup(3, PRESETS["classic"], "cards"), ("Ada", "Bo", "Cy"), 1)
CLUE, PLAY = Did(Clue()), Did(Play(Card("R", 1)))


class Table:
    """A group that writes every step into its store."""

    def __init__(self, directory):
        self.store = Store(directory)
        self.sitting = self.store.current()

    def begin(self, game, event=GAME):
        self.write(event, begin(game, event))

    def do(self, *events):
        for event in events:
            self.write(event, follow(self.sitting, event))

    def write(self, event, sitting):
        self.store.append([Row(event, sitting)])
        self.sitting = sitting


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.store.close()


@pytest.fixture
def memory():
    """A folder on a memory disk, where there is one: for what would wait for a disk many times."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        yield Path(folder)


def rows(directory):
    """All rows of the file, as another program sees them."""
    with closing(sqlite3.connect(directory / FILE)) as db:
        return db.execute("SELECT id, game, kind, data, at FROM event ORDER BY id").fetchall()


def scratch(directory, statement, *values):
    """Change the file behind the store's back."""
    with closing(sqlite3.connect(directory / FILE)) as db, db:
        db.execute(statement, values)


def reopened(directory):
    """What a companion finds that starts now."""
    store = Store(directory)
    try:
        return store.current()
    finally:
        store.close()


# Starting


def test_a_new_device_has_no_games(tmp_path):
    store = Store(tmp_path / "not" / "made" / "yet")
    assert (store.current(), store.latest(), store.history(10)) == (EMPTY, 0, [])
    store.close()
    assert store.path.exists()


def test_after_a_restart_the_game_is_where_it_was_left(table, tmp_path):
    table.begin(1)
    table.do(CLUE, PLAY, Undid(), Redid(), Repaired((PLAY,)), CLUE, Undid())
    table.store.close()
    assert reopened(tmp_path) == table.sitting


def test_a_game_is_there_after_a_restart_without_being_closed(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    assert reopened(tmp_path) == table.sitting


def test_a_game_can_be_undone_to_its_start_after_a_restart(table, tmp_path):
    table.begin(1)
    table.do(CLUE, PLAY)
    table.store.close()
    again = Table(tmp_path)
    again.do(Undid(), Undid())
    assert again.sitting.state == table.sitting.opening
    again.store.close()
    assert reopened(tmp_path).undone == (CLUE, PLAY)


def test_names_first_player_and_tiles_survive_a_restart(table, tmp_path):
    game = Began(Setup(2, PRESETS["grand"]), ("Zoë", "花"), 1, TILES[::-1], 0)
    table.begin(1, game)
    table.store.close()
    assert reopened(tmp_path).began == game


def test_a_game_taken_back_as_a_whole_gives_the_one_before_also_after_a_restart(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    first = table.sitting
    table.begin(2, Began(Setup(2), previous=1))
    second = table.sitting
    table.sitting = table.store.load(1)
    table.do(Withdrew(2))
    assert reopened(tmp_path) == first._replace(successor=2)
    table.write(Returned(), table.store.load(2))
    assert reopened(tmp_path) == second


def test_the_first_game_ever_can_be_taken_back(table, tmp_path):
    table.begin(1)
    table.sitting = table.store.load(0)
    table.do(Withdrew(1))
    assert reopened(tmp_path) == EMPTY._replace(successor=1)
    assert table.store.history(5) == []


def test_starting_reads_only_the_game_in_progress(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    table.begin(2)
    table.store.close()
    scratch(tmp_path, "UPDATE event SET data = 'scratched' WHERE game = 1")
    assert reopened(tmp_path) == table.sitting


def test_each_game_is_loaded_by_its_number(table):
    table.begin(1)
    table.do(CLUE)
    first = table.sitting
    table.begin(2, Began(Setup(5)))
    assert (table.store.load(1), table.store.load(2), table.store.latest()) == (first, table.sitting, 2)
    with pytest.raises(StoreError, match="game 3 has no beginning"):
        table.store.load(3)


# Appending


def test_rows_are_only_ever_added(table, tmp_path):
    table.begin(1)
    seen = rows(tmp_path)
    for step in (
        CLUE,
        PLAY,
        Undid(),
        Redid(),
        Repaired((CLUE, CLUE)),
        Undid(),
        CLUE,
        Did(Discard()),
        Undid(),
    ):
        table.do(step)
        now = rows(tmp_path)
        assert now[:-1] == seen, "a row that was written has changed"
        seen = now
    table.begin(2)
    table.sitting = table.store.load(1)
    table.do(Withdrew(2))
    table.store.close()
    assert rows(tmp_path)[: len(seen)] == seen
    assert [game for _, game, *_ in rows(tmp_path)][-2:] == [2, 1]


def test_several_rows_are_written_together(table, tmp_path):
    opening = begin(1, GAME)
    after = follow(opening, CLUE)
    table.store.append([Row(GAME, opening), Row(CLUE, after)])
    assert [kind for _, _, kind, _, _ in rows(tmp_path)] == ["new", "do"]
    assert reopened(tmp_path) == after


def test_when_the_second_row_cannot_be_written_the_first_is_not_either(table, tmp_path):
    table.begin(1)
    again = begin(1, GAME)
    with pytest.raises(StoreError, match="cannot be written"):
        table.store.append([Row(CLUE, follow(table.sitting, CLUE)), Row(GAME, again)])
    assert len(rows(tmp_path)) == 1
    assert reopened(tmp_path) == table.sitting
    table.do(CLUE)
    assert reopened(tmp_path) == table.sitting


def test_no_rows_change_nothing(table, tmp_path):
    table.begin(1)
    table.store.append([])
    assert len(rows(tmp_path)) == 1


def test_a_row_is_on_disk_before_it_is_shown(tmp_path, monkeypatch):
    opened = []

    def connect(*arguments, **options):
        opened.append(sqlite3.Connection(*arguments, **options))
        return opened[-1]

    monkeypatch.setattr(store_module.sqlite3, "connect", connect)
    table = Table(tmp_path)
    table.begin(1)
    (db,) = opened
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,), "FULL is 2"
    table.store.close()


def test_a_row_survives_the_death_of_its_process(tmp_path):
    script = f"""
import os
from pathlib import Path
from companion.table.events import Began
from companion.table.sitting import begin
from companion.table.store import Row, Store
from companion.game.setup import Setup
event = Began(Setup(4))
Store(Path({str(tmp_path)!r})).append([Row(event, begin(1, event))])
os.kill(os.getpid(), 9)
"""
    root = Path(companion.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", script], cwd=root, timeout=20)
    assert done.returncode == -9
    assert reopened(tmp_path).setup == Setup(4)


def test_a_torn_write_after_the_last_row_loses_no_row(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    torn = tmp_path / "torn"
    torn.mkdir()
    for name in (FILE, f"{FILE}-wal"):
        shutil.copy(tmp_path / name, torn / name)
    with open(torn / f"{FILE}-wal", "ab") as log:
        log.write(b"\x37\x7f half a page that never arrived" * 40)
    assert reopened(torn) == table.sitting


# Files that cannot be used


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
            lambda path: path.write_bytes(path.read_bytes()[:4096] + b"\xa5" * (path.stat().st_size - 4096)),
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
        pytest.param("UPDATE event SET data = CAST(X'FFFE' AS TEXT) WHERE kind = 'new'", id="no UTF-8"),
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


def test_a_store_that_was_closed_opens_again(table):
    table.begin(1)
    table.store.close()
    table.store.close()
    assert table.store.current() == table.sitting


# What the group prefers


def test_a_preference_is_kept_until_it_changes(table, tmp_path):
    assert table.store.preferences() == {}
    table.store.prefer("language", "fr")
    table.store.prefer("help", "off")
    table.store.prefer("language", "en")
    table.store.close()
    assert Store(tmp_path).preferences() == {"language": "en", "help": "off"}


# Other programs


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


# Damage that SQLite does not see


def left_by_a_power_cut(table, target):
    """The files as they are on the disk at this instant."""
    target.mkdir()
    for name in (FILE, f"{FILE}-wal"):
        shutil.copy(table.store.path.with_name(name), target / name)
    return target


def flipped(path, place, bit=1):
    data = bytearray(path.read_bytes())
    data[place] ^= bit
    path.write_bytes(data)


@pytest.mark.parametrize("gone", [False, True], ids=["empty", "gone"])
def test_a_file_that_is_empty_is_no_new_one_while_its_log_has_games(table, tmp_path, gone):
    table.begin(1)
    table.do(CLUE)
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


def test_a_log_that_is_damaged_in_the_middle_is_damage(table, tmp_path):
    table.begin(1)
    for _ in range(6):
        table.do(CLUE)
    left = left_by_a_power_cut(table, tmp_path / "left")
    log = left / f"{FILE}-wal"
    flipped(log, log.stat().st_size // 2)
    before = {path.name: path.read_bytes() for path in left.iterdir()}
    store = Store(left)
    with pytest.raises(Damaged, match="the log of"):
        store.current()
    with pytest.raises(Damaged, match="the log of"):
        store.append([])
    aside = store.renew()
    assert store.current() == table.sitting
    store.close()
    kept = {path.name.replace(aside.name, FILE): path.read_bytes() for path in left.glob(f"{aside.name}*")}
    assert {name: kept[name] for name in before} == before, "the damaged files have changed"


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
        for place in (*range(leaf, leaf + 24), *range(leaf + 4096 - 40, leaf + 4096)):
            path.write_bytes(data)
            flipped(path, place, bit)
            try:
                assert reopened(memory) == table.sitting, f"byte {place}"
            except Damaged:
                continue


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("UPDATE event SET data = CAST(X'FFFE' AS TEXT) WHERE kind = 'do'", id="no UTF-8"),
        pytest.param("UPDATE event SET data = '5' WHERE kind = 'do'", id="another JSON"),
        pytest.param("DROP TABLE event", id="no table"),
        pytest.param("DELETE FROM event WHERE id = 2", id="a row is gone"),
        pytest.param("UPDATE event SET game = 'one' WHERE kind = 'do'", id="a game that is no number"),
    ],
)
def test_what_makes_no_sense_is_damage_and_can_be_mended(table, tmp_path, damage):
    with mended(table, tmp_path, damage) as store:
        assert store.current() in (EMPTY, table.sitting._replace(steps=()))


@contextmanager
def mended(table, tmp_path, damage):
    """The store of a game, after it was damaged, found to be so, and made anew."""
    table.begin(1)
    table.do(CLUE, CLUE)
    table.store.close()
    scratch(tmp_path, damage)
    with closing(Store(tmp_path)) as store:
        with pytest.raises(Damaged):
            store.current()
        store.renew()
        yield store


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param("PRAGMA user_version = 100", id="a version that will never be"),
        pytest.param("DELETE FROM game", id="no summary"),
        pytest.param("UPDATE game SET id = 5", id="another summary"),
        pytest.param("INSERT INTO event SELECT 9, 7, kind, data, at FROM event LIMIT 1", id="another game"),
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
        tmp_path, "INSERT INTO game SELECT 2, began, changed, setup, turn, score, status, reason, 0 FROM game"
    )
    with pytest.raises(Damaged):
        table.begin(2)


def test_a_table_whose_name_is_no_text_is_damage(table, tmp_path):
    """Python itself cannot tell of it what SQLite says of it."""
    table.begin(1)
    table.store.close()
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes().replace(b"INDEX event_of_game ON", b"INDEX e\xf6ent_of_game ON"))
    with pytest.raises(Damaged), closing(Store(tmp_path)) as store:
        store.current()


def test_what_is_kept_beside_the_games_and_makes_no_sense_is_left_out(table, tmp_path):
    table.store.prefer("help", "counts")
    table.store.enrol("04a1", Sticker("ours", Card("R", 1)))
    table.store.close()
    scratch(tmp_path, "INSERT INTO preference VALUES (X'00', 'on'), ('sound', X'00')")
    scratch(tmp_path, "INSERT INTO sticker VALUES ('04a2', X'00', 'R1'), (X'00', 'ours', 'R1')")
    assert table.store.preferences() == {"help": "counts"}
    assert list(table.store.stickers()) == ["04a1"]


def test_a_game_that_is_not_there_is_no_damage(table):
    table.begin(1)
    with pytest.raises(StoreError) as caught:
        table.store.load(3)
    assert not isinstance(caught.value, Damaged)


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


def test_while_there_is_no_room_a_damaged_file_can_be_read_from_memory(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    table.store.prefer("help", "off")
    table.store.close()
    flipped(tmp_path / FILE, 0)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with closing(Store(tmp_path).salvaged()) as found:
        assert (found.current(), found.latest(), found.preferences()) == (table.sitting, 1, {"help": "off"})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


# The file is not the one that was open


def test_a_step_that_went_into_a_file_that_is_gone_is_not_saved(table, tmp_path):
    table.begin(1)
    for path in tmp_path.iterdir():
        path.unlink()
    with pytest.raises(StoreError, match="is not the file any more"):
        table.store.append([Row(CLUE, follow(table.sitting, CLUE))])


def test_a_step_that_went_into_a_log_that_is_gone_is_not_saved(table, tmp_path):
    table.begin(1)
    (tmp_path / f"{FILE}-wal").unlink()
    with pytest.raises(StoreError):
        table.store.append([Row(CLUE, follow(table.sitting, CLUE))])
    assert not table.store.in_place()


def test_the_log_of_a_file_that_was_replaced_is_kept_from_the_new_one(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    other = Table(tmp_path / "other")
    for game in (1, 2):
        other.begin(game, Began(Setup(5)))
    other.store.close()
    (tmp_path / "other" / FILE).replace(tmp_path / FILE)
    table.store.close()
    assert reopened(tmp_path) == other.sitting
    assert (tmp_path / "games.damaged-1.sqlite3-wal").stat().st_size


# What a failed write left


def test_of_a_game_only_what_is_missing_is_written(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    story = [GAME, CLUE, PLAY]
    after = follow(table.sitting, PLAY)
    for _ in range(2):
        table.store.catch_up(story, after)
        assert [kind for _, _, kind, _, _ in rows(tmp_path)] == ["new", "do", "do"]
    assert reopened(tmp_path) == after


def test_a_correction_is_known_again(table, tmp_path):
    story = [GAME, Did(Correct({"hands": [5, 5, 4], "deck": 36}))]
    sitting = follow(begin(1, GAME), story[1])
    for _ in range(2):
        table.store.catch_up(story, sitting)
    assert len(rows(tmp_path)) == 2


def test_another_game_by_the_same_number_is_not_written_over(table, tmp_path):
    table.begin(1)
    table.do(CLUE)
    with pytest.raises(OtherGames):
        table.store.catch_up([GAME, PLAY], follow(begin(1, GAME), PLAY))
    assert len(rows(tmp_path)) == 2


# Many games


def test_every_question_is_answered_by_an_index(table, monkeypatch):
    table.begin(1)
    table.do(CLUE)
    asked = set()
    assert table.store._db is not None
    table.store._db.set_trace_callback(asked.add)
    table.store.current(), table.store.load(1), table.store.latest(), table.store.history(5)
    table.store.summary(1), table.store.preferences()
    table.do(CLUE, Undid())
    table.begin(2)
    table.store.catch_up([GAME, CLUE], follow(begin(2, GAME), CLUE))
    table.store._db.set_trace_callback(None)
    questions = [statement for statement in asked if statement.startswith(("SELECT", "UPDATE"))]
    assert len(questions) > 9
    for question in questions:
        plan = [detail for *_, detail in table.store._db.execute(f"EXPLAIN QUERY PLAN {question}")]
        small = any(name in question for name in ("FROM preference", "FROM player", "FROM scope"))
        by_number = "ORDER BY id DESC LIMIT" in question and not any("TEMP" in step for step in plan)
        assert small or by_number or all(step.startswith("SEARCH") for step in plan), (question, plan)


def test_the_log_does_not_grow_for_ever(memory):
    table = Table(memory)
    table.begin(1)
    log = memory / f"{FILE}-wal"
    sizes = []
    for _ in range(600):
        table.do(CLUE, Undid())
        sizes.append(log.stat().st_size)
    assert max(sizes) < 6_000_000
    assert sizes[-1] < max(sizes), "it was never begun anew"
    table.store.close()


# Files of earlier versions


@pytest.mark.parametrize("version", [4, 5])
def test_a_file_of_an_earlier_version_stands_where_it_stood_and_goes_on(table, tmp_path, version):
    """Undone, put back and dropped turns, and a game taken back, in the rows of the first version."""
    table.begin(1, replace(GAME, version=FIRST))
    acts = (CLUE, PLAY, Undid(), Did(Misfire()), Redid(), Undid(), Dropped(), Undid(), CLUE)
    table.do(*(replace(event, version=FIRST) for event in acts))
    assert table.sitting.actions == (CLUE.action, CLUE.action)
    stood = table.sitting._replace(undone=())
    table.do(replace(Withdrew(2), version=FIRST))
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


def test_a_repair_is_there_after_a_kill_at_every_row(table, tmp_path):
    table.begin(1)
    for event in (CLUE, PLAY, Repaired((CLUE, CLUE, PLAY)), CLUE, Undid(), Undid(), Redid(), Redid()):
        table.do(event)
        assert reopened(tmp_path) == table.sitting


@pytest.mark.parametrize("name", ["A" * 30_000, "\ud800" * 20, "\x1b[2J", "", " "])
def test_a_name_that_an_old_file_may_hold_is_cut_and_harms_nothing(table, tmp_path, name):
    table.begin(1, replace(GAME, names=("Ada", "Bo", "Cy")))
    table.do(CLUE)
    table.store.close()
    players = json.dumps([name, "Bo", "Cy"])
    scratch(tmp_path, "UPDATE event SET data = replace(data, ?, ?)", '["Ada", "Bo", "Cy"]', players)
    scratch(tmp_path, "UPDATE game SET setup = replace(setup, ?, ?)", '["Ada", "Bo", "Cy"]', players)
    with contextlib.suppress(UnicodeEncodeError):
        scratch(tmp_path, "UPDATE player SET name = ? WHERE name = 'Ada'", name)
    again = Table(tmp_path)
    assert all(1 <= len(called) <= 16 and called.isprintable() for called in again.sitting.began.names)
    again.do(CLUE)
    assert all(len(called) <= 16 for called in again.store.history(1)[0]["players"])
    assert all(1 <= len(called) <= 16 for called in again.store.consult(store_module.tables.names))


# What is no file of games


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
