"""Where the emulated pods of a build are in its window: each in a box of its own, with its plug."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

import pygame

from companion.panel import BUTTONS, COLOUR_KEYS
from hardware.emulator.device import PLUG, on_pod
from hardware.emulator.window.strip import StripRows
from wiring.spec import EMULATED, Build, Pod

_TITLE: Final = 34
_KEYS: Final = 116
_MARGIN: Final = 20
_WIDTHS: Final[Mapping[str, int]] = MappingProxyType(
    {PLUG: 110, **dict.fromkeys(BUTTONS, 100), **dict.fromkeys(COLOUR_KEYS, 58)}
)
_WIDTH: Final = 84
"""Of an undo or a power key."""


class PodBox(NamedTuple):
    """A pod: its outline, its pixels, and the middles of its plug and its keys by what works them."""

    pod: Pod
    body: pygame.Rect
    strip: StripRows
    keys: Mapping[str, tuple[int, int]]


def pod_boxes(build: Build, left: int, right: int, top: int) -> list[PodBox]:
    """The pods, one below the other from `top` on, between `left` and `right`."""
    boxes = []
    for pod in build.pods:
        if pod.port != EMULATED and build.emulated:
            continue  # a real one, which is on the table
        strip = StripRows(pod.strip, left + _MARGIN, right - _MARGIN, top + _TITLE + 6)
        keys_top = strip.panel.bottom if pod.strip else top + _TITLE
        controls = (PLUG, *pod.controls)
        body = pygame.Rect(left, top, right - left, keys_top + _KEYS - top)
        boxes.append(PodBox(pod, body, strip, _row(pod.name, controls, body, keys_top + 50)))
        top = body.bottom + _MARGIN
    return boxes


def _row(name: str, controls: Sequence[str], body: pygame.Rect, y: int) -> dict[str, tuple[int, int]]:
    """The middles of what is in a row, closer together where it is long."""
    widths = [_WIDTHS.get(control, _WIDTH) for control in controls]
    squeeze = min(1.0, (body.width - 2 * _MARGIN) / sum(widths))
    x = float(body.left + _MARGIN)
    spots = {}
    for control, width in zip(controls, widths, strict=True):
        spots[on_pod(control, name)] = (round(x + width * squeeze / 2), y)
        x += width * squeeze
    return spots
