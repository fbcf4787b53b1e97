"""A program of asyncio in a thread of this process, with the device at its view socket in the same loop."""

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from tests.rig.view_socket import ViewSocket


class Looped:
    """A loop that runs, and the device."""

    def __init__(self, view: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.device = ViewSocket(view)

    def begin(self, program: Coroutine[Any, Any, None]) -> None:
        """Start what is tried."""
        self.running = asyncio.run_coroutine_threadsafe(program, self.loop)

    def do(self, what: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self.loop).result(10)

    def say(self, told: dict[str, Any]) -> None:
        """The device shows something else."""
        self.loop.call_soon_threadsafe(self.device.tell, told)

    def stop(self) -> None:
        self.do(self._rest())
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
