"""The steps that make an installed companion this device's own; each says how it went."""

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from companion import settings
from companion.commands import whole_file
from companion.commands.setup import settings_files
from companion.errors import BadInput, CompanionError, one_line
from companion.onlooking.settings import load_bridge
from hardware.health.machine import LONGEST_S, Machine
from hardware.health.mending import KIOSK, MQTT, WEB
from hardware.health.table import Probe, result_of
from wiring.builds import OWN, machine_build
from wiring.reading.build import Build, load
from wiring.switches import Switch, extra_packages

SETTINGS: Final = str(settings.INSTALLED)
FOLDER: Final = f"/etc/{settings.APP}"
BUILDS: Final = f"{FOLDER}/builds"
"""Copies of people's own builds, which cannot get in the settings' way there."""
GROUP: Final = settings.APP
_SCREEN_PLAYS: Final = f"/etc/systemd/system/{WEB}.d/screen.conf"
"""Has the page let the device's own screen play, where the build has one."""
_GRANT: Final = f"""[Service]
ExecStart=
ExecStart=/usr/bin/companion web --socket {settings.INSTALLED_SOCKET}
SupplementaryGroups={GROUP}
""".encode()


class Plan(NamedTuple):
    """What an installation leads to.

    `panel` is what the settings name then. `counts` is the build that will run, and `where` what it
    is loaded from: on a device whose boot partition names a build, in the file `boot`, it is that
    one.
    """

    panel: str
    counts: Build
    where: str
    boot: str = ""


class Onlooker(NamedTuple):
    """A service beside the companion's, off until it is wanted."""

    name: str
    unit: str
    module: str
    package: str
    """Debian's package that has the module."""
    lack: Callable[[Machine], str] = lambda machine: ""
    """Says what has to be done before it can run; empty for nothing."""


def places_of_build(machine: Machine, name: str) -> tuple[str, str]:
    """Return where a build is read from now, and what the settings name: the service does not see
    people's homes.
    """
    if not name.endswith(".toml"):
        return name, name
    file = Path(name).resolve()
    if re.search(r"[^\w.-]", file.name, re.ASCII):
        raise BadInput(
            f"the name of {one_line(name)} has more than letters, digits, dots and dashes;"
            " rename it"
        )
    inside = file.is_relative_to(machine.path(FOLDER).resolve())
    return str(file), str(file if inside else f"{BUILDS}/{file.name}")


def read_plan(machine: Machine, panel: str, source: str) -> Plan:
    """Read all that counts; a `CompanionError` where it has mistakes.

    Args:
        machine: the device.
        panel: the build that is wanted, "" for the one that is set already.
        source: where the wanted build is read from now.
    """
    file = machine.path(SETTINGS)
    if not panel:
        panel = named_in(file) if file.exists() else OWN
    source = source or panel or machine_build()
    planned = Plan(panel, load(source), source)
    there = on_boot(machine)
    with suppress(CompanionError):  # the companion ignores a file with mistakes
        for over in there[:1]:
            if named := named_in(over):
                return Plan(panel, load(named), named, str(over))
    return planned


def on_boot(machine: Machine) -> list[Path]:
    """Return the files of settings on the boot partition."""
    return [file for file in map(machine.path, map(str, settings.BOOT)) if file.exists()]


def named_in(file: Path) -> str:
    """Return the build that one file names, "" for none."""
    return settings.load({settings.VARIABLE: str(file)}).panel


def name_build(machine: Machine, plan: Plan, source: str) -> Probe:
    """Copy a build of one's own, and write the name of the build into the settings."""
    is_copied = bool(source) and source != plan.panel
    if is_copied and plan.panel.startswith(f"{BUILDS}/"):
        whole_file.write(machine.path(plan.panel), Path(source).read_bytes())
        yield result_of("setup build.copied", panel=plan.panel)
    changed = settings_files.set_panel(machine.path(SETTINGS), plan.panel)
    word = "now name" if changed else "name"
    yield result_of("setup settings.named", word=word, panel=plan.panel)
    if plan.boot:
        yield result_of("setup settings.boot", boot=plan.boot, build=plan.counts.name)


