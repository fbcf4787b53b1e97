"""The file of the copy: its end is found, what was torn is written again, a failure costs
nothing.
"""

import os

import pytest

from companion.journal.copy import file
from companion.journal.copy.file import CopyFile, make, slices
from companion.journal.copy.lines import Line, encode, header

TAG = 77
LINES = [Line(number, 1, "do", '{"do": "clue"}', float(number)) for number in range(1, 400)]
WHOLE = header(TAG) + b"".join(map(encode, LINES))


@pytest.fixture
def copy(tmp_path):
    opened = CopyFile(tmp_path / "games.sqlite3.txt")
    yield opened
    opened.close()


def test_lines_are_written_after_those_before_them(copy):
    assert copy.open().last == 0
    copy.append(LINES[:1], TAG)
    copy.append(LINES[1:3], TAG)
    assert copy.path.read_bytes() == header(TAG) + b"".join(map(encode, LINES[:3]))
    assert (copy.last, copy.tag) == (3, TAG)


def test_an_end_that_was_torn_at_any_byte_is_written_again(copy):
    start = len(WHOLE) - 2 * len(encode(LINES[-1]))
    for cut in [*range(300), *range(start, len(WHOLE) + 1)]:
        for rest in (b"", bytes(20_000)):
            copy.path.write_bytes(WHOLE[:cut] + rest)
            end = copy.open()
            assert end.sound, cut
            copy.append(LINES[copy.last :], TAG)
            assert copy.path.read_bytes() == WHOLE, cut


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda text: text.replace(b" 390 1 do", b" 390 1 undo"), id="edited"),
        pytest.param(lambda text: text[:-200] + bytes(100) + text[-100:], id="a hole"),
        pytest.param(lambda text: text + b"a note\n", id="a note at the end"),
        pytest.param(lambda text: text.replace(b"\n", b"\r\n"), id="ends of lines"),
    ],
)
def test_what_no_power_cut_leaves_is_damage(copy, spoil):
    copy.path.write_bytes(spoil(WHOLE))
    assert not copy.open().sound


@pytest.mark.parametrize("call", ["pwrite", "fdatasync", "ftruncate"])
def test_after_a_failure_the_same_bytes_are_written_again(copy, monkeypatch, call):
    copy.open()
    copy.append(LINES[:5], TAG)
    written = []
    pwrite = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda *args: written.append(args) or pwrite(*args))
    with monkeypatch.context() as failing:
        failing.setattr(
            os, call, lambda *args: (_ for _ in ()).throw(OSError(5, "Input/output error"))
        )
        with pytest.raises(OSError, match="Input/output error"):
            copy.append(LINES[5:6], TAG)
    assert copy.last == 5
    copy.append(LINES[5:6], TAG)
    assert len({args[1:] for args in written}) == 1, "a second flush alone proves nothing"
    assert copy.path.read_bytes() == header(TAG) + b"".join(map(encode, LINES[:6]))


def test_a_disk_that_is_full_in_the_middle_of_a_line_costs_nothing(copy, monkeypatch):
    copy.open()
    copy.append(LINES[:5], TAG)
    pwrite = os.pwrite
    for taken in range(len(encode(LINES[5]))):
        with monkeypatch.context() as full:
            full.setattr(os, "pwrite", lambda fd, data, at: pwrite(fd, data[:taken], at))  # noqa: B023
            with pytest.raises(OSError, match="No space left"):
                copy.append(LINES[5:6], TAG)
    copy.append(LINES[5:6], TAG)
    assert copy.path.read_bytes() == header(TAG) + b"".join(map(encode, LINES[:6]))


def test_a_copy_that_lost_its_name_is_not_in_place(copy):
    copy.open()
    assert copy.in_place()
    copy.path.rename(copy.path.with_name("moved"))
    assert not copy.in_place()
    copy.path.touch()
    assert not copy.in_place()
    with pytest.raises(OSError, match="is not open"):
        CopyFile(copy.path).append(LINES[:1], TAG)


def test_a_whole_copy_is_made_beside_its_place_and_read_in_slices(tmp_path, monkeypatch):
    made = make(tmp_path / "games.sqlite3.txt", TAG, LINES)
    assert made.name == "games.sqlite3.txt.new"
    assert b"".join(piece for pieces in slices(made) for piece in pieces) == WHOLE
    made.write_bytes(WHOLE + b"half a li")
    assert b"".join(piece for pieces in slices(made) for piece in pieces) == WHOLE
    assert list(slices(tmp_path / "none")) == []
    assert max(map(len, slices(made))) == file._SLICE
