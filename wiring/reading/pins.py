"""Which GPIO lines are taken, and by what, while a build is read."""

from collections.abc import Iterable, Mapping
from typing import Final

from companion.numbers import is_integer
from wiring.reading.check import Checked, shown_value
from wiring.spec import NONE, I2c, Spi

_I2C_PINS: Final[Mapping[int, tuple[int, ...]]] = {0: (0, 1), 1: (2, 3)}

_SPI_PINS: Final[Mapping[int, tuple[int, ...]]] = {
    0: (10, 11, 9, 8, 7),
    1: (20, 21, 19, 18, 17, 16),
}
"""Data, clock, data in, and the chip selects; switching bus 0 on takes both of its own."""

UART_PINS: Final = (14, 15)
"""The line that the Raspberry Pi sends on, and the one that it receives on."""


def bus_pins(bus: I2c | Spi) -> tuple[int, ...]:
    """Return the lines that a bus takes; none are known for an unusual one."""
    if isinstance(bus, I2c):
        return _I2C_PINS.get(bus.number, ())
    pins = _SPI_PINS.get(bus.number, ())
    return pins if bus.number == 0 else pins[: 4 + bus.device]


class Numbers:
    """Numbers from 0, and the user of each; `kind` is what messages call one."""

    def __init__(self, kind: str, count: int) -> None:
        self._kind = kind
        self._count = count
        self._users: dict[int, str] = {}

    def take(self, table: Checked, key: str | None, value: object, user: str) -> int:
        """Take the number in `value`, which stands at `key`, for `user`. Return it."""
        limits = f"a {self._kind} number from 0 to {self._count - 1}"
        if value is None:
            table.problem(key, f"is missing; it is {limits}")
        elif not is_integer(value):
            table.problem(key, f"must be {limits}, not {shown_value(value)}")
        elif not 0 <= value < self._count:
            table.problem(key, f"there is no {self._kind} {value}; it must be {limits}")
        elif other := self._users.get(value):
            table.problem(key, f"{self._kind} {value} is also used by {other}")
        else:
            self._users[value] = user
            return value
        return 0


class Pins(Numbers):
    """The lines of a board, and the user of each."""

    def __init__(self, count: int) -> None:
        super().__init__("GPIO", count)

    @property
    def any(self) -> bool:
        """Return True if the board has pins at all."""
        return self._count > 0

    def reserve_lines(self, lines: Iterable[int], user: str) -> None:
        """Give `user` these lines, unless another bus has them."""
        for pin in lines:
            self._users.setdefault(pin, user)

    def take(self, table: Checked, key: str | None, value: object, user: str) -> int:
        """Take the pin in `value`, which stands at `key`, for `user`. Return its number."""
        if self.any:
            return super().take(table, key, value, user)
        table.problem(key, f'there are no pins: board = "{NONE}"; leave it out')
        return 0

    def take_all(
        self,
        table: Checked,
        names: Iterable[str],
        needed: Mapping[str, str],
        active_high: set[str] | None = None,
    ) -> dict[str, int]:
        """Take the pins in the tables of `names`. Return the pin of each name that is there.

        `needed` has the messages for names that are missing; `active_high` gets the names that a
        press connects to 3.3 V, where one may.
        """
        every = active_high is not None and table.flag("active_high", default=False)
        pins = {}
        for name in names:
            own = table.table(name, meant="pin")
            # Of what is no table that alone is told.
            is_readable = not (table.misshapen or own.misshapen)
            if own.there:
                pins[name] = self.take(own, "pin", own.raw("pin"), own.path("pin"))
                if active_high is not None and own.flag("active_high", every):
                    active_high.add(name)
            elif name in needed and is_readable:
                table.problem(name, needed[name])
            own.no_others()
        return pins
