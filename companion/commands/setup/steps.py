"""The steps that make an installed companion this device's own; each says how it went."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from companion import settings
from companion.commands import whole_file
from companion.commands.setup import settings_files
from companion.commands.setup.plan import Plan
from companion.errors import BadInput, CompanionError, one_line
from companion.onlooking.settings import load_bridge
from hardware.health.check_result import CheckResult, note, ok, wrong
from hardware.health.mending import MQTT, WEB, more
from hardware.health.system import System
from wiring.switches import switches

SETTINGS: Final = str(settings.INSTALLED)
FOLDER: Final = f"/etc/{settings.APP}"
BUILDS: Final = f"{FOLDER}/builds"
"""Copies of people's own builds, which cannot get in the settings' way there."""
GROUP: Final = settings.APP
_RASPI: Final = "sudo raspi-config "


class Onlooker(NamedTuple):
    """A service beside the companion's, off until it is wanted."""

    name: str
    unit: str
    module: str
    package: str
    """Debian's package that has the module."""
    lack: Callable[[System], str] = lambda system: ""
    """Says what has to be done before it can run; empty for nothing."""


def place(system: System, name: str) -> tuple[str, str]:
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
    inside = file.is_relative_to(system.path(FOLDER).resolve())
    return str(file), str(file if inside else f"{BUILDS}/{file.name}")


def settle(system: System, plan: Plan, source: str) -> Iterator[CheckResult]:
    """Copy a build of one's own, and write the name of the build into the settings."""
    is_copied = bool(source) and source != plan.panel
    if is_copied and plan.panel.startswith(f"{BUILDS}/"):
        copy = system.path(plan.panel)
        whole_file.write(copy, Path(source).read_bytes())
        yield ok("build", f"your build was copied to {plan.panel}: change it there")
    changed = settings_files.set_panel(system.path(SETTINGS), plan.panel)
    word = "now name" if changed else "name"
    yield ok("settings", f"the settings {word} the build {plan.panel}")
    if plan.boot:
        yield note(
            "settings",
            f"{plan.boot} names the build {plan.counts.name}, which counts on this computer",
        )


def switch_buses_on(system: System, plan: Plan) -> Iterator[CheckResult]:
    """Switch on the buses of the build, where the computer has a command for it."""
    for switch in switches(plan.counts):
        if not switch.on or system.exists(switch.device):
            continue
        is_done = switch.command.startswith(_RASPI) and _succeeds(
            system, *switch.command.removeprefix("sudo ").split()
        )
        mend = f"{switch.command} && sudo reboot"
        if not is_done:
            yield wrong(
                "buses",
                f"{switch.device} is missing, and {switch.name} could not be switched on",
                mend,
            )
        elif system.exists(switch.device):
            yield ok("buses", f"{switch.name} is switched on")
        else:
            yield note(
                "buses",
                f"{switch.name} is switched on from the next start of the computer",
                "sudo reboot",
            )


def admit_owner(system: System) -> Iterator[CheckResult]:
    """Let the user who called sudo use the shell."""
    owner = os.environ.get("SUDO_USER", "")
    if owner in ("", "root"):
        yield note("shell", "only root may use `companion ctl`", f"sudo usermod -aG {GROUP} USER")
    elif owner in (system.members(GROUP) or ()):
        yield ok("shell", f"{owner} may use `companion ctl`")
    else:
        if _succeeds(system, "usermod", "--append", "--groups", GROUP, owner):
            yield ok("shell", f"{owner} may use `companion ctl` after logging in again")
        else:
            yield wrong(
                "shell",
                f"{owner} could not be made a member of {GROUP}",
                f"sudo usermod -aG {GROUP} {owner}",
            )


def switch(system: System, part: Onlooker, wanted: bool | None) -> Iterator[CheckResult]:
    """Switch the page or the bridge on or off.

    One that runs is restarted: its settings may have changed.
    """
    name, unit = part.name, part.unit
    if wanted is None:
        system.work(("systemctl", "try-restart", unit))
    elif not wanted:
        system.work(("systemctl", "disable", "--quiet", "--now", unit))
        yield ok(name, f"the {name} does not run")
    elif not system.has_module(part.module):
        module = part.package.removeprefix("python3-")
        lacking = f"the {name} needs {module}, which is not installed"
        yield wrong(name, lacking, f"sudo apt install {part.package}")
    elif lack := part.lack(system):
        yield note(
            name,
            f"the {name} does not run yet ({one_line(lack)})",
            f"sudo nano {SETTINGS} && sudo companion mqtt --check && sudo systemctl enable --now"
            f" {unit}",
        )
    else:
        system.work(("systemctl", "enable", "--quiet", unit))
        if _succeeds(system, "systemctl", "restart", unit):
            yield ok(name, f"the {name} runs, now and at each boot")
        else:
            yield wrong(name, f"the {name} does not start", more(unit))


def _succeeds(system: System, *words: str) -> bool:
    return system.work(words).status == 0


def _no_broker(system: System) -> str:
    """Return why the bridge cannot run with its settings, "" if it can."""
    problem = ""
    for place in (*settings.BOOT, settings.INSTALLED):
        file = system.path(str(place))
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
BRIDGE: Final = Onlooker("bridge", MQTT, "paho.mqtt.enums", "python3-paho-mqtt", _no_broker)
