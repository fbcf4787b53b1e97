"""Probe of the GPIO lines of a build: free, held by the companion, or by whom else."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from companion.errors import PanelError, one_line
from hardware.gpio.lines import OWN, LineUse
from hardware.health.found import Found, Probe, found
from hardware.health.machine import Machine
from hardware.health.mending import SERVICE
from wiring.diagram.components import BUS
from wiring.diagram.netlist import netlist
from wiring.spec import Build

_OLD: Final = ("anon_inode:gpio-linehandle", "anon_inode:gpio-event")
"""The open files of a program that asked in the kernel's first way, which names no line."""
_LONGEST: Final = 60
"""Letters of a program's command in a sentence."""


class Holder(NamedTuple):
    """A program that holds a line, and the unit of systemd that it belongs to, "" for none."""

    process: int
    program: str
    unit: str


class PinHolder(NamedTuple):
    """The running companion: its service's process, and whether it has its lines, or is at it."""

    process: int = 0
    ready: bool = False
    starting: bool = False

    def owns(self, holder: Holder) -> bool:
        """Return True if a program is the companion; without a service any that calls itself so."""
        return holder.process == self.process or holder.unit == SERVICE


def parts_by_line(build: Build) -> dict[int, str]:
    """Return what a build has on each of its lines, as `companion wiring` calls it."""
    parts = {}
    for component in netlist(build):
        for terminal in component.terminals:
            if terminal.gpio is not None and terminal.kind != BUS:
                parts[terminal.gpio] = f"{component.name}: {terminal.name}"
    return parts


def lines(machine: Machine, build: Build, companion: PinHolder) -> Probe:
    """Find who else holds lines of a build, or that all are free or the companion's own."""
    parts = parts_by_line(build)
    if not parts:
        return
    try:
        uses = machine.lines(build.board, sorted(parts))
    except (OSError, PanelError) as error:
        is_root = machine.user() == "root"
        yield found("lines.unasked_by_root" if is_root else "lines.unasked", why=error)
        return
    held = {number: line for number, line in uses.items() if line.used}
    holders = _holders(machine, held)
    others = []
    for number, line in held.items():
        programs = holders.get(number, [])
        if not _is_own(line, companion, programs):
            told = _told(machine, line, companion, programs)
            others.append(found(told.line, **told.facts, pin=number, part=parts[number]))
    seen = "lines.own" if held.keys() <= holders.keys() else "lines.unseen"
    yield from others or [found(seen if held else "lines.free", count=len(parts))]


def _is_own(line: LineUse, companion: PinHolder, holders: list[Holder]) -> bool:
    """Return True if the companion holds a line; without a service it is known by its name."""
    is_named = line.consumer == OWN and companion.ready
    if is_named and not companion.process:
        return True
    return all(map(companion.owns, holders)) if holders else is_named


def _told(machine: Machine, line: LineUse, companion: PinHolder, holders: list[Holder]) -> Found:
    """Find by whom a line is held that is not the companion's."""
    for other in holders:
        if not companion.owns(other):
            return found("line.service" if other.unit else "line.program", **other._asdict())
    named = f'something that calls itself "{line.consumer}"'
    by = named if line.consumer else "the kernel"
    if machine.user() == "root":
        return found("line.kernel", by=by)
    is_starting = companion.starting and line.consumer == OWN
    return found("line.starting" if is_starting else "line.held", by=by)


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
        namesakes = [holder for holder in old if consumer and consumer in holder.program]
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
    words = (machine.text(f"{folder}/cmdline") or "").replace("\0", " ").strip()
    place = machine.text(f"{folder}/cgroup") or ""
    unit = place.rpartition("/")[2] if "/system.slice/" in place else ""
    program = one_line(words[:_LONGEST]) or "a program"
    return Holder(int(folder.rpartition("/")[2]), program, unit)
