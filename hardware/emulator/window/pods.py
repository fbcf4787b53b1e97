"""The layout of the emulated pods of a build: each in a box of its own, with its plug."""

from typing import Final, NamedTuple

from pygame import Rect

from companion.panel import BUTTONS, COLOUR_KEYS, POWER, UNDO
from hardware.emulator.device import on_pod
from hardware.emulator.pod import PLUG
from hardware.emulator.window.parts import KEY_RADIUS, POD_RADIUS, SMALL_RADIUS
from hardware.emulator.window.scene import Scene, cell_middles
from hardware.emulator.window.strip import StripRows, place_strip
from wiring.spec import Build, Pod

_TITLE: Final = 34
_KEYS: Final = 100
_MARGIN: Final = 20
_SIZES: Final = {
    PLUG: (SMALL_RADIUS, 110),
    **dict.fromkeys(BUTTONS, (POD_RADIUS, 100)),
    **dict.fromkeys((UNDO, POWER), (SMALL_RADIUS, 84)),
    **dict.fromkeys(COLOUR_KEYS, (KEY_RADIUS, 58)),
}
"""The radius of each control, and the width of its cell."""


class PodBox(NamedTuple):
    """A pod: its outline, its pixels, and the controls that are its plug and its keys."""

    pod: Pod
    body: Rect
    strip: StripRows
    keys: tuple[str, ...]


def place_pods(scene: Scene, build: Build, left: int, right: int, top: int) -> list[PodBox]:
    """Place the pods one below the other from `top` on, between `left` and `right`."""
    boxes = []
    for pod in build.pods:
        if build.imitates(pod.port):  # a real one is on the table
            box = place_pod(scene, build, pod, Rect(left, top, right - left, 0))
            boxes.append(box)
            top = box.body.bottom + _MARGIN
    return boxes


def place_pod(scene: Scene, build: Build, pod: Pod, body: Rect) -> PodBox:
    """Place a pod in a box, which gets as high as needed."""
    left = body.left + _MARGIN
    top = body.top + _TITLE
    strip = place_strip(scene, pod.strip, left, body.right - _MARGIN, top + 6)
    keys_top = strip.panel.bottom if pod.strip else top
    body.height = keys_top + _KEYS - body.top
    scene.place_case(body, 5, 18, 18)
    at = (body.left + 24, body.top + 20)
    scene.place_caption(scene.window_text("pod", name=pod.name), 20, at, left=True)
    controls = (PLUG, *pod.controls)
    # Closer together where the row is long.
    widths = [_SIZES[control][1] for control in controls]
    squeeze = min(1.0, (body.width - 2 * _MARGIN) / sum(widths))
    xs = cell_middles(left, [width * squeeze for width in widths])
    keys = tuple(on_pod(control, pod.name) for control in controls)
    for control, key, x in zip(controls, keys, xs, strict=True):
        radius, _ = _SIZES[control]
        at = (x, keys_top + 50)
        if control in BUTTONS:
            scene.place_button(key, at, radius)
        else:
            scene.place_control(key, at, radius)
    return PodBox(pod, body, strip, keys)
