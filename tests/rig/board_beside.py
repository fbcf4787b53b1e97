"""A board as a process of its own, and a page of it that is read all the time."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from tests.rig.pages import Pages
from tests.rig.rankings import heard
from tests.rig.servers import free_port
from tests.rig.waiting import until


class BoardBeside:
    """A board that follows a broker at a port of this computer."""

    def __init__(self, folder: Path, broker: int) -> None:
        self.folder = folder
        self.port = free_port()
        self.file = folder / "companion.toml"
        self.file.write_text(
            f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker}\n[board]\nport = {self.port}\n'
        )
        self.process: subprocess.Popen[bytes] | None = None
        self.tables: dict[str, Any] = {}
        self.ranking: dict[tuple[str, int], Any] = {}
        self.away = True
        """Whether the page was told that the broker is away."""
        self.seen: dict[tuple[str, int], float] = {}
        """When the page was told each turn of each table, by the monotonic clock."""

    def start(self) -> None:
        """Start it; the page is open once this returns."""
        with (self.folder / "board.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "companion", "club", "--host", "127.0.0.1"],
                env={**os.environ, "COMPANION_CONFIG": str(self.file)},
                stdout=log,
                stderr=log,
            )
        until(self._answers, 20, 0.05)
        self.tables, self.ranking, self.away = {}, {}, True
        self._reader = Pages(self.port).open()
        threading.Thread(target=self._read, daemon=True).start()

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)
            self.process = None

    @property
    def results(self) -> list[tuple[str, int]]:
        """The table and the game of each result in the ranking."""
        return list(self.ranking)

    def turns(self) -> dict[str, int]:
        """Return the turn of each table that is there."""
        tables = dict(self.tables)
        return {
            key: table["turn"] for key, table in tables.items() if table["online"] and table["game"]
        }

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, (self.folder / "board.log").read_text()
        try:
            return Pages(self.port).get("/words").status == 200
        except OSError:
            return False

    def _read(self) -> None:
        try:
            while True:
                name, news = self._reader.event()
                now = time.monotonic()
                self.away = name == "away"
                if not self.away:
                    self._follow(news, now)
        except (OSError, AssertionError, ValueError):
            return  # it ended

    def _follow(self, news: dict[str, Any], now: float) -> None:
        if news["whole"]:
            self.tables = {}
        for gone in news["gone"]:
            self.tables.pop(gone, None)
        for table in news["tables"]:
            self.tables[table["id"]] = table
            if table["game"]:
                self.seen.setdefault((table["id"], table["turn"]), now)
        if "ranking" in news:
            self.ranking = heard(self.ranking, news["ranking"])
