"""What the emulated device looks like on the table: its glass, its lights and its controls.

Everything that never changes is drawn once; a repaint then only copies.
"""

from collections.abc import Sequence
from math import cos, pi, sin
from types import MappingProxyType
from typing import Final

import pygame

from companion.panel import COLOUR_KEYS, PLAY, POWER, UNDO
from hardware import device_parts as parts
from hardware.device_layout import (
    BUTTON_RADIUS,
    KEY_RADIUS,
    KNOB_RADIUS,
    PIXEL,
    POD_RADIUS,
    STICK_RADIUS,
    WAYS,
    Layout,
    Point,
)
from hardware.device_strip import StripRows
from hardware.emulated import PLUG, Emulated, on_pod
from hardware.keyboard import LABELS
from hardware.spec import Place

_DARK_PIXEL: Final = (11, 14, 19)
_LIT_PIXEL: Final = (214, 236, 255)

_DIMMEST: Final = 0.35
"""How bright a lit pixel is at the lowest contrast, which is far from dark."""

_LEAN: Final = 9
"""How far the joystick's cap goes."""

_BAND: Final = 50
"""How many rows of what never changes are drawn at a time."""

_DETENTS: Final = 20
"""How many detents a turn of the knob has."""

_NAMES: Final = MappingProxyType(
    {"clue": "CLUE TOKENS", "fuse": "FUSES", "deck": "DECK", "seat": "PLAYER TO ACT"}
)

_HELP: Final = ("Click a button, or hold", "its key down. Keys held", "together are a chord.")


