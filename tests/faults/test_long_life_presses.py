"""A million presses at the pins, in the real threads: memory and descriptors stay what they were.

Sounds are on, shows and animations play, the device falls asleep now and then, and its display is
pulled out and put back."""

import contextlib
import gc
import logging
import os
import random
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion import settings
from companion.commands.run import SWITCH_INTERVAL_S, CompanionThreads
from companion.daemon.log import log
from companion.daemon.screensaver import BLANK_AFTER_S
from companion.journal.reader import GamesReader
from tests.rig.daemons import FAULTS, SEED
from tests.rig.running import Script
from wiring.reading.build import load


class Table:
    """A running companion, and fingers for it.

    threads: those that it started, which must live. died: every thread that did.
    """

    def __init__(
        self,
        companion: CompanionThreads,
        directory: Path,
        threads: set[threading.Thread],
        died: list[str],
    ) -> None:
        assert companion.emulated is not None
        self.threads = threads
        self.companion = companion
        self.device = companion.emulated
        self.directory = directory
        self.died = died

    def script(self) -> Script:
        return Script(self.companion.threads.server.path)

    def let_go(self) -> None:
        """Release everything."""
        for control in self.device.build.buttons:
            self.device.release(control)

    def check(self) -> None:
        """Check that every thread lives, and that undoing the game in the store gives its start."""
        assert not self.died, self.died
        assert all(thread.is_alive() for thread in self.threads), self.threads
        with self.script() as script:
            script.ask(get="state")  # what came before has been done
            core = self.companion.threads.core
            sitting = core.sitting
            assert not sitting.steps or all(step.state.card_total for step in sitting.steps)
            store = GamesReader(self.directory)
            assert store.current() == sitting, "the store has another game"
            store.close()
            if sitting.state is None:
                return
            box = sitting.state.setup.box
            assert sitting.state.card_total == box.total
            steps = 0
            while core.sitting.has_steps:
                script.ask(do="undo")
                steps += 1
            assert core.sitting.state == sitting.opening
            for _ in range(steps):
                script.ask(do="redo")
            assert core.sitting == sitting


@contextmanager
def laid(
    directory: Path, build: str = "emulator", clock: Callable[[], float] = time.monotonic
) -> Iterator[Table]:
    """Run a companion at a table."""
    died: list[str] = []

    def note(args: threading.ExceptHookArgs) -> None:
        died.append(f"{args.thread.name if args.thread else '?'}: {args.exc_value!r}")

    before, threading.excepthook = threading.excepthook, note
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    chosen = settings.load({"HOME": str(directory), "STATE_DIRECTORY": str(directory)})
    companion = CompanionThreads(load(build), chosen, clock, emulated=True)
    others = set(threading.enumerate())
    companion.start()
    try:
        yield Table(companion, directory, set(threading.enumerate()) - others, died)
    finally:
        companion.stop()
        threading.excepthook = before
        sys.setswitchinterval(interval)


pytestmark = FAULTS

PRESSES = int(float(os.environ.get("COMPANION_FAULTS_PRESSES", "100000")))
GAME = 120
"""The number of presses after which a new game begins."""
PULLED = 2000
"""Presses after which the display is pulled out, for a tenth as many."""


def memory() -> int:
    """Bytes of memory that are this process's own."""
    gc.collect()
    status = Path("/proc/self/status").read_text()
    return 1024 * next(
        int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon")
    )


