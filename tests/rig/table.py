"""A companion with all its threads in this process, its emulated pins, and whether all of it is
well.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion import settings
from companion.commands.run import SWITCH_INTERVAL_S, CompanionThreads
from companion.journal.reader import GamesReader
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
