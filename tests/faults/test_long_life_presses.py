"""A million presses at the pins, in the real threads: memory and descriptors stay what they were.

Sounds are on, shows and animations play, the device falls asleep now and then, and its display is
pulled out and put back."""

import contextlib
import gc
import logging
import os
import random
import time
from pathlib import Path

from companion.commands.run import CompanionThreads
from companion.daemon.log import log
from companion.daemon.screensaver import BLANK_AFTER_S
from companion.journal.reader import FILE, GamesReader
from tests.faults.marks import FAULTS
from tests.rig.daemons import SEED, memory_of
from tests.rig.running import Script, running

pytestmark = FAULTS

PRESSES = int(float(os.environ.get("COMPANION_FAULTS_PRESSES", "100000")))
GAME = 120
"""The number of presses after which a new game begins."""
PULLED = 2000
"""Presses after which the display is pulled out, for a tenth as many."""


def check(companion: CompanionThreads, directory: Path) -> None:
    """Check that the store has the game on the table, with all cards of its box."""
    with script_of(companion) as script:
        script.ask(get="state")  # what came before has been done
    sitting = companion.threads.core.sitting
    with contextlib.closing(GamesReader(directory)) as store:
        assert store.current() == sitting
    assert sitting.state is None or sitting.state.card_total == sitting.state.setup.box.total


def script_of(companion: CompanionThreads) -> Script:
    return Script(companion.threads.server.path)


def memory() -> int:
    """Bytes of memory that are this process's own."""
    gc.collect()
    return memory_of("self")


class Hand:
    """Presses one after the other; the clock runs ahead, so that none of them is hasty."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.dice = random.Random(SEED)

    def clock(self) -> float:
        return time.monotonic() + self.ahead

    def press(self, companion: CompanionThreads) -> None:
        """One press, a hold or a chord, and a wait until all of it is done."""
        dice, core, device = self.dice, companion.threads.core, companion.emulated
        roll = dice.random()
        controls = dice.sample(("clue", "discard", "play"), 2 if roll < 0.03 else 1)
        if roll > 0.99:
            controls = [dice.choice(list(device.build.buttons))]
        for control in controls:
            device.press(control)
        if 0.03 < roll < 0.1:
            self.ahead += 1.0
        for control in controls:
            device.release(control)
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
            or not companion.inbox.queue.empty()
        ):
            assert time.monotonic() < end, "a press is not done"
            time.sleep(0)


def begin(script: Script, dice: random.Random) -> None:
    preset = dice.choice(("classic", "grand", "flamboyants", "final-flourish"))
    new = {"players": dice.randint(2, 5), "edition": {"preset": preset}, "detail": "colours"}
    while not script.tell(do="new", **new)["ok"]:
        script.tell(do="hold", control="clue", seconds=0.8)  # leaves what is open


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
    with running(tmp_path, "deluxe", hand.clock) as companion:
        with script_of(companion) as script:
            script.choose_english()
        for number in range(PRESSES):
            if number % GAME == 0:
                with script_of(companion) as script:
                    begin(script, hand.dice)
            hand.press(companion)
            if number % PULLED == PULLED // 2:
                companion.emulated.model.unplug()
            elif number % PULLED == PULLED * 6 // 10:
                companion.emulated.model.plug_in()
            if number % (PRESSES // 100) == 0:
                with script_of(companion) as script:
                    script.ask(get="frame")
                    script.ask(get="screen")
                    sizes.append(memory())
                    descriptors.append(len(os.listdir("/proc/self/fd")))
                print(
                    f"{number}: {sizes[-1] / 2**20:.1f} MiB, {descriptors[-1]} descriptors",
                    flush=True,
                )
        took = time.monotonic() - began
        for control in companion.emulated.build.buttons:
            companion.emulated.release(control)
        check(companion, tmp_path)
        events = (tmp_path / FILE).read_bytes().count(b"\n")
        assert events > PRESSES / 50, "too few games"
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
