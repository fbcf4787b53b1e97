"""A virtual Raspberry Pi on which the package is installed."""

import shutil

import pytest

from tests.hil.virtual_pi import packaged_pi, steps


@pytest.fixture(scope="module")
def pi():
    """Yield the computer, with a game that has just begun."""
    with packaged_pi("e2fsprogs gpiod") as (pi, package):
        shutil.copy(package, pi.shared)
        pi.must(steps("powered", "install bonnet /mnt/host"))
        yield pi
