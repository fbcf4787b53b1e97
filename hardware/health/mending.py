"""The commands that mend, for the user that drives the parts: the service's, or this one."""

import os
import sys
from pathlib import Path
from typing import Final

from hardware.health.machine import Machine
from wiring.switches import join_group, make_group

SERVICE: Final = "hanabi-companion.service"


def restart_command(machine: Machine) -> str:
    """Return the end of a command, by which the service sees the change."""
    return f" && sudo systemctl restart {SERVICE}" if machine.as_driver else ""


def allow_command(machine: Machine, group: str, path: str) -> str:
    """Return the command that allows the user that drives the parts a device of a group."""
    if machine.as_driver:  # whose unit has the group
        return f"sudo chgrp {group} {path} && sudo chmod g+rw {path}{restart_command(machine)}"
    if f"\n{group}:" not in f"\n{machine.read_text('/etc/group')}":
        return make_group(group)
    return f"{join_group(group)}, then log in again"


def writing_command(path: Path | str, command: str) -> str:
    """Return a command that writes to a file, by root where that is needed."""
    place = Path(path)
    if not place.exists():
        place = place.parent
    return command if os.access(place, os.W_OK) else f"sudo {command}"


def install_command(machine: Machine, package: str, debian: str) -> str:
    """Return the way to install a module for this program: in its environment, or Debian's."""
    if sys.prefix == sys.base_prefix:
        return f"sudo apt install python3-{debian}"
    pip = f"{sys.prefix}/bin/python -m pip install {package}"
    return f"{writing_command(sys.prefix, pip)}{restart_command(machine)}"
