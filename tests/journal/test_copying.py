"""The copy: each row is in it before the next one is written, and each of the two files mends the
other.
"""

import errno
import os
import shutil
from contextlib import closing

import pytest

from companion.errors import Damaged
from companion.game.cards import Card
from companion.journal import copying as copying_module
from companion.journal.copy.file import COPY
from companion.journal.copy.lines import decode, header
from companion.journal.copying import compare
from companion.journal.events import Began, Undid
from companion.journal.sitting import EMPTY
from companion.journal.sqlite import beside
from companion.journal.stickers import Sticker
from companion.journal.store import FILE, Store
from companion.journal.writer_messages import Cause, CopyMended, SetAside
from tests.journal.on_disk import CLUE, GAME, PLAY, Table, flipped, rows, scratch, without_copy


@pytest.fixture
def copy(tmp_path):
    return beside(tmp_path / FILE, COPY)


def lines(copy):
    """The good lines of a copy."""
    return [
        line for piece in copy.read_bytes().splitlines(keepends=True) if (line := decode(piece))
    ]


def copied(copy):
    """The rows in a copy."""
    return [tuple(line) for line in lines(copy) if line.id]


def with_zeros(content):
    """A copy of which the last bytes are zeros."""
    return content[:-300] + bytes(300)


def quiet(store):
    """Do all that waits for a quiet time."""
    store.open()
    while store.copying.has_work:
        store.compare_on()


def opened(directory):
    """A store that is opened and mended, and what it tells of that."""
    store, told = Store(directory), []
    store.copying.post = told.append
    try:
        store.current()
    except Damaged:
        told.append(SetAside(store.renew().name))
    return store, told


def play(table):
    table.begin(1)
    table.do(CLUE, PLAY, Undid(), CLUE)
    table.store.prefer("help", "off")
    table.store.enrol("04a1", Sticker("ours", Card("R", 1)))
    table.store.enrol("04a2", Sticker("ours", Card("R", 2)))
    table.store.enrol("04a1", None)
    table.store.forget("Bo")


def check(store, table):
    """The store has everything that `play` left."""
    assert store.current() == table.sitting
    assert store.preferences() == {"help": "off"}
    assert list(store.stickers()) == ["04a2"]
    assert store.consult(copying_module.rows.names) == ["Cy", "Ada"]


def set_aside_whole(table, directory, message):
    """Open the store: the copy is set aside as it was, told by a message, and made anew."""
    copy = beside(directory / FILE, COPY)
    before = copy.read_bytes()
    store, told = opened(directory)
    with closing(store):
        quiet(store)
        check(store, table)
        assert copied(copy) == rows(directory)
    assert told == [message]
    assert (directory / message.name).read_bytes() == before


# Written


def test_a_row_is_copied_before_the_next_one_is_written(table, tmp_path, copy):
    table.begin(1)
    for _ in range(3):
        before = rows(tmp_path)
        table.do(CLUE)
        assert copied(copy) == before
    table.store.copy_on()
    assert copied(copy) == rows(tmp_path)


def test_a_store_that_is_closed_is_copied(table, tmp_path, copy):
    play(table)
    table.store.close()
    assert copied(copy) == rows(tmp_path)
    kinds = [line.kind for line in lines(copy) if not line.id]
    assert kinds == ["prefer", "sticker", "sticker", "unsticker", "names"]


def test_an_earlier_store_is_copied_at_its_start(table, tmp_path, copy):
    play(table)
    table.store.close()
    without_copy(tmp_path)
    with closing(Store(tmp_path)) as store:
        assert store.current() == table.sitting
        assert copied(copy) == rows(tmp_path)
        quiet(store)
        assert [line.kind for line in lines(copy) if not line.id] == ["prefer", "sticker", "names"]


@pytest.fixture
def large(tmp_path, monkeypatch):
    """A store without a copy, with more rows than are copied at once."""
    monkeypatch.setattr(copying_module, "_NEWEST", 5)
    monkeypatch.setattr(copying_module, "_SLICE", 3)
    table = Table(tmp_path)
    table.begin(1)
    for _ in range(10):
        table.do(CLUE, Undid())
    table.store.close()
    without_copy(tmp_path)
    return table


def test_of_a_large_store_the_newest_rows_are_copied_first(large, tmp_path, copy):
    with closing(Store(tmp_path)) as store:
        store.open()
        assert copied(copy) == rows(tmp_path)[-5:]
        store.compare_on()
        assert copied(copy)[5:] == [*rows(tmp_path)[:3], rows(tmp_path)[-1]]
        large.store = store
        large.do(CLUE)
        store.copy_on()
        assert copied(copy)[-1] == rows(tmp_path)[-1]
        quiet(store)
        assert sorted(set(copied(copy))) == rows(tmp_path)
        assert copied(copy)[-1] == rows(tmp_path)[-1]


def test_a_large_store_is_copied_before_it_is_closed(large, tmp_path, copy):
    with closing(Store(tmp_path)) as store:
        store.open()
    assert sorted(set(copied(copy))) == rows(tmp_path)


