"""The rows of a build's colour pixels: gaps separate groups, and a long strip folds between two."""

from itertools import groupby
from typing import Final, NamedTuple

from pygame import Rect

from hardware.emulator.window.keyboard import LABELS
from hardware.emulator.window.parts import PIXEL_SIZE, suit_symbol
from hardware.emulator.window.scene import Scene, Spot
from wiring.spec import LightPlace, Strip

_PITCH: Final = 21
_GAP: Final = 14
_ROW: Final = 66
_MARGIN: Final = 16


class StripRows(NamedTuple):
    """Where each pixel is, and the panel that they are on."""

    pixels: dict[LightPlace, Spot]
    panel: Rect


def place_strip(scene: Scene, strip: Strip | None, left: int, right: int, top: int) -> StripRows:
    """Place the rows of a strip below `top`, between `left` and `right`; no strip takes no room."""
    numbers = strip.groups.places() if strip else {}
    in_order = sorted(numbers, key=numbers.__getitem__)
    pixels = {}
    begin = left + _MARGIN
    end = right - _MARGIN
    x = begin
    y = top + 34
    for (group, part), places in groupby(in_order, key=lambda place: place[:2]):
        members = list(places)
        if x > begin and x + _PITCH * len(members) > end:
            x = begin
            y += _ROW
        for place in members:
            if x + _PITCH > end:  # a group that no row is long enough for
                x = begin
                y += _ROW
            pixels[place] = Spot((x + _PITCH // 2, y), PIXEL_SIZE // 2)
            x += _PITCH
        x += _GAP
        _write_caption(scene, group, part, {place: pixels[place] for place in members})
    rows = len({spot.centre[1] for spot in pixels.values()})
    panel = Rect(left, top, right - left, _ROW * rows + 8 if rows else 0)
    if rows:
        scene.place_inlay(panel)
    return StripRows(pixels, panel)


def _write_caption(scene: Scene, group: str, part: str, pixels: dict[LightPlace, Spot]) -> None:
    """Place the captions of neighbours, which have this group and part in common."""
    points = [spot.centre for spot in pixels.values()]
    x = (points[0][0] + points[-1][0]) // 2
    y = points[0][1]
    if group == "firework":
        scene.fixed.append((suit_symbol(part, 18), (x, y + 23)))
        for row in {pixel_y for _, pixel_y in points}:
            xs = [pixel_x for pixel_x, pixel_y in points if pixel_y == row]
            lights = Rect(min(xs), row - 10, max(xs) - min(xs), 44)
            scene.fireworks.append((part, lights.inflate(_PITCH, 0)))
    elif group == "press":
        # The light of a button, which may have others as neighbours, has room for a letter.
        scene.place_caption(LABELS[part], 16, (x, y - 22))
    else:
        scene.place_caption(scene.window_text(f"lights_{group}"), 16, (x, y - 22))
    if group == "seat":
        scene.number_seats(pixels)
