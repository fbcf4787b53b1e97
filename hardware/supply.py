"""The supply: a Raspberry Pi measures its voltage, and its kernel reports when that is too low.

The alarm of the driver `rpi_volt` is 1 while the voltage is below 4.63 V (kernel documentation,
hwmon/raspberrypi-hwmon). A change wakes a poll on that file, so that nothing is read repeatedly.
"""

import select
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from companion.panel import Supplied

_HWMON: Final = Path("/sys/class/hwmon")
_DRIVER: Final = "rpi_volt"
_ALARM: Final = "in0_lcrit_alarm"


def find_alarm(folder: Path = _HWMON) -> Path | None:
    """Return the file of the alarm, None on a computer without one."""
    for device in sorted(folder.glob("hwmon*")):
        try:
            if (device / "name").read_text().strip() == _DRIVER and (device / _ALARM).exists():
                return device / _ALARM
        except OSError:
            continue
    return None


class PiSupply:
    """The supply of a Raspberry Pi (see `companion.panel.Supply`)."""

    def __init__(self, alarm: Path, wait: Callable[[int], None] | None = None) -> None:
        """Take the file of the alarm; `wait` returns when that may have changed."""
        self._alarm: Final = alarm
        self._wait: Final = wait or _poll

    def listen(self, post: Callable[[Supplied], None]) -> None:
        """Post every change from now on, and at once a supply that is too low already."""
        threading.Thread(target=self._watch, args=(post,), name="supply", daemon=True).start()

    def _watch(self, post: Callable[[Supplied], None]) -> None:
        before = False
        for low in self._levels():
            if low != before:
                before = low
                post(Supplied(low))

    def _levels(self) -> Iterator[bool]:
        """Yield whether the voltage is too low, now and whenever the alarm may have changed."""
        try:
            with self._alarm.open("rb", buffering=0) as alarm:
                while True:
                    alarm.seek(0)
                    yield alarm.read(1) == b"1"
                    self._wait(alarm.fileno())
        except OSError:  # the driver was unloaded: the state is unknown now
            yield False


def _poll(fd: int) -> None:
    poll = select.poll()
    poll.register(fd, select.POLLPRI | select.POLLERR)
    poll.poll()
