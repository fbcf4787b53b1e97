"""Opening the display of a build: its driver on the wires of its bus."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.panel import Clock
from hardware.buses.ports import Port
from hardware.display.oled import Oled
from hardware.display.wire import I2cWires, OutputLine, SpiWires
from hardware.gpio.board import GpioChip
from wiring.spec import Display

if TYPE_CHECKING:
    from PIL.Image import Image


def open_screen(
    display: Display,
    board: GpioChip,
    port: Port,
    clock: Clock,
    glass: "Callable[[], Image] | None" = None,
) -> Oled:
    """Return the display of a build on its bus; it need not answer yet. For `glass` see `Oled`."""
    reset = None if display.reset is None else OutputLine(board, display.reset)
    dc = None if display.dc is None else OutputLine(board, display.dc)
    wires = SpiWires(port, dc, reset) if dc else I2cWires(port, reset)
    return Oled(display.controller, wires, display.rotate, display.contrast, clock, glass)
