"""The layout of the emulated device: the place of everything that its build has.

A build with a panel is drawn from it, to scale. One without has its parts in rows: a box has a main
column, with the glass and the buttons below it, and a side column as wide as
needed. A HAT has its joystick at the left of the glass and its keys at the right. Emulated pods are
below the device.

A further control is a row in `_OTHERS`, a further row of LEDs one in `_LED_ROWS`.
"""

from collections.abc import Mapping
from textwrap import wrap
from typing import Final, NamedTuple

from pygame import Rect

from companion.panel import (
    BUTTONS,
    CLUE,
    COLOUR_KEYS,
    DISCARD,
    DOWN,
    ENCODER,
    LEFT,
    PLAY,
    POWER,
    RIGHT,
    UNDO,
    UP,
)
from hardware.emulator.fan import fan_of
from hardware.emulator.window import parts
from hardware.emulator.window.cards import FanPlaces
from hardware.emulator.window.guide import PixelPoint
from hardware.emulator.window.keyboard import JOYSTICK, LABELS
from hardware.emulator.window.parts import BUTTON_RADIUS, CAP_RADIUS, FAINT, PIXEL, STICK_RADIUS
from hardware.emulator.window.pods import place_pods
from hardware.emulator.window.scene import Caption, Scene, Style, column, first_at, middles
from hardware.emulator.window.strip import place_strip
from hardware.emulator.window.to_scale import Grown, ScaledPanel, place_panel
from wiring.spec import HAT, SUITS, Build, FrontPanel, Light, LightGroups, LightPlace

WAYS: Final[Mapping[str, PixelPoint]] = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}
"""The place of each direction of the joystick, seen from its middle."""

_MARGIN: Final = 38
_LEFT: Final = 68
_TOP: Final = 56
_GLASS: Final = (128 * PIXEL, 64 * PIXEL)
_SIDE: Final = 640
_SIDE_WIDTH: Final = 190
_HAT_RIGHT: Final = 1048
_FAN_HEIGHT: Final = 600
_FIREWORK_PITCH: Final = 46
_NO_LIGHTS: Final = LightGroups[Light]((), (), {}, (), (), {})

_LATCH: Final = (-62, -50)
"""The place of the sign that latches a button, seen from the button's middle."""
_ARCADE: Final = Style(
    BUTTON_RADIUS, 0, (Caption("{name}  ({key})", 24, (0, BUTTON_RADIUS + 24)),), _LATCH
)
_PRESSED_STICK: Final = Style(CAP_RADIUS, 0, (Caption("{name}  ({key})", 24, (0, 84)),), _LATCH)
_ON_HAT: Final = Style(
    parts.HAT_KEY_RADIUS,
    0,
    (
        Caption("{name}", 24, (50, -10), left=True),
        Caption("({key})", 20, (50, 12), FAINT, left=True),
    ),
    (102, 22),
)
_COLOUR_KEY: Final = Style(parts.KEY_RADIUS, 56, (Caption("{name} {key}", 18, (0, 38)),))
_BELOW: Final = (Caption("{name}", 20, (0, 82)), Caption("{key}", 19, (0, 102), FAINT))
_OTHERS: Final[Mapping[str, Style]] = {
    JOYSTICK: Style(STICK_RADIUS, 146, _BELOW),
    ENCODER: Style(parts.KNOB_RADIUS, 150, _BELOW),
    UNDO: Style(parts.SMALL_RADIUS, 100, _BELOW),
    POWER: Style(parts.SMALL_RADIUS, 100, _BELOW),
}
"""The controls beside the buttons, from the left."""

_MIDDLE: Final = 0.5
"""The alignment of a row of LEDs in the middle."""


class _LedRow(NamedTuple):
    """LEDs in a row of the grid: how far below its top, and how far apart.

    `align` is 0 for LEDs at the left, `_MIDDLE`, or 1 for LEDs at the right. `caption` is the place
    of its text, seen from the first LED or from the middle of the row.
    """

    row: str
    below: int
    pitch: int
    align: float
    caption: PixelPoint


