"""Probes of the computer itself: which one, its system, its power, sound and clock."""

import re
import sys
from typing import Final

from companion import clock as wall
from hardware.health.machine import HUNG, Machine
from hardware.health.table import Probe, result_of
from hardware.supply import find_alarm
from wiring.spec import MOCK, REAL

# The bits of get_throttled for a voltage that is too low, and that was since the start.
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
    pygame.mixer.init(44100, -16, 2, 512)
except ImportError as error:
    print("lacks", error)
except Exception as error:
    print("refused", error)
"""
"""A program that prints what pygame's mixer lacks, or why it cannot open the sound card."""


def computer(machine: Machine, board: str) -> Probe:
    """Find which Raspberry Pi it is, and its system; a build without its pins needs none."""
    text = machine.read_text("/etc/os-release") or ""
    named = re.search(r"^PRETTY_NAME=[\"']?(.+?)[\"']?$", text, re.MULTILINE)
    other = "none" if board == REAL else "enough"
    system = named[1] if named else "an unknown system"
    line = "pi" if machine.model else other
    yield result_of(f"computer.{line}", model=machine.model, system=system)


def power(machine: Machine) -> Probe:
    """Find whether the supply's voltage is or was too low; either of two files may say it."""
    alarm = find_alarm(machine.path("/sys/class/hwmon"))
    state = alarm.read_text().strip() if alarm else ""
    told = machine.read_text(_THROTTLED) or ""
    bits = int(told, 16) if re.fullmatch("(0x)?[0-9a-fA-F]+", told) else None
    if state == "1" or (bits or 0) & _NOW:
        yield result_of("power.low")
    elif (bits or 0) & _BEFORE:
        yield result_of("power.before")
    elif bits == 0 or state == "0":
        yield result_of("power.right")
    elif machine.model:
        yield result_of("power.unknown")


def clock(machine: Machine) -> Probe:
    """Find whether anybody has set the clock; a kernel answers for the computer that runs this."""
    yield result_of("clock.set" if wall.is_set(str(machine.root)) else "clock.unset")


def pygame(machine: Machine, board: str) -> Probe:
    """Find whether pygame, for window and sound, is there, is whole, and opens a card."""
    what, why = "missing", ""
    if machine.has_module("pygame"):
        output = machine.run((sys.executable, "-P", "-c", TRY_MIXER))
        what, _, why = output.text.strip().partition(" ")
        if output.status == HUNG:
            what = "hangs"
        elif what == "refused" and not machine.matching_files("/dev/snd/controlC*"):
            what = ""  # the line of the sound card says it
    lost = "window" if board == MOCK else "sound"
    mend = machine.installing("pygame-ce", "pygame")
    yield result_of(f"pygame.{what or 'right'}", why=why, lost=lost, mend=mend)


def sound(machine: Machine) -> Probe:
    """Find whether there is a sound card, whether it may be used, and which server has it."""
    found = _CARD.search(machine.read_text("/proc/asound/cards") or "")
    if not found:
        yield result_of("sound.none")
        return
    device = f"/dev/snd/controlC{found[1]}"
    server = _sound_server(machine, found[1])
    line = "held" if server and machine.as_driver else "card"
    if machine.exists(device) and not machine.is_usable(device):
        line = "denied"
    mend = machine.allowing("audio", device)
    yield result_of(f"sound.{line}", card=found[2], program=server, mend=mend)


def _sound_server(machine: Machine, card: str) -> str:
    """Return the sound server that has a card open, "" for none; the kernel names its process."""
    for stream in machine.matching_files(f"/proc/asound/card{card}/pcm*p"):
        status = machine.read_text(f"{stream}/sub0/status") or ""
        for process in re.findall(r"owner_pid *: (\d+)", status):
            program = machine.read_text(f"/proc/{process}/comm") or ""
            if program in _SERVERS:
                return program
    return ""