@pytest.mark.parametrize("slices", range(8))
def test_a_large_store_of_which_some_is_copied_is_copied_on(large, tmp_path, copy, slices):
    store = Store(tmp_path)
    store.open()
    for _ in range(slices):
        store.compare_on()
    before = copy.read_bytes()
    store.close()
    copy.write_bytes(before)
    store, told = opened(tmp_path)
    with closing(store):
        quiet(store)
        assert sorted(set(copied(copy))) == rows(tmp_path)
        assert copied(copy)[-1] == rows(tmp_path)[-1]
        assert lines(copy)[-1].kind == "names"
    assert told == ([CopyMended("some of its lines were missing")] if slices < 6 else [])
    (tmp_path / FILE).unlink()
    store, _ = opened(tmp_path)
    with closing(store):
        assert store.current() == large.sitting
        assert store.consult(copying_module.rows.names) == ["Cy", "Bo", "Ada"]


def test_both_files_get_one_tag(table, tmp_path, copy):
    table.begin(1)
    scratch(tmp_path, "PRAGMA application_id = 0")
    quiet(table.store)
    tag = table.store.consult(copying_module.rows.tag)
    assert tag
    assert copy.read_bytes().startswith(header(tag))


def test_a_copy_that_fails_stops_no_game(table, tmp_path, copy, monkeypatch):
    table.begin(1)
    with monkeypatch.context() as failing:
        failing.setattr(
            os, "pwrite", lambda *args: (_ for _ in ()).throw(OSError(5, "Input/output error"))
        )
        table.do(CLUE, CLUE)
        table.store.prefer("help", "off")
        table.store.copy_on()
        assert table.store.copying.has_work
    quiet(table.store)
    assert copied(copy) == rows(tmp_path)
    assert "prefer" in [line.kind for line in lines(copy)]


@pytest.mark.parametrize("how", ["deleted", "replaced by the same", "emptied"])
def test_a_copy_that_goes_away_is_begun_anew(table, tmp_path, copy, how):
    table.begin(1)
    table.do(CLUE)
    table.store.copy_on()
    match how:
        case "deleted":
            copy.unlink()
        case "replaced by the same":
            shutil.copy(copy, tmp_path / "other")
            os.replace(tmp_path / "other", copy)
        case "emptied":
            table.store.close()
            copy.write_bytes(b"")
    table.do(CLUE)
    table.store.copy_on()
    assert copied(copy) == rows(tmp_path)


@pytest.mark.parametrize(
    ("spoil", "damage"),
    [
        pytest.param(lambda copy: copy.unlink(), "it was missing", id="deleted"),
        pytest.param(lambda copy: copy.write_bytes(b""), "it was missing", id="emptied"),
        pytest.param(
            lambda copy: copy.write_bytes(with_zeros(copy.read_bytes())),
            "its end was torn",
            id="zeros",
        ),
    ],
)
def test_a_copy_that_lacks_what_it_had_is_told_once(table, tmp_path, copy, spoil, damage):
    play(table)
    table.store.close()
    spoil(copy)
    store, told = opened(tmp_path)
    with closing(store):
        quiet(store)
        assert copied(copy) == rows(tmp_path)
    assert told == [CopyMended(damage)]
    store, told = opened(tmp_path)
    store.close()
    assert told == []


# Mending


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda path: path.unlink(), id="deleted"),
        pytest.param(lambda path: path.write_bytes(b""), id="emptied"),
        pytest.param(lambda path: path.write_bytes(path.read_bytes()[:5000]), id="cut off"),
        pytest.param(lambda path: path.write_bytes(bytes(path.stat().st_size)), id="zeros"),
        pytest.param(lambda path: flipped(path, 18, 8), id="a later format"),
        pytest.param(
            lambda path: scratch(path.parent, "DELETE FROM event WHERE id > 2"), id="an end is gone"
        ),
        pytest.param(
            lambda path: scratch(
                path.parent, """UPDATE event SET data = replace(data, 'R1', 'R2')"""
            ),
            id="another card",
        ),
    ],
)
def test_sqlite_is_mended_from_the_copy(table, tmp_path, copy, damage):
    play(table)
    table.store.close()
    damage(tmp_path / FILE)
    before = copy.read_bytes()
    store, told = opened(tmp_path)
    with closing(store):
        check(store, table)
        assert told == [SetAside("games.damaged-1.sqlite3")]
        assert (tmp_path / f"{told[0].name}{COPY}").read_bytes() == before
        assert copied(copy) == rows(tmp_path), "the new copy is whole at once"
        quiet(store)
        assert store.path.exists()
    assert not [
        path.name for path in tmp_path.iterdir() if "making" in path.name or "next" in path.name
    ]


