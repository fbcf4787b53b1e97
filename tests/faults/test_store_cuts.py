"""A store that was cut at every byte, or spoilt: it starts, what can be read is kept, play goes on."""

import os
import random
import sqlite3
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.errors import Damaged, StoreError
from companion.game.actions import Clue, Concede, Discard
from companion.game.setup import Setup
from companion.table.damage.wal import HEADER, written
from companion.table.events import Began, Did, Event, write
from companion.table.sitting import Sitting, begin, follow
from companion.table.sqlite import beside
from companion.table.store import FILE, Row, Store
from companion.table.writer_messages import Opened, Saved, SetAside
from tests.rig.daemons import FAULTS, SEED
from tests.table.test_writer import Harness

pytestmark = FAULTS

STEP = int(os.environ.get("COMPANION_FAULTS_STEP", "61"))
"""Bytes between two cuts but near the edges of pages; with 1, at every byte, it takes an hour or two."""
EDGE = 32
FLIPS = int(os.environ.get("COMPANION_FAULTS_FLIPS", "2000"))
PAGE = 4096
USER_VERSION = range(60, 64)
LOG = "-wal"

Stories = dict[int, list[Event]]
"""What happened to each game."""


class Games(NamedTuple):
    """The bytes of a store and its log, the story of each game, and every sitting that was saved."""

    file: bytes
    log: bytes
    stories: Stories
    sittings: list[Sitting]

    def put(self, directory: Path, file: bytes | None = None, log: bytes | None = None) -> Path:
        """A new folder with these files, or with others in their place."""
        for old in directory.iterdir():
            old.unlink()
        (directory / FILE).write_bytes(self.file if file is None else file)
        if self.log:
            beside(directory / FILE, LOG).write_bytes(self.log if log is None else log)
        return directory

    def sure(self, *parts: bytes) -> dict[int, int]:
        """How many steps of each game stand in the parts that are good."""
        good = b"\0".join(parts)
        count = {}
        for game, story in self.stories.items():
            rows = ("".join(write(event)).encode() for event in story)
            count[game] = next((at for at, row in enumerate(rows) if row not in good), len(story))
        return count


def play(directory: Path, checkpoint: bool) -> Games:
    """Two games, as a power cut leaves them; with a checkpoint in the second, the file has more than its log.

    Every step is told from the others by a sticker's tag.
    """
    store = Store(directory)
    stories: Stories = {}
    sittings: list[Sitting] = []
    for game, length in ((1, 30), (2, 60)):
        stories[game] = []
        for number in range(length):
            if not number:
                event: Event = Began(Setup(2), (f"{game}", "Bo"), previous=game - 1)
                sitting = begin(game, event)
            else:
                last = game == 1 and number == length - 1
                action = Concede("conceded") if last else Clue() if sitting.state.clues > 4 else Discard()
                event = Did(action, f"{game}-{number}-")
                sitting = follow(sitting, event)
            store.append([Row(event, sitting)])
            stories[game].append(event)
            sittings.append(sitting)
            if checkpoint and (game, number) == (2, 52):
                store._rows("PRAGMA wal_checkpoint(TRUNCATE)")
    file, log = (directory / FILE).read_bytes(), beside(directory / FILE, LOG).read_bytes()
    store.close()
    return Games(file, log, stories, sittings)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Path]:
    """An empty folder, where nothing waits for a disk if that can be."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.fixture
def died(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What threads died of."""
    found: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: found.append(repr(args.exc_value)))
    return found


@pytest.fixture
def closed(memory: Path) -> Games:
    """Games of which everything is in the file."""
    games = play(memory, checkpoint=False)
    return games._replace(file=(memory / FILE).read_bytes(), log=b"")


@pytest.fixture
def cut_off(memory: Path) -> Games:
    """Games of which the file has some, and the log the rest."""
    return play(memory, checkpoint=True)


def of_version_4(directory: Path, games: Games, migrated: bool) -> Games:
    """The same games as a version wrote them that did not count them, or just when they were migrated."""
    games.put(directory)
    with closing(sqlite3.connect(directory / FILE, isolation_level=None)) as db:
        for name in ("player", "scope", "standing", "counting"):
            db.execute(f"DROP TABLE {name}")
        db.execute("PRAGMA user_version = 4")
        store = Store(directory)
        if migrated:
            store.open()
        file, log = (directory / FILE).read_bytes(), beside(directory / FILE, LOG).read_bytes()
        store.close()
    return games._replace(file=file, log=log)


