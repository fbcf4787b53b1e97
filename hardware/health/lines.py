"""Probe of the GPIO lines of a build: free, held by the companion, or by whom else."""

import re
from contextlib import suppress
from typing import Final

from companion.errors import PanelError
from hardware.gpio.lines import OWN
from hardware.health.found import Probe, found
from hardware.health.machine import Machine
from hardware.health.mending import SERVICE
from wiring.diagram.components import BUS
from wiring.diagram.netlist import netlist
from wiring.spec import Build

_BY_ROOT: Final = "sudo companion doctor"
_LOOK: Final = "grep -n -e dtoverlay -e dtparam /boot/firmware/config.txt"
"""What root does, who sees all programs: the kernel itself has the line."""


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

    unit: that of a companion that runs, "" for none.
    """
    parts = parts_by_line(build)
    if not parts:
        return
    mend = _BY_ROOT
    if machine.user() == "root":
        mend = _LOOK
    try:
        uses = machine.lines(build.board, sorted(parts))
    except (OSError, PanelError) as error:
        yield found("lines.unasked", why=error, mend=mend.replace(_LOOK, ""))
        return
    held = {number: use.consumer for number, use in uses.items() if use.used}
    processes = _processes(machine)
    line = "lines.own" if held else "lines.free"
    for number, consumer in held.items():
        holder = _holder(machine, processes.get(number, ""))
        is_own = runs and consumer == OWN
        if holder["process"] and SERVICE in (unit, holder["unit"]):
            is_own = holder["unit"] == SERVICE
        if not is_own:
            line = ""
            facts = {"part": parts[number], "by": consumer or "the kernel", "mend": mend}
            yield found(f"line.{holder['kind']}", pin=number, **holder, **facts)
    if line:
        yield found(line, count=len(parts))


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


def _holder(machine: Machine, folder: str) -> dict[str, str]:
    """Return which program a process runs, and of which unit of systemd, "" for none."""
    place = machine.text(f"{folder}/cgroup") or ""
    unit = place.rpartition("/")[2] if "/system.slice/" in place else ""
    kind = "service" if unit else "program"
    program = (machine.text(f"{folder}/cmdline") or "a program").replace("\0", " ")
    facts = {"process": folder.rpartition("/")[2], "unit": unit, "program": program}
    return {"kind": kind if folder else "unknown", **facts}
