"""A panel for a build that has none of its own: every part at a place that fits, for the window.

A box has its display at the upper left and the buttons below it, the lights and further controls
at the right. A HAT has its joystick at the left of the display and its keys at the right. Pixels
of a strip are in rows above all. The room around each part is for its caption too.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from math import ceil
from typing import Final, NamedTuple

from companion.panel import BUTTONS, COLOUR_KEYS, ENCODER, PLAY, POWER, UNDO
from wiring.panel.fitting import STICK, part_names, pixels_on
from wiring.panel.sizes import BRACKET_MM, DRAWN, EDGE_MM, FINGER_MM, PARTS
from wiring.spec import (
    HAT,
    SCREEN,
    SUITS,
    Build,
    FrontPanel,
    Light,
    LightGroups,
    LightPlace,
    PlacedPart,
)

_COMPUTER: Final = "raspberry-pi-zero"
_LEAST: Final = (80.0, 46.0)
"""The smallest panel, which a Raspberry Pi Zero lies below."""
_BORDER: Final = EDGE_MM + BRACKET_MM[0]
"""How far parts are from the left and right edge: nothing meets a corner's bracket."""
_GAP: Final = 4.0

_LED: Final = "led-5"
_PIXEL: Final = "any-pixel"
_PITCH: Final = {_LED: 9.5, _PIXEL: DRAWN[_PIXEL].body.width + 0.25}
"""From one light of a row to the next."""
_CAPTION: Final = 26.0
"""The room for the caption of a row, at least."""
_ABOVE: Final = 8.5
_BELOW: Final = 9.5
"""From the middles of a row of lights to the caption above them, and to the signs below."""

_STOREY: Final = 11.5
"""From one light of a firework to the next."""
_KEY_BELOW: Final = 17.0
"""From a firework's lowest light to its key: its sign is between them."""
_KEY_CAPTION: Final = 14.0
_KEY: Final = "button-12"
_KEY_NUT: Final = PARTS[_KEY].body.width / 2 + 0.5
_SIGN: Final = 12.5
"""From a firework's lowest light to what is below its sign."""

_CONTROL_ABOVE: Final = 20.0
_CONTROL_BELOW: Final = 28.0
_WIDTHS: Final = {STICK: 38.0, ENCODER: 38.0, UNDO: 25.0, POWER: 25.0}
_BUTTON_WIDTH: Final = 45.0
_HAT_KEY: Final = (34.0, 12.5, 16.5)
"""The room of a HAT's key: its width, and what is above and below its middle."""
_PRESS: Final = (19.5, -9.5)
"""The light of a button, seen from its middle."""

_NO_LIGHTS: Final = LightGroups[Light]((), (), {}, (), (), {})


def arranged_panel(build: Build) -> FrontPanel:
    """Return a panel that has all parts of a build."""
    further = build.encoder or build.lights or {UNDO, POWER, *COLOUR_KEYS} & set(build.buttons)
    body = _hat_cell(build) if build.shape == HAT and not further else _led_box(build)
    body = _with_press_lights(build, body)
    placed = {part.light for part in body.parts}
    lights = _led_groups(build).places()
    loose = [place for place in lights if place not in placed]  # of buttons that are elsewhere
    pixels = [place for place in pixels_on(build) if place not in placed]
    room = max(body.width, _LEAST[0])
    whole = _cells_over(_cell_rows(pixels, _PIXEL, room), _cell_rows(loose, _LED, room), body)
    width = max(_LEAST[0], whole.width + 2 * _BORDER)
    height = max(_LEAST[1], whole.height + 2 * EDGE_MM)
    parts = whole.centred_in(width, height).parts
    return FrontPanel(width, height, _COMPUTER, parts)


class _Cell(NamedTuple):
    """A rectangle with parts, whose places are seen from its upper left corner."""

    width: float = 0.0
    height: float = 0.0
    parts: tuple[PlacedPart, ...] = ()

    def moved_parts(self, across: float, down: float) -> tuple[PlacedPart, ...]:
        """Return the parts, so far to the right and so far down."""
        return tuple(part._replace(x=part.x + across, y=part.y + down) for part in self.parts)

    def centred_in(self, width: float, height: float) -> "_Cell":
        """Return the cell in the middle of a larger one."""
        parts = self.moved_parts((width - self.width) / 2, (height - self.height) / 2)
        return _Cell(width, height, parts)


def _cells_over(*cells: _Cell) -> _Cell:
    """Return cells one below the other, in the middle."""
    width = max(cell.width for cell in cells)
    parts: list[PlacedPart] = []
    height = 0.0
    for cell in cells:
        parts += cell.centred_in(width, cell.height).moved_parts(0, height)
        height += cell.height
    return _Cell(width, height, tuple(parts))


def _cells_beside(*cells: _Cell) -> _Cell:
    height = max(cell.height for cell in cells)
    parts: list[PlacedPart] = []
    width = 0.0
    for cell in cells:
        parts += cell.centred_in(cell.width, height).moved_parts(width, 0)
        width += cell.width
    return _Cell(width, height, tuple(parts))


def _led_groups(build: Build) -> LightGroups[Light]:
    return build.lights or _NO_LIGHTS


def _hat_cell(build: Build) -> _Cell:
    names = set(part_names(build))
    stick = _control_cell(STICK, _WIDTHS[STICK]) if STICK in names else _Cell()
    width, above, below = _HAT_KEY
    keys = [
        _Cell(width, above + below, (PlacedPart(control, _KEY, width / 2, above),))
        for control in BUTTONS
        if control in names
    ]
    return _cells_beside(stick, _screen_cell(build), _cells_over(_Cell(), *keys))


