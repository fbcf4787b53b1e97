"""Opening any build as an emulated device: real drivers over emulated pins and modelled parts."""

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.panel import Clock, Panel, SerialPart
from hardware.emulator.board import EmulatedBoard
from hardware.emulator.device import Emulated
from hardware.emulator.fan import fan_of
from hardware.emulator.knob import Knob
from hardware.gpio.buttons import Post
from hardware.opening import join_lights, open_controls
from wiring.spec import LED_SHIM, SK9822, Build, Strip

if TYPE_CHECKING:
    from hardware.emulator.models.led_shim import ModelLedShim
    from hardware.emulator.models.strip import ModelStrip
    from hardware.emulator.pod import EmulatedPod
    from hardware.emulator.reader import EmulatedReader
    from hardware.lights.pixels import Pixels
    from hardware.pods.link import PodLink


def emulate(
    build: Build, clock: Clock = time.monotonic, post: Post | None = None
) -> tuple[Panel, Emulated]:
    """Open any build over emulated pins and modelled parts (see `open_panel`).

    Return its panel, and its outside.
    """
    # Any model will do for a real board.
    board = EmulatedBoard(build.board.model or "4B", clock, build.active_high_pins)
    links: Sequence[SerialPart] = ()
    pods: Sequence[PodLink] = ()
    outsides: Mapping[str, EmulatedPod] = {}
    if build.pods:
        from hardware.emulator.pod import open_pods  # only builds with pods wait for that

        links, pods, outsides = open_pods(build, clock)
    controls = open_controls(build, board, pods, post)
    from hardware.emulator.display import emulate_screen
    from hardware.sound.speaker import MixerSpeaker

    model = screen = strip = pixels = None
    if build.screen:
        model, screen = emulate_screen(build.screen, board, clock)
    if build.strip:
        strip, pixels = emulate_strip(build.strip, clock)
    knob = Knob(board, build.encoder) if build.encoder else None
    reading: Sequence[SerialPart] = ()
    readers: Mapping[str, EmulatedReader] = {}
    if build.readers:
        from hardware.emulator.reader import open_readers  # likewise

        reading, readers = open_readers(build, clock)
    lights = join_lights(build, board, pixels, pods)
    fan = fan_of(build)
    panel = Panel(
        build.name,
        controls,
        screen,
        lights,
        None,
        (*links, *reading),
        MixerSpeaker(),
        build.has_open_colours,
        build.flips,
        build.labels,
        fan.stickers,
        wears=False,
    )
    return panel, Emulated(build, board, model, screen, strip, knob, readers, outsides, fan)


def emulate_strip(strip: Strip, clock: Clock) -> "tuple[ModelStrip | ModelLedShim, Pixels]":
    """Return modelled pixels, which are their bus, too, and their driver."""
    from hardware.emulator.models.led_shim import ModelLedShim
    from hardware.emulator.models.strip import ModelStrip
    from hardware.lights.opening import open_pixels

    model: ModelStrip | ModelLedShim
    if strip.controller == LED_SHIM:
        model = ModelLedShim()
    else:
        model = ModelStrip(strip.pixels, strip.controller == SK9822, strip.order)
    return model, open_pixels(strip, model, clock)
