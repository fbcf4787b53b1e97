"""A program of asyncio in a thread of this process, and a device at its view socket."""

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from tests.rig.view_socket import ViewSocket


class Loop:
    """A loop that runs."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def begin(self, program: Coroutine[Any, Any, None]) -> None:
        """Start what is tried."""
        self.running = asyncio.run_coroutine_threadsafe(program, self.loop)

    def do(self, what: Coroutine[Any, Any, Any], seconds: float = 10) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self.loop).result(seconds)

    def stop(self) -> None:
        self.do(self._rest())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    async def _rest(self) -> None:
        """End what is left."""
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0)


class Looped(Loop):
    """A loop that runs, and the device."""

    def __init__(self, view: Path) -> None:
        super().__init__()
        self.device = ViewSocket(view)

    def say(self, told: dict[str, Any]) -> None:
        """Show something else on the device."""
        self.loop.call_soon_threadsafe(self.device.tell, told)

    async def _rest(self) -> None:
        if self.device.running:
            await self.device.stop()
        await super()._rest()
