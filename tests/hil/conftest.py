"""A virtual Raspberry Pi on which the package is installed."""

import shutil

import pytest
from tests.rig.hil_packages import packaged_pi
from tests.rig.virtual_pi import steps


@pytest.fixture(scope="module")
def pi():
    """Yield the computer, with a game that has just begun."""
    with packaged_pi("e2fsprogs gpiod") as (pi, package):
        shutil.copy(package, pi.shared)
        pi.must(steps("powered", "install bonnet /mnt/host"))
        yield pi
