"""A bridge to MQTT in a thread of this process, over a view socket that a test speaks for."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.club.bridge import Bridge
from companion.club.settings import BridgeSettings, Broker
from companion.journal import past_games
from companion.journal.sitting import Sitting
from tests.games import three_players
from tests.rig.loops import Looped
from tests.rig.moments import NAMES, sitting
from tests.rig.mosquitto import ACCESS, Mosquitto
from tests.rig.view_socket import line

Start = Callable[..., "Bridged"]


TABLE = "0123456789ab"


class Bridged(Looped):
    """A bridge and its device."""

    def __init__(
        self,
        folder: Path,
        settings: BridgeSettings,
        first: Sitting,
        history: Any = (),
        table: str = TABLE,
    ) -> None:
        super().__init__(folder / f"{id(self)}.sock")
        self.id = table
        self.serial = 1
        self.ended = threading.Event()
        self.device.last = line(first)
        self.device.answers["history"] = lambda body: {"ok": True, "history": list(history)}
        self.device.answers["record"] = lambda body: {"ok": True, "record": RECORD}
        self.do(self.device.start())
        self.bridge: Bridge = self.do(self._make(settings, table))
        self.begin(self._run())

    async def _make(self, settings: BridgeSettings, table: str) -> Bridge:
        return Bridge(settings, table, self.device.path)

    async def _run(self) -> None:
        try:
            await self.bridge.run()
        finally:
            self.ended.set()

    @property
    def ready(self) -> bool:
        return self.bridge.connected and self.bridge.device.left is None

    def tell(self, told: Sitting, **other: Any) -> None:
        """Let the device have this game now."""
        self.serial += 1
        self.say(line(told, self.serial, **other))

    def end(self) -> None:
        """End the bridge, as a signal does."""
        self.running.cancel()
        assert self.ended.wait(10)

    def stop(self) -> None:
        self.end()
        super().stop()


WHOLE = sitting(three_players(), NAMES)
RECORD = past_games.game_record(WHOLE)
MISFIRE = next(number for number, step in enumerate(WHOLE.steps) if step.state.errors)


def after(steps: int) -> Sitting:
    return WHOLE._replace(steps=WHOLE.steps[:steps])


def login(broker: Mosquitto) -> Broker:
    """Return how the table logs in at a broker with passwords."""
    return Broker("127.0.0.1", broker.port, user=TABLE, password="right")


def online(body: Any) -> bool:
    return bool(body["online"])


def there(body: Any) -> bool:
    return body is not None


DISCOVERY = f"homeassistant/device/{TABLE}/config"


_LINES = [line for line in ACCESS.splitlines() if "homeassistant/" not in line]
WITHOUT_HOUSE = "\n".join([*_LINES, ""])
"""An access list that has nothing of Home Assistant."""


def with_access(broker: Mosquitto, access: str) -> Mosquitto:
    """Start a broker again, with another access list."""
    broker.stop()
    (broker.folder / "access").write_text(access)
    broker.start()
    return broker
