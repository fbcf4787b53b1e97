"""A bridge to MQTT in a thread of this process, over a view socket that says what a test has it say."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from companion.club.bridge import Bridge
from companion.club.settings import Settings
from companion.table import past_games
from companion.table.sitting import Sitting
from tests.rig.view_socket import ViewSocket, line

Start = Callable[..., "Bridged"]


class Bridged:
    """A bridge and its device."""

    def __init__(
        self, folder: Path, settings: Settings, table: str, first: Sitting, history: Any, past: Sitting
    ) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.ended = threading.Event()
        self.device = ViewSocket(folder / f"{id(self)}.sock")
        self.device.last = line(first)
        self.device.answers["history"] = lambda body: {"ok": True, "history": list(history)}
        self.device.answers["record"] = lambda body: {"ok": True, "record": past_games.record(past)}
        self.do(self.device.start())
        self.bridge = Bridge(settings, table, self.device.path)
        self.running = asyncio.run_coroutine_threadsafe(self._run(), self.loop)

    async def _run(self) -> None:
        try:
            await self.bridge.run()
        finally:
            self.ended.set()

    def do(self, what: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self.loop).result(10)

    def tell(self, told: Sitting, serial: int = 2, **other: Any) -> None:
        """The device has this game now."""
        self.say(line(told, serial, **other))

    def say(self, told: dict[str, Any]) -> None:
        """The device shows something else."""
        self.loop.call_soon_threadsafe(self.device.tell, told)

    def end(self) -> None:
        """End the bridge, as a signal does."""
        self.running.cancel()
        assert self.ended.wait(10)
        self.do(self._rest())

    def stop(self) -> None:
        self.end()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    async def _rest(self) -> None:
        """End what is left."""
        if self.device.running:
            await self.device.stop()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0)
