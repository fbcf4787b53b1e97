"""Builds on a virtual Raspberry Pi 4 (`make test-hil`): libgpiod, luma and real, idle lines."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.hil.virtual_pi import ENGINE, MARKS

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PC = os.environ.get("COMPANION_HIL_ENGINE", "qemu")
"""The processor where time counts: that of the computer around."""
PRESSES = os.environ.get("COMPANION_HIL_PRESSES", "10000")
GESTURES = os.environ.get("COMPANION_HIL_GESTURES", "20")
TURNS = os.environ.get("COMPANION_HIL_TURNS", "200")
"""At most so many turns of the game; it has about sixty."""

pytestmark = MARKS


def on_a_pi(
    script: str, *words: str, suite: str = "trixie", engine: str = ENGINE, pips: str = ""
) -> str:
    """What a script of this folder says there, on this Debian; the script has to succeed."""
    command = f"PYTHONPATH=/mnt/src python3 -m tests.hil.{script} {' '.join(words)}"
    # fmt: off
    run = subprocess.run(
        # With make, which `hil.sh` lacks.
        ["bash", HERE / "hil.sh", "-e", engine, "-d", suite, "-s", ROOT, "-t", "900", "-a", "make",
         "-p", f"{pips}gpiod gpiozero luma.oled smbus2", "--", f"cd /mnt/src && {command}"],
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


def test_idle_lines_wake_nothing_and_no_press_is_lost():
    told = on_a_pi("idle_pins", "table", PRESSES, engine=PC)
    print(told)
    assert "idle: 0 awakenings" in told
    made, came = re.findall(r"presses: (\d+) edges made, (\d+) came", told)[0]
    assert made == came
    assert "all well" in told


def test_gestures_beside_busy_threads_and_stops_mean_what_they_were():
    told = on_a_pi("late_threads", GESTURES, engine=PC)
    print(told)
    assert told.count(", 0 wrong") == 4


def test_an_idle_companion_wakes_for_the_heartbeat_alone():
    told = on_a_pi("idle_pins", engine=PC)
    print(told)
    awakenings, at_most = re.findall(r"awakenings: (\d+) of (\d+)", told)[0]
    assert int(awakenings) <= int(at_most)


def test_a_keypad_of_the_kernel_plays_and_comes_and_goes():
    # On a PC's processor, for which evdev has wheels.
    told = on_a_pi("keyed", engine=PC, pips="evdev-binary ")
    print(told)
    assert "all well" in told
