"""Idling on real lines with libgpiod, on a plain Debian 13 (`make test-hil`)."""

import os
import re
import subprocess
from pathlib import Path

from tests.hil.virtual_pi import MARKS

HERE = Path(__file__).parent
ENGINE = os.environ.get("COMPANION_HIL_ENGINE", "qemu")
"""The processor of the guest, as `hil.sh -e` calls it."""
MEASURE = (
    "from tests.bench.idle import idle_on_lines;"
    " (figure,) = idle_on_lines(60);"
    ' print(f"awakenings: {figure.ours.values[0]:.0f} of {figure.at_most}; {figure.note}")'
)
"""The idle minute of the bench alone, whose other parts need more."""
PRESSES = os.environ.get("COMPANION_HIL_PRESSES", "10000")

pytestmark = MARKS


def on_debian(command: str) -> str:
    """What a command says there, with gpiozero and gpiod from PyPI."""
    # fmt: off
    run = subprocess.run(
        ["bash", HERE / "hil.sh", "-e", ENGINE, "-d", "trixie", "-s", HERE.parent.parent, "-t",
         "900", "-p", "gpiozero gpiod luma.oled", "--",
         f"cd /mnt/src && PYTHONPATH=/mnt/src python3 {command}"],
        capture_output=True,
        text=True,
        check=False,
    )
    # fmt: on
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-2000:]
    return run.stdout


def test_idle_lines_wake_nothing_and_no_press_is_lost():
    told = on_debian(f"-m tests.hil.idle_pins table {PRESSES}")
    print(told)
    assert "idle: 0 awakenings" in told
    made, came = re.findall(r"presses: (\d+) edges made, (\d+) came", told)[0]
    assert made == came
    assert "all well" in told


def test_an_idle_companion_wakes_for_the_heartbeat_alone():
    told = on_debian(f"-c '{MEASURE}'")
    print(told)
    awakenings, at_most = re.findall(r"awakenings: (\d+) of (\d+)", told)[0]
    assert int(awakenings) <= int(at_most)