class DevicePicture:
    """Draws an emulated device; one object keeps what need not be drawn again.

    `layout` says where everything is.
    """

    def __init__(self, emulated: Emulated) -> None:
        pygame.font.init()
        self._emulated = emulated
        self.layout: Final = Layout(emulated.build)
        self._lights = {lit: self._light_sprites(lit) for lit in (False, True)}
        self._keys = {down: self._key_sprites(down) for down in (False, True)}
        self._caps = {down: parts.stick_cap(emulated.build.press_plays, down) for down in (False, True)}
        self._mark = parts.knob_mark()
        self._grid = parts.grid(self.layout.glass)
        self._still = self._draw_still()

    def paint(self, surface: pygame.Surface | None = None) -> pygame.Surface:
        """Draw the device as it is now, onto a surface of the layout's size or a new one."""
        surface = surface or pygame.Surface(self.layout.size)
        surface.blit(self._still, (0, 0))
        for control in self._keys[False]:
            sprite = self._keys[self._emulated.is_down(control)][control]
            surface.blit(sprite, sprite.get_rect(center=self.layout.centre(control)))
        shine = self._emulated.shine()
        for place, centre in self.layout.lights.items():
            sprite = self._lights[shine[place] > 0][place]
            surface.blit(sprite, sprite.get_rect(center=centre))
        colours = self._emulated.colours()
        for place, centre in self.layout.strip.pixels.items():
            sprite = parts.pixel(colours[place], shine[place])
            surface.blit(sprite, sprite.get_rect(center=centre))
        for box in self.layout.pods:
            seen = self._emulated.pod_pixels(box.pod.name)
            for place, centre in box.strip.pixels.items():
                sprite = parts.pixel(*seen[place])
                surface.blit(sprite, sprite.get_rect(center=centre))
        self._paint_stick(surface)
        self._paint_knob(surface)
        self._paint_glass(surface)
        return surface

    def _paint_stick(self, surface: pygame.Surface) -> None:
        if self.layout.stick is None:
            return
        x, y = self.layout.stick
        for way, (across, down) in WAYS.items():
            if self._emulated.is_down(way):
                x, y = x + across * _LEAN, y + down * _LEAN
        pressed = self._emulated.build.press_plays and self._emulated.is_down(PLAY)
        cap = self._caps[pressed]
        surface.blit(cap, cap.get_rect(center=(x, y)))

    def _paint_knob(self, surface: pygame.Surface) -> None:
        if self.layout.knob is None or self._emulated.knob is None:
            return
        x, y = self.layout.knob
        angle = (self._emulated.knob.position / _DETENTS - 0.25) * 2 * pi
        reach = KNOB_RADIUS - 22
        at = (round(x + reach * cos(angle)), round(y + reach * sin(angle)))
        surface.blit(self._mark, self._mark.get_rect(center=at))

    def _paint_glass(self, surface: pygame.Surface) -> None:
        picture = self._emulated.picture()
        if picture is None:
            return
        small = pygame.image.frombuffer(picture.convert("L").tobytes(), picture.size, "P")
        palette = [_DARK_PIXEL] * 256
        shine = _DIMMEST + (1 - _DIMMEST) * self._emulated.brightness()
        palette[255] = parts.mixed(_LIT_PIXEL, _DARK_PIXEL, shine)
        small.set_palette(palette)
        # A display that stands on end is shown in the same room, half as large.
        scale = PIXEL if picture.width > picture.height else PIXEL // 2
        glass = pygame.transform.scale(small, (picture.width * scale, picture.height * scale))
        at = glass.get_rect(center=self.layout.glass.center)
        surface.blit(glass, at)
        if scale == PIXEL:
            surface.blit(self._grid, at)

    def _light_sprites(self, lit: bool) -> dict[Place, pygame.Surface]:
        return {place: parts.light(place, lit) for place in self.layout.lights}

    def _key_sprites(self, down: bool) -> dict[str, pygame.Surface]:
        radius = self.layout.button_radius
        sprites = {control: parts.button(control, down, radius) for control in self.layout.buttons}
        sprites |= {suit: parts.colour_key(suit, down) for suit in self.layout.keys}
        small = {UNDO: parts.undo_key, POWER: parts.power_key}
        sprites |= {control: small[control](down) for control in self.layout.small}
        return sprites | {
            on_pod(control, box.pod.name): _of_pod(control, down)
            for box in self.layout.pods
            for control in (PLUG, *box.pod.controls)
        }

    def _draw_still(self) -> pygame.Surface:
        layout = self.layout
        boxes = [
            (layout.body.move(0, 7), parts.SHADOW, 34),
            (layout.body, parts.RIM, 34),
            (layout.body.inflate(-4, -4), parts.BODY, 32),
            (layout.glass.inflate(32, 32), parts.INLAY, 14),
            (layout.glass.inflate(20, 20), parts.GLASS, 8),
        ]
        for box in layout.pods:
            boxes += [
                (box.body.move(0, 5), parts.SHADOW, 18),
                (box.body, parts.RIM, 18),
                (box.body.inflate(-4, -4), parts.BODY, 18),
            ]
        strips = [layout.strip, *(box.strip for box in layout.pods)]
        panels = [(strip.panel, strip.segments) for strip in strips]
        for panel, there in ((layout.fireworks, layout.columns), *panels):
            if there:
                boxes.append((panel, parts.INLAY, 14))
        still = _drawn_smoothly(layout.size, boxes)
        for suit, x in layout.columns.items():
            if suit not in layout.keys:
                symbol = parts.symbol(suit, 26 if len(layout.columns) <= 5 or layout.keys else 20)
                still.blit(symbol, symbol.get_rect(center=(x, layout.symbol_y)))
        for sprite, centre in ((parts.stick_base, layout.stick), (parts.knob, layout.knob)):
            if centre:
                picture = sprite()
                still.blit(picture, picture.get_rect(center=centre))
        self._caption_lights(still)
        for strip in strips:
            _caption_strip(still, strip)
        self._caption_pods(still)
        self._caption_controls(still)
        return still

    def _caption_lights(self, still: pygame.Surface) -> None:
        layout = self.layout
        groups = {place.group for place in layout.lights}
        if "clue" in groups:
            _write(still, "CLUE TOKENS", 17, parts.INK, (86, layout.tokens_y - 28), left=True)
        if "fuse" in groups:
            first = min(x for place, (x, _) in layout.lights.items() if place.group == "fuse")
            _write(still, "FUSES", 17, parts.INK, (first - 12, layout.tokens_y - 28), left=True)
        if layout.columns:
            _write(still, "FIREWORKS", 17, parts.INK, (layout.fireworks.centerx, layout.fireworks.top - 18))
        if "seat" in groups:
            _write(still, "PLAYER TO ACT", 17, parts.INK, (layout.fireworks.centerx, layout.seats_y - 24))
        if "deck" in groups:
            _write(still, "DECK", 17, parts.INK, (layout.fireworks.centerx, layout.deck_y - 24))
        for place, (x, y) in layout.lights.items():
            if place.group == "seat":
                _write(still, str(place.number + 1), 20, parts.INK, (x, y + 24))

    def _caption_pods(self, still: pygame.Surface) -> None:
        for box in self.layout.pods:
            name = box.pod.name
            _write(still, f"POD  {name}", 20, parts.INK, (box.body.left + 24, box.body.top + 20), left=True)
            for control in (PLUG, *box.pod.controls):
                x, y = box.keys[on_pod(control, name)]
                # The keyboard works what only a pod has; what the device has too, it works there.
                own = control not in (PLUG, *self._emulated.build.buttons)
                said = "" if control in COLOUR_KEYS else control.upper()
                label = f"({LABELS[control]})" if own and said else LABELS[control] if own else ""
                _write(still, f"{said}  {label}".strip(), 17, parts.INK, (x, y + KEY_RADIUS + 22))

    def _caption_controls(self, still: pygame.Surface) -> None:
        layout = self.layout
        named = dict(layout.buttons)
        if layout.stick and self._emulated.build.press_plays:
            named[PLAY] = layout.stick
        for control, (x, y) in named.items():
            keys = LABELS[control] if (x, y) != layout.stick else f"{LABELS[control]}, arrows"
            if layout.hat and (x, y) != layout.stick:
                beside = x + layout.button_radius + 14
                _write(still, control.upper(), 24, parts.INK, (beside, y - 10), left=True)
                _write(still, f"({keys})", 20, parts.FAINT, (beside, y + 12), left=True)
            else:
                _write(still, f"{control.upper()}  ({keys})", 24, parts.INK, (x, y + BUTTON_RADIUS + 24))
        for suit, (x, y) in layout.keys.items():
            _write(still, LABELS[suit], 20, parts.FAINT, (x, y + KEY_RADIUS + 14))
        for name, keys, centre in (
            ("JOYSTICK", "arrow keys", layout.stick),
            ("ENCODER", "[   ]   or wheel", layout.knob),
            *((control.upper(), LABELS[control], place) for control, place in layout.small.items()),
        ):
            if centre and centre not in named.values():
                x, y = centre
                _write(still, name, 20, parts.INK, (x, y + STICK_RADIUS + 22))
                _write(still, keys, 19, parts.FAINT, (x, y + STICK_RADIUS + 42))
        if layout.plain:
            for line, text in enumerate(_HELP):
                at = (layout.fireworks.left + 4, layout.buttons[PLAY][1] + 4 + 22 * line)
                _write(still, text, 19, parts.FAINT, at, left=True)
        else:
            at = (layout.glass.left, layout.body.bottom - 22)
            _write(still, " ".join(_HELP), 19, parts.FAINT, at, left=True)


