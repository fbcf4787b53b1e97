"""Power cuts: a program is traced while it plays, and what it wrote is replayed up to any instant.

The model of a disk: what was flushed is there. Of what was written since, any sectors are there, in
any order, and the file has any length that it had; of the names that changed since their folder was
flushed, the first ones changed. At worst the block that the card was writing is gone, with all that
was in it.
"""

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.game.actions import Clue, Discard
from companion.game.cards import Card
from companion.game.setup import Setup
from companion.journal.events import Began, Did, Event
from companion.journal.reader import FILE
from companion.journal.sitting import begin, follow
from companion.journal.stickers import Sticker
from companion.journal.store import Row, Store

SECTOR = 512
INDEX = "games.sqlite3"
CALLS = (
    "openat,pwrite64,write,ftruncate,fsync,fdatasync"
    ",rename,renameat,renameat2,unlink,unlinkat,link,linkat,close"
)
WRITES = ("pwrite64", "write")
FLUSHES = ("fsync", "fdatasync")
_CALL = re.compile(r"^\d+ +(\w+)\((.*)\) += (\d+)")
_FD = re.compile(r"^(\d+)<([^>]*)>")
_TEXT = re.compile(r'"([^"]*)"')


# What is traced


def play(directory: Path, turns: int) -> None:
    """Take up the games, and play on. Say how many rows are answered, and then index them."""
    with closing(Store(directory)) as store:
        sitting = store.current()
        for turn in range(turns):
            event: Event = Began(Setup(2), ("Ann", "Bo"), previous=sitting.game)
            if turn % 9 and sitting.playing:
                event = Did(Clue() if sitting.state.clues > 4 else Discard(), f"{turn}")
            sitting = (
                begin(store.latest() + 1, event)
                if isinstance(event, Began)
                else follow(sitting, event)
            )
            store.record([Row(event, sitting)])
            answer(store)
            store.follow_up()
            if turn % 5 == 0:
                store.prefer("help", str(turn))
                answer(store)
                store.enrol(f"04{turn}", Sticker("ours", Card("R", 1)))
                answer(store)
            if turn % 3 == 0:
                store.work(0.001)
        while store.has_work:
            store.work(1)


def answer(store: Store) -> None:
    """Say how many rows are on disk."""
    os.write(1, b"answered %d\n" % store.kept.last)


def every_row(folder: Path) -> list[bytes]:
    """Start a companion on a folder, have all mended, and return the rows of the journal."""
    with closing(Store(folder)) as store:
        store.open()
        while store.has_work:
            store.work(1)
        assert not store.index_problem
        rows = store.consult(lambda db: db.execute("SELECT line FROM row ORDER BY id").fetchall())
    lines = (folder / FILE).read_bytes().splitlines()[1:]
    assert [row for (row,) in rows] == lines, "journal and index differ"
    return lines


# The trace


class Call(NamedTuple):
    """A call to the system: its name, the path that it is about, and what it did there."""

    name: str
    path: str
    data: bytes = b""
    at: int = 0
    target: str = ""


def _plain(text: str) -> str:
    return bytes.fromhex(text.replace("\\x", "")).decode() if text.startswith("\\x") else text


