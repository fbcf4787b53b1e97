"""The layout of the emulated device: the place of everything that its build has.

A box has a main column, with the glass and the buttons below it, and a side column as wide as needed. A HAT
has its joystick at the left of the glass and its keys at the right. Emulated pods are below the device.

A further control is a row in `_OTHERS`, a further row of LEDs one in `_LED_ROWS`.
"""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

import pygame

from companion.panel import BUTTONS, COLOUR_KEYS, DOWN, ENCODER, LEFT, PLAY, POWER, RIGHT, UNDO, UP
from hardware.emulator.fan import fan_of
from hardware.emulator.window import parts as parts
from hardware.emulator.window.cards import FanPlaces
from hardware.emulator.window.keyboard import JOYSTICK, LABELS
from hardware.emulator.window.parts import BUTTON_RADIUS, CAP_RADIUS, FAINT, PIXEL, STICK_RADIUS
from hardware.emulator.window.pods import place_pods
from hardware.emulator.window.scene import Caption, PixelPoint, Scene, Style, column, middles
from hardware.emulator.window.strip import place_strip
from wiring.spec import HAT, SUITS, Build, Light, LightGroups, LightPlace

WAYS: Final[Mapping[str, PixelPoint]] = {UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0), RIGHT: (1, 0)}
"""Where each direction of the joystick is, seen from its middle."""

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


class _LedRow(NamedTuple):
    """LEDs in a row of the grid: how far below its top, and how far apart.

    `align` is 0 for LEDs that begin at the left, 1 for those that end at the right, 0.5 for the middle.
    `caption` is where that is from the first of them, or from the middle of the row.
    """

    row: str
    below: int
    pitch: int
    align: float
    caption: PixelPoint


_LED_ROWS: Final[Mapping[str, _LedRow]] = {
    "clue": _LedRow("tokens", 44, 38, 0, (-12, -28)),
    "fuse": _LedRow("tokens", 44, 38, 1, (-12, -28)),
    "seat": _LedRow("seat", 42, 36, 0.5, (0, -24)),
    "deck": _LedRow("deck", 36, 28, 0.5, (0, -24)),
}

_HELP_WIDTH: Final = 26
"""Of the lines of help beside the buttons, in letters."""
_HELP_PITCH: Final = 20


