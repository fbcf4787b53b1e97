"""How an installed service is: whether it runs, crashes or rests, and what it said last."""

import json
import signal
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from companion.club.pulse import AWAY
from companion.errors import one_line, quantity
from companion.numbers import Json
from hardware.health.account import Account
from hardware.health.check_result import CheckResult, note, ok, wrong
from hardware.health.mending import AS_ROOT, MQTT, SERVICE, WEB, more
from hardware.health.system import System

_PROPERTIES: Final = (
    "LoadState,ActiveState,SubState,Result,NRestarts,ExecMainCode,ExecMainStatus,MainPID,User,"
    "SupplementaryGroups,UnitFileState,ActiveEnterTimestampMonotonic,StatusText,Job"
)
_FOLDERS: Final = ("/etc/systemd/system", "/usr/lib/systemd/system")
"""Where an owner and the package put a unit."""
_USER: Final = SERVICE.removesuffix(".service")
NAMES: Final[Mapping[str, str]] = {SERVICE: "service", WEB: "page", MQTT: "bridge"}
"""What each unit's service is called."""
CHECK: Final = "sudo companion mqtt --check"
_LINES: Final = 60
"""Lines of the journal among which the last words are looked for."""
_LONGEST: Final = 300
_YOUNG_S: Final = 60.0
"""A service that crashed before and has run for less than this may crash again."""
_WELL: Final = ("ready: ", "headless: ")
"""So begins what it says when it is well, which is no reason for an end."""
_CODES: Final = {"1": "exited", "2": "killed", "3": "dumped"}
"""ExecMainCode, as waitid(2) numbers it, and as the journal has it."""
_WHY: Final[Mapping[str, str]] = {
    "watchdog": "it hung, and its watchdog ended it",
    "timeout": "it was not ready in time",
    "oom-kill": "the computer has too little memory",
    "resources": "systemd could not prepare its start",
    "protocol": "it ended before it was ready",
    "start-limit-hit": "it failed too often in a short time",
}
"""The results that say more than the status."""


class Service(NamedTuple):
    """What systemd says of the service; `answered` is whether it said anything."""

    installed: bool
    answered: bool
    values: Mapping[str, str]
    unit: str = SERVICE

    @property
    def name(self) -> str:
        """What it is called."""
        return NAMES[self.unit]

    def value(self, name: str) -> str:
        """Return a property, "" where it is not told."""
        return self.values.get(name, "")

    @property
    def restarts(self) -> int:
        """How often systemd has restarted it by itself since a user started it."""
        return _whole(self.value("NRestarts"))

    def seconds(self, name: str) -> float:
        """Return a moment that systemd tells in microseconds, by the monotonic clock."""
        return _whole(self.value(name)) / 1e6

    @property
    def process(self) -> int:
        """Its main process, 0 for none."""
        return _whole(self.value("MainPID"))

    @property
    def runs(self) -> bool:
        """Whether it has said that it is ready."""
        return self.value("ActiveState") == "active"

    @property
    def crashing(self) -> bool:
        """Whether it ended by itself: it stays down, waits for its next start, or starts or ends
        again.
        """
        active, sub = self.value("ActiveState"), self.value("SubState")
        return (
            active == "failed"
            or sub.startswith("auto-restart")
            or (active == "activating" and self.restarts > 0)
            or (active == "deactivating" and self.value("Result") != "success")
        )

    @property
    def starting(self) -> bool:
        """Whether a start is under way."""
        return self.value("ActiveState") == "activating" and self.process > 0


def look(machine: System, unit: str = SERVICE) -> Service:
    """Ask systemd; where it does not answer, the unit's file tells whether there is a service."""
    answer = machine.run(("systemctl", "show", unit, f"--property={_PROPERTIES}"))
    text = answer.text if answer and answer.status == 0 else ""
    if "LoadState=" not in text:
        is_there = any(machine.exists(f"{folder}/{unit}") for folder in _FOLDERS)
        return Service(is_there, answered=False, values={}, unit=unit)
    values = dict(line.partition("=")[::2] for line in text.splitlines())
    return Service(values["LoadState"] != "not-found", answered=True, values=values, unit=unit)


def is_enabled(machine: System, unit: str) -> bool:
    """Return True if a unit starts with the computer."""
    return look(machine, unit).value("UnitFileState") == "enabled"


def account(machine: System, service: Service) -> Account | None:
    """Return the user that the service runs as, with all of its groups.

    None without a service or such a user.
    """
    if not service.installed:
        return None
    return machine.account(
        service.value("User") or _USER, service.value("SupplementaryGroups").split()
    )


def state(machine: System, service: Service) -> Iterator[CheckResult]:
    """Check that it is installed, and how it is."""
    name = service.name
    the = f"the {name}"
    if not service.installed:
        yield note(name, f"{the} is not installed: start the companion with `companion run`")
    elif not service.answered:
        yield note(name, f"{the} is installed, but systemd does not say how it is", AS_ROOT)
    elif service.value("LoadState") != "loaded":
        told = f"systemd cannot use the unit of {the} ({service.value('LoadState')})"
        yield wrong(name, told, f"systemctl status {service.unit}")
    elif service.crashing:
        yield wrong(name, _crashed(machine, service), more(service.unit))
    elif service.value("ActiveState") == "active":
        yield _runs(machine, service)
    else:
        yield _does_not_run(service)


