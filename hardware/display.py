"""The display of a build: its driver, its wires and its bus, real or modelled."""

from collections.abc import Callable

from hardware.board import Board, EmulatedBoard
from hardware.model_oled import ModelOled, OverSpi
from hardware.model_sh1106 import ModelSh1106
from hardware.model_ssd1306 import ModelSsd1306, ModelSsd1309
from hardware.oled import Oled
from hardware.ports import Port, port
from hardware.wire import I2cWires, Line, SpiWires, Wires
from wiring.spec import SH1106, SSD1306, SSD1309, Display


def real(display: Display, board: Board, clock: Callable[[], float]) -> Oled:
    """The display of a build on a bus of the kernel; it need not be there yet."""
    return _screen(display, board, port(display.link, "the display"), clock)


def emulated(display: Display, board: EmulatedBoard, model: ModelOled, clock: Callable[[], float]) -> Oled:
    """The display of a build over a modelled one."""
    dc = display.dc
    bus: Port = model if dc is None else OverSpi(model, lambda: board.driven(dc) is True)
    if display.reset is not None:
        board.connect(display.reset, model.reset_line)
    return _screen(display, board, bus, clock, model)


def model(display: Display) -> ModelOled:
    """A modelled display of the kind that a build has."""
    models: dict[str, type[ModelOled]] = {
        SSD1306: ModelSsd1306,
        SSD1309: ModelSsd1309,
        SH1106: ModelSh1106,
    }
    return models[display.controller](reset_wired=display.reset is not None)


def _screen(
    display: Display, board: Board, port: Port, clock: Callable[[], float], model: ModelOled | None = None
) -> Oled:
    reset = None if display.reset is None else Line(board, display.reset)
    dc = None if display.dc is None else Line(board, display.dc)
    wires: Wires = SpiWires(port, dc, reset) if dc else I2cWires(port, reset)
    glass = model.picture if model else None
    return Oled(display.controller, wires, display.rotate, display.contrast, clock, glass)
