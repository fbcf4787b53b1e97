"""A store that was cut at every byte, or spoilt: it starts, what can be read is kept,
play goes on.
"""

import os
import random
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.errors import Damaged, StoreError
from companion.game.actions import Clue, Concede, Discard
from companion.game.setup import Setup
from companion.journal.copy.file import COPY
from companion.journal.events import Began, Did, Event
from companion.journal.sitting import begin, follow
from companion.journal.sqlite import beside
from companion.journal.store import FILE, Row, Store
from companion.journal.writer_messages import CopyMended, Opened, Saved, SetAside
from tests.rig.daemons import FAULTS, SEED
from tests.rig.writers import Harness

pytestmark = FAULTS

STEP = int(os.environ.get("COMPANION_FAULTS_STEP", "61"))
"""Bytes between two cuts but near the edges of pages.

With 1, at every byte, it takes an hour or two."""
EDGE = 32
FLIPS = int(os.environ.get("COMPANION_FAULTS_FLIPS", "2000"))
PAGE = 4096
USER_VERSION = range(60, 64)
PAGES = int(os.environ.get("COMPANION_FAULTS_PAGES", "200"))
SECTOR = 512
ENDS = {"file": "", "log": "-wal", "copy": COPY}
"""The ends of the names of a store's files."""

Stories = dict[int, list[Event]]
"""What happened to each game."""


class Games(NamedTuple):
    """The bytes of a store, its log and its copy, and the story of each game."""

    file: bytes
    log: bytes
    copy: bytes
    stories: Stories

    def put(self, directory: Path, **spoilt: bytes) -> Path:
        """A new folder with these files, or with others in their place."""
        for old in directory.iterdir():
            old.unlink()
        files = self._asdict() | spoilt
        for name, end in ENDS.items():
            if name == "file" or getattr(self, name):
                beside(directory / FILE, end).write_bytes(files[name])
        return directory


def play(directory: Path, checkpoint: bool) -> Games:
    """Two games, as a power cut leaves them.

    With a checkpoint in the second, the file has more than its log.

    Every step is told from the others by a sticker's tag.
    """
    store = Store(directory)
    stories: Stories = {}
    for game, length in ((1, 30), (2, 60)):
        stories[game] = []
        for number in range(length):
            if not number:
                event: Event = Began(Setup(2), (f"{game}", "Bo"), previous=game - 1)
                sitting = begin(game, event)
            else:
                last = game == 1 and number == length - 1
                action = (
                    Concede("conceded")
                    if last
                    else Clue()
                    if sitting.state.clues > 4
                    else Discard()
                )
                event = Did(action, f"{game}-{number}-")
                sitting = follow(sitting, event)
            store.append([Row(event, sitting)])
            stories[game].append(event)
            if checkpoint and (game, number) == (2, 52):
                store._rows("PRAGMA wal_checkpoint(TRUNCATE)")
    store.copy_on()
    games = Games(*(beside(directory / FILE, end).read_bytes() for end in ENDS.values()), stories)
    store.close()
    return games


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


@pytest.fixture(params=["closed", "checkpointed", "young"])
def any_age(request: pytest.FixtureRequest, memory: Path) -> Games:
    """Games in a file and its log: all in the file, some in each, or all in the log."""
    games = play(memory, checkpoint=request.param == "checkpointed")
    return (
        games._replace(file=(memory / FILE).read_bytes(), log=b"")
        if request.param == "closed"
        else games
    )


def start(directory: Path, died: list[str], where: str) -> tuple[Opened, list[str], Stories]:
    """Start on what is there, enter a step, and look whether it is there after one more start.

    Gives where the group left off, what was set aside, and the games that are in the file now.
    """
    harness, aside = Harness(Store(directory)), []
    harness.writer.start()
    while not isinstance(answer := harness.hear(), Opened):
        _keep(answer, aside, where)
    opened = answer
    assert not opened.problem, f"{where}: {opened.problem}"
    harness.sitting = opened.sitting
    if harness.sitting.playing:
        harness.do(Did(Clue() if harness.sitting.state.clues else Discard()))
    else:
        harness.begin(opened.latest + 1)
    while (answer := harness.hear()) != Saved(1):
        _keep(answer, aside, where)
    harness.writer.stop()
    assert not died, f"{where}: {died}"
    stories = every_story(directory)
    with closing(Store(directory)) as store:
        assert store.current() == harness.sitting, (
            f"{where}: the step that was entered is not there"
        )
    return opened, aside, stories


def _keep(answer: object, aside: list[str], where: str) -> None:
    """Add the name of what was set aside."""
    if isinstance(answer, SetAside):
        aside.append(answer.name)
    else:
        assert isinstance(answer, CopyMended), f"{where}: {answer}"


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


def check(games: Games, memory: Path, died: list[str], where: str, **spoilt: bytes) -> bool:
    """Start on games of which one file is spoilt: all is there.

    Gives whether something was set aside.
    """
    directory = games.put(memory, **spoilt)
    _, aside, stories = start(directory, died, where)
    for game, story in games.stories.items():
        assert stories.get(game, [])[: len(story)] == story, f"{where}: game {game}"
    assert len(set(aside)) == len(aside)
    for name in aside:
        assert (directory / name).exists(), f"{where}: {name} was not kept"
        if name.endswith(COPY) and "copy" in spoilt:
            assert (directory / name).read_bytes() == spoilt["copy"], f"{where}: {name} was changed"
    return bool(aside)


