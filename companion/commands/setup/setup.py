"""`companion setup`: makes an installed companion this device's own, and says in one screen what is
right.

It settles the build, its buses, who may use the shell, and the service; then the doctor looks at
everything.
"""

import os
import time
from collections.abc import Callable
from itertools import chain
from typing import TextIO

from companion.commands.doctor import doctor, service
from companion.commands.doctor.table import is_well, told
from companion.commands.setup import starting, steps
from companion.errors import CompanionError
from hardware.health.found import Probe, found
from hardware.health.machine import Machine


def run(
    name: str | None,
    web: bool | None,
    mqtt: bool | None,
    out: TextIO,
    machine: Machine | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> int:
    """Set the device up for a build, or for the one that is set.

    The exit status is 0 if nothing is wrong.

    web, mqtt: whether the page or the bridge runs from now on; None leaves that as it is. A
    `CompanionError` says what is missing before anything is changed.
    """
    machine = machine or Machine()
    _need(machine, name)
    source, panel = steps.place(machine, name) if name else ("", "")
    plan = steps.read_plan(machine, panel, source)
    taken = chain(
        steps.settle(machine, plan, source),
        steps.switch_buses_on(machine, plan),
        steps.admit_owner(machine),
        _started(machine, sleep),
        steps.show_touch_table(machine, plan),
        steps.switch(machine, steps.PAGE, web),
        steps.switch(machine, steps.BRIDGE, mqtt),
    )
    seen = []
    for result in map(told, taken):
        seen.append(result)
        print(result.line(), file=out, flush=True)
    status = doctor.run(
        plan.where, as_json=False, interactive=False, out=out, err=out, machine=machine
    )
    return status if is_well(seen) else 1


def _need(machine: Machine, name: str | None) -> None:
    """Refuse what cannot work."""
    if os.geteuid() != 0:
        again = " ".join(filter(None, ("sudo companion setup", name)))
        raise CompanionError(f"only root may set a device up; run: {again}")
    served = service.look(machine)
    if not served.installed:
        raise CompanionError(
            "the service is not installed here; `sudo make install` in a checkout does all of it"
        )
    if not served.answered:
        raise CompanionError(
            "systemd does not run this computer; start the companion with: companion run"
        )


def _started(machine: Machine, sleep: Callable[[float], None]) -> Probe:
    """Enable and start the service, and wait until it is ready; how it is, the doctor says."""
    if not starting.enable(machine):
        yield found("setup start.failed", units=" ".join(starting.STARTED))
    starting.start(machine, sleep)
