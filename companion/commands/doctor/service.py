"""How an installed service is: whether it runs, crashes or rests, and what it said last."""

import json
import signal
import socket
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from companion.commands.doctor.table import table
from companion.errors import CompanionError, one_line, quantity
from companion.numbers import Json
from companion.onlooking.settings import load_page
from hardware.health.found import Found, Probe, found
from hardware.health.machine import Account, Machine
from hardware.health.mending import MQTT, SERVICE, WEB

_PROPERTIES: Final = (
    "LoadState,ActiveState,SubState,Result,NRestarts,ExecMainCode,ExecMainStatus,MainPID,User,"
    "SupplementaryGroups,UnitFileState,ActiveEnterTimestampMonotonic,StatusText,Job"
)
_FOLDERS: Final = ("/etc/systemd/system", "/usr/lib/systemd/system")
"""Where an owner and the package put a unit."""
_USER: Final = SERVICE.removesuffix(".service")
NAMES: Final[Mapping[str, str]] = {SERVICE: "service", WEB: "page", MQTT: "bridge"}
"""What each unit's service is called."""
AWAY: Final = "not connected"
"""So begins the status of a bridge that tried its broker in vain."""
_LINES: Final = 60
"""Lines of the journal among which the last words are looked for."""
_LONGEST: Final = 300
_YOUNG_S: Final = 60.0
"""A service that crashed before and has run for less than this may crash again."""
_WELL: Final = ("ready: ", "headless: ")
"""So begins what it says when it is well, which is no reason for an end."""
_CODES: Final = {"1": "exited", "2": "killed", "3": "dumped"}
"""ExecMainCode, as waitid(2) numbers it, and as the journal has it."""
_MOVING: Final = {"activating": "starting", "deactivating": "stopping"}


class Service(NamedTuple):
    """What systemd says of the service; `answered` is whether it said anything."""

    installed: bool
    answered: bool
    values: Mapping[str, str]
    unit: str = SERVICE

    def value(self, name: str) -> str:
        """Return a property, "" where it is not told."""
        return self.values.get(name, "")

    def number(self, name: str) -> int:
        """Return a property that is a number, 0 where it is not told."""
        text = self.value(name)
        return int(text) if text.isascii() and text.isdigit() else 0

    @property
    def restarts(self) -> int:
        """How often systemd has restarted it by itself since a user started it."""
        return self.number("NRestarts")

    @property
    def runs(self) -> bool:
        """Whether it has said that it is ready."""
        return self.value("ActiveState") == "active"

    @property
    def crashing(self) -> bool:
        """Whether it ended by itself: it is down, waits for a start, or starts or ends again."""
        active = self.value("ActiveState")
        if active == "deactivating":
            return self.value("Result") != "success"
        restarts = active == "activating" and self.restarts > 0
        return active == "failed" or restarts or self.value("SubState").startswith("auto-restart")

    @property
    def has_crashed(self) -> bool:
        """Whether it ended by itself, also if it runs again."""
        return self.crashing or (self.runs and self.restarts > 0)

    @property
    def starting(self) -> bool:
        """Whether a start is under way."""
        return self.value("ActiveState") == "activating" and self.number("MainPID") > 0


def look(machine: Machine, unit: str = SERVICE) -> Service:
    """Ask systemd; where it does not answer, the unit's file tells whether there is a service."""
    answer = machine.run(("systemctl", "show", unit, f"--property={_PROPERTIES}"))
    text = answer.text if answer and answer.status == 0 else ""
    if "LoadState=" not in text:
        is_there = any(machine.exists(f"{folder}/{unit}") for folder in _FOLDERS)
        return Service(is_there, answered=False, values={}, unit=unit)
    values = dict(line.partition("=")[::2] for line in text.splitlines())
    return Service(values["LoadState"] != "not-found", answered=True, values=values, unit=unit)


def account(machine: Machine, service: Service) -> Account | None:
    """Return the user that the service runs as, with its groups; None if there is no such user."""
    if not service.installed:
        return None
    groups = service.value("SupplementaryGroups").split()
    return machine.account(service.value("User") or _USER, groups)