def _of_pod(control: str, down: bool) -> pygame.Surface:
    """A key of a pod, or its plug."""
    if control in COLOUR_KEYS:
        return parts.colour_key(control, down)
    further = {PLUG: parts.plug, UNDO: parts.undo_key, POWER: parts.power_key}
    return further[control](down) if control in further else parts.button(control, down, POD_RADIUS)


def _caption_strip(still: pygame.Surface, strip: StripRows) -> None:
    for segment in strip.segments:
        x, y = segment.middle
        if segment.group == "firework":
            symbol = parts.symbol(segment.part, 18)
            still.blit(symbol, symbol.get_rect(center=(x, y + 23)))
        else:
            # The light of a button, which may have others as neighbours, has room for a letter.
            name = _NAMES.get(segment.group) or LABELS[segment.part]
            _write(still, name, 16, parts.INK, (x, y - 22))
        if segment.group == "seat":
            for place, (seat_x, seat_y) in segment.points.items():
                _write(still, str(place.number + 1), 18, parts.INK, (seat_x, seat_y + 22))


def _write(
    surface: pygame.Surface, text: str, height: int, colour: parts.Colour, at: Point, left: bool = False
) -> None:
    picture = pygame.font.Font(None, height).render(text, True, colour)
    surface.blit(picture, picture.get_rect(midleft=at) if left else picture.get_rect(center=at))


def _drawn_smoothly(
    size: tuple[int, int], boxes: Sequence[tuple[pygame.Rect, parts.Colour, int]]
) -> pygame.Surface:
    """Boxes with round corners, one over another, on the table; each with its colour and radius.

    They are drawn twice as large and scaled down, a band after the other: all at once takes memory that
    does not come back.
    """
    surface = pygame.Surface(size)
    width, height = size
    for top in range(0, height, _BAND):
        band = pygame.Surface((2 * width, 2 * _BAND))
        band.fill(parts.TABLE)
        for rect, colour, radius in boxes:
            pygame.draw.rect(band, colour, _doubled(rect.move(0, -top)), border_radius=2 * radius)
        surface.blit(pygame.transform.smoothscale(band, (width, _BAND)), (0, top))
    return surface


def _doubled(rect: pygame.Rect) -> pygame.Rect:
    return pygame.Rect(rect.x * 2, rect.y * 2, rect.width * 2, rect.height * 2)
