"""Kills at random instants under a stream of presses: what was shown comes back."""

import os
import random
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

from companion.table.store import Store
from tests.faults.daemons import FAULTS, SEED, Daemon, daemon
from tests.running import Script

pytestmark = FAULTS

KILLS = int(os.environ.get("COMPANION_FAULTS_KILLS", "200"))
_GONE = (AssertionError, OSError)
_APART = ("serial", "saved")


def told(state: dict[str, Any]) -> dict[str, Any]:
    """What a state says of the game itself."""
    return {key: value for key, value in state.items() if key not in _APART}


def press_on(companion: Daemon, seen: list[dict[str, Any]], asked: list[str]) -> None:
    """Enter turns, undo and put back until the companion is gone.

    `seen` has every state that was shown, `asked` what was asked for since the last of them.
    """
    dice = random.Random(len(seen))
    try:
        with Script(companion.sock) as script:
            while True:
                state = script.ask(get="state")["state"]
                asked.clear()
                seen.append(told(state))
                over = state["status"] != "playing" or state["turn"] > 40
                body = {"do": "new", "players": 3} if over else _turn(state, dice)
                asked.append(str(body))
                script.tell(**body)
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
    seen: list[dict[str, Any]] = []
    asked: list[str] = []
    slowest = 0.0
    steps = 0
    for kill in range(KILLS):
        began = time.monotonic()
        with daemon(tmp_path) as companion:
            with Script(companion.sock) as script:
                if not seen:
                    script.ask(do="new", players=3)
                state = script.ask(get="state")["state"]
                slowest = max(slowest, time.monotonic() - began)
                assert state["saved"]
                if seen and told(state) != seen[-1]:
                    assert asked, f"kill {kill}: {told(state)} came back instead of {seen[-1]}"
                    back = _one_less(script, asked[0])
                    assert back == seen[-1], f"kill {kill}: more than the step that was on its way is there"
            steps += len(seen)
            seen.clear()
            presser = threading.Thread(target=press_on, args=(companion, seen, asked))
            presser.start()
            _until(lambda: seen)
            time.sleep(dice.random() * 0.2)
            companion.process.send_signal(signal.SIGKILL)
            companion.process.wait(5)
            presser.join(5)
        store = Store(tmp_path, read_only=True)
        store.current()
        store.close()
    print(f"{KILLS} kills over {steps} shown states; slowest start to the answer {slowest:.2f} s")


def _one_less(script: Script, asked: str) -> dict[str, Any]:
    """The game without the step that was on its way when it was killed."""
    script.tell(do="redo" if "'undo'" in asked else "undo")
    state = told(script.ask(get="state")["state"])
    script.tell(do="undo" if "'undo'" in asked else "redo")
    return state


def _until(true: Callable[[], object]) -> None:
    end = time.monotonic() + 5
    while not true() and time.monotonic() < end:
        time.sleep(0.001)