class Hand:
    """Presses one after the other; the clock runs ahead, so that none of them is hasty."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.dice = random.Random(SEED)

    def clock(self) -> float:
        return time.monotonic() + self.ahead

    def press(self, table: Table) -> None:
        """One press, a hold or a chord, and a wait until all of it is done."""
        dice, core = self.dice, table.companion.threads.core
        roll = dice.random()
        controls = dice.sample(("clue", "discard", "play"), 2 if roll < 0.03 else 1)
        if roll > 0.99:
            controls = [dice.choice(list(table.device.build.buttons))]
        for control in controls:
            table.device.press(control)
        if 0.03 < roll < 0.1:
            self.ahead += 1.0
        for control in controls:
            table.device.release(control)
        self.ahead += 0.5 if roll < 0.9 else 5.0
        if dice.random() < 0.002:
            self.ahead += BLANK_AFTER_S
        if dice.random() < 0.005:
            time.sleep(0.05)  # a show goes on for some frames
        # The next press comes when this one is through: the loop takes one after the other.
        end = time.monotonic() + 10
        while (
            core.view is None
            or core.view.pressed
            or core.dialogue.pending.under_way
            or not table.companion.inbox.queue.empty()
        ):
            assert time.monotonic() < end, "a press is not done"
            time.sleep(0)


def begin(script: Script, dice: random.Random) -> None:
    preset = dice.choice(("classic", "grand", "flamboyants", "final-flourish"))
    script.ask(do="new", players=dice.randint(2, 5), edition={"preset": preset}, detail="colours")


def test_memory_and_descriptors_stay_what_they_were(tmp_path, monkeypatch):
    monkeypatch.setattr(log, "propagate", False)  # pytest keeps every line that it hears
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    handler.addFilter(
        lambda record: "answer" not in record.getMessage()
    )  # the clock runs ahead of them
    log.addHandler(handler)
    hand = Hand()
    sizes: list[int] = []
    descriptors: list[int] = []
    began = time.monotonic()
    with laid(tmp_path, "deluxe", hand.clock) as table:
        for number in range(PRESSES):
            if number % GAME == 0:
                with table.script() as script:
                    script.tell(do="press", control="clue")
                    begin(script, hand.dice)
            hand.press(table)
            if number % PULLED == PULLED // 2:
                table.device.model.unplug()
            elif number % PULLED == PULLED * 6 // 10:
                table.device.model.plug_in()
            if number % (PRESSES // 100) == 0:
                with table.script() as script:
                    script.ask(get="frame")
                    script.ask(get="screen")
                    sizes.append(memory())
                    descriptors.append(len(os.listdir("/proc/self/fd")))
                print(
                    f"{number}: {sizes[-1] / 2**20:.1f} MiB, {descriptors[-1]} descriptors",
                    flush=True,
                )
        took = time.monotonic() - began
        table.let_go()
        table.check()
        with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite3")) as store:
            (events,) = store.execute("SELECT count(*) FROM event").fetchone()
        assert events > PRESSES / 10, "too few games"
        assert (tmp_path / "games.sqlite3-wal").stat().st_size < 16 * 2**20
    log.removeHandler(handler)
    tenth = len(sizes) // 10
    first, last = max(sizes[1 : tenth + 1]), max(sizes[-tenth:])
    print(f"\n{PRESSES} presses, {events} of them counted, in {took:.0f} s")
    print("memory in MiB:", *(f"{size / 2**20:.1f}" for size in sizes[::5]))
    print(f"{len(lines)} lines of log")
    assert last < first + 3 * 2**20
    assert len(set(descriptors[1:])) == 1, descriptors
    assert len(lines) < 10 + 2 * PRESSES // PULLED, lines[-20:]


def test_a_hundred_thousand_clients_leave_nothing(tmp_path):
    with laid(tmp_path) as table:
        sizes = []
        with table.script() as listener:
            listener.ask(do="subscribe")
            for number in range(PRESSES):
                with table.script() as script:
                    script.ask(get="screen")
                if number % (PRESSES // 20) == 0:
                    sizes.append(memory())
            before = len(os.listdir("/proc/self/fd"))
        print("\nmemory in MiB:", *(f"{size / 2**20:.1f}" for size in sizes))
        assert max(sizes[-5:]) < max(sizes[1:6]) + 2 * 2**20
        assert before < 60
        table.check()
