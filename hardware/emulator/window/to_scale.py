"""A panel in the window: every part to scale, at its place on the panel.

A display that is small beside its panel is shown once more, enlarged, beside the device.
"""

from collections.abc import Mapping
from itertools import groupby
from typing import Final, NamedTuple

from pygame import Rect

from companion.panel import BUTTONS, PLAY
from hardware.emulator.window import parts
from hardware.emulator.window.guide import PixelPoint
from hardware.emulator.window.keyboard import JOYSTICK
from hardware.emulator.window.parts import GLASS, PIXEL, suit_symbol
from hardware.emulator.window.scene import Caption, Scene, Spot
from hardware.emulator.window.strip import StripRows
from wiring.panel.fitting import size_of
from wiring.spec import SCREEN, Build, FrontPanel, LightPlace, PlacedPart

_LARGEST: Final = (1280, 780)
"""The room for a device, in pixels of the layout."""
_LEAST: Final = 4.0
"""The pixels of a millimetre at least, so that captions have their room beside the parts."""
_MOST: Final = 5.0
"""Those of a panel without a display."""
_GLASS: Final = (128 * PIXEL, 64 * PIXEL)
_ENOUGH: Final = 0.75
"""A glass that is this large, of `_GLASS`, is not shown once more."""
_GAP: Final = 24
_FRAME: Final = 24
"""The case around an enlarged glass, at each side."""
_SHADE: Final = 10
"""The dark edge of a glass, in pixels: half of it at each side."""
_AROUND: Final = 7.0
"""The case of a board is drawn so far around its parts, in millimetres, as that holds nothing."""
_NAMED: Final = ("clue", "fuse", "deck", "seat")
"""The groups of lights whose name is written above them."""
_WORD: Final = 84
"""The width of a word beside a small key."""


class ScaledPanel(NamedTuple):
    """A panel in the window: its outline, its glass, its pixels, and where further things begin.

    `lens` shows the display enlarged, if it does.
    """

    body: Rect
    glass: Rect
    lens: Rect | None
    strip: StripRows

    @property
    def shown(self) -> Rect:
        """The glass that is pressed and read: the enlarged one, if there is one."""
        return self.lens or self.glass

    @property
    def pane(self) -> Rect:
        """That glass with its dark edge."""
        edge = _SHADE * 2 if self.lens else _SHADE
        return self.shown.inflate(edge, edge)

    @property
    def right(self) -> int:
        """The right edge of all."""
        return self.pane.right + 14 if self.lens else self.body.right


def place_panel(scene: Scene, build: Build, panel: FrontPanel, left: int, top: int) -> ScaledPanel:
    """Place a panel's parts from a corner on."""
    panel = _cropped_panel(panel)
    factor = _pixels_of_millimetre(panel)
    body = Rect(left, top, round(panel.width * factor), round(panel.height * factor))
    scene.place_case(body, 7, 34, 32)
    place = _Placing(scene, build, panel, factor, body)
    glass, lens = _place_glass(place)
    lights = {part.light: part for part in panel.parts if part.light}
    spots = {
        light: Spot(place.middle_of(part), place.radius_of(part)) for light, part in lights.items()
    }
    leds = build.lights.places() if build.lights else {}
    scene.lights.update((light, spot) for light, spot in spots.items() if light in leds)
    pixels = {light: spot for light, spot in spots.items() if light not in leds}
    _write_groups(scene, spots)
    for part in panel.parts:
        if part.name and part.name != SCREEN:
            _place_control(place, part)
    strip = StripRows(pixels, Rect(body.left, body.top, 0, 0))
    return ScaledPanel(body, glass, lens, strip)


class _Placing(NamedTuple):
    """What placing a part needs to know."""

    scene: Scene
    build: Build
    panel: FrontPanel
    factor: float
    body: Rect

    def middle_of(self, part: PlacedPart) -> PixelPoint:
        """Return the pixel of a part's middle."""
        return (
            round(self.body.left + part.x * self.factor),
            round(self.body.top + part.y * self.factor),
        )

    def radius_of(self, part: PlacedPart) -> int:
        """Return half the width of what is seen of a part, in pixels."""
        return max(4, round(size_of(part).top.width / 2 * self.factor))


