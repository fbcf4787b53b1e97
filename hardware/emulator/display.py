"""The display of an emulated device: the real driver over a model of its controller."""

from companion.panel import Clock
from hardware.display.oled import Oled
from hardware.display.opening import open_screen
from hardware.emulator.board import EmulatedBoard
from hardware.emulator.models.oled import (
    ModelOled,
    ModelSh1106,
    ModelSsd1306,
    ModelSsd1309,
    OverSpi,
)
from wiring.spec import SH1106, SSD1306, SSD1309, Display


def emulate_screen(display: Display, board: EmulatedBoard, clock: Clock) -> tuple[ModelOled, Oled]:
    """Return a model of the display that a build has, and its driver."""
    models = {
        SSD1306: ModelSsd1306,
        SSD1309: ModelSsd1309,
        SH1106: ModelSh1106,
    }
    model = models[display.controller](reset_wired=display.reset is not None)
    dc = display.dc
    bus = model if dc is None else OverSpi(model, lambda: board.driven(dc) is True)
    if display.reset is not None:
        board.connect(display.reset, model.reset_line)
    return model, open_screen(display, board, bus, clock, model.picture)
