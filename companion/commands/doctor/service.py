"""How an installed service is: whether it runs, crashes or rests, and what it said last."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.errors import one_line, quantity
from companion.onlooker import Examined
from companion.onlookers import LISTED, absence_of, find_onlooker
from companion.service_manager import NOT_CONNECTED
from hardware.health.machine import SERVICE, Machine
from hardware.health.table import DOCTOR_TABLE, CheckResult, Probe, result_of

_PROPERTIES: Final = (
    "LoadState,ActiveState,SubState,Result,NRestarts,SupplementaryGroups,UnitFileState,StatusText"
)
USER: Final = SERVICE.removesuffix(".service")
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


def service(machine: Machine, served: Service, name: str = "service", command: str = "") -> Probe:
    """Find whether a service is installed, and how it is; the command is that of an onlooker."""
    facts = {"service": name, "unit": served.unit, "command": command, "last": ""}
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
    """Find how the onlookers are whose services are wanted, and what each finds itself."""
    for listed in LISTED:
        onlooker = find_onlooker(listed)
        if onlooker is None:
            yield result_of("onlooker.absent", name=listed.section, absence=absence_of(listed))
            continue
        is_up = False
        for unit in filter(None, (onlooker.unit, onlooker.screen_unit)):
            served = query_service(machine, unit.file)
            if served.value("UnitFileState") == "enabled":
                yield from service(machine, served, unit.name, listed.command)
                is_up |= served.runs and unit == onlooker.unit
        for finding in onlooker.examine(Examined(machine.run, machine.exists, is_up)):
            yield CheckResult(*map(one_line, finding))
