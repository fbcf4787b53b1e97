"""How an installed service is: whether it runs, crashes or rests, and what it said last."""

import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from companion.errors import CompanionError, one_line, quantity
from companion.onlooking.settings import load_page
from companion.service_manager import NOT_CONNECTED
from hardware.health.machine import Machine
from hardware.health.mending import KIOSK, MQTT, SERVICE, WEB
from hardware.health.table import DOCTOR_TABLE, Probe, result_of

_PROPERTIES: Final = (
    "LoadState,ActiveState,SubState,Result,NRestarts,SupplementaryGroups,UnitFileState,StatusText"
)
USER: Final = SERVICE.removesuffix(".service")
_NAMES: Final[Mapping[str, str]] = {
    SERVICE: "service",
    WEB: "page",
    MQTT: "bridge",
    KIOSK: "kiosk",
}
_LAST: Final = "journalctl --boot --quiet --no-pager --output cat --lines 1 _SYSTEMD_UNIT="
_LONGEST: Final = 300


class Service(NamedTuple):
    """What systemd says of a service; nothing where it does not run this computer."""

    unit: str
    values: Mapping[str, str]

    def value(self, name: str) -> str:
        """Return a property, "" where it is not told."""
        return self.values.get(name, "")

    @property
    def restarts(self) -> int:
        """How often systemd has restarted it by itself since a user started it."""
        return int(self.value("NRestarts") or 0)

    @property
    def installed(self) -> bool:
        """Whether there is such a unit."""
        return self.value("LoadState") not in ("", "not-found")

    @property
    def runs(self) -> bool:
        """Whether it has said that it is ready."""
        return self.value("ActiveState") == "active"

    @property
    def is_down(self) -> bool:
        """Whether it ended by itself: it is down, waits for a start, or starts or ends again."""
        has_failed = self.value("Result") != "success" or self.restarts > 0
        return has_failed and self.value("ActiveState") not in ("active", "inactive")


def query_service(machine: Machine, unit: str = SERVICE) -> Service:
    """Ask systemd how a service is."""
    told = machine.run(("systemctl", "show", unit, f"--property={_PROPERTIES}"))
    lines = [] if told.status else told.text.splitlines()
    return Service(unit, dict(line.partition("=")[::2] for line in lines))


def service(machine: Machine, served: Service) -> Probe:
    """Find whether a service is installed, and how it is."""
    facts = {"service": _NAMES[served.unit], "unit": served.unit, "last": ""}
    facts |= {"load": served.value("LoadState"), "active": served.value("ActiveState")}
    facts["times"] = quantity(served.restarts, "time")
    facts["told"] = one_line(served.value("StatusText")[:_LONGEST])
    line = "rests"
    if not served.installed:
        line = "absent"
    elif served.value("LoadState") != "loaded":
        line = "refused"
    elif served.is_down:
        line = "crashes"
        facts["last"] = _end_and_last_words(machine, served)
    elif served.runs and facts["told"].startswith(NOT_CONNECTED):
        line = "away"
    elif served.runs and served.restarts:
        line = "crashed"
    elif served.runs:
        line = "disabled" if served.value("UnitFileState") == "disabled" else "runs"
    yield result_of(f"service.{line}", **facts)


def _end_and_last_words(machine: Machine, served: Service) -> str:
    result = served.value("Result")
    words = machine.run(f"{_LAST}{served.unit}".split()).text.strip() or served.value("StatusText")
    words = one_line(words.removeprefix("companion: ")[:_LONGEST])
    told = f", and said last: {words}" if words else ""
    return f" ({DOCTOR_TABLE['ended'].get(result, result)}){told}"


def beside(machine: Machine) -> Probe:
    """Find how page, bridge and kiosk are, where they are wanted, and where the page is found."""
    for unit in (WEB, MQTT, KIOSK):
        served = query_service(machine, unit)
        if served.value("UnitFileState") == "enabled":
            yield from service(machine, served)
            if unit == WEB and served.runs:
                yield from _page_address(machine)


def _page_address(machine: Machine) -> Probe:
    with suppress(CompanionError):  # the line of the settings says it
        host = socket.gethostname().split(".")[0]
        line = "named" if machine.exists("/run/avahi-daemon/socket") else "nameless"
        yield result_of(f"page's address.{line}", host=host, port=load_page().port)
