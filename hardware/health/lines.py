"""Whether the GPIO lines of a build are free or held by the companion, and who else holds them."""

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from companion.errors import PanelError, one_line
from hardware.gpio.lines import OWN, LineUse
from hardware.health.check_result import CheckResult, note, ok, wrong
from hardware.health.machine import Machine
from hardware.health.mending import AS_ROOT, SERVICE
from wiring.spec import Build

_OLD: Final = ("anon_inode:gpio-linehandle", "anon_inode:gpio-event")
"""The open files of a program that asked in the kernel's first way, which names no line."""
_LONGEST: Final = 60
"""Letters of a program's command in a sentence."""


class Holder(NamedTuple):
    """A program that holds a line, and the unit of systemd that it belongs to, "" for none."""

    process: int
    name: str
    unit: str


class PinHolder(NamedTuple):
    """The running companion: its processes, and whether it has all of its lines, or is at it."""

    processes: Collection[int] = ()
    ready: bool = False
    starting: bool = False

    def owns(self, holder: Holder) -> bool:
        """Return True if a program is the companion."""
        return holder.process in self.processes or holder.unit == SERVICE


def parts_by_line(build: Build) -> dict[int, str]:
    """Return what a build has on each of its lines."""
    parts = {}
    if build.screen:
        for pin, what in ((build.screen.dc, "D/C"), (build.screen.reset, "reset")):
            if pin is not None:
                parts[pin] = f"the display's {what}"
    if build.lights:
        for place, light in build.lights.places().items():
            parts[light.pin] = " ".join(filter(None, ("a light of", place.group, place.part)))
    if build.encoder:
        parts |= dict.fromkeys(build.encoder, "the encoder")
    return parts | {pin: control for control, pin in build.buttons.items()}


def lines(machine: Machine, build: Build, companion: PinHolder) -> Iterator[CheckResult]:
    """Yield who else holds lines of a build, or that all are free or the companion's own."""
    parts = parts_by_line(build)
    if not parts:
        return
    try:
        uses = machine.lines(build.board, sorted(parts))
    except (OSError, PanelError) as error:
        mend = "" if machine.user() == "root" else AS_ROOT
        yield note("lines", f"who holds the lines could not be asked ({error})", mend)
        return
    held = {number: line for number, line in uses.items() if line.used}
    holders = _holders(machine, held) if held else {}
    others = []
    for number, line in held.items():
        programs = holders.get(number, [])
        if not _is_own(line, companion, programs):
            others.append(_result(machine, number, parts[number], line, companion, programs))
    yield from others
    if not others:
        whose = _whose(held, holders)
        yield ok("lines", f"the {len(parts)} GPIO lines of the build are {whose}")


def _whose(held: Mapping[int, LineUse], holders: Mapping[int, list[Holder]]) -> str:
    """Return whose the lines are, if no other program holds one."""
    if not held:
        return "free"
    if held.keys() <= holders.keys():
        return "the companion's own"
    return "held as the companion does, and only root sees by whom"


def _is_own(line: LineUse, companion: PinHolder, holders: list[Holder]) -> bool:
    """Return True if the companion holds a line."""
    if holders:
        return all(map(companion.owns, holders))
    return line.consumer == OWN and companion.ready


def _result(
    machine: Machine,
    number: int,
    what: str,
    line: LineUse,
    companion: PinHolder,
    holders: list[Holder],
) -> CheckResult:
    """Return who else holds a line, and how it gets free."""
    name = f"GPIO {number}"
    held = f"{name}, the build's for {what}, is held"
    others = [holder for holder in holders if not companion.owns(holder)]
    if others:
        process, program, unit = others[0]
        sentence = f"{held} by {program} (process {process})"
        if unit:
            return wrong(name, f"{sentence} of {unit}", f"sudo systemctl disable --now {unit}")
        return wrong(name, sentence, f"sudo kill {process}")
    by = f'something that calls itself "{line.consumer}"' if line.consumer else "the kernel"
    if machine.user() == "root":
        mend = "grep -n -e dtoverlay -e dtparam /boot/firmware/config.txt"
        return wrong(name, f"{held} by {by}, and by no program: an overlay has it", mend)
    if companion.starting and line.consumer == OWN:
        return note(name, f"{held} by the companion, which starts", AS_ROOT)
    return wrong(name, f"{held} by {by}, not by the companion", AS_ROOT)


def _holders(machine: Machine, held: Mapping[int, LineUse]) -> dict[int, list[Holder]]:
    """Return the programs that hold lines, as far as this user may see them: root sees all."""
    holders: dict[int, list[Holder]] = {}
    old = []
    for folder, file in _open_files(machine):
        text = machine.text(file) or ""
        for number in re.findall(r"^gpio-line:\s*(\d+)", text, re.MULTILINE):
            holders.setdefault(int(number), []).append(_holder(machine, folder))
        if machine.link(file.replace("/fdinfo/", "/fd/")) in _OLD:
            old.append(_holder(machine, folder))
    for number in held.keys() - holders.keys():
        # These gave the kernel a name, which is mostly their own.
        consumer = held[number].consumer
        namesakes = [holder for holder in old if consumer and consumer in holder.name]
        if namesakes:
            holders[number] = namesakes[:1]
    return holders


def _open_files(machine: Machine) -> Iterator[tuple[str, str]]:
    """Yield the folder of each process, and what the kernel says of each file that it has open."""
    for folder in machine.files("/proc/[0-9]*"):
        with suppress(OSError):  # the process has ended meanwhile
            for file in machine.files(f"{folder}/fdinfo/*"):
                yield folder, file


def _holder(machine: Machine, folder: str) -> Holder:
    process = int(folder.rpartition("/")[2])
    words = (machine.text(f"{folder}/cmdline") or "").replace("\0", " ").strip()
    place = machine.text(f"{folder}/cgroup") or ""
    unit = place.rpartition("/")[2] if "/system.slice/" in place else ""
    return Holder(process, one_line(words[:_LONGEST]) or "a program", unit)
