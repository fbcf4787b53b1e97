"""Opening a build on a real board; `hardware.emulator.opening` opens an emulated device.

The controls come first: importing the rest takes as long again, and no press may be
lost meanwhile.
"""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.panel import Clock, Controls, Lights, Panel, SerialPart
from hardware.buses.ports import port
from hardware.gpio.all_controls import AllControls
from hardware.gpio.board import GpioChip, open_board
from hardware.gpio.buttons import GpioControls, Post
from wiring.spec import Build

if TYPE_CHECKING:
    from hardware.pods.link import PodLink


def open_panel(build: Build, clock: Clock = time.monotonic, post: Post | None = None) -> Panel:
    """Return all parts of a build, open on a real board.

    Display and lights are tried again when used. The open controls send their messages to `post`.
    Raise `PanelError` if the buttons cannot be opened.
    """
    board = open_board(build.board)
    pods = _pods(build, clock)
    controls = open_controls(build, board, pods, post)
    from hardware.battery import GaugedBattery, find_battery
    from hardware.display.opening import open_screen
    from hardware.sound.speaker import MixerSpeaker
    from hardware.supply import PiSupply, find_alarm

    screen = None
    if build.screen:
        screen = open_screen(build.screen, board, port(build.screen.bus, "the display"), clock)
    pixels = None
    if build.strip:
        from hardware.lights.opening import open_pixels  # only builds with a strip wait for that

        pixels = open_pixels(build.strip, port(build.strip.bus, "the strip"), clock)
    alarm = find_alarm()
    supply = PiSupply(alarm) if alarm else None
    gauge = find_battery()
    links: tuple[SerialPart, ...] = tuple(pods)
    if build.readers:
        from hardware.readers.link import CardReader  # only builds with readers wait for that

        links += tuple(CardReader(reader, clock) for reader in build.readers)
    lights = join_lights(build, board, pixels, pods)
    return Panel(
        build.name,
        controls,
        screen,
        lights,
        supply,
        links,
        MixerSpeaker(),
        build.has_open_colours,
        build.flips,
        build.labels,
        battery=GaugedBattery(gauge) if gauge else None,
    )


def open_controls(
    build: Build, board: GpioChip, pods: "Sequence[PodLink]", post: Post | None = None
) -> Controls:
    """Open the header's controls and join those of the pods; `post` gets their messages.

    Raise `PanelError` if the buttons cannot be opened.
    """
    controls: Controls = GpioControls(board, build.buttons, build.encoder, build.active_high)
    if pods:
        controls = AllControls((controls, *(pod.controls for pod in pods)))
    if post is not None:
        controls.listen(post)
    return controls


def join_lights(
    build: Build, board: GpioChip, pixels: Lights | None, pods: "Sequence[PodLink]"
) -> Lights | None:
    """Return the lights of the header and of the pods as one, None for a build without any.

    The level of a light on several of them is that of the last one.
    """
    from hardware.lights.all_lights import AllLights
    from hardware.lights.leds import Leds

    members = [pod.lights for pod in pods if pod.lights]
    if build.lights:
        members.append(Leds(board, build.lights))
    if pixels:
        members.append(pixels)
    if len(members) > 1:
        return AllLights(members)
    return members[0] if members else None


def _pods(build: Build, clock: Clock) -> "Sequence[PodLink]":
    if not build.pods:
        return ()
    from hardware.pods.link import PodLink  # only builds with pods wait for that

    return tuple(PodLink(pod, pod.port, clock) for pod in build.pods)
