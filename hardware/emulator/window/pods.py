"""The layout of the emulated pods of a build: each in a box of its own, with its plug."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import pygame

from companion.panel import BUTTONS, COLOUR_KEYS, POWER, UNDO
from hardware.emulator.device import PLUG, on_pod
from hardware.emulator.window.keyboard import LABELS
from hardware.emulator.window.parts import KEY_RADIUS, POD_RADIUS, SMALL_RADIUS
from hardware.emulator.window.scene import Caption, Scene, Style, middles
from hardware.emulator.window.strip import StripRows, place_strip
from wiring.spec import Build, Pod

_TITLE: Final = 34
_KEYS: Final = 116
_MARGIN: Final = 20
_CAPTION: Final = (Caption("{name}  {key}", 17, (0, 46)),)
_STYLES: Final[Mapping[str, Style]] = {
    PLUG: Style(SMALL_RADIUS, 110, _CAPTION),
    **dict.fromkeys(BUTTONS, Style(POD_RADIUS, 100, _CAPTION)),
    **dict.fromkeys((UNDO, POWER), Style(SMALL_RADIUS, 84, _CAPTION)),
    **dict.fromkeys(COLOUR_KEYS, Style(KEY_RADIUS, 58, (Caption("{name} {key}", 17, (0, 46)),))),
}


class PodBox(NamedTuple):
    """A pod: its outline, its pixels, and what stands for its plug and its keys."""

    pod: Pod
    body: pygame.Rect
    strip: StripRows
    keys: tuple[str, ...]


def place_pods(scene: Scene, build: Build, left: int, right: int, top: int) -> list[PodBox]:
    """The pods, one below the other from `top` on, between `left` and `right`."""
    boxes = []
    for pod in build.pods:
        if not build.imitates(pod.port):
            continue  # a real one, which is on the table
        strip = place_strip(scene, pod.strip, left + _MARGIN, right - _MARGIN, top + _TITLE + 6)
        keys_top = strip.panel.bottom if pod.strip else top + _TITLE
        body = pygame.Rect(left, top, right - left, keys_top + _KEYS - top)
        scene.case(body, 5, 18, 18)
        scene.captions.append(
            Caption(scene.say("pod", name=pod.name), 20, (left + 24, top + 20), left=True)
        )
        controls = (PLUG, *pod.controls)
        # Closer together where the row is long.
        widths = [_STYLES[control].width for control in controls]
        squeeze = min(1.0, (body.width - 2 * _MARGIN) / sum(widths))
        xs = middles(left + _MARGIN, [width * squeeze for width in widths])
        for control, x in zip(controls, xs, strict=True):
            # A key of the keyboard works the device's own control, if it has that too.
            key = "" if control in build.buttons else LABELS.get(control, "")
            key = f"({key})" if key and control not in COLOUR_KEYS else key
            scene.control(on_pod(control, pod.name), (x, keys_top + 50), _STYLES[control], key)
        keys = tuple(on_pod(control, pod.name) for control in controls)
        boxes.append(PodBox(pod, body, strip, keys))
        top = body.bottom + _MARGIN
    return boxes
