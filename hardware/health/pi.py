"""Checks of the computer itself: which one, its system, its Python, its power, its sound."""

import sys
from typing import Final

from companion.errors import one_line
from hardware.health.check_result import CheckResults, note, ok, wrong
from hardware.health.machine import Machine
from hardware.health.mending import pygame
from hardware.supply import find_alarm
from wiring.spec import REAL, Build

OLDEST_PYTHON: Final = (3, 11)
TRIED: Final = ("bookworm", "trixie")
_TOO_OLD: Final = ("stretch", "buster", "bullseye")

_NOW: Final = 1 << 0
_BEFORE: Final = 1 << 16
_THROTTLED: Final = "/sys/devices/platform/soc/soc:firmware/get_throttled"
_SUPPLY: Final = "take a supply of 5 V and 2.5 A or more (Pi 5: 5 A) with a short, thick cable"


def model(machine: Machine, build: Build | None) -> CheckResults:
    """Yield which Raspberry Pi it is; a build without its pins needs none."""
    if machine.model:
        yield ok("computer", f"this is a {machine.model}")
    elif not _needs_pi(build):
        yield ok("computer", f"this is {machine.kind}, which is all that the build needs")
    else:
        yield wrong(
            "computer",
            f"this is {machine.kind}, not a Raspberry Pi, and the build needs one",
            "companion run --panel emulator",
        )


def system(machine: Machine, build: Build | None) -> CheckResults:
    """Yield whether the operating system is one that this was tried on."""
    values = {}
    for line in (machine.text("/etc/os-release") or "").splitlines():
        key, _, value = line.partition("=")
        values[key] = value.strip("\"'")
    name = values.get("PRETTY_NAME", "an unknown system")
    codename = values.get("VERSION_CODENAME", "")
    if codename in TRIED or not _needs_pi(build):
        yield ok("system", f"the system is {name}")
    elif codename in _TOO_OLD:
        yield wrong(
            "system",
            f"the system is {name}, whose Python is too old",
            "write a new card with Raspberry Pi OS (Trixie)",
        )
    else:
        yield note(
            "system", f"the system is {name}; Bookworm and Trixie are the ones that were tried"
        )


def _needs_pi(build: Build | None) -> bool:
    return build is None or build.board.kind == REAL


def python(machine: Machine) -> CheckResults:
    """Yield whether Python is new enough."""
    version = ".".join(map(str, machine.python))
    if machine.python >= OLDEST_PYTHON:
        yield ok("Python", f"Python is {version}")
    else:
        oldest = ".".join(map(str, OLDEST_PYTHON))
        yield wrong(
            "Python",
            f"Python is {version}; {oldest} or newer is needed",
            "sudo apt install python3",
        )


def power(machine: Machine) -> CheckResults:
    """Yield whether the supply's voltage is or was too low."""
    bits = _throttle_bits(machine)
    if bits is None:
        yield from _power_by_alarm(machine)
    elif bits & _NOW:
        yield wrong("power", "the voltage is too low at this moment", _SUPPLY)
    elif bits & _BEFORE:
        yield note("power", "the voltage was too low at some time since the start", _SUPPLY)
    else:
        yield ok("power", "the voltage has never been too low since the start")


def _power_by_alarm(machine: Machine) -> CheckResults:
    if alarm := find_alarm(machine.path("/sys/class/hwmon")):
        if alarm.read_text().strip() == "0":
            yield ok("power", "no low voltage was noticed")
        else:
            yield wrong("power", "the voltage is or was too low", _SUPPLY)
    elif machine.model:
        yield note("power", "nothing here tells whether the voltage is too low")


def _throttle_bits(machine: Machine) -> int | None:
    """Return the firmware's bits about voltage and clock."""
    text = machine.text(_THROTTLED)
    if text is None and machine.model:
        answer = machine.run(("vcgencmd", "get_throttled"))
        if answer and answer.status == 0:
            text = answer.text.strip().removeprefix("throttled=")
    try:
        return int(text, 16) if text else None
    except ValueError:
        return None


LOOK_AT_MIXER: Final = """
import os
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
try:
    import pygame.mixer
except ImportError as error:
    print(error)
"""
"""A program that prints what pygame's mixer lacks."""


def window(machine: Machine, build: Build | None) -> CheckResults:
    """Yield whether pygame, for window and sound, is there and finds its libraries."""
    if not machine.has_module("pygame"):
        lost = "window" if build and build.is_emulated else "sound"
        sentence = f"pygame is not installed: the companion runs without {lost}"
        yield note("pygame", sentence, pygame(machine))
        return
    output = machine.run((sys.executable, "-P", "-c", LOOK_AT_MIXER))
    problem = output.text.strip() if output else ""
    if problem:
        mend = "sudo apt install libglib2.0-0" if "libgthread" in problem else pygame(machine)
        yield note("pygame", f"pygame plays no sound: {one_line(problem)}", mend)
    else:
        yield ok("pygame", "pygame is there, for sound and the emulated device's window")


def sound(machine: Machine) -> CheckResults:
    """Yield whether there is a sound card."""
    for line in (machine.text("/proc/asound/cards") or "").splitlines():
        _, is_card, name = line.partition("]:")
        if is_card:
            yield ok("sound", f"the sound card is {name.strip()}")
            return
    yield note("sound", "there is no sound card: the companion is silent", "aplay -l")
