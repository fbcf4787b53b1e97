"""The installed service on a virtual Raspberry Pi: ten minutes alone, and wrong settings."""

import os

from tests.hil.virtual_pi import MARKS_OF_PACKAGES, steps

IDLE_S = int(os.environ.get("COMPANION_HIL_IDLE_SECONDS", "600"))

pytestmark = MARKS_OF_PACKAGES


def test_ten_idle_minutes_cost_nothing_but_the_watchdog(pi):
    pi.must(steps("served", f"idle {IDLE_S}"))


def test_a_mistake_in_the_settings_is_told(pi):
    pi.must(steps("served", "mistake bonnet"))
