"""The layout of the emulated device: the place of everything that its build has.

A build is drawn to scale from its panel, or from one that is arranged for it. What is no part of a
panel is around the device: the help, emulated pods, and the cards of emulated readers.
"""

from collections.abc import Mapping
from textwrap import wrap
from typing import Final

from companion.panel import BUTTONS, DOWN, LEFT, RIGHT, UP
from companion.words.texts import all_texts
from hardware.emulator.fan import fan_of
from hardware.emulator.window.cards import FanPlaces
from hardware.emulator.window.guide import PixelPoint
from hardware.emulator.window.keyboard import JOYSTICK, LABELS
from hardware.emulator.window.parts import CAP_RADIUS, STICK_RADIUS
from hardware.emulator.window.pods import place_pods
from hardware.emulator.window.scene import Scene, first_at
from hardware.emulator.window.strip import place_strip
from hardware.emulator.window.to_scale import place_panel
from wiring.panel.arranged import arrange
from wiring.spec import Build

WAYS: Final[Mapping[str, PixelPoint]] = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}
"""The place of each direction of the joystick, seen from its middle."""

_MARGIN: Final = 38
_SHADOW: Final = 8
_FAN_HEIGHT: Final = 600
_KEYS: Final = {button: LABELS[button] for button in BUTTONS}
_LETTER: Final = 7
"""The width of a letter of the help, about."""
_HELP_PITCH: Final = 22


class WindowLayout(Scene):
    """The places of a build's parts, in pixels of a window that is as large as all (`size`).

    `glass` is the display, enlarged if need be; `pane` has its dark edge too. `lights` are LEDs;
    the colour pixels are in `strip` and in the `pods`. The language of its texts moves nothing.
    """

    def __init__(self, build: Build, language: str = "") -> None:
        super().__init__(language)
        scaled = place_panel(self, build, build.panel or arrange(build), _MARGIN, _MARGIN)
        self.body: Final = scaled.body
        self.grown: Final = scaled.grown
        self.glass: Final = scaled.shown
        self.pane: Final = scaled.pane
        self.lens_of: Final = scaled.glass if scaled.lens else None
        """The glass of a display that is shown enlarged too."""
        self.strip = scaled.strip
        bottom = self._place_board(build, max(self.body.bottom, self._write_help()))
        self.pods: Final = place_pods(self, build, _MARGIN, scaled.right, bottom + 24)
        height = max(self.body.height, _FAN_HEIGHT)
        self.fan: Final = FanPlaces(self, fan_of(build), scaled.right + 40, _MARGIN, height)
        boxes = [self.fan.box, *(pod.body for pod in self.pods)]
        right = self.fan.box.right if self.fan.pads else scaled.right
        bottom = max(bottom, *(box.bottom for box in boxes))
        self.size: Final = right + _MARGIN, bottom + _MARGIN + _SHADOW

    def _place_board(self, build: Build, bottom: int) -> int:
        """Place pixels that are a board of their own, as the LED SHIM. Return where they end."""
        if build.strip is None or self.strip.pixels:
            return bottom
        self.strip = place_strip(self, build.strip, _MARGIN, self.body.right, bottom + 24)
        return self.strip.panel.bottom

    def _write_help(self) -> int:
        """Write the help below the enlarged display or the device.

        Return where it ends in the language that needs the most lines.
        """
        left, width, top = self.body.left + 40, self.body.width - 40, self.body.bottom + 22
        if self.lens_of:
            left, width, top = self.pane.left, self.pane.width, self.pane.bottom + 50
        letters = width // _LETTER
        for number, line in enumerate(wrap(self.say("hint", **_KEYS), letters)):
            self.write(line, 19, (left, top + _HELP_PITCH * number), left=True)
        hints = (window["hint"].format(**_KEYS) for window in all_texts("window").values())
        most = max(len(wrap(hint, letters)) for hint in hints)
        return top + _HELP_PITCH * (most - 1)

    def centre(self, control: str) -> PixelPoint:
        """Return the point where a control is pressed."""
        if control not in WAYS:
            return self.controls[control].centre
        x, y = self.controls[JOYSTICK].centre
        across, down = WAYS[control]
        reach = round((CAP_RADIUS + STICK_RADIUS) / 2 * self.grown.stick)
        return x + across * reach, y + down * reach

    def control_at(self, point: PixelPoint) -> str | None:
        """Return the control at this point of the window; the encoder is one too."""
        control = first_at(self.controls.items(), point)
        if control != JOYSTICK:
            return control
        x, y = self.controls[JOYSTICK].centre
        across = point[0] - x
        down = point[1] - y
        if max(abs(across), abs(down)) <= CAP_RADIUS / 2 * self.grown.stick:
            return None  # the middle of a stick that cannot be pressed
        return max(WAYS, key=lambda way: WAYS[way][0] * across + WAYS[way][1] * down)

    def latch_at(self, point: PixelPoint) -> str | None:
        """Return the button that the sign at this point latches."""
        return first_at(self.latches.items(), point)

    def firework_at(self, point: PixelPoint) -> str | None:
        """Return the suit of the lights at this point."""
        return first_at(self.fireworks, point)