def report_buses(changed: bool, lacking: Sequence[Switch]) -> Probe:
    """Find the buses that are not as the build needs them; changed: the next start helps."""
    for each in lacking:
        facts = {"bus": each.name, "word": "on" if each.on else "off", "command": each.command}
        yield result_of(f"setup buses.{'later' if changed else 'failed'}", **facts)


def admit_owner(machine: Machine) -> Probe:
    """Let the user who called sudo use the shell."""
    owner = os.environ.get("SUDO_USER", "")
    if owner in ("", "root"):
        line = "root"
    elif GROUP in machine.run(("id", "-Gn", owner)).text.split():
        line = "member"
    else:
        joined = _has_carried_out(machine, "usermod", "--append", "--groups", GROUP, owner)
        line = "joined" if joined else "failed"
    yield result_of(f"setup shell.{line}", owner=owner, group=GROUP)


def switch_onlooker(machine: Machine, part: Onlooker, wanted: bool | None) -> Probe:
    """Switch the page or the bridge on or off.

    One that runs is restarted: its settings may have changed.
    """
    facts = {"service": part.name, "unit": part.unit, "package": part.package, "file": SETTINGS}
    facts["module"] = part.package.removeprefix("python3-")
    if wanted is None:
        _has_carried_out(machine, "systemctl", "try-restart", part.unit)
    elif not wanted:
        _has_carried_out(machine, "systemctl", "disable", "--quiet", "--now", part.unit)
        yield result_of("setup switch.off", **facts)
    elif not machine.has_module(part.module):
        yield result_of("setup switch.lacks", **facts)
    elif lack := part.lack(machine):
        yield result_of("setup switch.waits", **facts, why=lack)
    else:
        _has_carried_out(machine, "systemctl", "enable", "--quiet", part.unit)
        runs = _has_carried_out(machine, "systemctl", "restart", part.unit)
        yield result_of("setup switch.on" if runs else "setup switch.failed", **facts)


def show_touch_table(machine: Machine, plan: Plan) -> Probe:
    """Have a touch screen show the table where the build has one, and not any more where not."""
    grant = machine.path(_SCREEN_PLAYS)
    if plan.counts.touch:
        whole_file.write(grant, _GRANT)
    else:
        grant.unlink(missing_ok=True)
    _has_carried_out(machine, "systemctl", "daemon-reload")
    _has_carried_out(machine, "systemctl", "try-restart", WEB)
    if not plan.counts.touch:
        _has_carried_out(machine, "systemctl", "disable", "--quiet", "--now", KIOSK)
        return
    lacking = [
        name for name, brings in extra_packages(plan.counts).items() if not machine.exists(brings)
    ]
    if lacking:
        facts = {"service": "kiosk", "module": ", ".join(lacking), "package": " ".join(lacking)}
        yield result_of("setup switch.lacks", **facts)
    else:
        yield from switch_onlooker(machine, _SCREEN, wanted=True)


def _has_carried_out(machine: Machine, *words: str) -> bool:
    """Run a command that may take long. Return True if it succeeded."""
    return machine.run(words, LONGEST_S).status == 0


def _bridge_problem(machine: Machine) -> str:
    """Return the reason why the bridge cannot run with its settings, "" if it can."""
    problem = ""
    # The first file without mistakes counts: the bridge ignores one on the boot partition.
    for place in (*settings.BOOT, settings.INSTALLED):
        file = machine.path(str(place))
        if not file.exists():
            continue
        try:
            load_bridge({settings.VARIABLE: str(file)})
        except CompanionError as error:
            problem = str(error)
        else:
            return ""
    return problem


PAGE: Final = Onlooker("page", WEB, "tornado", "python3-tornado")
BRIDGE: Final = Onlooker("bridge", MQTT, "paho.mqtt.enums", "python3-paho-mqtt", _bridge_problem)
_SCREEN: Final = Onlooker("kiosk", KIOSK, "tornado", "python3-tornado")
