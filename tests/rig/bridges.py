"""A bridge to MQTT in a thread of this process, over a view socket that says what a test has it
say.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.club.bridge import Bridge
from companion.journal import past_games
from companion.journal.sitting import Sitting
from companion.onlooking.settings import BridgeSettings
from tests.rig.loops import Looped
from tests.rig.view_socket import line

Start = Callable[..., "Bridged"]


class Bridged(Looped):
    """A bridge and its device."""

    def __init__(
        self,
        folder: Path,
        settings: BridgeSettings,
        table: str,
        first: Sitting,
        history: Any,
        past: Sitting,
    ) -> None:
        super().__init__(folder / f"{id(self)}.sock")
        self.ended = threading.Event()
        self.device.last = line(first)
        self.device.answers["history"] = lambda body: {"ok": True, "history": list(history)}
        self.device.answers["record"] = lambda body: {"ok": True, "record": past_games.record(past)}
        self.do(self.device.start())
        self.bridge = Bridge(settings, table, self.device.path)
        self.begin(self._run())

    async def _run(self) -> None:
        try:
            await self.bridge.run()
        finally:
            self.ended.set()

    def tell(self, told: Sitting, serial: int = 2, **other: Any) -> None:
        """Let the device have this game now."""
        self.say(line(told, serial, **other))

    def end(self) -> None:
        """End the bridge, as a signal does."""
        self.running.cancel()
        assert self.ended.wait(10)

    def stop(self) -> None:
        self.end()
        super().stop()
