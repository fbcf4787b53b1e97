"""Runs inside the virtual Raspberry Pi: the installed service with nothing to do, and with a
mistake in its settings.

Each step says what it saw; what it must not see ends it.
"""

import math
import time

from companion.daemon.heartbeat import ROUNDS
from companion.daemon.screensaver import BLANK_AFTER_S, MOVED_EVERY_S
from tests.bench.idle import awakenings, busy
from tests.bench.processes import resident
from tests.hil.guest import SINK, glass
from tests.hil.installed import SERVICE, SETTINGS, active, journal, of_service, tell
from tests.hil.shell import must, run, say, take_steps, until
from wiring.reading.build import load

SETTLE_S = 60
"""Seconds after which a start on the emulated computer is over, what is read ahead too."""
CHANGES = 2
"""How often a quiet display changes by itself beside its shift: it is dimmed, and then blank."""
GROWTH_MIB = 0.25
"""By how much an idle companion may grow."""


def idle(seconds: str) -> None:
    """Leave it alone: it wakes for the watchdog alone, grows by nothing and says nothing."""
    until("the companion runs", active)
    tell(do="press", control="clue")
    time.sleep(SETTLE_S)
    pid = int(of_service("MainPID"))
    said = journal()
    before = resident(pid)
    began = busy(pid)
    SINK.write_text("")
    count = awakenings(pid, int(seconds))
    spent = busy(pid) - began
    grown = resident(pid) - before
    watchdog_s = int(of_service("WatchdogUSec").removesuffix("s"))
    rounds = math.ceil(int(seconds) * ROUNDS / watchdog_s)
    changes = CHANGES + math.ceil(int(seconds) / MOVED_EVERY_S)
    sent = sum(len(line.split()[-1]) // 2 for line in SINK.read_text().splitlines())
    say(
        f"idle for {seconds} s: {count} awakenings, of them {rounds} for the watchdog and up to"
        f" {changes} for the display; {spent * 1e3:.0f} ms of the processor; {grown:.2f} MiB more;"
        f" {sent} bytes on the bus"
    )
    assert int(seconds) < BLANK_AFTER_S
    assert count <= rounds + changes + 1
    assert grown <= GROWTH_MIB
    assert journal() == said


def mistake(name: str) -> None:
    """Check that a mistake in the settings is told on the display, and by the service's status."""
    before = SETTINGS.read_text()
    SETTINGS.write_text(before.replace(f'"{name}"', f'"{name[:-1]}"'))
    assert SETTINGS.read_text() != before
    SINK.write_text("")
    run("systemctl", "restart", SERVICE)
    meant = f'did you mean "{name}"'
    until("the status says it", lambda: meant in of_service("StatusText"), 60)
    assert meant in run("systemctl", "status", "--full", SERVICE).stdout
    until("the display says it", lambda: glass(load(name)).getbbox() is not None, 60)
    say(f"mistaken: {of_service('StatusText')}")
    SETTINGS.write_text(before)
    must("systemctl", "restart", SERVICE)
    until("the companion runs", active)


if __name__ == "__main__":
    take_steps(globals())