def cuts(size: int, begin_: int, page: int) -> Iterator[int]:
    """Where to cut: at every byte of the headers and the edges of pages, and between them
    by steps.
    """
    for at in range(size):
        inside = (at - begin_) % page
        at_edge = inside < EDGE or inside > page - EDGE
        if at % STEP == 0 or at < 4 * EDGE or at_edge:
            yield at


@pytest.mark.parametrize("which", ENDS)
def test_a_file_cut_at_every_byte(memory, cut_off, died, which):
    whole = getattr(cut_off, which)
    page = PAGE + 24 if which == "log" else PAGE
    sizes = list(cuts(len(whole), 32 if which == "log" else 0, page))
    aside = sum(
        check(cut_off, memory, died, f"{which} cut at {size}", **{which: whole[:size]})
        for size in sizes
    )
    print(f"{which} of {len(whole)} bytes, {len(sizes)} cuts, {aside} files set aside")


@pytest.mark.parametrize("which", ["file", "copy"])
@pytest.mark.parametrize("kind", ["zeros", "noise", "another page", "cut out"])
def test_spoilt_pages(memory, closed, died, kind, which):
    dice = random.Random(SEED)
    whole = getattr(closed, which)
    size = PAGE if which == "file" else SECTOR
    pages = [whole[begin_ : begin_ + size] for begin_ in range(0, len(whole), size)]
    choices = [{number} for number in range(len(pages))]
    choices += [set(dice.sample(range(len(pages)), dice.randint(2, 5))) for _ in range(PAGES)]
    for bad in choices:
        new = list(pages)
        for number in bad:
            spoilt = {"zeros": bytes(size), "noise": dice.randbytes(size), "cut out": b""}
            new[number] = spoilt.get(kind, dice.choice(pages))
        where = f"{kind} in the pages {sorted(bad)} of the {which}"
        check(closed, memory, died, where, **{which: b"".join(new)})


@pytest.mark.parametrize("which", ENDS)
def test_flipped_bits(memory, any_age, died, which):
    """A bit that is wrong in one of the files costs nothing."""
    whole = getattr(any_age, which)
    if not whole:
        pytest.skip("there is no log")
    dice = random.Random(SEED)
    aside = 0
    for _ in range(FLIPS // 6):
        data = bytearray(whole)
        place, bit = dice.randrange(len(data)), 1 << dice.randrange(8)
        if which == "file" and place in USER_VERSION:
            continue  # taken for a later companion's, which must not be touched
        data[place] ^= bit
        aside += check(
            any_age, memory, died, f"{which}, byte {place}, bit {bit}", **{which: bytes(data)}
        )
    print(f"{FLIPS // 6} bits in the {which}, {aside} files set aside")


def test_both_files_spoilt(memory, closed, died):
    """A page of the file and a sector of the copy are gone at once: what is lost then is told.

    Only the last events may be missing without a word, where both have lost their ends.
    """
    dice = random.Random(SEED)
    every = [event for story in closed.stories.values() for event in story]
    silent = told = 0
    for _ in range(PAGES):
        spoilt = {
            "file": _gone(dice, closed.file, PAGE),
            "copy": _gone(dice, closed.copy, SECTOR),
        }
        directory = closed.put(memory, **spoilt)
        _, aside, stories = start(directory, died, "both")
        left = [
            event
            for game, story in closed.stories.items()
            for event in stories.get(game, [])[: len(story)]
        ]
        lost = left != every
        told += lost and bool(aside)
        silent += lost and not aside
        assert aside or left == every[: len(left)], "something in the middle is lost in silence"
    print(
        f"{PAGES} times both files were spoilt: {told} times something was lost and told, {silent}"
        " in silence"
    )


def _gone(dice: random.Random, whole: bytes, size: int) -> bytes:
    """A file of which a piece is zeros, noise or cut off with all that follows."""
    begin_ = dice.randrange(0, len(whole), size)
    match dice.randrange(3):
        case 0:
            return whole[:begin_]
        case 1:
            return whole[:begin_] + bytes(size) + whole[begin_ + size :]
    return whole[:begin_] + dice.randbytes(size) + whole[begin_ + size :]


@pytest.mark.parametrize("which", ENDS)
def test_an_old_sector_that_comes_back(memory, any_age, died, which):
    """A sector is as it was before the last turns, or empty where the file was shorter."""
    whole = getattr(any_age, which)
    kept = whole[: len(whole) * 2 // 3]
    for begin_ in range(0, len(whole), SECTOR):
        was = kept[begin_ - SECTOR : begin_] if begin_ >= SECTOR else b""
        data = whole[:begin_] + was.ljust(SECTOR, b"\0") + whole[begin_ + SECTOR :]
        check(any_age, memory, died, f"an old sector at {begin_} of the {which}", **{which: data})
