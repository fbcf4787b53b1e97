"""How an installed service is: whether it runs, crashes or rests, and what it said last."""

import json
import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from companion.commands.doctor.table import table
from companion.errors import CompanionError, one_line, quantity
from companion.onlooking.settings import load_page
from companion.service_manager import NOT_CONNECTED
from hardware.health.found import Probe, found
from hardware.health.machine import MISSING, Account, CommandOutput, Machine
from hardware.health.mending import KIOSK, MQTT, SERVICE, WEB

_PROPERTIES: Final = (
    "LoadState,ActiveState,SubState,Result,NRestarts,MainPID,User,SupplementaryGroups,"
    "UnitFileState,ActiveEnterTimestampMonotonic,StatusText,Job"
)
_FOLDERS: Final = ("/etc/systemd/system", "/usr/lib/systemd/system")
"""Where an owner and the package put a unit."""
_USER: Final = SERVICE.removesuffix(".service")
_NAMES: Final[Mapping[str, str]] = {
    SERVICE: "service",
    WEB: "page",
    MQTT: "bridge",
    KIOSK: "kiosk",
}
_JOURNAL: Final = "journalctl --boot --quiet --no-pager --output json --lines 60 --unit"
_LONGEST: Final = 300
_YOUNG_S: Final = 60.0
"""A service that crashed before and has run for less than this may crash again."""
_WELL: Final = ("ready: ", "headless: ")
"""So begins what it says when it is well, which is no reason for an end."""


class Service(NamedTuple):
    """What systemd says of a service; `answered` is whether it said anything."""

    installed: bool
    answered: bool
    values: Mapping[str, str]
    unit: str

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
    def is_down(self) -> bool:
        """Whether it ended by itself: it is down, waits for a start, or starts or ends again."""
        active = self.value("ActiveState")
        if active == "deactivating":
            return self.value("Result") != "success"
        restarts = active == "activating" and self.restarts > 0
        return active == "failed" or restarts or self.value("SubState").startswith("auto-restart")


def look(machine: Machine, unit: str = SERVICE) -> Service:
    """Ask systemd; where it does not answer, the unit's file tells whether there is a service."""
    answer = machine.run(("systemctl", "show", unit, f"--property={_PROPERTIES}"))
    text = answer.text if answer and answer.status == 0 else ""
    if "LoadState=" not in text:
        is_there = any(machine.exists(f"{folder}/{unit}") for folder in _FOLDERS)
        return Service(is_there, answered=False, values={}, unit=unit)
    values = dict(line.partition("=")[::2] for line in text.splitlines())
    return Service(values["LoadState"] != "not-found", answered=True, values=values, unit=unit)


def account(machine: Machine, served: Service) -> Account | None:
    """Return the user that the service runs as, with its groups; None if there is no such user."""
    if not served.installed:
        return None
    groups = served.value("SupplementaryGroups").split()
    return machine.account(served.value("User") or _USER, groups)


def service(machine: Machine, served: Service) -> Probe:
    """Find whether a service is installed, and how it is."""
    restarts = served.restarts
    age = machine.clock() - served.number("ActiveEnterTimestampMonotonic") / 1e6
    line = "rests"
    if not served.installed:
        line = "absent"
    elif not served.answered:
        line = "unanswered"
    elif served.value("LoadState") != "loaded":
        line = "refused"
    elif served.is_down:
        line = "crashes" if restarts > 1 else "ended"
    elif served.runs and restarts:
        line = "crashes" if restarts > 1 and age < _YOUNG_S else "crashed"
    elif served.runs:
        line = "disabled" if served.value("UnitFileState") == "disabled" else "runs"
    facts = {"service": _NAMES[served.unit], "unit": served.unit, "last": _last(machine, served)}
    facts["times"] = quantity(restarts, "time")
    facts |= {"load": served.value("LoadState"), "active": served.value("ActiveState")}
    yield found(f"service.{line}", **facts)


def page(machine: Machine) -> Probe:
    """Find how the page is, whether it answers, and whether phones find it by a name."""
    served = look(machine, WEB)
    if served.value("UnitFileState") != "enabled":
        return
    yield from service(machine, served)
    with suppress(CompanionError):  # the line of the settings says it
        settings = load_page()
        host = f"[{settings.host}]" if ":" in settings.host else settings.host or "127.0.0.1"
        url = f"http://{host}:{settings.port}"
        if served.runs:
            why = machine.fetch(url)
            line = "silent" if why else "right"
            yield found(f"page's address.{line}", url=url, why=why)
    if served.runs and not machine.exists("/run/avahi-daemon/socket"):
        yield found("page's address.nameless", host=socket.gethostname().split(".")[0])


def bridge(machine: Machine) -> Probe:
    """Find how the bridge is, and whether it has its broker."""
    served = look(machine, MQTT)
    status = one_line(served.value("StatusText")[:_LONGEST])
    if served.runs and status.startswith(NOT_CONNECTED):
        yield found("service.away", service=_NAMES[MQTT], told=status)
    elif served.value("UnitFileState") == "enabled":
        yield from service(machine, served)


def kiosk(machine: Machine) -> Probe:
    """Find how the kiosk of a touch screen is."""
    served = look(machine, KIOSK)
    if served.value("UnitFileState") == "enabled":
        yield from service(machine, served)


def _last(machine: Machine, served: Service) -> str:
    """Return how it ended and what it said last, as a sentence's end; "" where nobody tells."""
    how, words = _end(machine, served.unit)
    words = words.removeprefix("companion: ").removeprefix(f"{served.unit}: ")
    if not words or words.startswith(_WELL):
        words = served.value("StatusText")  # which anybody may read
    how = table()["ended"].get(served.value("Result"), how)
    told = f", and said last: {one_line(words[:_LONGEST])}" if words else ""
    return f" ({how}){told}" if how else told


def _end(machine: Machine, unit: str) -> tuple[str, str]:
    """Return how a service ended by the journal, and the last words before that."""
    answer = machine.run((*_JOURNAL.split(), unit)) or CommandOutput(MISSING, "")
    how = words = said = ""
    for line in answer.text.splitlines():
        with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
            entry = json.loads(line)
            message = entry["MESSAGE"].strip()
            if entry["SYSLOG_IDENTIFIER"] != "systemd":
                said = message or said
            elif "EXIT_STATUS" in entry:
                by = "exit status" if entry["EXIT_CODE"] == "exited" else "killed by signal"
                how, words = f"{by} {entry['EXIT_STATUS']}", said  # the next start speaks after it
    return how, words if how else said
