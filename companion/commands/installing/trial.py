"""Starts the service, and watches whether it stays up."""

from collections.abc import Callable
from typing import Final

from companion.commands.doctor import service
from companion.commands.doctor.service import Service
from companion.commands.installing.host import Host
from companion.commands.installing.places import HALTING, NAME, POWEROFF_PATH, STARTED
from companion.errors import CompanionError
from hardware.health.mending import SERVICE
from hardware.health.system import System

PATIENCE_S: Final = 200.0
"""From its start to its first picture the service has as long as its unit gives it."""
RESTARTS: Final = 3
"""After so many failures in a row the service is not waited for."""
TRIAL_S: Final = 30.0
"""For so long a version has to run before it counts."""
_LOOK_S: Final = 0.5


class BadVersion(CompanionError):
    """A version does not run well; its text is the rest of a sentence about it."""


def enable(system: System) -> bool:
    """Have the service start with the computer. Return True if that was possible."""
    return system.work(("systemctl", "enable", "--quiet", *STARTED)).status == 0


def start(system: System, sleep: Callable[[float], None]) -> Service:
    """Start the service, and wait until it is ready or has failed. Return how it is then."""
    system.work(("systemctl", "reset-failed", POWEROFF_PATH, f"{NAME}-poweroff.service"))
    system.work(("systemctl", "restart", POWEROFF_PATH))
    system.work(("systemctl", "restart", "--no-block", SERVICE))
    for _ in range(int(PATIENCE_S / _LOOK_S)):
        sleep(_LOOK_S)
        looked = service.look(system)
        if looked.value("Job") not in ("", "0") and looked.restarts < RESTARTS:
            continue  # what it says is still of the companion before
        has_failed = looked.restarts >= RESTARTS or looked.value("ActiveState") == "failed"
        if looked.runs or has_failed:
            break
    system.work(("systemctl", "start", HALTING))
    return looked


def try_out(host: Host) -> None:
    """Start the service and watch it for half a minute; a `BadVersion` where it is not well."""
    enable(host)
    began = start(host, host.sleep)
    if not began.runs:
        raise BadVersion(f"does not start{service.last(host, began)}")
    host.say("it starts; watching it for half a minute")
    end = host.clock() + TRIAL_S
    while _is_same(began, looked := service.look(host)):
        if host.clock() >= end and _answers(looked, end - TRIAL_S / 2):
            return
        host.sleep(_LOOK_S)
    if looked.value("Result") == "watchdog":
        raise BadVersion("hangs after its start")
    raise BadVersion(f"ends soon after its start{service.last(host, looked)}")


def saves(system: System) -> bool:
    """Return True if the companion does not say that the game is not saved."""
    return "not saved" not in service.look(system).value("StatusText")


def _is_same(began: Service, looked: Service) -> bool:
    """Return True if it is the process that became ready, and still runs."""
    is_same = (looked.process, looked.restarts) == (began.process, began.restarts)
    return looked.runs and is_same


def _answers(looked: Service, since: float) -> bool:
    """Return True if it answered its watchdog since then.

    It answers three times in the time that the watchdog gives it. One that does not is killed soon.
    """
    if looked.value("WatchdogUSec") in ("", "0", "infinity"):
        return True
    return looked.seconds("WatchdogTimestampMonotonic") > since
