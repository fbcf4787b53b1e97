"""The log: few lines of each part, and no harm where nothing can be logged."""

import io
import logging
import subprocess
import sys

import pytest

from companion.commands.run import DIED
from companion.daemon.log import AGAIN_S, AT_ONCE, LogStream

HOUR = 3600


class Journal:
    """What a logger with such a handler says, in virtual time."""

    def __init__(self):
        self.now = 1000.0
        self.stream = io.StringIO()
        self.log = logging.Logger("journal")
        self.log.addHandler(LogStream(self.stream, lambda: self.now))

    @property
    def lines(self):
        return self.stream.getvalue().splitlines()


@pytest.fixture
def journal():
    return Journal()


def test_a_part_that_babbles_for_hours_says_little_and_how_much_was_left_out(journal):
    for number in range(3 * HOUR):
        journal.now += 1
        journal.log.warning(
            "%s: %s", "far", ("plugged in", f"not plugged in ({number})")[number % 2]
        )
    first, later = journal.lines[:AT_ONCE], journal.lines[AT_ONCE:]
    assert not any("left out" in line for line in first)
    assert len(later) <= 3 * HOUR / AGAIN_S
    assert later[1].endswith("(and 299 lines of it left out)")


def test_the_others_are_heard_meanwhile(journal):
    for _ in range(1000):
        journal.log.warning("far: not plugged in")
    journal.log.warning("supply: the voltage is too low")
    journal.log.warning("saved again")
    assert journal.lines[AT_ONCE:] == [
        "companion: supply: the voltage is too low",
        "companion: saved again",
    ]


def test_a_part_that_was_quiet_for_long_may_say_all_of_it_again(journal):
    for _ in range(3):
        for _ in range(AT_ONCE):
            journal.log.warning("far: plugged in")
        journal.now += AT_ONCE * AGAIN_S
    assert len(journal.lines) == 60
    assert not any("left out" in line for line in journal.lines)


def test_what_ends_the_companion_is_always_said(journal):
    for _ in range(AT_ONCE + 1):
        journal.log.warning("the thread loop: what it said before")
    journal.log.critical("the thread loop died: ValueError()")
    journal.log.critical("the thread loop: once more")
    assert len(journal.lines) == AT_ONCE + 2


def test_a_line_that_cannot_be_made_or_written_is_left(journal):
    class Odd:
        def __repr__(self):
            raise RecursionError

    journal.log.warning("%d", "no number")
    journal.log.warning("%r", Odd())
    assert journal.lines == []
    journal.stream.close()
    journal.log.warning("far: plugged in")


DYING = """
import os, sys, threading, time
from companion.commands.run import _exit_after_death
from companion.daemon.log import set_up_log

def ends():
    raise ValueError("it ends here")

set_up_log()
threading.excepthook = _exit_after_death
{0}
threading.Thread(target=ends).start()
time.sleep(10)
os._exit(0)
"""
FULL = "os.dup2(os.open('/dev/full', 1), 2)"
NOBODY = "reading, writing = os.pipe(); os.close(reading); os.dup2(writing, 2)"
"""Nobody reads the log."""


@pytest.mark.parametrize(
    "before",
    ["", "sys.stderr = None", "os.close(2)", FULL, NOBODY],
)
def test_a_thread_that_dies_ends_the_process_though_nothing_can_be_logged(before):
    done = subprocess.run(
        [sys.executable, "-c", DYING.format(before)],
        stderr=subprocess.PIPE,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == DIED
    assert ("it ends here" in done.stderr) == (before in ("", "sys.stderr = None"))
