"""A few power cuts: `make test-faults` cuts thousands of times."""

import shutil

import pytest

from tests.journal.power import STARTS, lost

pytestmark = pytest.mark.skipif(
    shutil.which("strace") is None, reason="wants strace: apt install strace"
)


@pytest.mark.parametrize("start", ["first start", "taken up", "line spoilt", "index gone"])
def test_no_answered_row_is_lost(memory, start):
    assert start in STARTS
    calls, told = lost(start, memory, 12, 60, 1)
    assert calls > 100
    assert not told
