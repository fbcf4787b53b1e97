"""The supply: a Raspberry Pi measures its voltage, and its kernel reports when that is too low.

The alarm of the driver `rpi_volt` is 1 while the voltage is below 4.63 V (kernel documentation,
hwmon/raspberrypi-hwmon). A change wakes a poll on that file, so that nothing is read repeatedly.
"""

import select
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from companion.panel import Supplied


def find_alarm(folder: Path = Path("/sys/class/hwmon")) -> Path | None:
    """Return the file of the alarm, None on a computer without one."""
    for device in sorted(folder.glob("hwmon*")):
        alarm = device / "in0_lcrit_alarm"
        try:
            if (device / "name").read_text().strip() == "rpi_volt" and alarm.exists():
                return alarm
        except OSError:
            continue
    return None


def _wait_for_alarm(fd: int) -> None:
    poll = select.poll()
    poll.register(fd, select.POLLPRI | select.POLLERR)
    poll.poll()


class PiSupply(NamedTuple):
    """The supply of a Raspberry Pi, and the file of its alarm (see `companion.panel.Supply`).

    `wait` returns when that may have changed.
    """

    alarm: Path
    wait: Callable[[int], None] = _wait_for_alarm

    def listen(self, post: Callable[[Supplied], None]) -> None:
        """Post every change from now on, and at once a supply that is too low already."""
        threading.Thread(
            target=self._watch_voltage, args=(post,), name="supply", daemon=True
        ).start()

    def _watch_voltage(self, post: Callable[[Supplied], None]) -> None:
        before = False
        for low in self._alarm_states():
            if low != before:
                before = low
                post(Supplied(low))

    def _alarm_states(self) -> Iterator[bool]:
        """Yield True for a voltage that is too low, else False: at first and at each change."""
        try:
            with self.alarm.open("rb", buffering=0) as alarm:
                while True:
                    alarm.seek(0)
                    yield alarm.read(1) == b"1"
                    self.wait(alarm.fileno())
        except OSError:  # the driver was unloaded: the state is unknown now
            yield False
