"""Power cuts at any call to the system, at worst with the block being written: no answered row is
lost.
"""

import os
import shutil
from pathlib import Path

import pytest

from tests.journal.power import STARTS, lost
from tests.rig.daemons import FAULTS, SEED

pytestmark = [*FAULTS, pytest.mark.skipif(shutil.which("strace") is None, reason="wants strace")]
CUTS = int(os.environ.get("COMPANION_FAULTS_CUTS", "5000"))


@pytest.mark.parametrize("start", STARTS)
def test_no_answered_row_is_lost(memory: Path, start: str) -> None:
    count = CUTS // len(STARTS)
    calls, told = lost(start, memory, 40, count, SEED)
    print(f"{start}: {count} cuts at {calls} calls, {len(told)} lost rows", *told[:20], sep="\n")
    assert not told
