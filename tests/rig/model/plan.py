"""What is settled before a device gets its first message: its build, its settings, its computer."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from companion.daemon.system import Computer
from companion.errors import CompanionError
from companion.panel import Panel
from hardware.emulator.opening import emulate
from wiring.reading.build import load


class Plan(NamedTuple):
    """What is settled before the first message."""

    seed: int = 1
    """Of the bonus tiles."""
    build: str = "emulator"
    language: str = "en"
    preferences: Mapping[str, str] = {}
    players: tuple[str, ...] = ()
    warning: str = ""
    switches_off: str = ""
    """What a computer does that is asked to switch off: `obeys` or `refuses`.

    Empty: it cannot be asked."""
    epoch: float = 1000.0
    late: float = 2e-5
    """Seconds by which the loop wakes after a deadline."""


@cache
def panel(build: str) -> Panel:
    """Return a build, of which only the facts are used."""
    found, _ = emulate(load(build))
    found.controls.close()
    return found


class Off(Computer):
    """A computer that obeys, or refuses, or cannot be asked."""

    def __init__(self, manner: str) -> None:
        self.manner = manner

    @property
    def can_switch_off(self) -> bool:
        return bool(self.manner)

    def switch_off(self) -> None:
        if self.manner != "obeys":
            raise CompanionError("it cannot be asked")
