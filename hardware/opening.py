"""Opening a build on a real board, or on whatever `Connections` have in its place.

The controls come first: importing the rest takes as long again, and no press may be
lost meanwhile.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from companion.panel import Clock, Controls, Lights, Panel, SerialPart
from hardware.buses.ports import Port, kernel_port
from hardware.gpio.board import GpioChip, open_board
from hardware.gpio.buttons import GpioControls, Post
from wiring.spec import Build, I2c, Spi


class Connections(NamedTuple):
    """What the parts of a build hang on: lines, and the places on buses by a part's name."""

    board: GpioChip
    port: Callable[[I2c | Spi, str], Port] = kernel_port


def open_panel(build: Build, clock: Clock = time.monotonic, post: Post | None = None) -> Panel:
    """Return all parts of a build, open on a real board.

    Raise `PanelError` if the buttons cannot be opened.
    """
    panel = open_parts(build, Connections(open_board(build.board)), clock, post)
    from hardware.battery import GaugedBattery, find_battery
    from hardware.supply import PiSupply, find_alarm

    alarm = find_alarm()
    gauge = find_battery()
    return panel._replace(
        supply=PiSupply(alarm) if alarm else None,
        battery=GaugedBattery(gauge) if gauge else None,
    )


def open_parts(build: Build, connections: Connections, clock: Clock, post: Post | None) -> Panel:
    """Return all parts of a build, open on these connections.

    Display and lights are tried again when used. The open controls send their messages to `post`.
    Raise `PanelError` if the buttons cannot be opened.
    """
    header = GpioControls(
        connections.board, build.buttons, build.encoder, build.active_high, build.per_detent
    )
    controls: Controls = header
    if build.keypads:
        from hardware.gpio.all_controls import AllControls  # only builds with keypads wait for that
        from hardware.keypads.keypad import KeypadControls

        controls = AllControls((header, *map(KeypadControls, build.keypads)))
    if post is not None:
        controls.listen(post)
    from hardware.sound.speaker import MixerSpeaker

    screen = None
    if build.screen:
        from hardware.display.oled import open_screen

        port = connections.port(build.screen.bus, "the display")
        screen = open_screen(build.screen, connections.board, port, clock)
    links: tuple[SerialPart, ...] = ()
    if build.readers:
        from hardware.readers.link import CardReader  # only builds with readers wait for that

        links = tuple(CardReader(reader, clock) for reader in build.readers)
    return Panel(
        build.name,
        controls,
        screen,
        _open_lights(build, connections, clock),
        links=links,
        speaker=MixerSpeaker(),
        coloured=build.has_open_colours,
        flips=build.flips,
        labels=build.labels,
    )


def _open_lights(build: Build, connections: Connections, clock: Clock) -> Lights | None:
    from hardware.lights.all_lights import AllLights
    from hardware.lights.leds import Leds

    members: list[Lights] = []
    if build.lights:
        members.append(Leds(connections.board, build.lights))
    if build.strip:
        from hardware.lights.pixels import open_pixels  # only builds with a strip wait for that

        port = connections.port(build.strip.bus, "the strip")
        members.append(open_pixels(build.strip, port, clock))
    if len(members) > 1:
        return AllLights(members)
    return members[0] if members else None
