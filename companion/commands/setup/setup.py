"""`companion setup`: makes an installed companion this device's own.

It settles the build, its buses, who may use the shell, and the service; then the doctor says in one
screen what is right.
"""

import os
from collections.abc import Mapping
from itertools import chain
from typing import Final, TextIO

from companion import settings
from companion.commands.doctor import doctor, service
from companion.commands.setup import boot_files, steps
from companion.errors import CompanionError
from companion.onlookers import LISTED
from hardware.health.machine import LONGEST_S, SERVICE, Machine
from hardware.health.table import Probe, is_well, result_of

RESTART: Final = 75
"""The exit status where the computer has to be started again first."""
_POWEROFF: Final = f"{settings.APP}-poweroff"
_HALTING: Final = f"{settings.APP}-halting.service"
STARTED: Final = (SERVICE, f"{_POWEROFF}.path", f"{settings.APP}-restore.service", _HALTING)
"""The units that start with the computer."""


def first_start(out: TextIO, machine: Machine | None = None) -> int:
    """Set a device up for the build that its card names; the card's files ask for it.

    Return 0 once that is done, whatever the doctor says then, and RESTART if the computer has to be
    started again first.
    """
    machine = machine or Machine()
    name = next((steps.named_in(file) for file in steps.on_boot(machine)), "")
    return run(name or None, {}, out, machine, on_card=True)


def run(
    name: str | None,
    wanted: Mapping[str, bool | None],
    out: TextIO,
    machine: Machine | None = None,
    on_card: bool = False,
) -> int:
    """Set the device up for a build, or for the one that is set. Return 0 if nothing is wrong.

    wanted: by their commands, whether onlookers run from now on; None leaves that as it is. Raises
    CompanionError, before anything is changed, where something is missing.
    """
    machine = machine or Machine()
    _check_preconditions(machine, name)
    source, panel = steps.places_of_build(machine, name) if name else ("", "")
    plan = steps.read_plan(machine, panel, source)
    changed, lacking = boot_files.switch_buses(machine, plan.counts)
    needs_restart = changed and bool(lacking)
    if on_card and needs_restart:
        print("The build's buses are switched on from the next start.", file=out, flush=True)
        return RESTART
    onlookers = (
        steps.set_up_onlooker(machine, plan, listed, wanted.get(listed.command))
        for listed in LISTED
    )
    taken = chain(
        steps.name_build(machine, plan, source),
        steps.report_buses(changed, lacking),
        steps.admit_owner(machine),
        _start_service(machine),
        *onlookers,
    )
    seen = []
    for result in taken:
        seen.append(result)
        print(result.as_line(), file=out, flush=True)
    status = doctor.run(
        plan.where, as_json=False, interactive=False, out=out, err=out, machine=machine
    )
    if on_card:
        return 0
    return status if is_well(seen) else 1


def _check_preconditions(machine: Machine, name: str | None) -> None:
    """Check that root asks, and that the service is installed. Raises CompanionError."""
    if os.geteuid() != 0:
        again = " ".join(filter(None, ("sudo companion setup", name)))
        raise CompanionError(f"only root may set a device up; run: {again}")
    if not service.query_service(machine).installed:
        raise CompanionError(
            "systemd has no service of the companion here: `sudo make install` in a checkout makes"
            " one, and without systemd start the companion with: companion run"
        )


def _start_service(machine: Machine) -> Probe:
    """Enable and start the service, and wait until it is ready; the doctor looks at it later."""
    if machine.run(("systemctl", "enable", "--quiet", *STARTED), LONGEST_S).status:
        raise CompanionError(
            "the service does not start with the computer yet: systemctl cannot enable it; start"
            " the computer once more"
        )
    for words in (
        ("reset-failed", f"{_POWEROFF}.path", f"{_POWEROFF}.service"),
        ("restart", f"{_POWEROFF}.path"),
        ("restart", SERVICE),
        ("start", _HALTING),
    ):
        machine.run(("systemctl", *words), LONGEST_S)
    yield result_of("setup start.enabled")
