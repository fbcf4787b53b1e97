"""Probes of the computer itself: which one, its system, its Python, its power, sound and clock."""

import platform
import re
import sys
from typing import Final

from companion import clock as wall
from companion.errors import one_line
from hardware.health.found import Probe, found
from hardware.health.machine import Machine
from hardware.health.mending import pygame as get_pygame
from hardware.supply import find_alarm
from wiring.spec import REAL, Build

OLDEST_PYTHON: Final = (3, 11)
TRIED: Final = ("bookworm", "trixie")
_TOO_OLD: Final = ("stretch", "buster", "bullseye")
_NOW: Final = 1 << 0
_BEFORE: Final = 1 << 16
_THROTTLED: Final = "/sys/devices/platform/soc/soc:firmware/get_throttled"
_CARD: Final = re.compile(r"^ *(\d+) \[.*?\]: *(.*)$", re.MULTILINE)
_SERVERS: Final = ("pipewire", "pulseaudio", "wireplumber")
TRY_MIXER: Final = """
import os
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
try:
    import pygame.mixer
except ImportError as error:
    print("lacks", error)
else:
    try:
        pygame.mixer.init(44100, -16, 2, 512)
    except pygame.error as error:
        print("refused", error)
"""
"""A program that prints what pygame's mixer lacks, or why it cannot open the sound card."""


def model(machine: Machine, build: Build | None) -> Probe:
    """Find which Raspberry Pi it is; a build without its pins needs none."""
    if machine.model:
        yield found("computer.pi", model=machine.model)
    else:
        kind = f"{platform.system()} on {platform.machine()}"
        yield found("computer.none" if _needs_pi(build) else "computer.enough", kind=kind)


def system(machine: Machine, build: Build | None) -> Probe:
    """Find whether the operating system is one that this was tried on."""
    text = machine.text("/etc/os-release") or ""
    values = dict(line.partition("=")[::2] for line in text.splitlines())
    name = values.get("PRETTY_NAME", "an unknown system").strip("\"'")
    codename = values.get("VERSION_CODENAME", "").strip("\"'")
    if codename in TRIED or not _needs_pi(build):
        yield found("system.tried", system=name)
    else:
        yield found("system.old" if codename in _TOO_OLD else "system.untried", system=name)


def _needs_pi(build: Build | None) -> bool:
    return build is None or build.board.kind == REAL


def python(machine: Machine) -> Probe:
    """Find whether Python is new enough."""
    version, oldest = (".".join(map(str, each)) for each in (machine.python, OLDEST_PYTHON))
    is_new = machine.python >= OLDEST_PYTHON
    yield found("Python.right" if is_new else "Python.old", version=version, oldest=oldest)


def power(machine: Machine) -> Probe:
    """Find whether the supply's voltage is or was too low."""
    bits = _throttle_bits(machine)
    alarm = find_alarm(machine.path("/sys/class/hwmon"))
    if bits is not None:
        before = "power.before" if bits & _BEFORE else "power.right"
        yield found("power.low" if bits & _NOW else before)
    elif alarm:
        yield found("power.quiet" if alarm.read_text().strip() == "0" else "power.alarm")
    elif machine.model:
        yield found("power.unknown")


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


def clock(machine: Machine) -> Probe:
    """Find whether anybody has set the clock; a kernel answers for the computer that runs this."""
    yield found("clock.set" if wall.is_set(machine.root) else "clock.unset")


def pygame(machine: Machine, build: Build | None) -> Probe:
    """Find whether pygame, for window and sound, is there, is whole, and opens a card."""
    mend = get_pygame(machine)
    if not machine.has_module("pygame"):
        lost = "window" if build and build.is_emulated else "sound"
        yield found("pygame.missing", lost=lost, mend=mend)
        return
    output = machine.run((sys.executable, "-P", "-c", TRY_MIXER))
    what, _, why = output.text.strip().partition(" ") if output else ("hangs", "", "")
    if "libgthread" in why:
        mend = "sudo apt install libglib2.0-0"
    line = {"": "right", "lacks": "broken", "refused": "refused"}.get(what, "hangs")
    yield found(f"pygame.{line}", why=one_line(why), mend=mend)


def sound(machine: Machine) -> Probe:
    """Find whether there is a sound card, and which sound server has it."""
    cards = _CARD.findall(machine.text("/proc/asound/cards") or "")
    if not cards:
        yield found("sound.none")
        return
    number, name = cards[0]
    holders = []
    for status in machine.files(f"/proc/asound/card{number}/pcm*p"):
        text = machine.text(f"{status}/sub0/status") or ""
        holders += re.findall(r"owner_pid *: (\d+)", text)
    programs = [(machine.text(f"/proc/{process}/comm") or "", process) for process in holders]
    servers = [holder for holder in programs if holder[0] in _SERVERS]
    if servers and machine.driver:
        program, process = servers[0]
        yield found("sound.held", card=name, program=program, process=process)
    else:
        yield found("sound.card", card=name)