class WindowLayout:
    """The places of a build's parts, in pixels of a window that is as large as all of it (`size`).

    `glass` has four of them for each of the display's pixels, `pane` its dark edge too. `lights` are LEDs;
    the colour pixels are in `strip` and in the `pods`. Its texts are in a language, which moves nothing.
    """

    def __init__(self, build: Build, language: str = "") -> None:
        self.scene: Final = Scene(language)
        self.controls: Final = self.scene.controls
        self.lights: Final = self.scene.lights
        self._hat: Final = _is_hat(build)
        lights = build.lights or _NO_LIGHTS
        keys = [key for key in COLOUR_KEYS if key in build.buttons]
        suits = [
            suit
            for suit in (SUITS if keys else lights.firework)
            if suit in {*keys, *lights.firework}
        ]
        others = [] if self._hat else _others(build)
        width = _side_width(suits if keys else [], lights, others)
        right = _HAT_RIGHT if self._hat else _SIDE + width + 16
        self.strip: Final = place_strip(self.scene, build.strip, _LEFT, right - 16, _TOP)
        rows = column(
            _LEFT + (200 if self._hat else 0),
            _GLASS[0] + 32,
            _TOP,
            strip=self.strip.panel.height + 12 if build.strip else 0,
            tokens=62 if lights.clue or lights.fuse else 0,
            glass=300,
            buttons=46 if self._hat else 244,
        )
        self.glass: Final = pygame.Rect(rows["glass"].move(16, 28).topleft, _GLASS)
        self.pane: Final = self.glass.inflate(20, 20)
        buttons_y, top = rows["buttons"].top + 106, rows["glass"].top + 14
        height = _fireworks_height(lights, bool(keys)) if suits else 0
        # Fireworks and seats are in the middle of what is above the other controls, if there is room left.
        top += max(0, (buttons_y - 72 - (top + height + 78)) // 2) if keys else 0
        rows |= column(
            _SIDE, width, top, firework=height, seat=78, deck=72 if lights.deck else 0, others=0
        )
        others_y = max(buttons_y, rows["others"].top + 64) if others else buttons_y

        bottom = rows["buttons"].bottom + others_y - buttons_y
        self.body: Final = pygame.Rect(_MARGIN, _MARGIN, right + 16 - _MARGIN, bottom - _MARGIN)
        self.scene.case(self.body, 7, 34, 32)
        if build.screen:
            self.scene.panel(self.glass.inflate(32, 32))
            self.scene.panel(self.pane, parts.GLASS, 8)
        self._place_led_rows(lights, rows)
        self._place_fireworks(lights, rows["firework"], suits, keys)
        self._place_buttons(build, lights, buttons_y)
        self._place_others(others, width, others_y)
        is_plain = len(build.buttons) == len(BUTTONS) and not (others or self._hat)
        self._write_help((_SIDE + 4, buttons_y + 4) if is_plain else None)
        self.pods: Final = place_pods(
            self.scene, build, self.body.left, self.body.right, bottom + 24
        )
        fan_left, fan_height = self.body.right + 24, max(self.body.height, _FAN_HEIGHT)
        self.fan: Final = FanPlaces(self.scene, fan_of(build), fan_left, self.body.top, fan_height)
        lowest = max(
            rect.bottom for rect in (self.body, self.fan.box, *(pod.body for pod in self.pods))
        )
        rightmost = max(self.body.right, self.fan.box.right if self.fan.pads else 0)
        self.size: Final = (rightmost + _MARGIN, lowest + _MARGIN)

    def centre(self, control: str) -> PixelPoint:
        """The middle of what works a control."""
        if control in WAYS:
            (x, y), (across, down) = self.controls[JOYSTICK].centre, WAYS[control]
            reach = (CAP_RADIUS + STICK_RADIUS) // 2
            return x + across * reach, y + down * reach
        return self.controls[control].centre

    def control_at(self, point: PixelPoint) -> str | None:
        """The control at this point of the window, the encoder too."""
        control = next((name for name, spot in self.controls.items() if spot.covers(point)), None)
        if control != JOYSTICK:
            return control
        x, y = self.controls[JOYSTICK].centre
        across, down = point[0] - x, point[1] - y
        if max(abs(across), abs(down)) <= CAP_RADIUS // 2:
            return None  # the middle of a stick that cannot be pressed
        return max(WAYS, key=lambda way: WAYS[way][0] * across + WAYS[way][1] * down)

    def latch_at(self, point: PixelPoint) -> str | None:
        """The button that the sign at this point latches."""
        latches = self.scene.latches
        return next((button for button, spot in latches.items() if spot.covers(point)), None)

    def firework_at(self, point: PixelPoint) -> str | None:
        """The suit of the lights at this point."""
        return next(
            (suit for suit, lights in self.scene.fireworks if lights.collidepoint(point)), None
        )

    def _place_led_rows(self, lights: LightGroups[Light], rows: Mapping[str, pygame.Rect]) -> None:
        for group, (row, below, pitch, align, (across, above)) in _LED_ROWS.items():
            count, room = len(getattr(lights, group)), rows[row].inflate(-60, 0)
            if not count:
                continue
            first, y = (
                room.left + round(align * (room.width - pitch * (count - 1))),
                room.top + below,
            )
            is_centred = align == 0.5
            at = (room.centerx if is_centred else first) + across, y + above
            name = self.scene.say(f"lights_{group}")
            self.scene.captions.append(Caption(name, 17, at, left=not is_centred))
            for number in range(count):
                self.lights[LightPlace(group, "", number)] = at = (first + pitch * number, y)
                if group == "seat":
                    self.scene.captions.append(Caption(str(number + 1), 20, (at[0], y + 24)))

    def _place_fireworks(
        self,
        lights: LightGroups[Light],
        panel: pygame.Rect,
        suits: Sequence[str],
        keys: Sequence[str],
    ) -> None:
        """A column of LEDs for each suit, above its key or its sign."""
        if not suits:
            return
        self.scene.panel(panel)
        name = self.scene.say("lights_firework")
        self.scene.captions.append(Caption(name, 17, (panel.centerx, panel.top - 18)))
        foot, lowest = (54, 102) if keys else (24, 64)
        size = 26 if len(suits) <= 5 or keys else 20
        pitch = (panel.width - 12) / len(suits)
        for suit, x in zip(suits, middles(panel.left + 6, [pitch] * len(suits)), strict=True):
            if suit in lights.firework:
                shown = pygame.Rect(x - round(pitch / 2), panel.top, round(pitch), panel.height)
                self.scene.fireworks.append((suit, shown))
            if suit in keys:
                self.scene.control(suit, (x, panel.bottom - foot), _COLOUR_KEY)
            else:
                self.scene.fixed.append((parts.symbol(suit, size), (x, panel.bottom - foot)))
            for number in range(len(lights.firework.get(suit, ()))):
                y = panel.bottom - lowest - _FIREWORK_PITCH * number
                self.lights[LightPlace("firework", suit, number)] = (x, y)

    def _place_buttons(self, build: Build, lights: LightGroups[Light], y: int) -> None:
        """The three buttons, one of which may be the joystick's press, and the lights beside them."""
        arcade = [control for control in BUTTONS if control != PLAY or not build.press_plays]
        pitch = self.glass.height // len(arcade)
        thirds = {
            control: (self.glass.left + self.glass.width * (2 * number + 1) // 6, y)
            for number, control in enumerate(BUTTONS)
        }
        for number, control in enumerate(arcade):
            beside = (self.glass.right + 72, self.glass.top + pitch * number + pitch // 2)
            at, style = (beside, _ON_HAT) if self._hat else (thirds[control], _ARCADE)
            self.scene.control(control, at, style)
        for control in lights.press:
            right = thirds[control][0] + BUTTON_RADIUS
            self.lights[LightPlace("press", control, 0)] = (right + 8, y - BUTTON_RADIUS + 4)
        stick = (_LEFT + 92, self.glass.centery) if self._hat else thirds[PLAY]
        if build.press_plays:
            self.scene.control(PLAY, stick, _PRESSED_STICK)
            self.scene.control(JOYSTICK, stick, _OTHERS[JOYSTICK]._replace(captions=()))
        elif self._hat and UP in build.buttons:
            self.scene.control(JOYSTICK, stick, _OTHERS[JOYSTICK])

    def _place_others(self, others: Sequence[str], width: int, y: int) -> None:
        """A row of them, with the room between them shared out."""
        widths = [_OTHERS[control].width for control in others]
        gap = (width - sum(widths)) / max(1, len(others))
        for control, x in zip(others, middles(_SIDE, [cell + gap for cell in widths]), strict=True):
            self.scene.control(control, (x, y), _OTHERS[control])
        for control, part in ((JOYSTICK, parts.stick_base), (ENCODER, parts.knob)):
            if control in self.controls:
                self.scene.fixed.append((part(), self.controls[control].centre))

    def _write_help(self, beside: PixelPoint | None) -> None:
        """Beside the buttons of a build that has no others, else at the lower edge."""
        at = beside or (self.glass.left, self.body.bottom - 22)
        hint = self.scene.say("hint", **{button: LABELS[button] for button in BUTTONS})
        for line, text in enumerate(wrap(hint, _HELP_WIDTH) if beside else (hint,)):
            self.scene.captions.append(
                Caption(text, 19, (at[0], at[1] + _HELP_PITCH * line), FAINT, left=True)
            )


def _is_hat(build: Build) -> bool:
    """Whether the build is a HAT without anything beside it."""
    further = build.encoder or build.lights or {UNDO, POWER, *COLOUR_KEYS} & set(build.buttons)
    return build.shape == HAT and not further


def _others(build: Build) -> list[str]:
    """The controls beside the buttons that a box has."""
    joystick = JOYSTICK if UP in build.buttons and not build.press_plays else None
    has = {*build.buttons, joystick, ENCODER if build.encoder else None}
    return [control for control in _OTHERS if control in has]


def _side_width(keys: Sequence[str], lights: LightGroups[Light], others: Sequence[str]) -> int:
    """The width of what is beside the display, in pixels."""
    return max(
        _SIDE_WIDTH,
        12 + _COLOUR_KEY.width * len(keys) if keys else 0,
        _LED_ROWS["deck"].pitch * len(lights.deck),
        sum(_OTHERS[control].width for control in others),
    )


def _fireworks_height(lights: LightGroups[Light], keys: bool) -> int:
    """The height of the fireworks' panel: as high as its lights, and the keys or signs below them."""
    most = max(map(len, lights.firework.values()), default=0)
    if not keys:
        return 54 + _FIREWORK_PITCH * most
    return 96 + _FIREWORK_PITCH * most if most else 92
