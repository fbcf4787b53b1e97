"""The battery of the device, as the driver of its gauge reports it to the kernel.

Each battery is a folder of /sys/class/power_supply (kernel documentation,
ABI/testing/sysfs-class-power). Few drivers tell of a change, so that it is read once a minute.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from companion.panel import Charge, Charged

_LOW_PERCENT: Final = 15
_EMPTY_PERCENT: Final = 5
_MARGIN_PERCENT: Final = 3
"""By so much a battery that was low must be fuller until it is fine."""
INTERVAL_S: Final = 60.0
_LEVELS: Final = {
    "Critical": _EMPTY_PERCENT,
    "Low": _LOW_PERCENT,
    "Normal": 50,
    "High": 80,
    "Full": 100,
}
"""About how full it is, for a driver that gives its level alone."""


class GaugedBattery(NamedTuple):
    """The battery behind a gauge, whose folder this is (see `companion.panel.Battery`).

    `wait` returns when it is time to read it again.
    """

    folder: Path
    wait: Callable[[float], None] = time.sleep

    def listen(self, post: Callable[[Charged], None]) -> None:
        """Post each change from now on, and at once a battery that is not fine."""
        threading.Thread(
            target=self._watch_charge, args=(post,), name="battery", daemon=True
        ).start()

    def _watch_charge(self, post: Callable[[Charged], None]) -> None:
        before = Charge.FINE
        highest = 0
        while True:
            percent = _known_percent(self.folder)
            is_charging = _read_value(self.folder / "status") in ("Charging", "Full")
            if percent is None or is_charging:
                percent = 100  # nothing to warn of
            highest = max(highest, percent)
            charge = _charge_of(percent, before)
            if charge == Charge.EMPTY and percent == highest:
                charge = Charge.LOW  # a gauge that stands still may be wrong
            if charge != before:
                before = charge
                post(Charged(charge))
            self.wait(INTERVAL_S)


def _charge_of(percent: int, before: Charge) -> Charge:
    """Return the charge that a percentage stands for; it has to rise by a margin to count."""
    empty = _EMPTY_PERCENT + (_MARGIN_PERCENT if before == Charge.EMPTY else 0)
    low = _LOW_PERCENT + (_MARGIN_PERCENT if before != Charge.FINE else 0)
    if percent <= empty:
        return Charge.EMPTY
    return Charge.LOW if percent <= low else Charge.FINE


def find_battery(folder: Path = Path("/sys/class/power_supply")) -> Path | None:
    """Return the folder of the device's own battery, None where there is none.

    That of a mouse or a headset is no battery of the device: its scope is "Device".
    """
    for supply in sorted(folder.glob("*")):
        is_own = (
            _read_value(supply / "type") == "Battery" and _read_value(supply / "scope") != "Device"
        )
        if is_own and _known_percent(supply) is not None:
            return supply
    return None


def _known_percent(folder: Path) -> int | None:
    if _read_value(folder / "present") == "0":
        return None
    try:
        return int(_read_value(folder / "capacity"))
    except ValueError:
        return _LEVELS.get(_read_value(folder / "capacity_level"))


def _read_value(file: Path) -> str:
    try:
        return file.read_text().strip()
    except (OSError, UnicodeDecodeError):
        return ""
