"""The clock on the wall, and whether anybody has set it.

A Raspberry Pi without a network starts at the date of its image, or where it was switched off. Such
a time passes like any other, but names no day: it is kept below `NEVER_SET_S`.
"""

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import Final

NEVER_SET_S: Final = 1_700_000_000.0
"""A clock that says less (in seconds since 1970; this is in 2023) was never set."""
MINUTE: Final = "%Y-%m-%d %H:%M"
"""The form of a day and a time."""
_DAY_S: Final = 86400.0
_STATUS: Final = 10
"""Where `struct timex` has its status, in ints: behind `modes` and four longs of two ints."""
_UNSYNCHRONISED: Final = 0x40


def now() -> float:
    """Return the seconds since 1970, or fewer than `NEVER_SET_S` while the clock is not set."""
    seconds = time.time()
    return seconds if is_set() else seconds % NEVER_SET_S


def passing() -> float:
    """Return the seconds since 1970 by a clock that nobody may have set, for what lasts hours.

    A computer without a network goes on where it was switched off, so less than that is left.
    """
    return time.time()


def is_set(root: str = "/") -> bool:
    """Return True if the time comes from a network or from a clock of hardware."""
    # Asked at each turn: a `Path` would take as long as the answer.
    if os.path.exists(f"{root}/run/systemd/timesync/synchronized"):
        return True
    clocks: list[str] = []
    with contextlib.suppress(OSError):
        clocks = os.listdir(f"{root}/sys/class/rtc")
    if any(_is_clock_right(f"{root}/sys/class/rtc/{name}/since_epoch") for name in clocks):
        return True
    return _is_synchronised()


def day_of(at: float) -> str:
    """Return the day of a moment, on this device's calendar; empty where no clock was set."""
    return in_words(at, "%Y-%m-%d")


def in_words(at: float, form: str) -> str:
    """Return a moment by this device's calendar; empty where no clock was set."""
    return time.strftime(form, time.localtime(at)) if at > NEVER_SET_S else ""


def _is_synchronised() -> bool:
    """Return True if the kernel says that the time is right.

    Linux alone runs on boards without a clock. The service may not ask (`ProtectClock=`): there the
    answer is no, and systemd's file says it.
    """
    if sys.platform != "linux":
        return True
    import ctypes  # no start should wait for it

    timex = (ctypes.c_int * 64)()
    status = _STATUS if ctypes.sizeof(ctypes.c_long) == 8 else _STATUS // 2
    asked = ctypes.pythonapi.adjtimex(timex)  # the C library's: it is loaded with Python
    return asked >= 0 and not timex[status] & _UNSYNCHRONISED


def _is_clock_right(clock: str) -> bool:
    """Return True if a clock of hardware runs and is the computer's.

    A Raspberry Pi 5 has one that begins in 1970 without its battery. It may run on local time.
    """
    try:
        seconds = float(Path(clock).read_text())
    except (OSError, ValueError):
        return False
    return seconds > NEVER_SET_S and abs(seconds - time.time()) < _DAY_S
