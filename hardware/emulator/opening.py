"""Opening any build as an emulated device: real drivers over emulated pins and modelled parts."""

import time

from companion.panel import Clock, Panel
from hardware.emulator.device import Emulated
from hardware.emulator.serial import EmulatedLink
from hardware.gpio.buttons import Post
from hardware.opening import Connections, open_parts
from wiring.spec import Build


def emulate(
    build: Build, clock: Clock = time.monotonic, post: Post | None = None
) -> tuple[Panel, Emulated]:
    """Open any build over emulated pins and modelled parts (see `open_parts`).

    Return its panel, and its outside.
    """
    device = Emulated(build, clock)
    connections = Connections(device.board, device.port)
    panel = open_parts(device.wired_build(), connections, clock, post)
    outsides = [
        *(device.pods.get(pod.name) for pod in build.pods),
        *(device.readers.get(reader.name) for reader in build.readers),
    ]
    links = [
        EmulatedLink(outside, link) if outside else link
        for outside, link in zip(outsides, panel.links, strict=True)
    ]
    return panel._replace(links=tuple(links), stickers=device.fan.stickers, wears=False), device
