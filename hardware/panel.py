"""Opening a build: its controls, its display and its lights, real or emulated."""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from companion.panel import Controls, Lights, Panel
from hardware.all_controls import AllControls
from hardware.all_lights import AllLights
from hardware.board import Board, EmulatedBoard, open_board
from hardware.buttons import Buttons
from hardware.emulated import Emulated
from hardware.encoder import Knob
from hardware.leds import Leds
from hardware.model_oled import ModelOled, OverSpi
from hardware.model_sh1106 import ModelSh1106
from hardware.model_ssd1306 import ModelSsd1306, ModelSsd1309
from hardware.oled import Oled
from hardware.ports import KernelI2c, KernelSpi, Port
from hardware.speaker import Speaker
from hardware.spec import SH1106, SSD1306, SSD1309, Build, Display, I2c, Spi
from hardware.supply import PiSupply, find_alarm
from hardware.wire import I2cWires, Line, SpiWires, Wires

if TYPE_CHECKING:
    from hardware.pod_leads import Pods
    from hardware.reader_emulated import EmulatedReader

__all__ = ["Emulated", "emulate", "open_panel"]

_ANY_MODEL: Final = "4B"
"""The board that is imitated for a build that is made for a real one."""


def open_panel(build: Build, clock: Callable[[], float] = time.monotonic) -> Panel:
    """Open everything that a build has.

    A display or lights that do not work yet are no error: they are tried again when used.

    Raises:
        PanelError: the buttons cannot be opened.
    """
    if build.emulated:
        return emulate(build, clock)[0]
    board = open_board(build.board, clock)
    pods = _pods(build, clock)
    controls = _controls(build, board, pods)
    screen = lights = None
    if build.screen:
        screen = _screen(build.screen, board, _port(build.screen.link, "the display"), clock)
    if build.strip:
        from hardware import strips  # only builds with a strip wait for that

        lights = strips.pixels(build.strip, _port(build.strip.link, "the strip"), clock)
    alarm = find_alarm()
    supply = PiSupply(alarm) if alarm else None
    leads = pods.leads if pods else ()
    if build.readers:
        from hardware import reader_leads  # likewise

        leads += reader_leads.real(build.readers, clock)
    joined = _lights(build, board, lights, pods)
    coloured, turns = build.coloured, build.turns
    return Panel(build.name, controls, screen, joined, supply, leads, Speaker(), coloured, turns)


def emulate(build: Build, clock: Callable[[], float] = time.monotonic) -> tuple[Panel, Emulated]:
    """Open any build, made for a real board too, over emulated pins and modelled parts.

    Gives the device together with its outside; `clock` stamps the edges.

    Raises:
        PanelError: the buttons cannot be opened.
    """
    board = EmulatedBoard(build.board.model or _ANY_MODEL, clock)
    pods = _pods(build, clock, emulated=True)
    controls = _controls(build, board, pods)
    model = screen = shown = lights = None
    if build.screen:
        model = _model(build.screen)
        screen = _emulated_screen(build.screen, board, model, clock)
    if build.strip:
        from hardware import strips

        shown = strips.model(build.strip)
        lights = strips.pixels(build.strip, shown, clock)
    knob = Knob(board, build.encoder) if build.encoder else None
    leads = pods.leads if pods else ()
    readers: Mapping[str, EmulatedReader] = {}
    if build.readers:
        from hardware import reader_leads

        reading, readers = reader_leads.emulated(build, clock)
        leads += reading
    joined = _lights(build, board, lights, pods)
    coloured, turns = build.coloured, build.turns
    panel = Panel(build.name, controls, screen, joined, None, leads, Speaker(), coloured, turns)
    outsides = pods.outsides if pods else {}
    return panel, Emulated(build, board, model, screen, shown, knob, readers, outsides)


def _port(link: I2c | Spi, part: str) -> Port:
    return KernelI2c(link, part) if isinstance(link, I2c) else KernelSpi(link, part)


def _screen(
    display: Display, board: Board, port: Port, clock: Callable[[], float], model: ModelOled | None = None
) -> Oled:
    reset = None if display.reset is None else Line(board, display.reset)
    dc = None if display.dc is None else Line(board, display.dc)
    wires: Wires = SpiWires(port, dc, reset) if dc else I2cWires(port, reset)
    glass = model.picture if model else None
    return Oled(display.controller, wires, display.rotate, display.contrast, clock, glass)


def _emulated_screen(
    display: Display, board: EmulatedBoard, model: ModelOled, clock: Callable[[], float]
) -> Oled:
    dc = display.dc
    port: Port = model if dc is None else OverSpi(model, lambda: board.driven(dc) is True)
    if display.reset is not None:
        board.connect(display.reset, model.reset_line)
    return _screen(display, board, port, clock, model)


def _model(display: Display) -> ModelOled:
    models: dict[str, type[ModelOled]] = {
        SSD1306: ModelSsd1306,
        SSD1309: ModelSsd1309,
        SH1106: ModelSh1106,
    }
    return models[display.controller](reset_wired=display.reset is not None)


def _pods(build: Build, clock: Callable[[], float], emulated: bool = False) -> "Pods | None":
    if not build.pods:
        return None
    from hardware import pod_leads  # only builds with pods wait for that

    return pod_leads.open_pods(build, clock, emulated)


def _controls(build: Build, board: Board, pods: "Pods | None") -> Controls:
    """The controls of a build as one."""
    buttons = Buttons(board, build.buttons, build.encoder)
    return AllControls((buttons, *pods.controls)) if pods else buttons


def _lights(build: Build, board: Board, pixels: Lights | None, pods: "Pods | None") -> Lights | None:
    """The lights of a build as one, None for one without any."""
    leds = Leds(board, build.lights) if build.lights else None
    # What a pod shows too, the others tell the levels of.
    further = pods.lights if pods else ()
    members = [lights for lights in (*further, leds, pixels) if lights]
    return members[0] if len(members) == 1 else AllLights(members) if members else None
