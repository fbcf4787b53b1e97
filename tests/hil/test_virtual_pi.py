"""Builds on a virtual Raspberry Pi 4 (`make test-hil`): libgpiod and luma as they are."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.hil.virtual_pi import ENGINE, MARKS

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TURNS = os.environ.get("COMPANION_HIL_TURNS", "200")
"""At most so many turns of the game; it has about sixty."""

pytestmark = MARKS


def on_a_pi(script: str, *words: str, suite: str = "trixie") -> str:
    """What a script of this folder says there, on this Debian; the script has to succeed."""
    command = f"PYTHONPATH=/mnt/src python3 -m tests.hil.{script} {' '.join(words)}"
    # fmt: off
    run = subprocess.run(
        # With make, which `hil.sh` lacks.
        ["bash", HERE / "hil.sh", "-e", ENGINE, "-d", suite, "-s", ROOT, "-t", "900", "-a", "make",
         "-p", "gpiod gpiozero luma.oled smbus2", "--", f"cd /mnt/src && {command}"],
        capture_output=True,
        text=True,
        check=False,
    )
    # fmt: on
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-2000:]
    return run.stdout


@pytest.mark.parametrize(
    ("build", "suite"),
    [("table", "trixie"), ("bonnet", "trixie"), ("oled-hat", "trixie"), ("table", "bookworm")],
)
def test_a_game_by_pulled_lines_agrees_with_leds_and_glass(build, suite):
    assert f"all well on {build}" in on_a_pi("guest", build, TURNS, suite=suite)


def test_a_press_is_on_the_glass_sooner_than_with_luma_as_it_comes():
    told = on_a_pi("figures", "bonnet")
    print(told)
    ratios = dict(re.findall(r"^\| ([\w ]+?) +\|.*?\| ([\d.]+)x", told, re.MULTILINE))
    assert float(ratios["line to the last byte of the label"]) < 1
