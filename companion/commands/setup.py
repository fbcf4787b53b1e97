"""`companion setup`: makes an installed companion this device's own, and says in one screen what is
right.

It settles the build, its buses, who may use the shell, and the service; then the doctor looks at
everything.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from companion import settings
from companion.club import settings as club_settings
from companion.commands import installing
from companion.commands.doctor import doctor, service
from companion.errors import BadInput, CompanionError, one_line
from hardware.health.check_result import CheckResult, note, ok, wrong
from hardware.health.machine import Machine
from hardware.health.mending import MQTT, SERVICE, WEB, more
from wiring.switches import switches

GROUP: Final = settings.APP
FOLDER: Final = settings.INSTALLED.parent
BUILDS: Final = FOLDER / "builds"
ALL: Final = (SERVICE, f"{settings.APP}-poweroff.path", f"{settings.APP}-halting.service")
"""What starts with the computer; the last one cannot be restarted."""
PATIENCE_S: Final = 200.0
"""From its start to its first picture the service has as long as its unit gives it."""
RESTARTS: Final = 3
"""After so many failures in a row the service is not waited for."""
_LOOK_S: Final = 0.5
_RASPI: Final = "sudo raspi-config "


class Onlooker(NamedTuple):
    """A service beside the companion's, off until it is wanted."""

    name: str
    unit: str
    module: str
    package: str
    """Debian's package that has the module."""
    lack: Callable[[Machine], str] = lambda machine: ""
    """Says what has to be done before it can run; empty for nothing."""


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
    source, panel = _place(machine, name) if name else ("", "")
    places = [machine.path(str(path)) for path in settings.BOOT]
    plan = installing.plan(machine.path(str(settings.INSTALLED)), panel, source, places)
    steps = chain(
        _settled(machine, plan, source),
        _buses(machine, plan),
        _owner(machine),
        _started(machine, sleep),
        _switched(machine, PAGE, web),
        _switched(machine, BRIDGE, mqtt),
    )
    found = []
    for result in chain(steps, _looked_at(machine, plan)):
        found.append(result)
        print(doctor.line(result), file=out, flush=True)
    return 0 if doctor.well(found) else 1


def _looked_at(machine: Machine, plan: installing.Plan) -> Iterator[CheckResult]:
    yield from doctor.results(machine, plan.where)[2]  # once the steps are done


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


def _place(machine: Machine, name: str) -> tuple[str, str]:
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
    inside = file.is_relative_to(machine.path(str(FOLDER)).resolve())
    return str(file), str(file if inside else BUILDS / file.name)


def _settled(machine: Machine, plan: installing.Plan, source: str) -> Iterator[CheckResult]:
    """Copy a build of one's own, and write the name of the build into the settings."""
    is_copied = bool(source) and source != plan.panel
    if is_copied and plan.panel.startswith(f"{BUILDS}/"):
        copy = machine.path(plan.panel)
        installing.write(copy, Path(source).read_bytes())
        yield ok("build", f"{source} was copied to {plan.panel}: change it there")
    changed = installing.set_panel(machine.path(str(settings.INSTALLED)), plan.panel)
    word = "now name" if changed else "name"
    yield ok("settings", f"the settings {word} the build {plan.panel}")
    if plan.boot:
        yield note(
            "settings",
            f"{plan.boot} names the build {plan.counts.name}, which counts on this computer",
        )


def _buses(machine: Machine, plan: installing.Plan) -> Iterator[CheckResult]:
    """Switch on the buses of the build, where the computer has a command for it."""
    for switch in switches(plan.counts):
        if not switch.on or machine.exists(switch.device):
            continue
        done = None
        if switch.command.startswith(_RASPI):
            done = machine.run(switch.command.removeprefix("sudo ").split())
        mend = f"{switch.command} && sudo reboot"
        if not done or done.status != 0:
            yield wrong(
                "buses",
                f"{switch.device} is missing, and {switch.name} could not be switched on",
                mend,
            )
        elif machine.exists(switch.device):
            yield ok("buses", f"{switch.name} is switched on")
        else:
            yield note(
                "buses",
                f"{switch.name} is switched on from the next start of the computer",
                "sudo reboot",
            )


