"""Opening a build: its controls, its display and its lights, real or emulated."""

import time
from collections.abc import Callable
from typing import NamedTuple

from PIL.Image import Image

from companion.panel import ENCODER, LightLevels, Panel
from hardware.board import Board, EmulatedBoard, open_board
from hardware.build import Build, Display
from hardware.buttons import Buttons
from hardware.encoder import Knob
from hardware.leds import Leds, Place, levels, places
from hardware.model_ssd1306 import ModelSsd1306
from hardware.ssd1306 import Ssd1306
from hardware.wire import KernelBus


class Emulated(NamedTuple):
    """The outside of an emulated device: fingers for its controls, eyes for its display and lights.

    The names are those of `companion.panel`; one that the build lacks is a `KeyError`.
    """

    build: Build
    board: EmulatedBoard
    model: ModelSsd1306 | None
    screen: Ssd1306 | None
    knob: Knob | None

    def press(self, control: str) -> None:
        """Push a button, a key or the joystick down and keep it there."""
        self.board.pull_down(self.build.buttons[control])

    def release(self, control: str) -> None:
        """Let it up."""
        self.board.let_go(self.build.buttons[control])

    def is_down(self, control: str) -> bool:
        """Whether it is down."""
        return self.board.grounded(self.build.buttons[control])

    def turn(self, steps: int) -> None:
        """Turn the encoder by `steps` detents, clockwise if positive."""
        if self.knob is None:
            raise KeyError(ENCODER)
        self.knob.turn(steps)

    def picture(self) -> Image | None:
        """What the display shows, upright, mode "1"; None for a build without one."""
        return self.screen.held() if self.screen else None

    def brightness(self) -> float:
        """How bright the display is set, 0 to 1 of the contrast of its build."""
        if self.model is None or self.build.screen is None:
            return 0.0
        return min(1.0, self.model.contrast / max(1, self.build.screen.contrast))

    def levels(self) -> LightLevels:
        """What the lights show, read from their pins: 0 or 1 each."""
        lights = places(self.build.lights) if self.build.lights else {}
        return levels(lights, self.lit().__contains__)

    def lit(self) -> frozenset[Place]:
        """The lights that shine, read from their pins."""
        lights = places(self.build.lights) if self.build.lights else {}
        return frozenset(
            place for place, light in lights.items() if self.board.driven(light.pin) == light.active_high
        )

    def watch(self, changed: Callable[[], None]) -> None:
        """Call `changed` from any thread whenever the display, a light or a button changed."""
        self.board.watch(changed)
        if self.model:
            self.model.changed = changed


def open_panel(build: Build, clock: Callable[[], float] = time.monotonic) -> Panel:
    """Open everything that a build has.

    A display or lights that do not work yet are no error: they are tried again when used.

    Raises:
        PanelError: the buttons cannot be opened.
    """
    if build.emulated:
        return open_emulated(build, clock)[0]
    screen = _real_screen(build.screen, clock) if build.screen else None
    return _open(build, open_board(build.board, clock), screen)


def open_emulated(build: Build, clock: Callable[[], float] = time.monotonic) -> tuple[Panel, Emulated]:
    """Open an emulated build, together with its outside; `clock` stamps the edges.

    Raises:
        PanelError: the buttons cannot be opened.
    """
    board = EmulatedBoard(build.board.model, clock)
    model = screen = None
    if build.screen:
        model = ModelSsd1306()
        screen = Ssd1306(model, build.screen.rotate, build.screen.contrast, clock, glass=model.picture)
    knob = Knob(board, build.encoder) if build.encoder else None
    return _open(build, board, screen), Emulated(build, board, model, screen, knob)


def _real_screen(display: Display, clock: Callable[[], float]) -> Ssd1306:
    return Ssd1306(KernelBus(display.bus, display.address), display.rotate, display.contrast, clock)


def _open(build: Build, board: Board, screen: Ssd1306 | None) -> Panel:
    buttons = Buttons(board, build.buttons, build.encoder)
    return Panel(build.name, buttons, screen, Leds(board, build.lights) if build.lights else None)
