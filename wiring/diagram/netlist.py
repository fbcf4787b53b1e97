"""Which pin of the header each terminal of a build is wired to: every pin has at most one wire."""

from collections.abc import Sequence
from typing import Final

from wiring.diagram.components import Component, Terminal, build_components
from wiring.diagram.header import GPIO_PINS, GROUND, POWER_PINS, THREE_VOLTS, header_row
from wiring.spec import HEADER_LINES, Build, I2c

_DISPLAY_PINS: Final = {THREE_VOLTS: 1, GROUND: 9}
"""Beside the pins of the usual I2C bus."""

_STRIP_GROUND: Final = 39

_JOINED: Final = "joined at pin {}"

_FAR_SIDE: Final = 2.0
"""The distance of the header's other column, in rows, when a ground pin is chosen."""


def has_header(build: Build) -> bool:
    """Return True if all lines of a build are on the 40-pin header, as those of a real one are."""
    terminals = [terminal for part in build_components(build) for terminal in part.terminals]
    return all(terminal.gpio is None or terminal.gpio < HEADER_LINES for terminal in terminals)


def netlist(build: Build) -> list[Component]:
    """Return the parts of a build, each terminal with its pin, or with its other destination."""
    found = build_components(build)
    if not has_header(build):
        return found
    wiring = _Wiring()
    with_lines = [
        component._replace(terminals=tuple(map(wiring.with_line, component.terminals)))
        for component in found
    ]
    # Those with a usual pin come first.
    order = sorted(range(len(found)), key=lambda at: not _usual_pins(with_lines[at], build))
    powered = {
        at: wiring.with_power(with_lines[at], _usual_pins(with_lines[at], build)) for at in order
    }
    return [powered[at] for at in range(len(found))]


def _usual_pins(component: Component, build: Build) -> dict[str, int]:
    if component.beyond:
        return {GROUND: _STRIP_GROUND}
    on_i2c = build.screen is not None and isinstance(build.screen.bus, I2c)
    return dict(_DISPLAY_PINS) if on_i2c and component.name.startswith("Display") else {}


class _Wiring:
    """The pins that are taken, and the pins of power and ground that are left."""

    def __init__(self) -> None:
        self._lines: set[int] = set()
        self._free = {name: list(pins) for name, pins in POWER_PINS.items()}

    def with_line(self, terminal: Terminal) -> Terminal:
        """Return the terminal with its pin.

        The second one on a line of a bus is joined with the first.
        """
        if terminal.gpio is None:
            return terminal
        pin = GPIO_PINS[terminal.gpio]
        if pin in self._lines:
            return terminal._replace(elsewhere=_JOINED.format(pin))
        self._lines.add(pin)
        return terminal._replace(pin=pin)

    def with_power(self, component: Component, usual: dict[str, int]) -> Component:
        """Return the component with pins for its power and ground. When they have run out, it joins
        another's.
        """
        pins = [terminal.pin for terminal in component.terminals if terminal.pin is not None]
        terminals = [
            self._with_power_pin(terminal, usual, pins) for terminal in component.terminals
        ]
        return component._replace(terminals=tuple(terminals))

    def _with_power_pin(
        self, terminal: Terminal, usual: dict[str, int], others: Sequence[int]
    ) -> Terminal:
        """Give a terminal for power or ground the free pin nearest to the others, or join a taken
        one.
        """
        if terminal.kind not in self._free or terminal.elsewhere:
            return terminal
        free = self._free[terminal.kind]
        if not free:
            taken = _nearest_pin(POWER_PINS[terminal.kind], others)
            return terminal._replace(elsewhere=_JOINED.format(taken))
        wanted = usual.get(terminal.kind)
        pin = wanted if wanted in free else _nearest_pin(free, others)
        free.remove(pin)
        return terminal._replace(pin=pin)


def _nearest_pin(pins: Sequence[int], others: Sequence[int]) -> int:
    """Return the pin nearest to the middle of the others, which also have a side."""
    rows = sum(map(header_row, others)) / max(1, len(others))
    side = sum(other % 2 for other in others) / max(1, len(others))
    return min(pins, key=lambda pin: abs(header_row(pin) - rows) + _FAR_SIDE * abs(pin % 2 - side))