@pytest.fixture(params=["checkpointed", "young", "version 4", "version 4, young", "just migrated"])
def any_age(request: pytest.FixtureRequest, memory: Path) -> Games:
    """Games in a file and its log: some in each, or all in the log, of this version or an earlier one."""
    games = play(memory, checkpoint=request.param in ("checkpointed", "version 4"))
    if request.param in ("checkpointed", "young"):
        return games
    return of_version_4(memory, games, migrated=request.param == "just migrated")


def start(directory: Path, died: list[str], where: str) -> tuple[Opened, list[str], Stories]:
    """Start on what is there, enter a step, and look whether it is there after one more start.

    Gives where the group left off, what was set aside, and the games that are in the file now.
    """
    harness, aside = Harness(Store(directory)), []
    harness.writer.start()
    while not isinstance(answer := harness.hear(), Opened):
        assert isinstance(answer, SetAside), f"{where}: {answer}"
        aside.append(answer.name)
    opened = answer
    assert not opened.problem, f"{where}: {opened.problem}"
    harness.sitting = opened.sitting
    if harness.sitting.playing:
        harness.do(Did(Clue() if harness.sitting.state.clues else Discard()))
    else:
        harness.begin(opened.latest + 1)
    while (answer := harness.hear()) != Saved(1):
        assert isinstance(answer, SetAside), f"{where}: {answer}"
        aside.append(answer.name)
    harness.writer.stop()
    assert not died, f"{where}: {died}"
    stories = every_story(directory)
    with closing(Store(directory)) as store:
        assert store.current() == harness.sitting, f"{where}: the step that was entered is not there"
    return opened, aside, stories


def every_story(directory: Path) -> Stories:
    """All games, as the companion finds them when it is asked for them."""
    stories = {}
    with closing(Store(directory)) as store:
        for game in range(1, store.latest() + 1):
            try:
                stories[game] = store.events(game)
            except Damaged:
                store.renew()
                return every_story(directory)
            except StoreError:
                stories[game] = []  # it is gone as a whole
    return stories


def compare(games: Games, sure: dict[int, int], stories: Stories, where: str) -> None:
    """Everything that is sure to be readable is in the store."""
    for game, count in sure.items():
        if count:
            assert stories.get(game, [])[:count] == games.stories[game][:count], f"{where}: game {game}"


def untouched(directory: Path, aside: Sequence[str], file: bytes, log: bytes, where: str) -> None:
    """What was set aside first is the damaged file as it was."""
    if aside:
        assert (directory / aside[0]).read_bytes() == file, f"{where}: the damaged file was changed"
        path = beside(directory / aside[0], LOG)
        kept = path.read_bytes() if path.exists() else b""
        # A file of an earlier version may have been migrated before the damage was found.
        assert kept[: len(log)] == log, f"{where}: its log was changed"
        assert len(set(aside)) == len(aside)


def cuts(size: int, begin_: int, page: int) -> Iterator[int]:
    """Where to cut: at every byte of the headers and the edges of pages, and between them by steps."""
    for at in range(size):
        inside = (at - begin_) % page
        if at % STEP == 0 or at < 4 * EDGE or inside < EDGE or inside > page - EDGE:
            yield at


