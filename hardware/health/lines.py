"""Probe of the GPIO lines of a build: free, held by the companion, or by whom else."""

from companion.errors import PanelError
from hardware.gpio.lines import OWN
from hardware.health.machine import Machine
from hardware.health.table import Probe, result_of
from wiring.diagram.components import BUS
from wiring.diagram.netlist import netlist
from wiring.spec import Build


def parts_by_line(build: Build) -> dict[int, str]:
    """Return the parts on each line of a build, as `companion wiring` calls them."""
    parts = {}
    for component in netlist(build):
        for terminal in component.terminals:
            if terminal.gpio is not None and terminal.kind != BUS:
                parts[terminal.gpio] = f"{component.name}: {terminal.name}"
    return parts


def lines(machine: Machine, build: Build, runs: bool) -> Probe:
    """Find what else holds lines of a build, or that all are free or the companion's own.

    runs: a companion has the device now.
    """
    parts = parts_by_line(build)
    if not parts:
        return
    try:
        uses = machine.lines(build.board, sorted(parts))
    except (OSError, PanelError) as error:
        yield result_of("lines.unasked", why=error)
        return
    held = {number: use.consumer for number, use in uses.items() if use.used}
    others = {number: by for number, by in held.items() if by != OWN or not runs}
    for number, by in others.items():
        yield result_of("line.held" if by else "line.kernel", pin=number, part=parts[number], by=by)
    if not others:
        yield result_of("lines.own" if held else "lines.free", count=len(parts))
