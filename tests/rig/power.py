"""Power cuts: a program is traced while it plays, and what it wrote is replayed up to any instant.

The model of a disk: what was flushed is there. Of what was written since, any sectors are there, in any
order, and the file has any length that it had; of the names that changed since their folder was flushed,
the first ones changed. At worst the block that the card was writing is gone, with all that was in it.
"""

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import Damaged
from companion.game.actions import Clue, Discard
from companion.game.cards import Card
from companion.game.setup import Setup
from companion.table.copy.file import COPY
from companion.table.events import Began, Did, Event
from companion.table.sitting import Sitting, begin, follow
from companion.table.stickers import Sticker
from companion.table.store import FILE, Row, Store

SECTOR = 512
COPIED = f"{FILE}{COPY}"
CALLS = "openat,pwrite64,write,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,close"
_CALL = re.compile(r"^\d+ +(\w+)\((.*)\) += (\d+)")
_FD = re.compile(r"^(\d+)<([^>]*)>")
_TEXT = re.compile(r'"([^"]*)"')
_ROW = "SELECT game, kind, data FROM event ORDER BY id"


# What is traced


def play(directory: Path, turns: int) -> None:
    """Take up the games, and play on; says how many rows are answered, and then copies them."""
    with closing(Store(directory)) as store:
        sitting = taken_up(store)
        count = len(every_row(store))
        for turn in range(turns):
            event: Event = Began(Setup(2), ("Ann", "Bo"), previous=sitting.game)
            if turn % 9 and sitting.playing:
                event = Did(Clue() if sitting.state.clues > 4 else Discard(), f"{count}-{turn}")
            sitting = (
                begin(sitting.game + 1, event)
                if isinstance(event, Began)
                else follow(sitting, event)
            )
            store.append([Row(event, sitting)])
            count += 1
            os.write(1, b"answered %d\n" % count)
            if turn % 4:  # else the next one follows at once
                store.copy_on()
            if turn % 5 == 0:
                store.prefer("help", str(turn))
                store.enrol(f"04{turn}", Sticker("ours", Card("R", 1)))
        while store.copying.unfinished:
            store.compare_on()


def taken_up(store: Store) -> Sitting:
    """Where the group left off, with a new file if this one is damaged."""
    for _ in range(3):
        with suppress(Damaged):
            return store.current()
        store.renew()
    return store.current()