def test_a_file_cut_at_every_byte(memory, closed, died):
    tried = renewed = 0
    for size in cuts(len(closed.file), 0, PAGE):
        where = f"cut at {size}"
        file = closed.file[:size]
        directory = closed.put(memory, file)
        _, aside, stories = start(directory, died, where)
        untouched(directory, aside, file, b"", where)
        compare(closed, closed.sure(file[: size // PAGE * PAGE]), stories, where)
        tried, renewed = tried + 1, renewed + bool(aside)
    print(f"a file of {len(closed.file)} bytes, {tried} cuts, {renewed} files set aside")


def test_a_log_cut_at_every_byte(memory, cut_off, died):
    """A log that is cut is one of an earlier instant: nothing is damaged."""
    ends = [frame.begin + 24 + PAGE for frame in written(cut_off.log) if frame.commits]
    before = len(cut_off.sittings) - len(ends)
    tried = 0
    for size in cuts(len(cut_off.log), HEADER, PAGE + 24):
        where = f"log cut at {size}"
        directory = cut_off.put(memory, log=cut_off.log[:size])
        opened, aside, _ = start(directory, died, where)
        assert not aside, where
        there = before + sum(end <= size for end in ends)
        assert opened.sitting == cut_off.sittings[there - 1], where
        tried += 1
    print(f"a log of {len(cut_off.log)} bytes with {len(ends)} steps, {tried} cuts")


def test_a_file_cut_at_every_byte_beside_its_log(memory, cut_off, died):
    tried = renewed = 0
    for size in cuts(len(cut_off.file), 0, PAGE):
        where = f"cut at {size} beside its log"
        file = cut_off.file[:size]
        directory = cut_off.put(memory, file)
        _, aside, stories = start(directory, died, where)
        untouched(directory, aside, file, cut_off.log, where)
        compare(cut_off, cut_off.sure(file[: size // PAGE * PAGE], cut_off.log), stories, where)
        tried, renewed = tried + 1, renewed + bool(aside)
    print(f"a file of {len(cut_off.file)} bytes beside its log, {tried} cuts, {renewed} files set aside")


@pytest.mark.parametrize("kind", ["zeros", "noise", "another page", "cut out"])
def test_spoilt_pages(memory, closed, died, kind):
    dice = random.Random(SEED)
    pages = [closed.file[begin_ : begin_ + PAGE] for begin_ in range(0, len(closed.file), PAGE)]
    choices = [{page} for page in range(len(pages))]
    choices += [set(dice.sample(range(len(pages)), dice.randint(2, 5))) for _ in range(200)]
    for bad in choices:
        where = f"{kind} in the pages {sorted(bad)}"
        new = list(pages)
        for page in bad:
            match kind:
                case "zeros":
                    new[page] = bytes(PAGE)
                case "noise":
                    new[page] = dice.randbytes(PAGE)
                case "another page":
                    new[page] = dice.choice(pages)
                case "cut out":
                    new[page] = b""
        file = b"".join(new)
        directory = closed.put(memory, file)
        _, aside, stories = start(directory, died, where)
        untouched(directory, aside, file, b"", where)
        good = [page for number, page in enumerate(pages) if number not in bad]
        compare(closed, closed.sure(*good), stories, where)


def test_flipped_bits(memory, any_age, died):
    """A bit that is wrong in the file or in its log costs at most what stands on its page.

    In the last step of the log it looks like a power cut while that was written.
    """
    dice = random.Random(SEED)
    ends = [frame.begin + 24 + PAGE for frame in written(any_age.log) if frame.commits]
    last = ends[-2]
    renewed = 0
    for _ in range(FLIPS):
        in_log = dice.random() < 0.4 or len(any_age.file) <= PAGE
        data = bytearray(any_age.log if in_log else any_age.file)
        place, bit = dice.randrange(len(data)), 1 << dice.randrange(8)
        if not in_log and place in USER_VERSION:
            continue  # taken for a later companion's, which must not be touched
        data[place] ^= bit
        where = f"{'log' if in_log else 'file'}, byte {place}, bit {bit}"
        good = bytearray(data)
        if in_log:
            frame = HEADER + max(place - HEADER, 0) // (PAGE + 24) * (PAGE + 24)
            good[min(frame, last) : frame + PAGE + 24 if frame < last else None] = b""
            file, log, parts = any_age.file, bytes(data), (any_age.file, bytes(good))
        else:
            page = place // PAGE * PAGE
            good[page : page + PAGE] = b""
            file, log, parts = bytes(data), any_age.log, (bytes(good), any_age.log)
        directory = any_age.put(memory, file, log)
        _, aside, stories = start(directory, died, where)
        untouched(directory, aside, file, log, where)
        compare(any_age, any_age.sure(*parts), stories, where)
        renewed += bool(aside)
    print(f"{FLIPS} bits, {renewed} files set aside")
