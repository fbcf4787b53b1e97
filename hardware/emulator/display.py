"""The display of an emulated device: the real driver over a model of its controller."""

from collections.abc import Callable

from hardware.buses.ports import Port
from hardware.display.oled import Oled
from hardware.display.opening import open_screen
from hardware.emulator.board import EmulatedBoard
from hardware.emulator.models.oled import ModelOled, OverSpi
from hardware.emulator.models.sh1106 import ModelSh1106
from hardware.emulator.models.ssd1306 import ModelSsd1306, ModelSsd1309
from wiring.spec import SH1106, SSD1306, SSD1309, Display


def model(display: Display) -> ModelOled:
    """A modelled display of the kind that a build has."""
    models: dict[str, type[ModelOled]] = {
        SSD1306: ModelSsd1306,
        SSD1309: ModelSsd1309,
        SH1106: ModelSh1106,
    }
    return models[display.controller](reset_wired=display.reset is not None)


def emulated(
    display: Display, board: EmulatedBoard, model: ModelOled, clock: Callable[[], float]
) -> Oled:
    """The display of a build over a modelled one."""
    dc = display.dc
    bus: Port = model if dc is None else OverSpi(model, lambda: board.driven(dc) is True)
    if display.reset is not None:
        board.connect(display.reset, model.reset_line)
    return open_screen(display, board, bus, clock, model.picture)
