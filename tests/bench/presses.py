"""From a pin's edge to what it changes, beside luma as it comes; and the same under burdens."""

import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Final, NamedTuple

from companion.commands.ctl import stream_answers
from companion.game.actions import parse_action
from companion.game.setup import Setup
from companion.journal.events import Began, Did
from companion.journal.sitting import begin
from companion.journal.store import Row, Store
from tests.bench.bus import I2C_SLOW
from tests.bench.figures import Figure, Sample, series_beside
from tests.bench.onlookers import bridge, pages
from tests.bench.pressed import Options, Pressed, Times, all_pressed, at_once
from tests.bench.processes import memory_disk
from tests.games import real_games
from tests.rig import mosquitto
from tests.rig.archive import many_lines
from tests.rig.daemons import environ

STOCK: Final = "luma's display(), FreeType, a whole redraw"
SLOW_DISK: Final = 0.05


@contextmanager
def many_games(count: int) -> Iterator[Path]:
    """Yield a store with `count` finished games, each played, and one that has just begun."""
    record = real_games()[0]
    with tempfile.TemporaryDirectory(dir=memory_disk()) as folder:
        many_lines(Path(folder), count, [Did(parse_action(raw)) for raw in record.actions])
        with closing(Store(Path(folder))) as store:
            store.open()
            while store.has_work:  # or it would be indexed while others are measured
                store.work(float("inf"))
            began = Began(Setup(3))
            store.record([Row(began, begin(count + 1, began))])
            store.follow_up()
        yield Path(folder)


class Burden(NamedTuple):
    """What a companion has to do besides."""

    options: Options = Options()
    meanwhile: Callable[[Pressed], AbstractContextManager[None]] = lambda _: nullcontext()
    """What goes on while it is pressed."""
    past: bool = False
    """Whether it has many past games."""


def _in_turn(tables: list[Pressed], count: int, rounds: int) -> list[Times]:
    """Press on each table, some on one and then some on the next."""
    found = [Times([], [], [], []) for _ in tables]
    for _ in range(rounds):
        for number, table in enumerate(tables):
            found[number] += table.presses(count // rounds)
    return found


def presses(count: int) -> list[Figure]:
    """Measure beside luma as it comes, with a bus that takes no time and a disk of memory."""
    with all_pressed(Options(), Options(stock=True)) as tables:
        _in_turn(tables, min(20, count), 1)
        ours, theirs = _in_turn(tables, count, min(10, count))
    figures = []
    for name, key, at_most in (
        ("press to acknowledgement (label inverted)", "acknowledged", 0.4),
        ("let go to the lights of the new state", "lit", 1.05),
        ("let go to the last byte of its picture", "sent", 0.8),
    ):
        mine, others = getattr(ours, key), getattr(theirs, key)
        slowest, theirs_slowest = Sample(tuple(mine)).p99, Sample(tuple(others)).p99
        figures += [
            series_beside(name, mine, others, STOCK, at_most),
            series_beside(f"{name}, p99", [slowest], [theirs_slowest], STOCK, 1.0),
        ]
    return figures


def _burdened(table: Pressed, burden: Burden, count: int) -> Times:
    with burden.meanwhile(table):
        return table.presses(count)


def _with_games(burden: Burden, games: int, stack: ExitStack) -> Options:
    """Return the options of a burden, with a folder of past games of its own if it needs one."""
    if not burden.past:
        return burden.options
    return burden.options._replace(directory=str(stack.enter_context(many_games(games))))


def burdens(count: int, games: int) -> list[Figure]:
    """Measure under each burden, beside the same without any.

    And whether a press is lost in a quick sequence. games: past ones, where a burden is of them.
    """
    rounds = min(5, count)
    with ExitStack() as stack:
        options = [_with_games(one, games, stack) for one in BURDENS.values()]
        tables = stack.enter_context(all_pressed(*options))
        _in_turn(tables, min(10, count), 1)
        found = [Times([], [], [], []) for _ in tables]
        for _ in range(rounds):
            found = [
                times + _burdened(table, burden, count // rounds)
                for times, table, burden in zip(found, tables, BURDENS.values(), strict=True)
            ]
        rushes = at_once([lambda table=table: table.rush(count) for table in tables])
    figures = []
    for name, times in list(zip(BURDENS, found, strict=True))[1:]:
        figure = series_beside(
            f"press to acknowledgement, with {name}",
            times.offered,
            found[0].offered,
            "the same without",
            1.2,
        )
        last, without = (statistics.median(each.sent) * 1e3 for each in (times, found[0]))
        note = f"its last byte {last:.1f} ms after it was let go, without {without:.1f}"
        figures.append(figure._replace(note=note))
    lost = sum(rush["lost"] + (not rush["in_order"]) for rush in rushes)
    figures.append(
        Figure("presses lost or out of order", Sample((float(lost),)), at_most=0, judged="value")
    )
    return figures


@contextmanager
def _again_and_again(act: Callable[[], object]) -> Iterator[None]:
    """Do something in a thread until this is left, which then fails as that did."""
    over = threading.Event()

    def run() -> None:
        while not over.is_set():
            act()

    with ThreadPoolExecutor(1) as threads:
        doing = threads.submit(run)
        try:
            yield
        finally:
            over.set()
        doing.result()


def _saving(table: Pressed) -> AbstractContextManager[None]:
    """Make a backup of a thousand games, again and again, by the command."""
    words = [sys.executable, "-m", "companion", "backup", str(table.directory / "backup.txt")]
    its = environ(table.directory)
    return _again_and_again(
        lambda: subprocess.run(words, env=its, stdout=subprocess.DEVNULL, check=True)
    )


def _asking(table: Pressed) -> AbstractContextManager[None]:
    """Let a script ask for the last thousand games, again and again."""
    return _again_and_again(lambda: next(stream_answers(table.socket, {"get": "history"})))


BURDENS: Final = {
    "nothing": Burden(),
    "its bus at 100 kHz": Burden(Options(hertz=I2C_SLOW)),
    "a disk of 50 ms": Burden(Options(disk=SLOW_DISK)),
    "both": Burden(Options(hertz=I2C_SLOW, disk=SLOW_DISK)),
    "a history query": Burden(meanwhile=_asking, past=True),
    "a backup of a thousand games": Burden(meanwhile=_saving, past=True),
    "sounds": Burden(Options(sounds=True)),
    "a voice": Burden(Options(sounds=True, voice=True)),
    "a show and an animation": Burden(Options(shows=True)),
    "8 pages": Burden(meanwhile=lambda table: pages(table, 8)),
    "64 pages": Burden(meanwhile=lambda table: pages(table, 64)),
    **({"a bridge and a broker": Burden(meanwhile=bridge)} if mosquitto.PROGRAM else {}),
}
