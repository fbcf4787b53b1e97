"""Starts the service with the computer and now, and waits until it is ready."""

from collections.abc import Callable
from typing import Final

from companion import settings
from companion.commands.doctor import service
from companion.commands.doctor.service import Service
from hardware.health.machine import Machine
from hardware.health.mending import SERVICE

_POWEROFF: Final = f"{settings.APP}-poweroff"
_HALTING: Final = f"{settings.APP}-halting.service"
STARTED: Final = (SERVICE, f"{_POWEROFF}.path", f"{settings.APP}-restore.service", _HALTING)
"""The units that start with the computer."""
PATIENCE_S: Final = 200.0
"""From its start to its first picture the service has as long as its unit gives it."""
RESTARTS: Final = 3
"""After so many failures in a row the service is not waited for."""
_LOOK_S: Final = 0.5


def enable(machine: Machine) -> bool:
    """Have the service start with the computer. Return True if that was possible."""
    return machine.work(("systemctl", "enable", "--quiet", *STARTED)).status == 0


def start(machine: Machine, sleep: Callable[[float], None]) -> Service:
    """Start the service, and wait until it is ready or has failed. Return how it is then."""
    machine.work(("systemctl", "reset-failed", f"{_POWEROFF}.path", f"{_POWEROFF}.service"))
    machine.work(("systemctl", "restart", f"{_POWEROFF}.path"))
    machine.work(("systemctl", "restart", "--no-block", SERVICE))
    for _ in range(int(PATIENCE_S / _LOOK_S)):
        sleep(_LOOK_S)
        looked = service.look(machine)
        if looked.value("Job") not in ("", "0") and looked.restarts < RESTARTS:
            continue  # what it says is still of the companion before
        has_failed = looked.restarts >= RESTARTS or looked.value("ActiveState") == "failed"
        if looked.runs or has_failed:
            break
    machine.work(("systemctl", "start", _HALTING))
    return looked
