"""The commands that mend, for the user that drives the parts: the service's, or this one."""

import os
import sys
from pathlib import Path
from typing import Final

from hardware.health.system import System
from wiring.switches import join_group, make_group

SERVICE: Final = "hanabi-companion.service"
WEB: Final = "hanabi-companion-web.service"
MQTT: Final = "hanabi-companion-mqtt.service"
AS_ROOT: Final = "sudo companion doctor"
"""Root sees what others may not."""

_NO_PYGAME: Final = (3, 14)
"""From here on only its successor has wheels."""


def more(unit: str) -> str:
    """Return the command that shows all that a service logged."""
    return f"sudo journalctl -u {unit} -e"


def with_restart(machine: System, command: str) -> str:
    """Return a command, and a restart of the service so that it sees the change."""
    return f"{command} && sudo systemctl restart {SERVICE}" if machine.driver else command


def join(machine: System, group: str) -> str:
    """Return how the user that drives the parts gets into a group."""
    if machine.driver:
        return with_restart(machine, join_group(group, machine.driver.name))
    if machine.user() in (machine.members(group) or ()):
        return "log out and in again"
    return f"{join_group(group)}, then log in again"


def allow(machine: System, group: str, path: str) -> str:
    """Return how the user that drives the parts may use a device that is made for a group."""
    if machine.members(group) is None:
        return make_group(group, machine.driver.name if machine.driver else "$USER")
    if machine.group_of(machine.path(path)) == group:
        return join(machine, group)
    return with_restart(machine, f"sudo chgrp {group} {path} && sudo chmod g+rw {path}")


def writing(path: Path | str, command: str) -> str:
    """Return a command that writes to a file, by root where that is needed."""
    place = Path(path)
    if not place.exists():
        place = place.parent
    return command if os.access(place, os.W_OK) else f"sudo {command}"


def in_venv() -> bool:
    """Return True if this program has an environment of its own."""
    return sys.prefix != sys.base_prefix


def pygame(machine: System) -> str:
    """Return how pygame gets to where this program sees it."""
    package = "pygame" if machine.python < _NO_PYGAME else "pygame-ce"
    return _get(machine, "python3-pygame", package)


def gpiod(machine: System) -> str:
    """Return how libgpiod gets to where this program sees it."""
    return _get(machine, "python3-libgpiod", "gpiod")


def _get(machine: System, of_apt: str, of_pip: str) -> str:
    if not in_venv():
        return f"sudo apt install {of_apt}"
    pip = writing(sys.prefix, f"{sys.prefix}/bin/python -m pip install {of_pip}")
    return with_restart(machine, pip)