def _does_not_run(service: Service) -> CheckResult:
    """Return what is said of a service that starts, stops or is stopped."""
    moving = {"activating": "starting", "deactivating": "stopping"}
    active = service.value("ActiveState")
    the = f"the {service.name}"
    if active in moving:
        return note(service.name, f"{the} is {moving[active]}", f"systemctl status {service.unit}")
    return note(service.name, f"{the} is installed but does not run", _enable(service))


def _runs(machine: System, service: Service) -> CheckResult:
    """Return what is said of a service that runs, by how often it crashed before."""
    the = f"the {service.name}"
    said = more(service.unit)
    if service.restarts > 1 and (age := _age(machine, service)) < _YOUNG_S:
        crashed = _crashed(machine, service)
        told = f"{crashed}; now it has run for {quantity(round(age), 'second')}"
        return wrong(service.name, told, said)
    if service.restarts:
        told = f"{the} runs, after it crashed {_times(service.restarts)}"
        return note(service.name, f"{told}{last(machine, service)}", said)
    if service.value("UnitFileState") == "disabled":
        told = f"{the} runs, but does not start with the computer"
        return note(service.name, told, _enable(service))
    return ok(service.name, f"{the} runs")


def _enable(service: Service) -> str:
    return f"sudo systemctl enable --now {service.unit}"


def beside(machine: System, unit: str) -> Iterator[CheckResult]:
    """Yield how the page or the bridge is, where it is to start with the computer.

    Nothing where it is not.
    """
    service = look(machine, unit)
    if service.value("UnitFileState") != "enabled":
        return
    told = one_line(service.value("StatusText")[:_LONGEST])
    if service.runs and told.startswith(AWAY):
        yield wrong(service.name, f"the {service.name} runs, but is {told}", CHECK)
    else:
        yield from state(machine, service)


def _crashed(machine: System, service: Service) -> str:
    if service.value("ActiveState") == "failed":
        begin = f"the {service.name} crashed and stays down"
    elif service.restarts > 1:
        begin = f"the {service.name} crashes again and again, {_times(service.restarts)} so far"
    else:
        begin = f"the {service.name} crashed and is started again"
    return f"{begin}{last(machine, service)}"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _age(machine: System, service: Service) -> float:
    """For how many seconds it has run."""
    return machine.clock() - service.seconds("ActiveEnterTimestampMonotonic")


def last(machine: System, service: Service) -> str:
    """Return how it ended and what it said last, as the end of a sentence.

    "" where nobody tells.
    """
    entries = _journal(machine, service.unit)
    end = _end(entries)
    how = _how(service, end)
    said = _words(entries if end is None else entries[: entries.index(end)], service.unit)
    said = said or one_line(service.value("StatusText")[:_LONGEST])  # which anybody may read
    last = f", and said last: {said}" if said else ""
    return f" ({how}){last}" if how else last


def _journal(machine: System, unit: str) -> list[Json]:
    """Return the newest lines about a service since the computer's start.

    None for who may not read them.
    """
    command = ("journalctl", "--unit", unit, "--boot", "--quiet", "--no-pager", "--output", "json")
    answer = machine.run((*command, "--lines", str(_LINES)))
    entries = []
    for line in answer.text.splitlines() if answer and answer.status == 0 else ():
        with suppress(ValueError, RecursionError):
            if isinstance(entry := json.loads(line), dict):
                entries.append(entry)
    return entries


def _end(entries: list[Json]) -> Json | None:
    """Return the line in which systemd tells that the process ended, the newest of them."""
    return next((entry for entry in reversed(entries) if "EXIT_STATUS" in entry), None)


def _how(service: Service, end: Json | None) -> str:
    """Return how the process ended, by the journal, else by the unit's properties, which the next
    start resets.
    """
    if why := _WHY.get(service.value("Result")):
        return why
    if end is not None:
        code, status = str(end.get("EXIT_CODE", "")), str(end["EXIT_STATUS"])
    else:
        code = _CODES.get(service.value("ExecMainCode"), "")
        status = service.value("ExecMainStatus")
    if code == "exited":
        return f"exit status {status}"
    if code in ("killed", "dumped"):
        with suppress(ValueError):
            status = signal.Signals(int(status)).name
        return f"killed by SIG{status.removeprefix('SIG')}"
    return ""


def _words(entries: Iterable[Json], unit: str) -> str:
    """Return what the program said last.

    Where it did not get that far, what systemd said for it.
    """
    said = [
        str(entry.get("MESSAGE"))
        for entry in entries
        if entry.get("SYSLOG_IDENTIFIER") != "systemd" and isinstance(entry.get("MESSAGE"), str)
    ]
    last = next((line.strip() for line in reversed(said) if line.strip()), "")
    last = last.removeprefix("companion: ").removeprefix(f"{unit}: ")
    return "" if last.startswith(_WELL) else one_line(last[:_LONGEST])


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else 0
