"""Opening any build as an emulated device: the real drivers over emulated pins and modelled parts."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from companion.panel import Panel, SerialPart
from hardware.emulator.board import EmulatedBoard
from hardware.emulator.device import Emulated
from hardware.emulator.fan import fan_of
from hardware.emulator.knob import Knob
from hardware.gpio.buttons import Post
from hardware.opening import joined_controls, joined_lights
from wiring.spec import LED_SHIM, SK9822, Build, Strip

if TYPE_CHECKING:
    from hardware.emulator.models.led_shim import ModelLedShim
    from hardware.emulator.models.strip import ModelStrip
    from hardware.emulator.pod import EmulatedPod
    from hardware.emulator.reader import EmulatedReader
    from hardware.pods.link import PodLink

_ANY_MODEL: Final = "4B"
"""The board that is emulated for a build for a real one."""


def emulate(
    build: Build, clock: Callable[[], float] = time.monotonic, post: Post | None = None
) -> tuple[Panel, Emulated]:
    """Open any build over emulated pins and modelled parts: its panel, and its outside (see `open_panel`)."""
    board = EmulatedBoard(build.board.model or _ANY_MODEL, clock)
    links: Sequence[SerialPart] = ()
    pods: Sequence[PodLink] = ()
    outsides: Mapping[str, EmulatedPod] = {}
    if build.pods:
        from hardware.emulator.pod import open_pods  # only builds with pods wait for that

        links, pods, outsides = open_pods(build, clock)
    controls = joined_controls(build, board, pods, post)
    from hardware.emulator import display
    from hardware.sound.speaker import MixerSpeaker

    model = screen = strip = pixels = None
    if build.screen:
        model = display.model(build.screen)
        screen = display.emulated(build.screen, board, model, clock)
    if build.strip:
        from hardware.lights.opening import open_pixels

        strip = _strip(build.strip)
        pixels = open_pixels(build.strip, strip, clock)
    knob = Knob(board, build.encoder) if build.encoder else None
    reading: Sequence[SerialPart] = ()
    readers: Mapping[str, EmulatedReader] = {}
    if build.readers:
        from hardware.emulator.reader import open_readers  # likewise

        reading, readers = open_readers(build, clock)
    lights = joined_lights(build, board, pixels, pods)
    fan = fan_of(build)
    outside = build.coloured, build.flips, build.labels, fan.stickers
    panel = Panel(
        build.name, controls, screen, lights, None, (*links, *reading), MixerSpeaker(), *outside
    )
    return panel, Emulated(build, board, model, screen, strip, knob, readers, outsides, fan)


def _strip(strip: Strip) -> "ModelStrip | ModelLedShim":
    """The modelled pixels of a build, which are their bus, too."""
    from hardware.emulator.models.led_shim import ModelLedShim
    from hardware.emulator.models.strip import ModelStrip

    if strip.controller == LED_SHIM:
        return ModelLedShim()
    return ModelStrip(strip.pixels, latches=strip.controller == SK9822)
