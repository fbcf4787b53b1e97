"""Edges from another process, which the companion is late to read: what fingers did counts."""

import time
from collections.abc import Iterator
from random import Random

import pytest

from tests.rig.late import LateTable, pulled_table
from tests.rig.running import Script
from tests.rig.samples import EVERY_CASE, SEED, fewer
from tests.rig.waiting import until

AFTER_S = 0.5
"""Between two gestures."""
PULSES = 600
"""So many have more edges than the kernel keeps."""


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[LateTable]:
    with pulled_table(tmp_path_factory.mktemp("late")) as table:
        yield table


@pytest.fixture
def script(table: LateTable) -> Iterator[Script]:
    """A script at a table of three players, after two clues."""
    with Script(table.daemon.sock) as script:
        script.ask(do="new", players=3)
        for _ in range(2):
            script.ask(do="press", control="clue")
        time.sleep(AFTER_S)
        yield script


def turn(script: Script) -> int:
    return script.ask(get="state")["state"]["turn"]


def act(table: LateTable, *strokes: tuple[str, float, float]) -> None:
    """Press controls while the process is stopped: each at a time of these strokes, so long."""
    began = time.monotonic()
    with table.stopped():
        time.sleep(max(at + seconds for _, at, seconds in strokes))
        for control, at, seconds in strokes:
            table.pull(control, down=True, at=began + at)
            table.pull(control, down=False, at=began + at + seconds)


def test_a_process_that_was_stopped_takes_each_gesture_for_what_it_was(table, script):
    before = turn(script)
    train = [("clue", 1.6 + number / 200, 0.001) for number in range(30)]
    act(table, ("clue", 0.0, 0.1), ("discard", 0.5, 0.55), *train, ("clue", 2.2, 0.5))
    until(lambda: turn(script) == before + 3)
    time.sleep(AFTER_S)
    act(table, ("clue", 0.0, 0.9), ("play", 1.4, 0.001))
    until(lambda: turn(script) == before + 2)
    time.sleep(AFTER_S)
    assert turn(script) == before + 2
    assert script.ask(get="screen")["screen"]["name"] == "table"


@pytest.mark.parametrize("seconds", [0.1, 0.5])
def test_a_finger_that_is_down_as_the_process_stops_is_down_no_longer_than_it_was(
    table, script, seconds
):
    before = turn(script)
    down = table.pull("clue", down=True)
    with table.stopped():
        time.sleep(1)
        table.pull("clue", down=False, at=down.earliest + seconds)
    until(lambda: turn(script) == before + 1)


def test_more_edges_than_the_kernel_keeps_are_told_and_count_nothing(table, script):
    before = turn(script)
    table.pull("clue", down=True)
    time.sleep(0.1)
    act(table, *(("clue", number / 50_000, 10e-6) for number in range(PULSES)))
    until(lambda: "edges are lost" in table.daemon.log)
    assert "GPIO 5: " in table.daemon.log
    time.sleep(AFTER_S)
    assert turn(script) == before
    act(table, ("clue", 0.0, 0.1))
    until(lambda: turn(script) == before + 1)


@pytest.mark.parametrize("threads", (0, 1, 3) if EVERY_CASE else [SEED % 2])
def test_gestures_beside_stops_and_busy_threads_mean_what_they_were(table, threads):
    dice = Random(SEED)
    time.sleep(AFTER_S)  # the last gesture of the test before is one of two
    table.compute(threads)
    told = table.press_all(fewer(120, 10), dice, lambda: table.stop_soon(dice))
    table.compute(0)
    assert not told.wrong, (told, table.daemon.log)
