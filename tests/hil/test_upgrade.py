"""Upgrades of the package on a virtual Raspberry Pi that lose their power: either version runs
whole afterwards, and the same installation ends well.
"""

import os
import shutil
from itertools import cycle, islice
from random import Random

import pytest

from tests.hil.virtual_pi import MARKS_OF_PACKAGES, at_line, last_number, packaged_pi, steps
from tests.rig import package_versions as versions

BUILD = "bonnet"
CUTS = int(os.environ.get("COMPANION_HIL_CUTS", "10"))
"""How often the plug is pulled, each time in the installation of the other version."""
FOLDER = "/mnt/host"

pytestmark = MARKS_OF_PACKAGES


@pytest.fixture
def pi():
    with packaged_pi() as (pi, package):
        for number in ("1.0", "2.0"):
            versions.another(package, number, pi.shared)
            shutil.rmtree(pi.shared / number)
        yield pi


def test_an_upgrade_is_whole_wherever_it_is_cut_off(pi):
    dice = Random(3)
    said = pi.start(steps("powered", f"install {BUILD} {FOLDER} 1.0"))
    said += pi.start(steps("upgraded", f"change {FOLDER} 2.0"))
    last_tick = int(last_number(said, r"in (\d+) ticks")) * 9 // 10
    mend: list[str] = []
    for target in islice(cycle(("1.0", "2.0")), CUTS):
        cut = at_line("tick ", dice.randint(1, last_tick))
        said += pi.start(steps("upgraded", *mend, f"change {FOLDER} {target}"), cut)
        turn = last_number(said, r"at turn (\d+)")
        mend = [f"mend {BUILD} {FOLDER} {target} {turn}"]
    pi.must(steps("upgraded", *mend))
