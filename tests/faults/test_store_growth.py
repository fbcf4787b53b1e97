"""A store of many games starts and reacts like one of a few."""

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion.game.actions import Clue, Concede
from companion.game.setup import Setup
from companion.journal.events import Began, Did
from companion.journal.sitting import begin
from companion.journal.store import Row, Store
from tests.rig.archive import many_lines
from tests.rig.daemons import FAULTS, Daemon, daemon
from tests.rig.running import Script

pytestmark = FAULTS

SIZES = (1, 1_000, 100_000)
STARTS = 9
PRESSES = 400
LIKE = 1.2
"""How many times as long something may take that is to feel the same."""


def fill(directory: Path, games: int) -> None:
    """So many finished games of ten events each, and one on the table."""
    directory.mkdir()
    many_lines(
        directory, games, [Did(Clue())] * 8 + [Did(Concede("no_more_points"))], ("Ann", "Bo")
    )
    with closing(Store(directory)) as store:
        store.open()
        while store.has_work:
            store.work(float("inf"))
        event = Began(Setup(3), previous=games)
        store.append([Row(event, begin(games + 1, event))])
        assert store.current().game == games + 1
        assert len(store.load(max(games // 2, 1)).steps) == 9


@pytest.fixture(scope="module")
def stores() -> Iterator[dict[int, Path]]:
    """A folder for each size, on a memory disk where there is one: the disk apart."""
    with tempfile.TemporaryDirectory(
        dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    ) as folder:
        found = {size: Path(folder, str(size)) for size in SIZES}
        for size, directory in found.items():
            fill(directory, size)
        yield found


def seconds_used(companion: Daemon) -> float:
    """Time that it had of the processors, apart from other programs."""
    fields = Path(f"/proc/{companion.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def bytes_read(companion: Daemon) -> int:
    """All that it ever read from files."""
    return int(Path(f"/proc/{companion.process.pid}/io").read_text().split()[1])


def compared(what: str, times: dict[int, list[float]]) -> None:
    """The times of one round belong together: the machine may have been busy in one and not in
    another.
    """
    medians = {size: statistics.median(found) for size, found in times.items()}
    told = ", ".join(f"{size:,} games {median * 1e3:.2f} ms" for size, median in medians.items())
    rounds = zip(times[SIZES[0]], times[SIZES[-1]], strict=True)
    ratio = statistics.median(many / one for one, many in rounds)
    print(f"\n{what}: {told}; {ratio:.2f}x")
    assert ratio < LIKE, f"{what} takes longer with many games"


def test_a_start_takes_no_longer_and_reads_no_more_with_many_games(stores):
    used: dict[int, list[float]] = {size: [] for size in SIZES}
    read: dict[int, int] = {}
    for _ in range(STARTS):
        for size, directory in stores.items():
            with daemon(directory) as companion, Script(companion.sock) as script:
                assert script.ask(get="state")["state"]["game"] > size
                used[size].append(seconds_used(companion))
                read[size] = bytes_read(companion)
                companion.end()
    compared("a start, in time of the processor", used)
    more = read[SIZES[-1]] - read[SIZES[0]]
    print(f"{more / 1024:.0f} KiB more are read")
    assert more < 1 << 18, "a start reads more with many games"


def test_a_press_takes_no_longer_with_many_games(stores):
    times: dict[int, list[float]] = {size: [] for size in SIZES}
    with ExitStack() as stack:
        scripts = {}
        for size, directory in stores.items():
            companion = stack.enter_context(daemon(directory))
            scripts[size] = stack.enter_context(Script(companion.sock))
        for number in range(PRESSES):
            for size, script in scripts.items():
                body = {"do": "undo"} if number % 2 else {"do": "action", "action": {"do": "clue"}}
                began = time.perf_counter()
                script.ask(**body)
                times[size].append(time.perf_counter() - began)
    compared("a step entered, until it is shown", times)
