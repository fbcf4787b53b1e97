"""Disks that are full, read-only or faulty: the game goes on, and is saved afterwards."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.game.actions import action_json
from companion.journal.reader import GamesReader
from tests.faults.marks import FAULTS
from tests.rig.daemons import Daemon, daemon
from tests.rig.running import Script
from tests.rig.waiting import until

pytestmark = [
    *FAULTS,
    pytest.mark.skipif(
        os.geteuid() != 0, reason="wants root: it mounts disks and makes calls fail"
    ),
]
strace = pytest.mark.skipif(
    shutil.which("strace") is None, reason="wants strace: apt install strace"
)

TRIES_AGAIN = 20.0
"""Seconds after which a disk that works again must have been noticed, on a busy machine."""
UNSAVED = "not saved"


class Disk:
    """A disk of one megabyte."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rest = path / "rest"

    def fill(self) -> None:
        """Leave no room."""
        with self._rest.open("ab", buffering=0) as file:
            for size in (1 << 16, 1 << 12, 1):
                try:
                    while file.write(b"x" * size) == size:
                        pass
                except OSError:
                    continue

    def free(self) -> None:
        self._rest.unlink()

    def remount(self, how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", self.path], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    path = tmp_path / "card"
    path.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path], check=False)
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    yield Disk(path)
    subprocess.run(["umount", "--lazy", path], check=True)


class Group:
    """People who play on through every fault; `played` is all that they entered in this game."""

    def __init__(self, companion: Daemon, script: Script) -> None:
        self.companion = companion
        self.played: list[dict[str, Any]] = []
        self._script = script
        self.slowest = 0.0

    def begin(self) -> None:
        self._script.ask(do="new", players=3)

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self._script.ask(get="state")["state"]
        return state

    @property
    def says_unsaved(self) -> bool:
        return UNSAVED in str(self._script.ask(get="screen")["screen"]["texts"])

    def turn(self) -> None:
        """Enter a turn, and see that it counts."""
        before = self.state
        number = len(self.played)
        action = (
            {"do": "correct", "clues": 4}
            if number % 2
            else {"do": "clue" if before["clues"] else "discard"}
        )
        began = time.monotonic()
        self._script.ask(do="action", action=action)
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.played.append(action)
        record = self._script.ask(get="record")["record"]
        assert record["actions"] == self.played, "a turn that was entered does not count"

    def turns(self, count: int) -> None:
        for _ in range(count):
            self.turn()

    def until_unsaved(self, spoil: Callable[[], None] = lambda: None) -> None:
        """Play until something cannot be saved, and see that the screen says so.

        spoil: called before each turn.
        """
        for _ in range(100):
            spoil()
            self.turn()
            if not self.state["saved"]:
                assert self.says_unsaved
                return
        raise AssertionError("it says that everything is saved")

    def until_saved(self) -> None:
        """Wait without a press until everything is saved, and see that the screen says no more."""
        until(lambda: self.state["saved"], TRIES_AGAIN, 0.1)
        assert not self.says_unsaved

    def check(self, directory: Path) -> None:
        """Pull the plug, and see that all of it is there."""
        assert self.companion.process.poll() is None, self.companion.log
        assert "Traceback" not in self.companion.log
        self.companion.end(signal.SIGKILL)
        with closing(GamesReader(directory)) as store:
            assert [action_json(action) for action in store.current().actions] == self.played
        assert not list(directory.glob("*damaged*")), "a good file was set aside"

    def told(self) -> tuple[int, int]:
        """How often the log says that nothing is saved, and that it is again."""
        return self.companion.log.count("not saved: "), self.companion.log.count("saved again")


@contextmanager
def group(directory: Path, outside: Path) -> Iterator[Group]:
    """A companion at a table with its games in a folder, and its log and socket outside of that."""
    with daemon(directory, outside=outside) as companion, Script(companion.sock) as script:
        yield Group(companion, script)


@contextmanager
def failing(companion: Daemon, calls: str, how: str) -> Iterator[None]:
    """Have calls of the companion to the system fail for a while."""
    inject = f"inject={calls}:{how}"
    command = [
        "strace",
        "-f",
        "-qq",
        "-o",
        "/dev/null",
        "-p",
        str(companion.process.pid),
        "-e",
        inject,
    ]
    tracer = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    tasks = Path(f"/proc/{companion.process.pid}/task")
    until(
        lambda: all(
            "TracerPid:\t0" not in (task / "status").read_text() for task in tasks.iterdir()
        ),
        30,
    )
    try:
        yield
    finally:
        tracer.terminate()
        tracer.wait(30)