def _led_box(build: Build) -> _Cell:
    leds = _led_groups(build)
    buttons = _cells_beside(
        _Cell(), *(_control_cell(name, _BUTTON_WIDTH) for name in _main_controls(build))
    )
    screen = _screen_cell(build)
    wide = max(buttons.width, screen.width)
    clue, fuse = _led_cell(leds, "clue"), _led_cell(leds, "fuse")
    between = _Cell(max(0.0, wide - clue.width - fuse.width))
    main = _cells_over(_cells_beside(clue, between, fuse), screen)
    rows = [_led_cell(leds, group) for group in ("seat", "deck")]
    side = _cells_over(_fireworks_cell(build, leds), *rows)
    further = set(part_names(build)) - set(_main_controls(build))
    # The colour keys are none of them: they are below their fireworks.
    there = [name for name in _WIDTHS if name in further]
    others = _cells_beside(_Cell(), *(_control_cell(name, _WIDTHS[name]) for name in there))
    left = max(main.width, wide)
    right = max(side.width, others.width)
    gap = _Cell(_GAP if right else 0.0)
    return _cells_over(
        _cells_beside(main.centred_in(left, main.height), gap, side.centred_in(right, side.height)),
        _cells_beside(
            buttons.centred_in(left, buttons.height), gap, others.centred_in(right, others.height)
        ),
    )


def _main_controls(build: Build) -> list[str]:
    """Return the three buttons; the joystick is PLAY where its press is."""
    names = {PLAY: STICK} if build.press_plays else {}
    there = set(part_names(build))
    return [name for name in (names.get(button, button) for button in BUTTONS) if name in there]


def _screen_cell(build: Build) -> _Cell:
    if build.screen is None:
        return _Cell()
    width, height = DRAWN["any-display"].body.size
    part = PlacedPart(SCREEN, "any-display", width / 2, height / 2)
    return _Cell(width, height, (part,))


def _control_cell(name: str, width: float) -> _Cell:
    kinds = {STICK: "any-joystick", ENCODER: "encoder-ec11", UNDO: _KEY, POWER: _KEY}
    part = PlacedPart(name, kinds.get(name, "arcade-30"), width / 2, _CONTROL_ABOVE)
    return _Cell(width, _CONTROL_ABOVE + _CONTROL_BELOW, (part,))


def _led_cell(leds: LightGroups[Light], group: str) -> _Cell:
    places = [place for place in leds.places() if place.group == group]
    return _light_row(places, _LED)


def _light_row(places: Sequence[LightPlace], kind: str) -> _Cell:
    if not places:
        return _Cell()
    pitch = _PITCH[kind]
    room = 0.0 if places[0].part else _CAPTION  # a firework has a sign
    length = pitch * len(places)
    parts = tuple(
        PlacedPart("", kind, pitch * (number + 0.5), _ABOVE, place)
        for number, place in enumerate(places)
    )
    row = _Cell(length, _ABOVE + _BELOW, parts)
    return row.centred_in(max(room, length + _GAP), row.height)


def _fireworks_cell(build: Build, leds: LightGroups[Light]) -> _Cell:
    """Return a column of LEDs for each suit, its key below."""
    keys = set(COLOUR_KEYS) & set(build.buttons)
    suits = [suit for suit in SUITS if suit in keys or suit in leds.firework]
    if not suits:
        return _Cell()
    pitch = FINGER_MM if keys else _PITCH[_LED]
    most = max(map(len, leds.firework.values()), default=0)
    lowest = _ABOVE + _STOREY * (most - 1)
    key_y = lowest + _KEY_BELOW if most else _KEY_NUT
    parts: list[PlacedPart] = []
    for number, suit in enumerate(suits):
        x = pitch * (number + 0.5)
        for storey in range(len(leds.firework.get(suit, ()))):
            place = LightPlace("firework", suit, storey)
            parts.append(PlacedPart("", _LED, x, lowest - _STOREY * storey, place))
        if suit in keys:
            parts.append(PlacedPart(suit, _KEY, x, key_y))
    bottom = key_y + _KEY_CAPTION if keys else lowest + _SIGN
    cell = _Cell(pitch * len(suits), bottom, tuple(parts))
    return cell.centred_in(max(_CAPTION, cell.width), cell.height)


def _with_press_lights(build: Build, body: _Cell) -> _Cell:
    """Return the parts with the lights of the buttons beside them."""
    places = {part.name: (part.x, part.y) for part in body.parts if part.name}
    if build.press_plays:
        places[PLAY] = places[STICK]
    kinds = dict.fromkeys(pixels_on(build), _PIXEL)
    kinds |= dict.fromkeys(_led_groups(build).places(), _LED)
    lights = []
    for light, kind in kinds.items():
        if light.group == "press" and light.part in places:
            x, y = places[light.part]
            lights.append(PlacedPart("", kind, x + _PRESS[0], y + _PRESS[1], light))
    return body._replace(parts=(*body.parts, *lights))


def _cell_rows(places: Iterable[LightPlace], kind: str, width: float) -> _Cell:
    """Return rows of lights in their order; a row ends between two groups."""
    rows = [_Cell()]
    for _, members in groupby(places, key=lambda place: place[:2]):
        group = _folded_group(list(members), kind, width)
        if rows[-1].width + group.width > width:
            rows.append(_Cell())
        rows[-1] = _cells_beside(rows[-1], group)
    return _cells_over(*rows)


def _folded_group(places: Sequence[LightPlace], kind: str, width: float) -> _Cell:
    """Return the lights of a group, in several rows if one is too long."""
    longest = int((width - _GAP) / _PITCH[kind])
    count = ceil(len(places) / longest)
    each = ceil(len(places) / count)
    rows = [places[first : first + each] for first in range(0, len(places), each)]
    return _cells_over(*(_light_row(row, kind) for row in rows))
