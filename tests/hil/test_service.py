"""The installed service on a virtual Raspberry Pi: left alone for ten minutes, and with a mistake
in its settings.
"""

import os

from tests.rig.hil_packages import MARKS_OF_PACKAGES
from tests.rig.virtual_pi import steps

<<<<<<< HEAD
from tests.hil.virtual_pi import ENVIRON, MARKS_OF_PACKAGES, packaged_pi

BUILD = "bonnet"
=======
>>>>>>> dfff9f74 (hil: one computer with the package, and one way to take its steps)
IDLE_S = int(os.environ.get("COMPANION_HIL_IDLE_SECONDS", "600"))

pytestmark = MARKS_OF_PACKAGES


def test_ten_idle_minutes_cost_nothing_but_the_watchdog(pi):
    pi.must(steps("served", f"idle {IDLE_S}"))


def test_a_mistake_in_the_settings_is_told(pi):
    pi.must(steps("served", "mistake bonnet"))
