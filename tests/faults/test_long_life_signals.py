"""The end at any instant: while presses come, and while it is still starting."""

import os
import random
import signal
import threading
import time
from typing import Any

from companion.signals import ending_signals
from tests.rig.daemons import FAULTS, SEED, Daemon, daemon, launched
from tests.rig.running import Script

pytestmark = FAULTS

TIMES = int(os.environ.get("COMPANION_FAULTS_TIMES", "100"))
_GONE = (AssertionError, OSError)


def press_on(companion: Daemon, shown: list[dict[str, Any]]) -> None:
    """Press until the companion is gone; `shown` has every state that it told."""
    try:
        with Script(companion.sock) as script:
            while True:
                state = script.ask(get="state")["state"]
                shown.append(state)
                script.ask(do="press", control="clue" if state["clues"] else "discard")
                if state["status"] != "playing" or state["turn"] > 30:
                    script.ask(do="new", players=3)
    except _GONE:
        return


def place(state: dict[str, Any]) -> tuple[int, int]:
    return state["game"], state["turn"]


def test_a_signal_under_presses_ends_it_well_and_loses_nothing_shown(tmp_path):
    dice = random.Random(SEED)
    slowest = 0.0
    last: dict[str, Any] | None = None
    for _ in range(TIMES):
        with daemon(tmp_path) as companion:
            with Script(companion.sock) as script:
                state = script.ask(get="state")["state"]
                if last is None:
                    script.ask(do="new", players=3)
                else:
                    assert place(state) in (
                        place(last),
                        (last["game"], last["turn"] + 1),
                        (last["game"] + 1, 1),
                    )
            shown: list[dict[str, Any]] = []
            presser = threading.Thread(target=press_on, args=(companion, shown))
            presser.start()
            time.sleep(dice.random() * 0.15)
            began = time.monotonic()
            companion.process.send_signal(dice.choice(ending_signals()))
            assert companion.process.wait(3) == 0
            slowest = max(slowest, time.monotonic() - began)
            presser.join()
            assert not companion.sock.exists()
            assert "Traceback" not in companion.log
            last = shown[-1] if shown else last
    print(f"\n{TIMES} times, the slowest end took {slowest * 1e3:.0f} ms")


def test_a_signal_while_it_starts_harms_nothing(tmp_path):
    dice = random.Random(SEED)
    how: dict[int, int] = {}
    for _ in range(TIMES):
        with launched(tmp_path) as companion:
            time.sleep(dice.random() * 0.5)
            companion.process.send_signal(signal.SIGTERM)
            status = companion.process.wait(3)
            assert status in (0, -signal.SIGTERM)
            assert "Traceback" not in companion.log, companion.log
            how[status] = how.get(status, 0) + 1
    print(f"\nhow it ended: {how}")
    with daemon(tmp_path) as companion, Script(companion.sock) as script:
        script.ask(get="state")
        assert companion.end() == 0
