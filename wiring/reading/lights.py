"""Reading a build's lights: plain LEDs, each on a pin, or pixels, each with a number."""

from abc import ABC, abstractmethod
from types import MappingProxyType
from typing import Final, Generic

from companion.panel import BUTTONS
from wiring.reading.check import Checked
from wiring.reading.pins import Pins
from wiring.spec import SUITS, Light, LightGroups, T

PIN_MILLIAMPS: Final = 16.0
"""The current that one pin can give (BCM2835 ARM Peripherals, pads at 16 mA drive strength)."""

ALL_MILLIAMPS: Final = 50.0
"""The current that all pins of the header can give together."""

USUAL_MILLIAMPS: Final = 1.5
"""A red LED behind 1 kOhm at 3.3 V."""

MOST_DECK: Final = 10
"""The most LEDs that the deck may have."""


class GroupReader(ABC, Generic[T]):
    """Reads groups of lights; a subclass knows a single light, and how many the deck may have."""

    most_deck = MOST_DECK

    def groups(self, table: Checked) -> LightGroups[T]:
        """Return all groups that a table has."""
        firework = table.table("firework")
        press = table.table("press")
        groups = LightGroups(
            clue=self.group(table, "clue", (8,)),
            fuse=self.group(table, "fuse", (3, 4)),
            firework=MappingProxyType(
                {s: self.group(firework, s, (1, 5)) for s in SUITS if s in firework}
            ),
            deck=self.group(table, "deck", tuple(range(1, self.most_deck + 1))),
            seat=self.group(table, "seat", (1, 2, 3, 4, 5)),
            press=MappingProxyType(
                {c: self.light(press, c, press.raw(c)) for c in BUTTONS if c in press}
            ),
        )
        firework.know(SUITS)
        firework.no_others()
        press.know(BUTTONS)
        press.no_others()
        return groups

    def group(self, table: Checked, key: str, counts: tuple[int, ...]) -> tuple[T, ...]:
        """Return the lights listed at `key`, as many as one of `counts`; none if it is missing."""
        items = self.items(table, key)
        if items is None:
            return ()
        lights = tuple(self.light(table, f"{key}[{i}]", item) for i, item in enumerate(items))
        if len(lights) not in counts:
            wanted = (
                f"{counts[0]} to {counts[-1]}" if len(counts) > 2 else " or ".join(map(str, counts))
            )
            table.problem(key, f"has {len(lights)} lights, but must have {wanted}")
        return lights

    def items(self, table: Checked, key: str) -> list[object] | None:
        """Return the list at `key`, None when there can be none."""
        items = table.items(key)
        return items if isinstance(table.raw(key), list) else None

    @abstractmethod
    def light(self, table: Checked, key: str, item: object) -> T:
        """Return one light."""


class LedReader(GroupReader[Light]):
    """Reads LEDs; the table's own settings are the defaults of each."""

    def __init__(self, table: Checked, pins: Pins) -> None:
        self._pins = pins
        self._milliamps = _read_milliamps(table, USUAL_MILLIAMPS)
        self._active_high = table.flag("active_high", default=True)

    def light(self, table: Checked, key: str, item: object) -> Light:
        """Return one LED: its pin alone, or a table that has `pin`."""
        if not isinstance(item, dict):
            pin = self._pins.take(table, key, item, table.path(key))
            return Light(pin, self._milliamps, self._active_high)
        own = Checked(item, table.problems, table.path(key))
        light = Light(
            self._pins.take(own, "pin", own.raw("pin"), table.path(key)),
            _read_milliamps(own, self._milliamps),
            own.flag("active_high", self._active_high),
        )
        own.no_others()
        return light


def read_leds(table: Checked, pins: Pins) -> LightGroups[Light] | None:
    """Return the plain LEDs, which together may not take more than the pins can give."""
    if not table.there:
        return None
    groups = LedReader(table, pins).groups(table)
    table.no_others()
    total = sum(light.milliamps for light in groups.all())
    if total > ALL_MILLIAMPS:
        table.problem(
            None,
            f"{total:g} mA when all are lit, but the pins can give {ALL_MILLIAMPS:g} mA together;"
            " use larger resistors or fewer lights",
        )
    return groups


def _read_milliamps(table: Checked, default: float) -> float:
    milliamps = table.number("milliamps", default)
    if milliamps > PIN_MILLIAMPS:
        table.problem(
            "milliamps",
            f"{milliamps:g} mA is more than one pin can give, {PIN_MILLIAMPS:g} mA; use a larger"
            " resistor",
        )
        return default
    return milliamps