# A full disk


def test_a_disk_that_fills_up_and_is_freed_costs_nothing(disk, tmp_path):
    with group(disk.path, tmp_path) as table:
        table.begin()
        for time_ in range(1, 4):
            table.turns(3)
            assert table.state["saved"]
            table.until_unsaved(disk.fill)
            table.turns(20)
            disk.free()
            table.until_saved()
            assert table.told() == (time_, time_), "the log says it once a change"
        table.turns(3)
        print(f"{len(table.played)} turns, the slowest {table.slowest:.2f} s")
        table.check(disk.path)


@pytest.mark.parametrize("played_before", [True, False])
def test_a_start_on_a_full_disk_goes_on_with_the_game(disk, tmp_path, played_before):
    goes_on(disk, tmp_path, played_before, disk.fill, disk.free)


def goes_on(disk, tmp_path, played_before, spoil, mend):
    """Start on a disk that is spoilt, play on, and have all of it there once that is mended."""
    played = []
    if played_before:
        with group(disk.path, tmp_path) as table:
            table.begin()
            table.turns(5)
            played = table.played
            table.companion.end(signal.SIGKILL)
    spoil()
    with group(disk.path, tmp_path) as table:
        table.played = played
        if not played_before:
            table.begin()
        table.until_unsaved()
        table.turns(10)
        mend()
        table.until_saved()
        table.turns(3)
        table.check(disk.path)


# A disk that can only be read


@pytest.mark.parametrize("played_before", [True, False])
def test_a_start_on_a_disk_that_can_only_be_read_goes_on_with_the_game(
    disk, tmp_path, played_before
):
    goes_on(disk, tmp_path, played_before, lambda: disk.remount("ro"), lambda: disk.remount("rw"))


# Calls that fail


@strace
@pytest.mark.parametrize(
    ("calls", "how"),
    [
        ("fsync,fdatasync", "error=EIO"),
        ("pwrite64", "error=EIO"),
        ("pwrite64", "error=ENOSPC"),
        ("pwrite64,fdatasync,fsync,ftruncate,unlink", "error=EROFS"),
        ("pread64", "error=EIO"),
        ("pread64,pwrite64,fdatasync,fsync,ftruncate,unlink,fallocate", "error=EIO"),
        ("fcntl", "error=EIO"),
        ("fcntl", "error=ENOLCK"),
    ],
)
def test_while_the_disk_fails_the_game_goes_on_and_is_saved_when_it_works_again(
    tmp_path, calls, how
):
    directory = tmp_path / "card"
    directory.mkdir()
    with group(directory, tmp_path) as table:
        table.begin()
        table.turns(5)
        for _ in range(2):
            with failing(table.companion, calls, how):
                table.turns(25)
                if calls != "pread64":
                    table.until_unsaved()
            table.until_saved()
            table.turns(3)
            assert table.state["saved"]
        wrong, again = table.told()
        print(f"{len(table.played)} turns, the slowest {table.slowest:.2f} s")
        assert wrong == again <= 2, table.companion.log
        table.check(directory)


@strace
def test_a_start_while_the_disk_fails_goes_on_with_the_game(tmp_path):
    directory = tmp_path / "card"
    directory.mkdir()
    with group(directory, tmp_path) as table:
        table.begin()
        table.turns(5)
        played = table.played
        table.companion.end(signal.SIGKILL)
    tracer = ("strace", "-D", "-f", "-qq", "-o", "/dev/null")
    inject = ("-e", "inject=pwrite64,fdatasync,fsync,ftruncate:error=EIO")
    with (
        daemon(directory, under=(*tracer, *inject), outside=tmp_path) as companion,
        Script(companion.sock) as script,
    ):
        table = Group(companion, script)
        table.played = played
        table.until_unsaved()
        table.turns(10)
        status = Path(f"/proc/{companion.process.pid}/status").read_text()
        os.kill(int(status.split("TracerPid:\t")[1].split()[0]), signal.SIGKILL)
        table.until_saved()
        table.turns(3)
        table.check(directory)
