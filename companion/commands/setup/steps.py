"""The steps that make an installed companion this device's own; each says how it went."""

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from companion import settings
from companion.commands import whole_file
from companion.commands.setup import settings_files
from companion.errors import BadInput, CompanionError, one_line
from companion.onlooker import Onlooker, Unit
from companion.onlookers import Listed, absence_of, find_onlooker
from hardware.health.machine import LONGEST_S, Machine
from hardware.health.table import CheckResult, Probe, result_of
from wiring.builds import OWN, machine_build
from wiring.reading.build import Build, load
from wiring.switches import Switch, extra_packages

SETTINGS: Final = str(settings.INSTALLED)
FOLDER: Final = f"/etc/{settings.APP}"
BUILDS: Final = f"{FOLDER}/builds"
"""Copies of people's own builds, which cannot get in the settings' way there."""
GROUP: Final = settings.APP


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
        named = named_in(there[0]) if there else ""
        if named:
            return Plan(panel, load(named), named, str(there[0]))
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


def set_up_onlooker(machine: Machine, plan: Plan, listed: Listed, wanted: bool | None) -> Probe:
    """Switch an onlooker on or off, and have it on the build's touch screen where there is one.

    wanted: None leaves it as it is; one that runs is restarted: its settings may have changed.
    """
    onlooker = find_onlooker(listed)
    if onlooker is None:
        if wanted:
            yield result_of("onlooker.absent", name=listed.section, absence=absence_of(listed))
        return
    if onlooker.screen_unit:
        yield from _show_on_screen(machine, plan.counts, onlooker, onlooker.screen_unit)
    if wanted is None:
        _has_carried_out(machine, "systemctl", "try-restart", onlooker.unit.file)
    elif not wanted:
        _disable_unit(machine, onlooker.unit)
        yield result_of("setup switch.off", service=onlooker.unit.name)
    elif machine.has_module(onlooker.package_module) and (
        why := _settings_problem(machine, onlooker)
    ):
        has_check = "--check" in onlooker.options
        check = f"sudo companion {listed.command} --check && " if has_check else ""
        facts = {"service": onlooker.unit.name, "unit": onlooker.unit.file, "file": SETTINGS}
        yield result_of("setup switch.waits", **facts, why=why, check=check)
    else:
        yield _enable_unit(machine, onlooker, onlooker.unit)


def _show_on_screen(machine: Machine, build: Build, onlooker: Onlooker, unit: Unit) -> Probe:
    """Have a touch screen show an onlooker where the build has one, and not any more where not."""
    for name, content in onlooker.screen_files.items():
        if build.touch:
            whole_file.write(machine.path(name), content.encode())
        else:
            machine.path(name).unlink(missing_ok=True)
    _has_carried_out(machine, "systemctl", "daemon-reload")
    if not build.touch:
        _disable_unit(machine, unit)
        return
    brought = extra_packages(build).items()
    if lacking := [name for name, brings in brought if not machine.exists(brings)]:
        facts = {"module": ", ".join(lacking), "package": " ".join(lacking)}
        yield result_of("setup switch.lacks", service=unit.name, **facts)
    else:
        yield _enable_unit(machine, onlooker, unit)


def _enable_unit(machine: Machine, onlooker: Onlooker, unit: Unit) -> CheckResult:
    """Have a unit run, now and at each boot, if its package is there. Return how that went."""
    facts = {"service": unit.name, "unit": unit.file, "module": onlooker.package}
    if not machine.has_module(onlooker.package_module):
        return result_of("setup switch.lacks", **facts, package=onlooker.debian_package)
    _has_carried_out(machine, "systemctl", "enable", "--quiet", unit.file)
    runs = _has_carried_out(machine, "systemctl", "restart", unit.file)
    return result_of("setup switch.on" if runs else "setup switch.failed", **facts)


def _disable_unit(machine: Machine, unit: Unit) -> None:
    _has_carried_out(machine, "systemctl", "disable", "--quiet", "--now", unit.file)


def _has_carried_out(machine: Machine, *words: str) -> bool:
    """Run a command that may take long. Return True if it succeeded."""
    return machine.run(words, LONGEST_S).status == 0


def _settings_problem(machine: Machine, onlooker: Onlooker) -> str:
    """Return the reason why an onlooker cannot run with its settings, "" if it can."""
    problem = ""
    # The first file without mistakes counts: it ignores one on the boot partition.
    for place in (*settings.BOOT, settings.INSTALLED):
        file = machine.path(str(place))
        if not file.exists():
            continue
        try:
            onlooker.load({settings.VARIABLE: str(file)})
        except CompanionError as error:
            problem = str(error)
        else:
            return ""
    return problem
