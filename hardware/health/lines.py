"""Probe of the GPIO lines of a build: free, held by the companion, or by whom else."""

import re
from contextlib import suppress
from typing import Final

from companion.errors import PanelError, one_line
from hardware.gpio.lines import OWN
from hardware.health.found import Probe, found
from hardware.health.machine import Machine
from hardware.health.mending import SERVICE
from wiring.diagram.components import BUS
from wiring.diagram.netlist import netlist
from wiring.spec import Build

_MEND: Final = ("sudo companion doctor", "")
"""Of lines that could not be asked, for root and others."""
_LONGEST: Final = 60
"""Letters of a program's command in a sentence."""


def parts_by_line(build: Build) -> dict[int, str]:
    """Return what a build has on each of its lines, as `companion wiring` calls it."""
    parts = {}
    for component in netlist(build):
        for terminal in component.terminals:
            if terminal.gpio is not None and terminal.kind != BUS:
                parts[terminal.gpio] = f"{component.name}: {terminal.name}"
    return parts


def lines(machine: Machine, build: Build, unit: str, runs: bool) -> Probe:
    """Find who else holds lines of a build, or that all are free or the companion's own.

    unit: that of the companion, "" where no service runs it. runs: whether there is one, started or
    starting.
    """
    parts = parts_by_line(build)
    if not parts:
        return
    is_root = machine.user() == "root"
    try:
        uses = machine.lines(build.board, sorted(parts))
    except (OSError, PanelError) as error:
        yield found("lines.unasked", why=error, mend=_MEND[is_root])
        return
    held = {number: use.consumer for number, use in uses.items() if use.used}
    processes = _processes(machine)
    are_own = True
    for number, consumer in held.items():
        folder = processes.get(number, "")
        owner = _unit(machine, folder)
        is_own = runs and consumer == OWN
        if folder and SERVICE in (unit, owner):
            is_own = owner == SERVICE
        if not is_own:
            are_own = False
            facts = {"part": parts[number], "by": consumer or "the kernel", "unit": owner}
            facts |= {"process": folder.rpartition("/")[2], "program": _program(machine, folder)}
            yield found(f"line.{_kind(folder, owner, is_root)}", pin=number, **facts)
    if are_own:
        yield found("lines.own" if held else "lines.free", count=len(parts))


def _kind(folder: str, owner: str, is_root: bool) -> str:
    """Return what holds a line: a service, a program, or nobody that shows; root sees them all."""
    if folder:
        return "service" if owner else "program"
    return "kernel" if is_root else "held"


def _processes(machine: Machine) -> dict[int, str]:
    """Return the folder of the process that holds a line, as far as this user may see it.

    Of those that asked in the kernel's first way nothing tells the lines.
    """
    processes: dict[int, str] = {}
    for folder in machine.files("/proc/[0-9]*"):
        texts = []
        with suppress(OSError):  # the process has ended meanwhile
            texts = [machine.text(file) or "" for file in machine.files(f"{folder}/fdinfo/*")]
        for number in re.findall(r"^gpio-line:\s*(\d+)", "\n".join(texts), re.MULTILINE):
            processes[int(number)] = folder
    return processes


def _unit(machine: Machine, folder: str) -> str:
    """Return the unit of systemd that a process belongs to, "" for none."""
    place = machine.text(f"{folder}/cgroup") or ""
    return place.rpartition("/")[2] if "/system.slice/" in place else ""


def _program(machine: Machine, folder: str) -> str:
    words = (machine.text(f"{folder}/cmdline") or "").replace("\0", " ").strip()
    return one_line(words[:_LONGEST]) or "a program"
