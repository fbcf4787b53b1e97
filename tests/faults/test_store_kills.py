"""Kills at random instants under a stream of presses: what was shown comes back."""

import os
import random
import signal
import threading
import time
from typing import Any

from companion.table.store import Store
from tests.faults.daemons import FAULTS, SEED, Daemon, daemon, launched, until
from tests.running import Script

pytestmark = FAULTS

KILLS = int(os.environ.get("COMPANION_FAULTS_KILLS", "200"))
AT_THE_START = 0.1
"""How many of the kills come before the companion is ready."""
_GONE = (AssertionError, OSError)
_APART = ("serial", "saved")


def told(state: dict[str, Any]) -> dict[str, Any]:
    """What a state says of the game itself."""
    return {key: value for key, value in state.items() if key not in _APART}


class Watcher:
    """Somebody who looks at every state that is shown, until the companion is gone."""

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
                    assert state["saved"]
                    self.seen.append(told(state))
        except _GONE:
            return

    def join(self) -> None:
        """Wait until everything is seen that was sent before the end."""
        self._thread.join(10)


def press_on(companion: Daemon, asked: list[dict[str, Any]]) -> None:
    """Enter turns, undo and put back until the companion is gone; what is asked for is in `asked` first."""
    dice = random.Random(time.monotonic_ns())
    try:
        with Script(companion.sock) as script:
            while True:
                state = script.ask(get="state")["state"]
                over = state["status"] != "playing" or state["turn"] > 40
                asked.append({"do": "new", "players": 3} if over else _turn(state, dice))
                script.tell(**asked[-1])
    except _GONE:
        return


def _turn(state: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    chance = dice.random()
    if chance < 0.15:
        return {"do": "undo"}
    if chance < 0.25:
        return {"do": "redo"}
    return {"do": "press", "control": "clue" if state["clues"] > 4 else "discard"}


def test_nothing_that_was_shown_is_missing_after_a_kill(tmp_path):
    dice = random.Random(SEED)
    with daemon(tmp_path) as companion, Script(companion.sock) as script:
        script.ask(do="new", players=3)
        shown = told(script.ask(get="state")["state"])
        companion.end(signal.SIGKILL)
    asked: list[dict[str, Any]] = []
    slowest, steps, further, early = 0.0, 0, 0, 0
    for kill in range(KILLS):
        if dice.random() < AT_THE_START:
            early += 1
            with launched(tmp_path) as companion:
                time.sleep(dice.random() * 0.5)
            continue
        began = time.monotonic()
        with daemon(tmp_path) as companion:
            with Script(companion.sock) as script:
                state = script.ask(get="state")["state"]
                slowest = max(slowest, time.monotonic() - began)
                assert state["saved"]
                if told(state) != shown:
                    further += 1
                    assert asked, f"kill {kill}: {told(state)} came back instead of {shown}"
                    back = _one_less(script, asked[-1])
                    assert back == shown, f"kill {kill}: more than the step that was on its way is there"
                seen = [told(script.ask(get="state")["state"])]
            asked = []
            watcher = Watcher(companion, seen)
            presser = threading.Thread(target=press_on, args=(companion, asked))
            presser.start()
            until(lambda: len(seen) > 1)  # noqa: B023
            time.sleep(dice.random() * 0.4)
            companion.end(signal.SIGKILL)
            presser.join(10)
            watcher.join()
        shown = seen[-1]
        steps += len(seen)
        store = Store(tmp_path, read_only=True)
        store.current()
        store.close()
    print(f"{KILLS} kills, {early} of them at the start, over {steps} shown states; after {further} of them")
    print(f"a step was there that had not been shown yet; slowest start to the answer {slowest:.2f} s")


def _one_less(script: Script, asked: dict[str, Any]) -> dict[str, Any]:
    """The game without the step that was on its way when it was killed."""
    away, back = ("redo", "undo") if asked["do"] == "undo" else ("undo", "redo")
    script.tell(do=away)
    state = told(script.ask(get="state")["state"])
    script.tell(do=back)
    return state
