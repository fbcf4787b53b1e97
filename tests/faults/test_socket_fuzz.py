"""Rude clients at a real companion's socket for as long as one likes, beside one that plays."""

import contextlib
import random
import re
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from companion.daemon.socket.server import MOST_CLIENTS
from companion.errors import CompanionError
from companion.game.actions import parse_action
from companion.game.record import parse_record, parse_setup, replay
from companion.game.rules import apply, start
from companion.game.state import State
from companion.game.view import state_json
from tests.faults.marks import FAULTS
from tests.rig.daemons import SECONDS, SEED, Daemon, daemon
from tests.rig.rude import Rude
from tests.rig.running import Script
from tests.rig.waiting import until

pytestmark = FAULTS

UNIT = Path(__file__).parents[2] / "systemd" / "hanabi-companion.service"
RUDE = 4
PART = 20.0
"""Seconds between two looks at the memory."""


class Player:
    """A script that plays, and knows what the companion must answer."""

    def __init__(self, path: Path, seed: int) -> None:
        self.script = Script(path)
        self.dice = random.Random(seed)
        self.states: list[State] = []
        self.times: list[float] = []

    def ask(self, **body: Any) -> dict[str, Any]:
        began = time.perf_counter()
        answer = self.script.tell(**body)
        self.times.append(time.perf_counter() - began)
        return answer

    def begin(self) -> None:
        edition = self.dice.choice(("classic", "grand", "rr-variant-1", "black-powder", "online"))
        players = self.dice.randint(2, 5)
        assert self.ask(do="new", edition={"preset": edition}, players=players)["ok"]
        setup, _ = parse_setup({"preset": edition}, players, "colours")
        self.states = [start(setup)]

    def step(self) -> None:
        """One request, whose answer must be that of the rules."""
        if self.states[-1].over:
            self.begin()
        roll = self.dice.random()
        if roll < 0.1 and len(self.states) > 1:
            assert self.ask(do="undo")["ok"]
            self.states.pop()
        elif roll < 0.2 and self.states[-1].clues and not self.states[-1].bonus_pending:
            assert self.ask(do="press", control="clue")["ok"]
            self.states.append(apply(self.states[-1], parse_action({"do": "clue"})))
        else:
            self.act()
        known = state_json(self.states[-1])
        told = self.ask(get="state")["state"]
        assert {key: told[key] for key in known} == known

    def act(self) -> None:
        action = self.dice.choice(
            [
                {"do": "clue"},
                {"do": "discard"},
                {"do": "misfire"},
                {"do": "bonus", "tile": self.dice.choice(("clue", "repair", "colour"))},
                *({"do": "play", "suit": suit} for suit in "WRBYGMK"),
            ]
        )
        answer = self.ask(do="action", action=action)
        try:
            self.states.append(apply(self.states[-1], parse_action(action)))
        except CompanionError as refusal:
            wanted = {"ok": False, "error": str(refusal)}
        else:
            wanted = {**answer, "ok": True}
        assert {key: answer[key] for key in wanted} == wanted


def bother(rude: Rude, over: threading.Event, problems: list[str]) -> None:
    while not over.is_set():
        try:
            rude.act()
        except Exception as error:
            problems.append(repr(error))
            return


def test_a_companion_among_rude_clients_plays_on(tmp_path):
    with daemon(tmp_path) as companion:
        with Script(companion.sock) as script:
            script.ask(do="new", players=3)
            script.ask(get="history")  # its thread begins with the first question, and stays
            with_one = (companion.descriptors, companion.threads)
        memory: list[int] = []
        times: list[float] = []
        done: Counter[str] = Counter()
        end = time.monotonic() + SECONDS
        part = 0
        while time.monotonic() < end:
            times += one_part(companion, part, min(PART, end - time.monotonic() + 1), done)
            memory.append(companion.memory)
            part += 1
        with Script(companion.sock) as script:
            until(lambda: (companion.descriptors, companion.threads) == with_one)
            script.ask(get="state")
        print(f"\n{len(times)} right answers, {done.total()} rude acts, {dict(done)}")
        ordered = sorted(times)
        print(f"answers: median {ordered[len(ordered) // 2] * 1e3:.2f} ms, ", end="")
        print(
            f"99 % {ordered[len(ordered) * 99 // 100] * 1e3:.1f} ms, all {ordered[-1] * 1e3:.0f} ms"
        )
        print("memory in MiB:", *(f"{size / 2**20:.1f}" for size in memory))
        later = memory[len(memory) // 4 :]
        assert max(later[-3:]) < later[0] + 8 * 2**20
        assert len(companion.log.splitlines()) < 10 + part, companion.log[-2000:]
        assert "Traceback" not in companion.log
        with Script(companion.sock) as script:
            last = script.ask(get="state")["state"]
            if last is not None:
                record = parse_record(script.ask(get="record")["record"])
                *_, (_, state) = replay(record)
                known = state_json(state)
                assert {key: last[key] for key in known} == known
        assert companion.end() == 0
    with daemon(tmp_path) as companion, Script(companion.sock) as script:
        again = script.ask(get="state")["state"]
        assert {**again, "serial": 0} == {**last, "serial": 0}


def limit(key: str) -> int:
    """What the unit of the service grants it."""
    (value,) = re.findall(rf"^{key}=(\d+)M?$", UNIT.read_text(), re.MULTILINE)
    return int(value)


def test_clients_that_read_nothing_leave_room_within_the_limits_of_the_service(tmp_path):
    with daemon(tmp_path) as companion, contextlib.ExitStack() as stack:
        player = stack.enter_context(Script(companion.sock))
        player.ask(do="new", players=5)
        for _ in range(MOST_CLIENTS - 1):
            lazy = stack.enter_context(Script(companion.sock))
            lazy.send(b'{"do":"subscribe"}\n')
            lazy.send(b'{"get":"frame"}\n' * 400)
        most = 0
        for _ in range(1500):
            player.ask(do="action", action={"do": "clue"})
            player.ask(do="undo")
            most = max(most, companion.memory)
        print(f"\nmemory at most {most / 2**20:.1f} MiB, {companion.threads} threads")
        assert most < limit("MemoryMax") * 2**20 / 2
        assert companion.threads < limit("TasksMax") / 2


def one_part(companion: Daemon, part: int, seconds: float, done: Counter[str]) -> list[float]:
    """The rude ones and the player for a while; gives the times of the player's answers."""
    rude = [Rude(companion.sock, SEED * 1000 + part * RUDE + number) for number in range(RUDE)]
    over, problems = threading.Event(), []
    player = Player(companion.sock, SEED + part)
    player.begin()  # who never asked gives way to others
    threads = [threading.Thread(target=bother, args=(each, over, problems)) for each in rude]
    for thread in threads:
        thread.start()
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            assert companion.process.poll() is None, companion.log[-3000:]
            assert not problems, problems
            player.step()
    finally:
        over.set()
        for thread in threads:
            thread.join()
        player.script.lines.close()
        player.script.sock.close()
    assert not problems, problems
    for each in rude:
        done.update(each.done)
    return player.times
