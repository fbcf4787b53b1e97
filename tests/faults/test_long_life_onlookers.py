"""Twenty thousand turns while onlookers come and go: nothing of them stays."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from companion import settings
from tests.faults.marks import FAULTS
from tests.rig.daemons import Daemon, daemon, launched
from tests.rig.mosquitto import CLUB, Mosquitto
from tests.rig.pages import Pages
from tests.rig.running import Script
from tests.rig.servers import free_port, page_words
from tests.rig.waiting import until

pytestmark = [*FAULTS, *CLUB]

TURNS = int(os.environ.get("COMPANION_FAULTS_TURNS", "20000"))
PARTS = 10
MOST_MORE = 3 * 2**20
"""Bytes by which the memory of a program may differ between its second part and its last one."""
CLUE = {"do": "action", "action": {"do": "clue"}}
CYCLE = (CLUE, {"do": "undo"}, CLUE, {"do": "action", "action": {"do": "discard"}})
GAME = 100
"""Turns after which a new game begins, and the one before is given up."""
PATHS = ("/games", "/standings", "/words")


class House:
    """A companion, and the programs that look on at it, each a process of its own."""

    def __init__(self, folder: Path, companion: Daemon, broker: int) -> None:
        self.folder = folder
        self.companion = companion
        self.broker = broker
        self.view = settings.view_socket_beside(companion.sock)
        self.port = free_port()

    @contextmanager
    def program(self, name: str) -> Iterator[Daemon]:
        """The page or the bridge, once it is ready."""
        words = {
            "web": page_words(self.port, self.view),
            "mqtt": ("mqtt", "--view", str(self.view)),
        }[name]
        outside = self.folder / name
        outside.mkdir(exist_ok=True)
        with launched(self.folder, "-m", "companion", *words, outside=outside) as running:
            until(lambda: " is at " in running.log or " knows " in running.log, 30)
            yield running
            assert "Traceback" not in running.log
            assert running.end() == 0

    def come_and_go(self, name: str, over: threading.Event) -> None:
        """One such program after the other, until it is over."""
        while not over.is_set():
            with self.program(name):
                over.wait(3)

    def look_on(self, over: threading.Event) -> None:
        """One browser after the other at the page, until it is over."""
        pages, number = Pages(self.port), 0
        while not over.is_set():
            number += 1
            with suppress(OSError, AssertionError):
                pages.get(PATHS[number % len(PATHS)])
                reader = pages.open()
                for _ in range(number % 7):
                    if not over.is_set():  # else it waits 15 s for each
                        reader.event()
                reader.close()
            over.wait(0.02)


@contextmanager
def during(work: Callable[..., None], *args: object) -> Iterator[None]:
    """Do this in a thread until the block ends."""
    over = threading.Event()
    thread = threading.Thread(target=work, args=(*args, over))
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(60)
        assert not thread.is_alive()


def play(player: Script, turns: int) -> int:
    """So many turns, and games one after the other.

    Gives how many counted, since others play as well.
    """
    counted = 0
    for number in range(turns):
        if number % GAME == 0:
            player.tell(do="action", action={"do": "concede", "reason": "conceded"})
            player.ask(do="new", players=3)
        counted += player.tell(**CYCLE[number % len(CYCLE)])["ok"]
    return counted


@pytest.fixture
def house(tmp_path, monkeypatch):
    broker = Mosquitto(tmp_path / "broker")
    broker.start()
    file = tmp_path / "broker.toml"
    file.write_text(f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker.port}\n')
    monkeypatch.setenv("COMPANION_CONFIG", str(file))
    with daemon(tmp_path) as companion:
        yield House(tmp_path, companion, broker.port)
        assert "Traceback" not in companion.log
        assert companion.end() == 0
    broker.stop()


def measure(
    parts: list[list[int]], programs: dict[str, Daemon], at_rest: dict[str, tuple[int, int]]
) -> None:
    """Note the memory of each; its threads and descriptors must be as many as before."""
    seconds = time.monotonic() + 40
    while (
        held := {name: (one.threads, one.descriptors) for name, one in programs.items()}
    ) != at_rest:
        assert time.monotonic() < seconds, f"{held} threads and descriptors, {at_rest} before"
        time.sleep(0.2)
    parts.append([one.memory for one in programs.values()])
    print(
        *(f"{name} {size / 2**20:.1f} MiB" for name, size in zip(programs, parts[-1], strict=True))
    )


@pytest.mark.parametrize(
    "stays",
    [("companion", "web", "mqtt"), ("companion", "web"), ("companion",)],
    ids=[
        "browsers come and go",
        "the bridge comes and goes too",
        "all of them come and go",
    ],
)
def test_nothing_stays_of_those_who_look_on(house, stays):
    programs = {"companion": house.companion}
    parts: list[list[int]] = []
    with Script(house.companion.sock) as player, ExitStack() as ending:
        player.ask(do="new", players=3)
        player.ask(get="history")
        for name in stays[1:]:
            programs[name] = ending.enter_context(house.program(name))
        time.sleep(1)
        at_rest = {name: (one.threads, one.descriptors) for name, one in programs.items()}
        began, counted = time.monotonic(), 0
        for _ in range(PARTS):
            with ExitStack() as guests:
                for name in {"web", "mqtt"} - set(stays):
                    guests.enter_context(during(house.come_and_go, name))
                guests.enter_context(during(house.look_on))
                counted += play(player, TURNS // PARTS)
            measure(parts, programs, at_rest)
        print(
            f"{counted} turns in {time.monotonic() - began:.0f} s; threads, descriptors: {at_rest}"
        )
        assert counted > TURNS / 2
        second, last = parts[1], parts[-1]
        for name, before, after in zip(programs, second, last, strict=True):
            assert after < before + MOST_MORE, f"{name} grew from {before} to {after} bytes"
