"""The model of the whole device for as long as one likes: any messages and stops."""

import time

import pytest

from tests.faults.marks import FAULTS
from tests.rig.daemons import SECONDS, SEED
from tests.rig.model.runs import keep_report, report, run

pytestmark = FAULTS

LENGTHS = (100, 300, 1000)
"""Steps of a run, in turn."""


def test_what_must_hold_holds_for_as_long_as_one_likes():
    until, runs = time.monotonic() + SECONDS, 0
    found: dict[str, str] = {}
    while time.monotonic() < until:
        seed = SEED * 1_000_000 + runs
        plan, finding = run(seed, LENGTHS[runs % len(LENGTHS)])
        runs += 1
        if finding is not None and finding.kind not in found:
            found[finding.kind] = report(seed, plan, finding)
            keep_report(seed, plan, finding)
    print(f"\n{runs} runs")
    if found:
        pytest.fail("\n\n".join(found.values()), pytrace=False)