_LED_ROWS: Final[Mapping[str, _LedRow]] = {
    "clue": _LedRow("tokens", 44, 38, 0, (-12, -28)),
    "fuse": _LedRow("tokens", 44, 38, 1, (-12, -28)),
    "seat": _LedRow("seat", 42, 36, _MIDDLE, (0, -24)),
    "deck": _LedRow("deck", 36, 28, _MIDDLE, (0, -24)),
}

_HELP_WIDTH: Final = 26
"""The width of the lines of help beside the buttons, in letters."""
_HELP_PITCH: Final = 20
_LENS_LETTERS: Final = 56
"""The width of the help's lines below an enlarged display, in letters."""
_EDGE: Final = 10
"""The dark edge of a glass that is drawn to scale, in pixels."""


class WindowLayout(Scene):
    """The places of a build's parts, in pixels of a window that is as large as all (`size`).

    `glass` is the display, with `PIXEL` of them for each of its pixels; `pane` has its dark edge
    too. `lights` are LEDs; the colour pixels are in `strip` and in the `pods`. The language of its
    texts moves nothing.
    """

    def __init__(self, build: Build, language: str = "") -> None:
        super().__init__(language)
        self._build: Final = build
        self.grown = Grown()
        self.lens_of: Rect | None = None
        """The glass of a display that is shown enlarged too."""
        if build.panel is None:
            self._place_rows(build)
        else:
            self._place_panel(build, build.panel)

    def _place_panel(self, build: Build, panel: FrontPanel) -> None:
        """Place every part where the build says, to scale."""
        scaled = place_panel(self, build, panel, _MARGIN, _MARGIN)
        self.body = scaled.body
        self.strip = scaled.strip
        self.grown = scaled.grown
        self.glass = scaled.lens or scaled.glass
        right = self._write_hint(scaled)
        bottom = self.body.bottom
        if build.strip and not self.strip.pixels:  # a board of its own, as the LED SHIM
            self.strip = place_strip(self, build.strip, _MARGIN, self.body.right, bottom + 46)
            bottom = self.strip.panel.bottom
        self.pods = place_pods(self, build, _MARGIN, right, bottom + 24)
        height = max(self.body.height, _FAN_HEIGHT)
        self.fan = FanPlaces(self, fan_of(build), right + 40, _MARGIN, height)
        below = [self.fan.box.bottom, *(pod.body.bottom for pod in self.pods)]
        self.size = (
            max(right, self.fan.box.right if self.fan.pads else 0) + _MARGIN,
            max(bottom, *below) + _MARGIN + 8,
        )

    def _write_hint(self, scaled: ScaledPanel) -> int:
        """Write the help below the enlarged display or the device. Return the right edge of all."""
        hint = self.say("hint", **{button: LABELS[button] for button in BUTTONS})
        if scaled.lens is None:
            self.pane = self.glass.inflate(_EDGE, _EDGE)
            self.write(hint, 19, (self.body.left + 40, self.body.bottom + 22), left=True)
            return self.body.right
        self.lens_of = scaled.glass
        self.pane = self.glass.inflate(2 * _EDGE, 2 * _EDGE)
        top = self.pane.bottom + 50
        for number, line in enumerate(wrap(hint, _LENS_LETTERS)):
            self.write(line, 20, (self.pane.left, top + 24 * number), left=True)
        return self.pane.right + 14

    def _place_rows(self, build: Build) -> None:
        """Place the parts of a build that has no panel in rows."""
        self._leds: LightGroups[Light] = build.lights or _NO_LIGHTS
        self._is_hat = _is_hat(build)
        self._keys = set(COLOUR_KEYS) & set(build.buttons)
        with_column = self._keys | set(self._leds.firework)
        self._suits = [suit for suit in SUITS if suit in with_column]
        self._others = _others(build)
        self._side_width = self._room_beside()
        right = _HAT_RIGHT if self._is_hat else _SIDE + self._side_width + 16
        self.strip = place_strip(self, build.strip, _LEFT, right - 16, _TOP)
        rows = self._main_rows()
        self.glass = Rect(rows["glass"].move(16, 28).topleft, _GLASS)
        self.pane = self.glass.inflate(20, 20)
        buttons_y = rows["buttons"].top + 106
        rows |= self._side_rows(rows["glass"].top + 14, buttons_y)
        others_y = max(buttons_y, rows["others"].top + 64) if self._others else buttons_y
        bottom = rows["buttons"].bottom + others_y - buttons_y
        self.body = Rect(_MARGIN, _MARGIN, right + 16 - _MARGIN, bottom - _MARGIN)
        self._place_parts(rows, buttons_y, others_y)
        self.pods = place_pods(self, build, _MARGIN, right + 16, bottom + 24)
        height = max(self.body.height, _FAN_HEIGHT)
        self.fan = FanPlaces(self, fan_of(build), right + 40, _MARGIN, height)
        self.size = self._whole_size()

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

    def _main_rows(self) -> dict[str, Rect]:
        return column(
            _LEFT + (200 if self._is_hat else 0),
            _GLASS[0] + 32,
            _TOP,
            strip=self.strip.panel.height + 12 if self._build.strip else 0,
            tokens=62 if self._leds.clue or self._leds.fuse else 0,
            glass=300,
            buttons=46 if self._is_hat else 244,
        )

    def _room_beside(self) -> int:
        """Return the width of the column beside the display."""
        keys = 12 + _COLOUR_KEY.width * len(self._suits) if self._keys else 0
        deck = _LED_ROWS["deck"].pitch * len(self._leds.deck)
        others = sum(_OTHERS[control].width for control in self._others)
        return max(_SIDE_WIDTH, keys, deck, others)

    def _side_rows(self, top: int, buttons_y: int) -> dict[str, Rect]:
        """Return the rows of the column beside the display."""
        # The fireworks' lights, and the keys or signs below them.
        most = max(map(len, self._leds.firework.values()), default=0)
        height = _FIREWORK_PITCH * most
        if self._keys:
            height += 96 if most else 92
            # Fireworks and seats are in the middle of the room above the other controls.
            top += max(0, (buttons_y - 72 - (top + height + 78)) // 2)
        elif self._suits:
            height += 54
        deck = 72 if self._leds.deck else 0
        return column(_SIDE, self._side_width, top, firework=height, seat=78, deck=deck, others=0)

    def _whole_size(self) -> PixelPoint:
        boxes = [self.body, self.fan.box, *(pod.body for pod in self.pods)]
        right = self.fan.box.right if self.fan.pads else self.body.right
        return right + _MARGIN, max(box.bottom for box in boxes) + _MARGIN

    def _place_parts(self, rows: Mapping[str, Rect], buttons_y: int, others_y: int) -> None:
        self.case(self.body, 7, 34, 32)
        if self._build.screen:
            self.panel(self.glass.inflate(32, 32))
            self.panel(self.pane, parts.GLASS, 8)
        self._place_led_rows(rows)
        self._place_fireworks(rows["firework"])
        self._place_buttons(buttons_y)
        self._place_others(others_y)
        self._write_help(buttons_y)

    def _place_led_rows(self, rows: Mapping[str, Rect]) -> None:
        for group, (row, below, pitch, align, (across, above)) in _LED_ROWS.items():
            count = len(getattr(self._leds, group))
            if not count:
                continue
            room = rows[row].inflate(-60, 0)
            first = room.left + round(align * (room.width - pitch * (count - 1)))
            y = room.top + below
            name = self.say(f"lights_{group}")
            is_centred = align == _MIDDLE
            x = room.centerx if is_centred else first
            self.write(name, 17, (x + across, y + above), left=not is_centred)
            for number in range(count):
                x = first + pitch * number
                self.lights[LightPlace(group, "", number)] = (x, y)
                if group == "seat":
                    self.write(str(number + 1), 20, (x, y + 24))

    def _place_fireworks(self, panel: Rect) -> None:
        """Place a column of LEDs for each suit, above its key or its sign."""
        suits = self._suits
        if not suits:
            return
        self.panel(panel)
        name = self.say("lights_firework")
        self.write(name, 17, (panel.centerx, panel.top - 18))
        foot, lowest = (54, 102) if self._keys else (24, 64)
        size = 26 if len(suits) <= 5 or self._keys else 20
        pitch = (panel.width - 12) / len(suits)
        for suit, x in zip(suits, middles(panel.left + 6, [pitch] * len(suits)), strict=True):
            if suit in self._leds.firework:
                shown = Rect(x - round(pitch / 2), panel.top, round(pitch), panel.height)
                self.fireworks.append((suit, shown))
            if suit in self._keys:
                self.control(suit, (x, panel.bottom - foot), _COLOUR_KEY)
            else:
                self.fixed.append((parts.symbol(suit, size), (x, panel.bottom - foot)))
            for number in range(len(self._leds.firework.get(suit, ()))):
                y = panel.bottom - lowest - _FIREWORK_PITCH * number
                self.lights[LightPlace("firework", suit, number)] = (x, y)

    def _place_buttons(self, y: int) -> None:
        """Place the three buttons, or two and the joystick's press, and the lights beside them."""
        arcade = [CLUE, DISCARD] if self._build.press_plays else BUTTONS
        pitch = self.glass.height // len(arcade)
        thirds = {
            control: (self.glass.left + self.glass.width * (2 * number + 1) // 6, y)
            for number, control in enumerate(BUTTONS)
        }
        for number, control in enumerate(arcade):
            if self._is_hat:
                beside = (self.glass.right + 72, self.glass.top + pitch * number + pitch // 2)
                self.control(control, beside, _ON_HAT)
            else:
                self.control(control, thirds[control], _ARCADE)
        for control in self._leds.press:
            right = thirds[control][0] + BUTTON_RADIUS
            self.lights[LightPlace("press", control, 0)] = (right + 8, y - BUTTON_RADIUS + 4)
        self._place_joystick((_LEFT + 92, self.glass.centery) if self._is_hat else thirds[PLAY])

    def _place_joystick(self, at: PixelPoint) -> None:
        """Place the joystick of a HAT, or one whose press is PLAY."""
        if self._build.press_plays:
            self.control(PLAY, at, _PRESSED_STICK)
            self.control(JOYSTICK, at, _OTHERS[JOYSTICK]._replace(captions=()))
        elif self._is_hat and UP in self._build.buttons:
            self.control(JOYSTICK, at, _OTHERS[JOYSTICK])

    def _place_others(self, y: int) -> None:
        """Place the other controls in a row, and divide the room that is left between them."""
        others = self._others
        widths = [_OTHERS[control].width for control in others]
        gap = (self._side_width - sum(widths)) / max(1, len(others))
        for control, x in zip(others, middles(_SIDE, [cell + gap for cell in widths]), strict=True):
            self.control(control, (x, y), _OTHERS[control])
        for control, part in ((JOYSTICK, parts.stick_base), (ENCODER, parts.knob)):
            if control in self.controls:
                self.fixed.append((part(), self.controls[control].centre))

    def _write_help(self, buttons_y: int) -> None:
        """Write the help beside the buttons of a build with no others, or at the lower edge."""
        x = self.glass.left
        y = self.body.bottom - 22
        hint = self.say("hint", **{button: LABELS[button] for button in BUTTONS})
        lines = [hint]
        has_room = not (self._others or self._is_hat)
        if has_room and len(self._build.buttons) == len(BUTTONS):
            x = _SIDE + 4
            y = buttons_y + 4
            lines = wrap(hint, _HELP_WIDTH)
        for line in lines:
            self.write(line, 19, (x, y), FAINT, left=True)
            y += _HELP_PITCH


def _is_hat(build: Build) -> bool:
    """Return True if the build is a HAT with no other controls or lights."""
    further = build.encoder or build.lights or {UNDO, POWER, *COLOUR_KEYS} & set(build.buttons)
    return build.shape == HAT and not further


def _others(build: Build) -> list[str]:
    """Return the controls beside the buttons that a box has."""
    if _is_hat(build):
        return []
    others = set(build.buttons)
    if UP in build.buttons and not build.press_plays:
        others.add(JOYSTICK)
    if build.encoder:
        others.add(ENCODER)
    return [control for control in _OTHERS if control in others]
