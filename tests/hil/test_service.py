"""The installed service on a virtual Raspberry Pi: left alone for ten minutes, robbed of a line,
with a mistake in its settings.
"""

import os
import shlex
import shutil

import pytest

from tests.hil.virtual_pi import ENVIRON, MARKS_OF_PACKAGES, packaged_pi

BUILD = "bonnet"
IDLE_S = int(os.environ.get("COMPANION_HIL_IDLE_SECONDS", "600"))
INSTALL = f"{ENVIRON} python3 -m tests.hil.powered install {BUILD} /mnt/host"

pytestmark = MARKS_OF_PACKAGES


@pytest.fixture(scope="module")
def pi():
    with packaged_pi() as (pi, package):
        shutil.copy(package, pi.shared)
        pi.must(INSTALL)
        yield pi


def steps(*each: str) -> str:
    """The command of some steps of `served.py`."""
    return f"{ENVIRON} python3 -m tests.hil.served {shlex.join(each)}"


def test_ten_idle_minutes_cost_nothing_but_the_watchdog(pi):
    pi.must(steps(f"idle {IDLE_S}"))


def test_a_line_that_another_program_took_and_a_mistake_in_the_settings_are_told(pi):
    pi.must(steps(f"rob {BUILD}", f"mistake {BUILD}"))
