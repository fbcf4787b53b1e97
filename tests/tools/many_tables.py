"""`python -m tests.tools.many_tables [TABLES ...]`: what many tables cost, and how late the board
is told.

Each table is the bridge's real code over TCP, beside a device that says what it is told to; they
are all in this process, but for one more bridge that is a process of its own. The broker is a
Mosquitto, the board a process of its own: what a page of it is told counts. At the end the broker
is killed while games go on and come to their ends.
"""

import asyncio
import logging
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.club.bridge import Bridge
from companion.journal.sitting import Sitting
from companion.onlooking.settings import BridgeSettings, Broker
from tests.games import three_players
from tests.rig.board_beside import BoardBeside
from tests.rig.moments import sitting
from tests.rig.mosquitto import Listener, Mosquitto
from tests.rig.view_socket import ViewSocket, line

TURNS = 20
"""Turns of each table that are measured, where that is not too many in all."""
MOST_TURNS = 3000
"""Of all tables together."""
BETWEEN_S = 2.0
"""Time between two turns of a table, in seconds; at a real one it is ten times as long."""
FASTEST = 50.0
"""Turns of all tables in a second; what plays them has a part of two processors."""
DOWN_S = 3.0
"""Time for which the broker is gone, in seconds."""
QUEUE = "max_queued_messages 20000"
"""In the broker's configuration: with its 1,000 the board misses some of what 1,000 tables tell at
once."""
PATIENCE_S = 60.0


class Table(NamedTuple):
    """A table: a device, and the bridge that follows it."""

    id: str
    device: ViewSocket
    bridge: Bridge


class Figures(NamedTuple):
    """What was measured; times in milliseconds or (`_s`) seconds, memory in KiB, each of one
    process.
    """

    tables: int
    pace: float
    """Turns of all tables in a second."""
    median: float
    p99: float
    lost: int
    """States that the board's page never saw."""
    messages: float
    """Of one table for each turn."""
    octets: float
    """The same: bytes of topics and payloads."""
    bridge: int
    broker: int
    board: int
    restarted_s: float
    """Until a board that was started again had every table and result."""
    back_s: float
    """Until every state was right after the broker was back."""
    missing: int
    """Results that a page of the board lacks then."""
    twice: int
    """Results that it has more than once."""


def memory(process: "subprocess.Popen[bytes] | None") -> int:
    """Return the resident memory of a process, in KiB."""
    if process is None:
        return 0
    status = Path(f"/proc/{process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


async def seconds(true: Callable[[], bool]) -> float:
    """Return how long it takes until this is true; PATIENCE_S where that never is."""
    began = time.monotonic()
    while not true() and time.monotonic() - began < PATIENCE_S:
        await asyncio.sleep(0.02)
    return time.monotonic() - began


class Club:
    """Many tables, their broker, and a board."""

    def __init__(self, folder: Path, count: int) -> None:
        self.folder = folder
        self.count = count
        self.whole = sitting(three_players())
        self.broker = Mosquitto(folder / "broker", "allow_anonymous true", QUEUE)
        self.broker.start()
        self.board = BoardBeside(folder, self.broker.port)
        self.tables: list[Table] = []
        self.running: list[asyncio.Task[None]] = []
        self.turn = dict[str, int]()
        """The last turn that each device said."""
        self.process: subprocess.Popen[bytes] | None = None

    async def open(self) -> None:
        """Start the tables, and one more whose bridge is a process of its own."""
        for number in range(self.count):
            device = await self._device(f"{number}.sock")
            settings = BridgeSettings(Broker("127.0.0.1", self.broker.port), name=f"Table {number}")
            self.tables.append(
                Table(f"{number:012x}", device, Bridge(settings, f"{number:012x}", device.path))
            )
        self.running = [asyncio.ensure_future(table.bridge.run()) for table in self.tables]
        apart = await self._device("apart.sock")
        file = self.folder / "bridge.toml"
        file.write_text(
            f'[mqtt]\nbroker = "127.0.0.1"\nport = {self.broker.port}\nname = "Apart"\n'
        )
        with (self.folder / "bridge.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "companion", "mqtt", "--view", str(apart.path)],
                env={**os.environ, "COMPANION_CONFIG": str(file)},
                stdout=log,
                stderr=log,
            )
        self.apart = apart
        while not all(
            table.bridge.link.connected and table.bridge.device.left is None
            for table in self.tables
        ):
            await asyncio.sleep(0.05)

    async def play(self, turns: int, between: float) -> dict[tuple[str, int], float]:
        """Take turns at all tables, spread over time.

        Gives when each state was said by its device.
        """
        told: dict[tuple[str, int], float] = {}
        pause = between / self.count
        for turn in range(1, turns + 1):
            self.apart.tell(line(self._after(turn), turn + 1))
            for table in self.tables:
                begin = time.monotonic()
                told[table.id, turn + 1] = begin
                self.say(table, turn)
                await asyncio.sleep(max(0.0, pause - (time.monotonic() - begin)))
        await asyncio.sleep(1)
        return told

    def say(self, table: Table, turns: int) -> None:
        """Send the state of a device that has so many turns behind it."""
        then = self._after(turns)
        assert then.state is not None
        self.turn[table.id] = then.state.turn
        table.device.tell(line(then, turns + 1))

    def end(self, first: int) -> None:
        """End every tenth game, from this table on."""
        for table in self.tables[first::10]:
            self.say(table, len(self.whole.steps) - 1)
            self.say(table, len(self.whole.steps))

    @property
    def ended(self) -> set[str]:
        last = self.whole.state
        assert last is not None
        return {key for key, turn in self.turn.items() if turn == last.turn}

    def right(self) -> bool:
        """Return True if the board's page has every state, and every result once."""
        found = self.board.turns()
        return (
            not self.board.away
            and all(found.get(key) == turn for key, turn in self.turn.items())
            and (sorted(self.board.results) == sorted((key, 7) for key in self.ended))
        )

    async def close(self) -> None:
        self.board.stop()
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)
        for task in self.running:
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)
        for device in (self.apart, *(table.device for table in self.tables)):
            await device.stop()
        self.broker.stop()

    def _after(self, turns: int) -> Sitting:
        return self.whole._replace(steps=self.whole.steps[:turns])

    async def _device(self, name: str) -> ViewSocket:
        device = ViewSocket(self.folder / name)
        device.last = line(self._after(0))
        device.answers["history"] = lambda body: {"ok": True, "history": []}
        await device.start()
        return device


