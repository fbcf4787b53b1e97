"""Two hundred gestures by another process at a companion that is late: none means another one."""

import os
from collections.abc import Iterator
from random import Random

import pytest

from tests.faults.marks import FAULTS
from tests.rig.daemons import SEED
from tests.rig.late import LateTable, pulled_table

pytestmark = FAULTS

GESTURES = int(os.environ.get("COMPANION_FAULTS_GESTURES", "200"))


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[LateTable]:
    with pulled_table(tmp_path_factory.mktemp("late")) as table:
        yield table


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_gestures_beside_busy_threads_mean_what_they_were(table, threads):
    table.compute(threads)
    told = table.press_all(GESTURES, Random(SEED))
    table.compute(0)
    print(told)
    assert not told.wrong, (told, table.daemon.log)


def test_gestures_beside_stops_mean_what_they_were(table):
    dice = Random(SEED)
    told = table.press_all(GESTURES, dice, lambda: table.stop_soon(dice))
    print(told)
    assert not told.wrong, (told, table.daemon.log)