def test_a_row_that_became_another_is_found_while_nobody_presses(table, tmp_path):
    for game in range(1, 60):
        table.begin(game, Began(GAME.setup, ("Ada", "Bo", "Cy"), previous=game - 1))
        table.do(CLUE, PLAY)
    table.store.close()
    scratch(tmp_path, "UPDATE event SET data = replace(data, 'R1', 'R2') WHERE id = 3")
    with closing(Store(tmp_path)) as store:
        assert store.current() == table.sitting, "the end is good"
        with pytest.raises(Damaged, match="lacks games that its copy has"):
            quiet(store)
        assert store.renew().name == "games.damaged-1.sqlite3"
        assert store.load(1).actions == (CLUE.action, PLAY.action)


@pytest.mark.parametrize("place", ["the header", "the first row", "the last row"])
def test_a_copy_that_was_edited_is_kept_and_made_anew(table, tmp_path, copy, place):
    play(table)
    table.store.close()
    text = copy.read_bytes().splitlines(keepends=True)
    number = {"the header": 0, "the first row": 1, "the last row": 5}[place]
    text[number] = text[number].replace(b"1", b"2")
    copy.write_bytes(b"".join(text))
    set_aside_whole(table, tmp_path, SetAside(f"games.damaged-1.sqlite3{COPY}", Cause.COPY_DAMAGED))


@pytest.mark.parametrize("number", range(1, 5))
def test_a_copy_without_one_of_its_lines_gets_it_again(table, tmp_path, copy, number):
    play(table)
    table.store.close()
    text = copy.read_bytes().splitlines(keepends=True)
    copy.write_bytes(b"".join(text[:number] + text[number + 1 :]))
    store, told = opened(tmp_path)
    with closing(store):
        quiet(store)
        check(store, table)
    assert told == [CopyMended("some of its lines were missing")]
    assert sorted(set(copied(copy))) == rows(tmp_path)
    (tmp_path / FILE).unlink()
    store, told = opened(tmp_path)
    with closing(store):
        check(store, table)


def test_a_copy_that_is_not_read_to_its_end_is_compared_again(table, tmp_path, copy, monkeypatch):
    play(table)
    table.store.close()
    before = copy.read_bytes()

    def slices(path):
        """The header, and then an error of the disk."""
        yield [before.splitlines(keepends=True)[0]]
        raise OSError(errno.EIO, "Input/output error")

    store, told = opened(tmp_path)
    with closing(store):
        store.open()
        monkeypatch.setattr("companion.journal.copy.file.slices", slices)
        store.compare_on()
        store.compare_on()
        assert store.copying.failed
        monkeypatch.undo()
        quiet(store)
        check(store, table)
    assert copy.read_bytes() == before
    assert told == []


@pytest.mark.parametrize("mine", [0, 5])
def test_a_copy_of_other_games_is_set_aside_and_nothing_is_mixed(table, tmp_path, copy, mine):
    play(table)
    other = Table(tmp_path / "other")
    other.begin(1, Began(GAME.setup, ("Di", "Ed", "Flo")))
    other.do(CLUE)
    other.store.close()
    table.store.close()
    shutil.copy(beside(tmp_path / "other" / FILE, COPY), copy)
    scratch(tmp_path, f"PRAGMA application_id = {mine}")
    set_aside_whole(table, tmp_path, SetAside("games.other-1.txt", Cause.COPY_OTHER))


def test_games_that_an_earlier_version_added_are_copied(table, tmp_path, copy):
    play(table)
    table.store.close()
    before = copy.read_bytes()
    table.do(CLUE, CLUE)
    table.store.close()
    copy.write_bytes(before)  # it knows no copy
    store, told = opened(tmp_path)
    with closing(store):
        assert store.current() == table.sitting
        assert copied(copy) == rows(tmp_path)
    assert told == []


def test_a_copy_alone_gives_all_games_back(table, tmp_path, copy):
    play(table)
    table.store.close()
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(copy, alone)
    store, _ = opened(alone)
    with closing(store):
        check(store, table)


def test_a_folder_without_both_is_a_new_one(table, tmp_path, copy):
    play(table)
    table.store.close()
    copy.unlink()
    (tmp_path / FILE).unlink()
    store, told = opened(tmp_path)
    with closing(store):
        assert store.current() == EMPTY
    assert told == []


def test_the_two_are_compared_without_a_change(table, tmp_path, copy):
    play(table)
    table.store.close()
    path = tmp_path / FILE

    def figures():
        with closing(Store(tmp_path, read_only=True)) as store:
            found = store.consult(lambda db: compare(path, db))
            return found.contradicted, found.damaged > 0, store.consult(found.lacking)

    assert figures() == (0, False, [])
    whole = copy.read_bytes()
    copy.write_bytes(whole.replace(b" 1 do ", b" 1 xx "))
    assert figures() == (0, True, [range(2, 4), range(5, 6)])
    text = whole.splitlines(keepends=True)
    copy.write_bytes(b"".join(text[:2] + text[3:5]))
    assert figures() == (0, False, [range(2, 3), range(5, 6)])
    copy.write_bytes(whole)
    scratch(tmp_path, "DELETE FROM event WHERE id = 5")
    assert figures() == (1, False, [])
    assert copy.read_bytes() == whole
