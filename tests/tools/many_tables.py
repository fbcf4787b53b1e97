"""`python -m tests.tools.many_tables [TABLES ...]`: what many tables cost a broker, and how late it is told.

Each table is the bridge's real code over TCP, beside a device that says what it is told to; all of them are
in this process. The broker is a Mosquitto of its own. A listener reads everything.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from companion.club.bridge import Bridge
from companion.club.broker_settings import Broker
from companion.club.settings import Settings
from companion.table.sitting import Sitting
from tests.games import three_players
from tests.rig.mosquitto import Listener, Mosquitto
from tests.rig.view_socket import ViewSocket, line
from tests.web.test_tables import sitting

TURNS = 20
"""Turns of each table that are measured."""
BETWEEN_S = 2.0
"""Time between two turns of a table, in seconds; at a real one it is ten times as long."""


class Table(NamedTuple):
    """A table: a device, and the bridge that follows it."""

    device: ViewSocket
    bridge: Bridge


class Figures(NamedTuple):
    """What was measured; times in milliseconds, memory in KiB."""

    tables: int
    median: float
    p99: float
    lost: int
    broker: int


def memory(pid: int) -> int:
    """The resident memory of a process, in KiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


async def play(tables: Sequence[Table], whole: Sitting) -> dict[tuple[str, int], float]:
    """Take turns at all tables, spread over time; gives when each state was said by its device."""
    told: dict[tuple[str, int], float] = {}
    pause = BETWEEN_S / len(tables)
    for turn in range(1, TURNS + 1):
        for number, table in enumerate(tables):
            begin = time.monotonic()
            after = whole._replace(steps=whole.steps[:turn])
            told[f"{number:012x}", turn + 1] = time.monotonic()
            table.device.tell(line(after, turn + 1))
            await asyncio.sleep(max(0.0, pause - (time.monotonic() - begin)))
    await asyncio.sleep(1)
    return told


async def run(broker: Mosquitto, folder: Path, count: int) -> dict[tuple[str, int], float]:
    """Start the tables, play, and end them."""
    whole = sitting(three_players())
    tables = []
    for number in range(count):
        device = ViewSocket(folder / f"{number}.sock")
        device.last = line(whole._replace(steps=()))
        device.answers["history"] = lambda body: {"ok": True, "history": []}
        await device.start()
        settings = Settings(Broker("127.0.0.1", broker.port), name=f"Table {number}")
        tables.append(Table(device, Bridge(settings, f"{number:012x}", device.path)))
    running = [asyncio.ensure_future(table.bridge.run()) for table in tables]
    while not all(table.bridge.connected and table.bridge.device.left is None for table in tables):
        await asyncio.sleep(0.05)
    told = await play(tables, whole)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    for table in tables:
        await table.device.stop()
    return told


def measure(count: int) -> Figures:
    """The figures of so many tables."""
    with tempfile.TemporaryDirectory() as place:
        broker = Mosquitto(Path(place) / "broker")
        broker.start()
        listener = Listener(broker.port)
        try:
            told = asyncio.run(run(broker, Path(place), count))
            size = memory(broker.process.pid) if broker.process else 0
            heard = {
                (one.topic.split("/")[1], one.body["turn"]): one.at
                for one in listener.rest()
                if one.topic.endswith("/state") and one.body.get("turn")
            }
        finally:
            listener.stop()
            broker.stop()
    late = sorted(1000 * (heard[key] - at) for key, at in told.items() if key in heard)
    return Figures(
        count, statistics.median(late), late[99 * len(late) // 100], len(told.keys() - heard.keys()), size
    )


def main(words: Sequence[str]) -> None:
    """Print a line for each number of tables."""
    print("| tables | state to a listener, median | p99 | lost | memory of the broker |")
    print("|---|---|---|---|---|")
    for count in map(int, words or ("1", "20", "200")):
        one = measure(count)
        late = f"{one.median:.1f} ms | {one.p99:.1f} ms"
        print(f"| {one.tables} | {late} | {one.lost} | {one.broker / 1024:.1f} MiB |")


if __name__ == "__main__":
    main(sys.argv[1:])