def state(machine: Machine, service: Service) -> Probe:
    """Find whether it is installed, and how it is."""
    active = service.value("ActiveState")
    facts = {"unit": service.unit, "load": service.value("LoadState")}
    facts |= {"service": NAMES[service.unit], "moving": _MOVING.get(active, "")}
    if not service.installed:
        yield found("service.absent", **facts)
    elif not service.answered:
        yield found("service.unanswered", **facts)
    elif service.value("LoadState") != "loaded":
        yield found("service.refused", **facts)
    elif service.has_crashed:
        yield _crashed(machine, service, facts)
    elif service.runs:
        is_off = service.value("UnitFileState") == "disabled"
        yield found("service.disabled" if is_off else "service.runs", **facts)
    else:
        yield found("service.moves" if facts["moving"] else "service.stopped", **facts)


def _crashed(machine: Machine, service: Service, facts: Mapping[str, object]) -> Found:
    """Find how a service is that crashed."""
    restarts = service.restarts
    times = "once" if restarts == 1 else f"{restarts} times"
    age = machine.clock() - service.number("ActiveEnterTimestampMonotonic") / 1e6
    line = "again" if restarts > 1 else "once"
    if service.value("ActiveState") == "failed":
        line = "failed"
    elif service.runs:
        line = "young" if restarts > 1 and age < _YOUNG_S else "crashed"
    more = {"times": times, "age": quantity(round(age), "second"), "last": last(machine, service)}
    return found(f"service.{line}", **facts, **more)


def beside(machine: Machine, unit: str) -> Probe:
    """Find how the page or the bridge is, where it is to start with the computer."""
    service = look(machine, unit)
    if service.value("UnitFileState") != "enabled":
        return
    status = one_line(service.value("StatusText")[:_LONGEST])
    if service.runs and status.startswith(AWAY):
        yield found("service.away", service=NAMES[unit], told=status)
    else:
        yield from state(machine, service)
    if unit == WEB and service.runs:
        yield from _reached(machine)


def _reached(machine: Machine) -> Probe:
    """Find whether the page answers, and whether phones find it by a name."""
    with suppress(CompanionError):  # the line of the settings says it
        page = load_page()
        host = f"[{page.host}]" if ":" in page.host else page.host or "127.0.0.1"
        url = f"http://{host}:{page.port}"
        why = machine.fetch(url)
        yield found("page's address.silent" if why else "page's address.right", url=url, why=why)
    if not machine.exists("/run/avahi-daemon/socket"):
        yield found("page's address.nameless", host=socket.gethostname().split(".")[0])


def last(machine: Machine, service: Service) -> str:
    """Return how it ended and what it said last, as a sentence's end; "" where nobody tells."""
    end, words = _end(machine, service.unit)
    if not words or words.startswith(_WELL):
        words = service.value("StatusText")  # which anybody may read
    how = _how(service, end)
    said = f", and said last: {one_line(words[:_LONGEST])}" if words else ""
    return f" ({how}){said}" if how else said


def _end(machine: Machine, unit: str) -> tuple[Json, str]:
    """Return systemd's line on the newest end of a service, and the last words before it."""
    end: Json = {}
    said = words = ""
    for entry in _journal(machine, unit):
        message = entry.get("MESSAGE")
        if "EXIT_STATUS" in entry:
            end, words = entry, said  # what comes after is of the next start
        elif entry.get("SYSLOG_IDENTIFIER") != "systemd" and isinstance(message, str):
            said = message.strip() or said
    words = words if end else said
    return end, words.removeprefix("companion: ").removeprefix(f"{unit}: ")


def _journal(machine: Machine, unit: str) -> Iterator[Json]:
    """Yield the newest lines about a service since the start, as far as they may be read."""
    command = ("journalctl", "--unit", unit, "--boot", "--quiet", "--no-pager", "--output", "json")
    answer = machine.run((*command, "--lines", str(_LINES)))
    for line in answer.text.splitlines() if answer and answer.status == 0 else ():
        with suppress(ValueError, RecursionError):
            if isinstance(entry := json.loads(line), dict):
                yield entry


def _how(service: Service, end: Json) -> str:
    """Return how the process ended, by the journal, else by the unit, which a start resets."""
    code = end.get("EXIT_CODE") or _CODES.get(service.value("ExecMainCode"), "")
    status = str(end.get("EXIT_STATUS") or service.value("ExecMainStatus"))
    if why := table()["ended"].get(service.value("Result")):
        return str(why)
    if code == "exited":
        return f"exit status {status}"
    if code in ("killed", "dumped"):
        with suppress(ValueError):
            status = signal.Signals(int(status)).name
        return f"killed by SIG{status.removeprefix('SIG')}"
    return ""
