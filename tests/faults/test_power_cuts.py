"""Power cuts at any call, at worst with the block being written: no answered row is lost."""

import shutil

import pytest

from tests.faults.power import STARTS, lost
from tests.rig.samples import SEED, fewer, sample

pytestmark = pytest.mark.skipif(
    shutil.which("strace") is None, reason="wants strace: apt install strace"
)


@pytest.mark.parametrize("start", sample(STARTS, 2))
def test_no_answered_row_is_lost(memory, start):
    calls, told = lost(start, memory, fewer(40, 3), fewer(700, 12), SEED)
    assert calls > 100
    assert not told
