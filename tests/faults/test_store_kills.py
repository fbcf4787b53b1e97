"""Kills at random instants under a stream of presses: what was shown comes back."""

import contextlib
import os
import random
import shutil
import signal
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from companion.daemon.socket import questions
from companion.journal.reader import FILE
from companion.journal.store import Store
from tests.faults.marks import FAULTS
from tests.rig.daemons import SEED, Daemon, daemon, launched
from tests.rig.running import Script
from tests.rig.waiting import until

pytestmark = FAULTS

KILLS = int(os.environ.get("COMPANION_FAULTS_KILLS", "200"))
AT_THE_START = 0.1
"""How many of the kills come before the companion is ready."""
_GONE = (AssertionError, OSError)
_APART = ("serial", "saved")


def told(state: dict[str, Any] | None) -> dict[str, Any]:
    """What a state says of the game itself; nothing before the first game."""
    return {key: value for key, value in (state or {}).items() if key not in _APART}


class Watcher:
    """A client that reads every state that is shown, until the companion is gone."""

    def __init__(self, companion: Daemon, seen: list[dict[str, Any]]) -> None:
        self.seen = seen
        self._script = Script(companion.sock)
        self._script.ask(do="subscribe")
        self._thread = threading.Thread(target=self._look)
        self._thread.start()

    def _look(self) -> None:
        try:
            with self._script:
                while True:
                    state = self._script.read()["state"]
                    assert state is None or state["saved"]
                    self.seen.append(told(state))
        except _GONE:
            return

    def join(self) -> None:
        """Wait until everything is seen that was sent before the end."""
        self._thread.join(10)


def press_on(companion: Daemon) -> None:
    """Enter turns, undo, redo and repair until the companion is gone."""
    dice = random.Random(time.monotonic_ns())
    try:
        with Script(companion.sock) as script:
            while True:
                state = script.ask(get="state")["state"]
                over = state is None or state["status"] != "playing" or state["turn"] > 40
                script.tell(**({"do": "new", "players": 3} if over else _turn(state, dice)))
    except _GONE:
        return


def _turn(state: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    chance = dice.random()
    if chance < 0.15:
        return {"do": "undo"}
    if chance < 0.25:
        return {"do": "redo"}
    if chance < 0.35 and state["turn"] > 2:
        return {
            "do": "repair",
            "turn": dice.randrange(1, state["turn"]),
            "as": "remove",
            "cut": True,
        }
    return {"do": "press", "control": "clue" if state["clues"] > 4 else "discard"}


def on_disk(directory: Path) -> list[dict[str, Any]]:
    """The state that the files lead to, and the one without their last step."""
    states = []
    with tempfile.TemporaryDirectory() as folder:
        for path in directory.glob("games.*"):
            shutil.copy(path, folder)
        with contextlib.closing(Store(Path(folder))) as store:
            states.append(questions.table_state_json(store.current(), True, 0))
        for path in Path(folder).glob("games.sqlite3*"):
            path.unlink()
        journal = Path(folder, FILE)
        journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-1]))
        with contextlib.closing(Store(Path(folder))) as store:
            states.append(questions.table_state_json(store.current(), True, 0))
    return [told(state) for state in states]


def test_nothing_that_was_shown_is_missing_after_a_kill(tmp_path):
    dice = random.Random(SEED)
    with daemon(tmp_path) as companion, Script(companion.sock) as script:
        script.ask(do="new", players=3)
        now = told(script.ask(get="state")["state"])
        companion.end(signal.SIGKILL)
    slowest, steps, further, early = 0.0, 0, 0, 0
    for kill in range(KILLS):
        if dice.random() < AT_THE_START:
            early += 1
            with launched(tmp_path) as companion:
                time.sleep(dice.random() * 0.5)
            assert on_disk(tmp_path)[0] == now, f"kill {kill}, at the start"
            continue
        began = time.monotonic()
        with daemon(tmp_path) as companion:
            with Script(companion.sock) as script:
                state = script.ask(get="state")["state"]
            slowest = max(slowest, time.monotonic() - began)
            assert told(state) == now, f"kill {kill}: the group is not where it was"
            seen = [told(state)]
            watcher = Watcher(companion, seen)
            presser = threading.Thread(target=press_on, args=(companion,))
            presser.start()
            until(lambda: len(seen) > 1)  # noqa: B023
            time.sleep(dice.random() * 0.4)
            companion.end(signal.SIGKILL)
            presser.join(10)
            watcher.join()
        steps += len(seen)
        now, before = on_disk(tmp_path)
        if now != seen[-1]:
            further += 1
            assert before == seen[-1], f"kill {kill}: {now} is there instead of {seen[-1]}"
    print(
        f"{KILLS} kills, {early} of them at the start, over {steps} shown states; after {further}"
        " of them"
    )
    print(
        f"a step was there that had not been shown yet; slowest start to the answer {slowest:.2f} s"
    )
