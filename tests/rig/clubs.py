"""A club in a thread of this process: tables with their bridges, a real broker, and the board
beside them.
"""

import asyncio
from pathlib import Path
from typing import Any

from companion.club.board.board import ClubBoard
from companion.club.bridge import Bridge
from companion.journal.sitting import EMPTY, Sitting
from companion.onlooking.settings import BoardSettings as BoardSettings
from companion.onlooking.settings import BridgeSettings, Broker
from tests.rig.loops import Loop
from tests.rig.mosquitto import Mosquitto
from tests.rig.view_socket import ViewSocket, line
from tests.rig.waiting import until


class Table:
    """A device that says what it is told to, and the bridge that follows it."""

    def __init__(
        self, folder: Path, broker: Broker, number: int, name: str, first: Sitting = EMPTY
    ) -> None:
        self.id = f"{number:012x}"
        self.serial = 1
        self.device = ViewSocket(folder / f"{number}.sock")
        self.device.last = line(first)
        self.device.answers["history"] = lambda body: {"ok": True, "history": []}
        self.bridge = Bridge(
            BridgeSettings(broker, name=name, players=True), self.id, self.device.path
        )
        self.running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.device.start()
        self.running = asyncio.ensure_future(self.bridge.run())

    @property
    def ready(self) -> bool:
        return self.bridge.link.connected and self.bridge.device.left is None

    def tell(self, told: Sitting, **other: Any) -> None:
        """Let the device have this game now."""
        self.serial += 1
        self.device.tell(line(told, self.serial, **other))

    async def stop(self) -> None:
        if self.running is not None:
            self.running.cancel()
            await asyncio.gather(self.running, return_exceptions=True)
        if self.device.running:
            await self.device.stop()


class Club(Loop):
    """A broker, its tables, and a board."""

    def __init__(self, folder: Path, *lines: str) -> None:
        super().__init__()
        self.folder = folder
        self.broker = Mosquitto(folder / "broker", *lines)
        self.broker.start()
        self.tables: list[Table] = []
        self.server: ClubBoard | None = None

    @property
    def settings(self) -> Broker:
        return Broker("127.0.0.1", self.broker.port)

    @property
    def board(self) -> Any:
        assert self.server is not None
        return self.server

    def open(self, name: str, first: Sitting = EMPTY) -> Table:
        """Return a table that is there once this returns."""
        table = self.do(self._open(name, first))
        until(lambda: table.ready, 20)
        return table

    def tell(self, table: Table, told: Sitting, **other: Any) -> None:
        self.loop.call_soon_threadsafe(lambda: table.tell(told, **other))

    def start_board(self, host: str = "127.0.0.1", port: int = 0, **settings: Any) -> None:
        self.begin(self._serve(BoardSettings(self.settings, port, host, **settings)))
        until(lambda: (self.server and self.server.port) or self.running.done())

    def stop_board(self) -> None:
        if self.server is not None:
            self.running.cancel()
            connections = self.server.connections
            until(lambda: not len(connections))
            self.server = None

    def stop(self) -> None:
        self.stop_board()
        for table in self.tables:
            self.do(table.stop())
        self.broker.stop()
        super().stop()

    async def _open(self, name: str, first: Sitting) -> Table:
        table = Table(self.folder, self.settings, len(self.tables) + 1, name, first)
        self.tables.append(table)
        await table.start()
        return table

    async def _serve(self, settings: BoardSettings) -> None:
        server = ClubBoard(settings)
        server.listen()
        self.server = server
        await server.run()