async def _restart_board(club: Club) -> float:
    """Return the seconds until a board that is started again is right."""
    await asyncio.to_thread(club.board.stop)
    began = time.monotonic()
    await asyncio.to_thread(club.board.start)
    await seconds(club.right)
    return time.monotonic() - began


async def _kill_broker(club: Club, turns: int) -> float:
    """Play and end games without a broker. Return the seconds until the board has them all."""
    club.broker.stop()
    for table in club.tables:
        if table.id not in club.ended:
            club.say(table, turns + 1)
    club.end(5)
    await asyncio.sleep(DOWN_S)
    club.broker.start()
    return await seconds(club.right)


async def run(club: Club) -> Figures:
    """Start the tables, play, kill the broker, and end them."""
    count = club.count
    turns = max(2, min(TURNS, MOST_TURNS // count))
    between = max(BETWEEN_S, count / FASTEST)
    await asyncio.to_thread(club.board.start)
    listener = await asyncio.to_thread(
        lambda: Listener(club.broker.port, "", "", f"hanabi/{0:012x}/#")
    )
    await club.open()
    opened = await seconds(lambda: len(club.board.turns()) > count)
    print(f"{count} tables are there after {opened:.1f} s", file=sys.stderr)
    await asyncio.to_thread(listener.rest)
    before = listener.octets
    told = await club.play(turns, between)
    octets, messages = listener.octets - before, len(await asyncio.to_thread(listener.rest))
    listener.stop()
    sizes = [memory(one) for one in (club.process, club.broker.process, club.board.process)]
    seen = dict(club.board.seen)
    late = sorted(1000 * (seen[key] - at) for key, at in told.items() if key in seen)
    club.end(0)
    await seconds(club.right)
    restarted = await _restart_board(club)
    back = await _kill_broker(club, turns)
    results = club.board.results
    return Figures(
        *(count, count / between, statistics.median(late), late[99 * len(late) // 100]),
        *(
            len(told.keys() - seen.keys()),
            messages / turns,
            octets / turns,
            *sizes,
            restarted,
            back,
        ),
        missing=len({(key, 7) for key in club.ended} - set(results)),
        twice=len(results) - len(set(results)),
    )


async def _measure(folder: Path, count: int) -> Figures:
    club = Club(folder, count)
    try:
        return await run(club)
    finally:
        await club.close()


def measure(count: int) -> Figures:
    """Return the figures of so many tables."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # eight files for each table
    with tempfile.TemporaryDirectory() as place:
        return asyncio.run(_measure(Path(place), count))


HEAD = (
    *("tables", "turns a second", "state to a page of the board, median", "p99", "lost"),
    *("messages a turn", "bytes a turn", "a bridge", "broker", "board"),
    *("board started again", "broker killed and back", "results missing", "twice"),
)


def main(words: Sequence[str]) -> None:
    """Print a line for each number of tables."""
    print(f"| {' | '.join(HEAD)} |")
    print(f"|{'---|' * len(HEAD)}", flush=True)
    for count in map(int, words or ("1", "20", "200", "1000")):
        one = measure(count)
        cells = (
            *(
                str(one.tables),
                f"{one.pace:.1f}",
                f"{one.median:.0f} ms",
                f"{one.p99:.0f} ms",
                str(one.lost),
            ),
            *(f"{one.messages:.1f}", f"{one.octets:,.0f}"),
            *(f"{size / 1024:.0f} MiB" for size in (one.bridge, one.broker, one.board)),
            *(f"{one.restarted_s:.1f} s", f"{one.back_s:.1f} s", str(one.missing), str(one.twice)),
        )
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    logging.getLogger("companion.club").setLevel(
        logging.CRITICAL
    )  # each says that its broker is gone
    main(sys.argv[1:])