def every_row(store: Store) -> list[tuple[int, str, str]]:
    """All events of a store, with a new file if damage is found far from its end."""
    try:
        return store.consult(lambda db: db.execute(_ROW).fetchall())
    except Damaged:
        store.renew()
        return store.consult(lambda db: db.execute(_ROW).fetchall())


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
    """Play in a process that is traced; gives its calls about the folder, and what it answered."""
    out = directory.with_name("trace")
    strace = [
        "strace",
        "-f",
        "-qq",
        "-y",
        "-xx",
        "-s",
        "10000000",
        "-e",
        f"trace={CALLS}",
        "-o",
        out,
    ]
    program = [sys.executable, "-m", "tests.rig.power", directory, str(turns)]
    subprocess.run(
        [*strace, *program], check=True, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    places: dict[str, int] = {}
    with out.open() as lines:
        return [call for line in lines for call in _calls(line, str(directory), places)]


def _calls(line: str, folder: str, places: dict[str, int]) -> Iterator[Call]:
    """The calls of a line that are about a folder. places: where `write` goes on in each open file."""
    match = _CALL.match(line)
    if match is None:
        return
    name, arguments, result = match.groups()
    texts = [_plain(text) for text in _TEXT.findall(arguments) if name not in ("pwrite64", "write")]
    of = _FD.match(arguments)
    path = _plain(of[2]) if of else ""
    if name == "write" and of and of[1] == "1":
        yield Call("answered", "", at=int(bytes.fromhex(_data(arguments)).split()[1]))
    elif name == "openat" and texts[-1].startswith(f"{folder}/"):
        places[texts[-1]] = 0
        if "O_CREAT" in arguments:
            yield Call("create", _name(texts[-1]), at="O_TRUNC" in arguments)
    elif name.startswith(("rename", "unlink")) and texts[0].startswith(folder):
        yield Call(name[:6], _name(texts[0]), target=_name(texts[-1]))
    elif path == folder and name in ("fsync", "fdatasync"):
        yield Call("folder", "")
    elif path.startswith(f"{folder}/") and name in ("pwrite64", "write"):
        data = bytes.fromhex(_data(arguments))[: int(result)]
        at = int(arguments.rsplit(" ", 1)[1]) if name == "pwrite64" else places[path]
        places[path] = places.get(path, 0) + len(data)
        yield Call("write", _name(path), data, at)
    elif path.startswith(f"{folder}/") and name == "ftruncate":
        yield Call("truncate", _name(path), at=int(arguments.rsplit(" ", 1)[1]))
    elif path.startswith(f"{folder}/") and name in ("fsync", "fdatasync"):
        yield Call("flush", _name(path))


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

    def flush(self) -> None:
        self.__init__(bytes(self.now))  # type: ignore[misc]

    def after_a_cut(self, dice: random.Random, block: int) -> bytes:
        """What is there after a power cut; block: the bytes around a write that are gone, 0 for none."""
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
        match call.name:
            case "create":
                if call.path not in self.names:
                    self.names[call.path] = File()
                elif call.at:
                    self.names[call.path].truncate(0)
            case "rename":
                self.names[call.target] = self.names.pop(call.path)
            case "unlink":
                self.names.pop(call.path, None)
            case "folder":
                self.changes = []
            case "write" | "truncate" | "flush" if call.path not in self.names:
                return  # it has no name any more
            case "write":
                self.names[call.path].write(call.at, call.data)
            case "truncate":
                self.names[call.path].truncate(call.at)
            case "flush":
                self.names[call.path].flush()
        if call.name in ("create", "rename", "unlink", "folder"):
            self.changes.append(dict(self.names))

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
    """Cut the power so many times; yields what was lost, if anything was.

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
        with closing(Store(folder)) as store:
            taken_up(store)
            rows = every_row(store)
        if rows[:answered] != final[:answered]:
            same = next(
                (n for n, pair in enumerate(zip(rows, final, strict=False)) if pair[0] != pair[1]),
                len(rows),
            )
            yield f"call {at} of {len(calls)} ({calls[at - 1][:2]}), block {block}: {same} of {answered} rows"


def _final(calls: list[Call], start: Path, folder: Path) -> list[tuple[int, str, str]]:
    """All rows, as they are when no power is cut."""
    disk = Disk(start)
    for call in calls:
        disk.take(call)
    for file in disk.names.values():
        file.flush()
    disk.changes = [disk.names]
    disk.cut(folder, random.Random(0), 0)
    with closing(Store(folder)) as store:
        taken_up(store)
        return every_row(store)


def snapshot(folder: Path, target: Path) -> Path:
    """A copy of the files in a folder as a power cut leaves them, in another folder."""
    target.mkdir()
    for path in folder.iterdir():
        if not path.name.endswith("-shm"):
            shutil.copy(path, target)
    return target


# What is there before


def _nothing(folder: Path) -> None:
    """A first start."""


def _played(folder: Path) -> None:
    """Games as a power cut leaves them."""
    store = Store(folder)
    event = Began(Setup(2), ("Ann", "Bo"))
    sitting = begin(1, event)
    store.append([Row(event, sitting)])
    for turn in range(29):
        event_ = Did(
            Clue() if sitting.state and sitting.state.clues > 4 else Discard(), f"before-{turn}"
        )
        sitting = follow(sitting, event_)
        store.append([Row(event_, sitting)])
    store.copy_on()
    left = snapshot(folder, folder.with_name("left"))
    store.close()
    shutil.rmtree(folder)
    left.rename(folder)


def _earlier(folder: Path) -> None:
    """Games of an earlier version, which knows no copy; a power cut left some of them in the log."""
    _played(folder)
    (folder / COPIED).unlink()
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("PRAGMA application_id = 0")
        db.execute("PRAGMA user_version = 5")
        left = snapshot(folder, folder.with_name("left"))
    shutil.rmtree(folder)
    left.rename(folder)


def _damaged(folder: Path) -> None:
    """Games of which SQLite can read nothing: they are mended."""
    _played(folder)
    (folder / FILE).write_bytes(bytes(100))
    (folder / f"{FILE}-wal").unlink()


def _copy_damaged(folder: Path) -> None:
    """Games with a damaged copy: it is made anew."""
    _played(folder)
    text = bytearray((folder / COPIED).read_bytes())
    text[-60] ^= 1
    (folder / COPIED).write_bytes(text)


def _behind(folder: Path) -> None:
    """Games of which the copy has some: it catches up."""
    _played(folder)
    text = (folder / COPIED).read_bytes()
    (folder / COPIED).write_bytes(text[: len(text) // 2])


def _far_behind(folder: Path) -> None:
    """Games that an earlier version played after the last line of the copy: a start copies some of them."""
    with closing(Store(folder)) as store:
        event = Began(Setup(2), ("Ann", "Bo"))
        entered = []
        for game in range(1, 261):
            sitting = begin(game, event._replace(previous=game - 1))
            entered.append(Row(event._replace(previous=game - 1), sitting))
            for turn in range(9):
                did = Did(Clue() if turn < 8 else Discard(), f"{game}-{turn}")
                sitting = follow(sitting, did)
                entered.append(Row(did, sitting))
        store.append(entered[:20])
        store.copy_on()
        before = (folder / COPIED).read_bytes()
        store.append(entered[20:])
    (folder / COPIED).write_bytes(before)


STARTS: Final = {
    "first start": _nothing,
    "taken up": _played,
    "upgrade": _earlier,
    "mending": _damaged,
    "mending the copy": _copy_damaged,
    "catching up": _behind,
    "catching up many rows": _far_behind,
}


def lost(start: str, directory: Path, turns: int, count: int, seed: int) -> tuple[int, list[str]]:
    """Play from a start, and cut the power so many times; gives the number of calls, and what was lost."""
    games = directory / "games"
    games.mkdir()
    STARTS[start](games)
    before = snapshot(games, directory / "before")
    calls = traced(games, turns)
    return len(calls), list(cuts(before, calls, directory / "cut", count, random.Random(seed)))


if __name__ == "__main__":
    os.environ.pop("PYTHONPATH", None)
    play(Path(sys.argv[1]), int(sys.argv[2]))
