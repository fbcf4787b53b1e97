"""Probes of the computer itself: which one, its system, its Python, its power, sound and clock."""

import platform
import re
import sys
from typing import Final

from companion import clock as wall
from companion.errors import one_line
from hardware.health.found import Probe, found
from hardware.health.machine import Machine
from hardware.health.mending import allow
from hardware.health.mending import pygame as get_pygame
from hardware.supply import find_alarm
from wiring.spec import REAL, Build

TRIED: Final = ("bookworm", "trixie")
_NOW: Final = 1 << 0
_BEFORE: Final = 1 << 16
_THROTTLED: Final = "/sys/devices/platform/soc/soc:firmware/get_throttled"
_CARD: Final = re.compile(r"^ *(\d+) \[.*?\]: *(.*)$", re.MULTILINE)
_SERVERS: Final = ("pipewire", "pulseaudio")
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
    is_tried = codename in TRIED or not _needs_pi(build)
    yield found("system.tried" if is_tried else "system.untried", system=name)


def _needs_pi(build: Build | None) -> bool:
    return build is None or build.board.kind == REAL


def power(machine: Machine) -> Probe:
    """Find whether the supply's voltage is or was too low."""
    alarm = find_alarm(machine.path("/sys/class/hwmon"))
    try:
        bits = int(machine.text(_THROTTLED) or "", 16)
        before = "power.before" if bits & _BEFORE else "power.right"
        yield found("power.low" if bits & _NOW else before)
    except ValueError:
        if alarm:
            yield found("power.quiet" if alarm.read_text().strip() == "0" else "power.alarm")
        elif machine.model:
            yield found("power.unknown")


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
    if what == "refused" and not _cards(machine):
        what = ""  # the line of the sound card says it
    line = {"": "right", "lacks": "broken", "refused": "refused"}.get(what, "hangs")
    yield found(f"pygame.{line}", why=one_line(why), mend=mend)


def sound(machine: Machine) -> Probe:
    """Find whether there is a sound card, whether it may be used, and which server has it."""
    cards = _cards(machine)
    if not cards:
        yield found("sound.none")
        return
    number, card = cards[0]
    device = f"/dev/snd/controlC{number}"
    server = _server(machine, number)
    if machine.exists(device) and not machine.usable(device):
        yield found("sound.denied", card=card, mend=allow(machine, "audio", device))
    elif server and machine.driver:
        yield found("sound.held", card=card, program=server)
    else:
        yield found("sound.card", card=card)


def _cards(machine: Machine) -> list[tuple[str, str]]:
    """Return the number and the name of each sound card."""
    return _CARD.findall(machine.text("/proc/asound/cards") or "")


def _server(machine: Machine, card: str) -> str:
    """Return the sound server that has a card open, "" for none; the kernel names its process."""
    for stream in machine.files(f"/proc/asound/card{card}/pcm*p"):
        status = machine.text(f"{stream}/sub0/status") or ""
        for process in re.findall(r"owner_pid *: (\d+)", status):
            program = machine.text(f"/proc/{process}/comm") or ""
            if program in _SERVERS:
                return program
    return ""
