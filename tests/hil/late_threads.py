"""Runs inside the virtual Raspberry Pi: gestures at real lines of a companion that is late."""

import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.hil.guest import line
from tests.rig.busy import MOST
from tests.rig.gestures import Moment
from tests.rig.late import PINS, late_table


def pull(control: str, /, *, down: bool) -> Moment:
    """Pull a line as a button does."""
    before = time.monotonic()
    line(PINS[control], "down" if down else "up")
    return Moment(before, time.monotonic())


def main(count: int) -> None:
    """Make so many gestures idle, beside one and three busy threads, and beside stops."""
    dice = Random(1)
    with (
        tempfile.TemporaryDirectory() as folder,
        late_table(Path(folder), pull, "tests.rig.busy") as table,
    ):
        for threads in (0, 1, MOST):
            table.compute(threads)
            print(f"{threads} busy: {table.press_all(count, dice)}", flush=True)
        table.compute(0)
        told = table.press_all(count, dice, lambda: table.stop_soon(dice))
        print(f"stopped: {told}", flush=True)
        print(table.daemon.log)


if __name__ == "__main__":
    main(int(sys.argv[1]))
