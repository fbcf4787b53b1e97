"""Opening any build as an emulated device: real drivers over emulated pins and modelled parts."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from companion.panel import Clock, Panel, Plugged, SerialPart, Tagged
from hardware.emulator.device import Emulated
from hardware.gpio.buttons import Post
from hardware.opening import Connections, open_parts
from wiring.spec import Build

if TYPE_CHECKING:
    from hardware.emulator.reader import EmulatedReader


def emulate_build(
    build: Build, clock: Clock = time.monotonic, post: Post | None = None
) -> tuple[Panel, Emulated]:
    """Open any build over emulated pins and modelled parts. Return its panel, and its outside."""
    device = Emulated(build, clock)
    connections = Connections(device.board, device.model_port)
    panel = open_parts(device.wired_build(), connections, clock, post)
    outsides = [device.readers.get(reader.name) for reader in build.readers]
    links = [
        EmulatedLink(outside, link) if outside else link
        for outside, link in zip(outsides, panel.links, strict=True)
    ]
    stickers = device.card_deck.stickers
    return panel._replace(links=tuple(links), stickers=stickers, wears=False), device


class EmulatedLink:
    """The link of an emulated part (see `companion.panel.SerialPart`): `listen` puts the plug in.

    Merely opening a build leaves no trace so.
    """

    def __init__(self, outside: "EmulatedReader", inside: SerialPart) -> None:
        """Join the outside of a part and its driver."""
        self.outside: Final = outside
        self.inside: Final = inside
        self.name: Final = inside.name

    def listen(self, post: Callable[[Tagged | Plugged], None]) -> None:
        """Plug the part in, and look for it."""
        self.outside.plug_in()
        self.inside.listen(post)

    def close(self) -> None:
        """Close the link, and pull the plug."""
        self.inside.close()
        self.outside.unplug()