def traced(directory: Path, turns: int) -> list[Call]:
    """Play in a traced process. Return its calls about the folder, and what it answered."""
    out = directory.with_name("trace")
    strace = [
        *("strace", "-f", "-qq", "-y", "-xx", "-s", "10000000"),
        *("-e", f"trace={CALLS}", "-o", out),
    ]
    program = [sys.executable, "-m", "tests.faults.power", directory, str(turns)]
    subprocess.run(
        [*strace, *program], check=True, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    places: dict[str, int] = {}
    with out.open() as lines:
        return [call for line in lines for call in _calls(line, str(directory), places)]


def _calls(line: str, folder: str, places: dict[str, int]) -> Iterator[Call]:
    """Yield the calls of a line that are about a folder.

    places: where `write` goes on in each open file.
    """
    match = _CALL.match(line)
    if match is None:
        return
    name, arguments, result = match.groups()
    if name.startswith(("openat", "rename", "unlink", "link")):
        yield from _calls_by_name(name, arguments, folder, places)
        return
    of = _FD.match(arguments)
    if of is None:
        return
    path = _plain(of[2])
    if name == "write" and of[1] == "1":
        yield Call("answered", "", at=int(bytes.fromhex(_data(arguments)).split()[1]))
    elif name in WRITES and path.startswith(f"{folder}/"):
        data = bytes.fromhex(_data(arguments))[: int(result)]
        at = _last_number(arguments) if name == "pwrite64" else places[path]
        places[path] = places.get(path, 0) + len(data)
        yield Call("write", _name(path), data, at)
    else:
        yield from _other_calls(name, arguments, folder, path)


def _calls_by_name(
    name: str, arguments: str, folder: str, places: dict[str, int]
) -> Iterator[Call]:
    """Yield the calls that name their file."""
    texts = [_plain(text) for text in _TEXT.findall(arguments)]
    if name == "openat" and texts[-1].startswith(f"{folder}/"):
        places[texts[-1]] = 0
        if "O_CREAT" in arguments:
            yield Call("create", _name(texts[-1]), at="O_TRUNC" in arguments)
    elif name != "openat" and texts[0].startswith(folder):
        yield Call(name[:6], _name(texts[0]), target=_name(texts[-1]))


def _other_calls(name: str, arguments: str, folder: str, path: str) -> Iterator[Call]:
    """Yield the calls about an open file or folder that write no data."""
    if path == folder and name in FLUSHES:
        yield Call("folder", "")
    if not path.startswith(f"{folder}/"):
        return
    if name == "ftruncate":
        yield Call("truncate", _name(path), at=_last_number(arguments))
    elif name in FLUSHES:
        yield Call("flush", _name(path))


def _last_number(arguments: str) -> int:
    return int(arguments.rsplit(" ", 1)[1])


def _name(path: str) -> str:
    return path.rsplit("/", 1)[1]


def _data(arguments: str) -> str:
    return arguments.split('"')[1].replace("\\x", "")


# The disk


class File:
    """A file on the disk: what is sure to be there, and what was written since."""

    def __init__(self, content: bytes = b"") -> None:
        self.sure = content
        self.now = bytearray(content)
        self.waiting: list[tuple[int, bytes]] = []
        self.lengths = [len(content)]

    def write(self, at: int, data: bytes) -> None:
        self.now.extend(bytes(max(at + len(data) - len(self.now), 0)))
        self.now[at : at + len(data)] = data
        end = at + len(data)
        cuts = [at, *range(at // SECTOR * SECTOR + SECTOR, end, SECTOR), end]
        self.waiting += [(a, data[a - at : b - at]) for a, b in pairwise(cuts)]
        self.lengths.append(len(self.now))

    def truncate(self, size: int) -> None:
        del self.now[size:]
        self.now.extend(bytes(size - len(self.now)))
        self.lengths.append(size)
        self.waiting = [(at, data[: max(size - at, 0)]) for at, data in self.waiting if at < size]

    def take(self, call: Call) -> None:
        """Do what a call did to the content."""
        match call.name:
            case "write":
                self.write(call.at, call.data)
            case "truncate":
                self.truncate(call.at)
            case "flush":
                self.flush()

    def flush(self) -> None:
        self.__init__(bytes(self.now))  # type: ignore[misc]

    def after_a_cut(self, dice: random.Random, block: int) -> bytes:
        """Return what is there after a power cut.

        Block: the bytes around a write that are gone, 0 for none.
        """
        length = dice.choice(self.lengths)
        left = bytearray(self.sure)
        for at, data in self.waiting:
            if dice.random() < 0.5:
                left.extend(bytes(max(at + len(data) - len(left), 0)))
                left[at : at + len(data)] = data
        left.extend(bytes(max(length - len(left), 0)))
        del left[length:]
        if block and self.waiting:
            begin_ = dice.choice(self.waiting)[0] // block * block
            gone = max(min(block, len(left) - begin_), 0)
            left[begin_ : begin_ + gone] = dice.choice((bytes, dice.randbytes))(gone)
        return bytes(left)


class Disk:
    """The files of a folder, as calls change them."""

    def __init__(self, folder: Path) -> None:
        self.names = {path.name: File(path.read_bytes()) for path in folder.iterdir()}
        self.changes: list[dict[str, File]] = [dict(self.names)]
        """The names after each change since the folder was flushed."""

    def take(self, call: Call) -> None:
        """Do what a call did."""
        file = self.names.get(call.path)
        if call.name in ("create", "rename", "unlink", "link", "folder"):
            self._name(call, file)
            self.changes.append(dict(self.names))
        elif file is not None:  # else it has no name any more
            file.take(call)

    def _name(self, call: Call, file: File | None) -> None:
        match call.name:
            case "create" if file is None:
                self.names[call.path] = File()
            case "create" if call.at:
                file.truncate(0)
            case "rename":
                self.names[call.target] = self.names.pop(call.path)
            case "link" | "linkat" if file is not None:
                self.names[call.target] = file
            case "unlink":
                self.names.pop(call.path, None)
            case "folder":
                self.changes = []

    def cut(self, folder: Path, dice: random.Random, block: int) -> None:
        """Leave in a folder what is there after a power cut."""
        for old in folder.iterdir():
            old.unlink()
        for name, file in dice.choice(self.changes).items():
            if not name.endswith("-shm"):
                (folder / name).write_bytes(file.after_a_cut(dice, block))


def cuts(
    start: Path, calls: list[Call], folder: Path, count: int, dice: random.Random
) -> Iterator[str]:
    """Cut the power `count` times. Yield what was lost, if anything was.

    start: the files as they were before the calls; all rows in them were answered.
    """
    folder.mkdir(exist_ok=True)
    final = _final(calls, start, folder)
    answered = len(_final([], start, folder))
    where = sorted(dice.choices(range(1, len(calls) + 1), k=count))
    disk, done = Disk(start), 0
    for at in where:
        for call in calls[done:at]:
            answered = call.at if call.name == "answered" else answered
            disk.take(call)
        done = at
        block = dice.choice((0, 4096, 65536))
        disk.cut(folder, dice, block)
        rows = every_row(folder)
        if rows[:answered] != final[:answered]:
            yield (
                f"call {at} of {len(calls)} ({calls[at - 1][:2]}), block {block}:"
                f" {_equal_rows(rows, final)} of {answered} rows"
            )


def _equal_rows(rows: list[Any], others: list[Any]) -> int:
    """Return how many rows are equal before the first that differs."""
    for number, (row, other) in enumerate(zip(rows, others, strict=False)):
        if row != other:
            return number
    return len(rows)


def _final(calls: list[Call], start: Path, folder: Path) -> list[bytes]:
    """Return all rows, as they are when no power is cut."""
    disk = Disk(start)
    for call in calls:
        disk.take(call)
    for file in disk.names.values():
        file.flush()
    disk.changes = [disk.names]
    disk.cut(folder, random.Random(0), 0)
    return every_row(folder)


def snapshot(folder: Path, target: Path) -> Path:
    """Return a copy of the files in a folder as a power cut leaves them, in another folder."""
    target.mkdir()
    for path in folder.iterdir():
        if not path.name.endswith("-shm"):
            shutil.copy(path, target)
    return target


# What is there before


def _nothing(folder: Path) -> None:
    """Make a first start."""


def _played(folder: Path) -> None:
    """Make games as a power cut leaves them."""
    store = Store(folder)
    event = Began(Setup(2), ("Ann", "Bo"))
    sitting = begin(1, event)
    store.record([Row(event, sitting)])
    store.follow_up()
    for turn in range(29):
        clue = sitting.state is not None and sitting.state.clues > 4
        event_ = Did(Clue() if clue else Discard(), f"before-{turn}")
        sitting = follow(sitting, event_)
        store.record([Row(event_, sitting)])
        store.follow_up()
    left = snapshot(folder, folder.with_name("left"))
    store.close()
    shutil.rmtree(folder)
    left.rename(folder)


def _index_gone(folder: Path) -> None:
    """Make games without an index: it is made anew."""
    _played(folder)
    for name in (INDEX, f"{INDEX}-wal"):
        (folder / name).unlink()


def _index_damaged(folder: Path) -> None:
    """Make games of whose index SQLite can read nothing."""
    _index_gone(folder)
    (folder / INDEX).write_bytes(bytes(100))


def _journal_gone(folder: Path) -> None:
    """Make games without a journal: it is made out of the index."""
    _played(folder)
    (folder / FILE).unlink()


def _line_spoilt(folder: Path) -> None:
    """Make games with a spoilt line: a whole new journal is written."""
    _played(folder)
    text = bytearray((folder / FILE).read_bytes())
    text[700] ^= 1
    (folder / FILE).write_bytes(text)


def _cut(folder: Path) -> None:
    """Make games of which the journal has some: its end comes back."""
    _played(folder)
    text = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(text[: len(text) // 2])


STARTS: Final = {
    "first start": _nothing,
    "taken up": _played,
    "index gone": _index_gone,
    "index damaged": _index_damaged,
    "journal gone": _journal_gone,
    "line spoilt": _line_spoilt,
    "end cut": _cut,
}


def lost(start: str, directory: Path, turns: int, count: int, seed: int) -> tuple[int, list[str]]:
    """Play from a start, and cut the power so many times.

    Gives the number of calls, and what was lost.
    """
    games = directory / "games"
    games.mkdir()
    STARTS[start](games)
    before = snapshot(games, directory / "before")
    calls = traced(games, turns)
    return len(calls), list(cuts(before, calls, directory / "cut", count, random.Random(seed)))


if __name__ == "__main__":
    os.environ.pop("PYTHONPATH", None)
    play(Path(sys.argv[1]), int(sys.argv[2]))