def _owner(machine: Machine) -> Iterator[CheckResult]:
    """Let the user who called sudo use the shell."""
    owner = os.environ.get("SUDO_USER", "")
    if owner in ("", "root"):
        yield note("shell", "only root may use `companion ctl`", f"sudo usermod -aG {GROUP} USER")
    elif owner in (machine.members(GROUP) or ()):
        yield ok("shell", f"{owner} may use `companion ctl`")
    else:
        done = machine.run(("usermod", "--append", "--groups", GROUP, owner))
        if done and done.status == 0:
            yield ok("shell", f"{owner} may use `companion ctl` after logging in again")
        else:
            yield wrong(
                "shell",
                f"{owner} could not be made a member of {GROUP}",
                f"sudo usermod -aG {GROUP} {owner}",
            )


def _started(machine: Machine, sleep: Callable[[float], None]) -> Iterator[CheckResult]:
    """Enable and start the service, and wait until it is ready; how it is, the doctor says."""
    done = machine.run(("systemctl", "enable", "--quiet", *ALL))
    if not done or done.status != 0:
        yield wrong(
            "start", "the service could not be enabled", f"sudo systemctl enable {' '.join(ALL)}"
        )
    machine.run(("systemctl", "restart", ALL[1]))
    machine.run(("systemctl", "restart", "--no-block", SERVICE))
    for _ in range(int(PATIENCE_S / _LOOK_S)):
        sleep(_LOOK_S)
        served = service.look(machine)
        if served.value("Job") not in ("", "0") and served.restarts < RESTARTS:
            continue  # what it says is still of the companion before
        has_failed = served.restarts >= RESTARTS or served.value("ActiveState") == "failed"
        if served.runs or has_failed:
            break
    machine.run(("systemctl", "start", ALL[2]))


def _switched(machine: Machine, part: Onlooker, wanted: bool | None) -> Iterator[CheckResult]:
    """Switch the page or the bridge on or off.

    One that runs is restarted: its settings may have changed.
    """
    name, unit = part.name, part.unit
    if wanted is None:
        machine.run(("systemctl", "try-restart", unit))
    elif not wanted:
        machine.run(("systemctl", "disable", "--quiet", "--now", unit))
        yield ok(name, f"the {name} does not run")
    elif not machine.has_module(part.module):
        told = f"the {name} needs {part.package.removeprefix('python3-')}, which is not installed"
        yield wrong(name, told, f"sudo apt install {part.package}")
    elif lack := part.lack(machine):
        file = settings.INSTALLED.with_name(club_settings.FILE)
        yield note(
            name,
            f"the {name} does not run yet ({one_line(lack)})",
            f"sudo nano {file} && sudo companion mqtt --check && sudo systemctl enable --now"
            f" {unit}",
        )
    else:
        machine.run(("systemctl", "enable", "--quiet", unit))
        done = machine.run(("systemctl", "restart", unit))
        if done and done.status == 0:
            yield ok(name, f"the {name} runs, now and at each boot")
        else:
            yield wrong(name, f"the {name} does not start", more(unit))


def _no_broker(machine: Machine) -> str:
    """Return why the bridge cannot run with its settings, "" if it can."""
    try:
        installing.need_broker(machine.path(str(settings.INSTALLED.with_name(club_settings.FILE))))
    except CompanionError as error:
        return str(error)
    return ""


PAGE: Final = Onlooker("page", WEB, "tornado", "python3-tornado")
BRIDGE: Final = Onlooker("bridge", MQTT, "paho.mqtt.enums", "python3-paho-mqtt", _no_broker)