def _cropped_panel(panel: FrontPanel) -> FrontPanel:
    """Return the panel of a board without what its case has above and below the parts."""
    if not panel.board:
        return panel
    shapes = [(part, size_of(part).top.height / 2) for part in panel.parts]
    top = max(0.0, min(part.y - half for part, half in shapes) - _AROUND)
    bottom = min(panel.height, max(part.y + half for part, half in shapes) + _AROUND)
    parts = tuple(part._replace(y=part.y - top) for part in panel.parts)
    return panel._replace(height=bottom - top, parts=parts)


def _pixels_of_millimetre(panel: FrontPanel) -> float:
    """Return the pixels of a millimetre: as many as fit, and no more than the glass needs."""
    room = min(_LARGEST[0] / panel.width, _LARGEST[1] / panel.height)
    glasses = [size_of(part).top.width for part in panel.parts if part.name == SCREEN]
    most = _GLASS[0] / max(glasses) if glasses else _MOST
    return min(most, max(_LEAST, room))


def _place_glass(place: _Placing) -> tuple[Rect, Rect | None]:
    """Return the glass, and the larger one beside the panel if there is one."""
    scene = place.scene
    for part in place.panel.parts:
        if part.name != SCREEN:
            continue
        width, height = size_of(part).top.size
        glass = Rect(0, 0, round(width * place.factor), round(height * place.factor))
        glass.center = place.middle_of(part)
        if glass.width >= _ENOUGH * _GLASS[0]:
            return glass, None
        scene.place_inlay(glass.inflate(_SHADE, _SHADE), GLASS, 5)
        enlarged = max(_GLASS[0], place.body.width)
        lens = Rect(place.body.right + _GAP + _FRAME, place.body.top + _FRAME, enlarged, 0)
        lens.height = enlarged // 2
        scene.place_case(lens.inflate(2 * _FRAME, 2 * _FRAME), 5, 18, 18)
        return glass, lens
    return Rect(place.body.topleft, (8, 4)), None


def _place_control(place: _Placing, part: PlacedPart) -> None:
    scene = place.scene
    at = place.middle_of(part)
    radius = place.radius_of(part)
    if part.name == JOYSTICK:
        growth = radius / parts.STICK_RADIUS
        if place.build.press_plays:
            cap = round(parts.CAP_RADIUS * growth)
            below = Caption("", 24, (0, radius + 18), width=2 * radius + 20)
            scene.place_button(PLAY, at, cap, below)
        scene.place_control(JOYSTICK, at, radius)
        scene.fixed.append((parts.DrawnPart("stick_base", growth), at))
    elif part.name in BUTTONS:
        beside = Caption("", 24, (radius + 8, 0), left=True, width=_WORD)
        scene.place_button(part.name, at, radius, beside)
    else:
        scene.place_control(part.name, at, radius)


def _write_groups(scene: Scene, spots: Mapping[LightPlace, Spot]) -> None:
    """Write what each row of lights is, and note where a firework's are."""
    fireworks: list[Rect] = []
    named = _NAMED if scene.lights else ()  # pixels stand too close for words among them
    for (group, suit), row in groupby(spots, key=lambda light: light[:2]):
        members = {light: spots[light] for light in row}
        boxes = [spot.box for spot in members.values()]
        around = boxes[0].unionall(boxes)
        if group == "firework":
            scene.fixed.append((suit_symbol(suit, 20), (around.centerx, around.bottom + 14)))
            scene.fireworks.append((suit, around.inflate(8, 8)))
            fireworks.append(around)
        elif group in named:
            above = (around.centerx, around.top - 14)
            scene.place_caption(scene.window_text(f"lights_{group}"), 17, above)
        if group == "seat":
            scene.number_seats(members)
    if len({around.bottom for around in fireworks}) == 1:  # they are beside one another
        box = fireworks[0].unionall(fireworks)
        scene.place_caption(scene.window_text("lights_firework"), 17, (box.centerx, box.top - 14))
