"""The environments of a computer whose packages lack what the companion needs.

There are two places for them. A link leads to the one in use, and is turned in one step.
"""

import os
import shutil
from collections.abc import Container
from typing import Final, NamedTuple

from companion.commands.installing import apt
from companion.commands.installing.host import Host
from companion.commands.installing.places import (
    APP,
    COMMAND,
    DEVICE_GROUPS,
    MADE_GROUPS,
    NAME,
    ONLOOKERS,
    RULES,
    SYSUSERS,
    TMPFILES,
    UNITS,
    UNITS_FOLDER,
)

_FILES: Final = {
    f"{NAME}.sysusers": SYSUSERS,
    f"{NAME}.tmpfiles": TMPFILES,
    f"{NAME}.rules": RULES,
}


class Slot(NamedTuple):
    """An environment, by its folder."""

    host: Host
    mark: str

    @property
    def python(self) -> str:
        """Its Python."""
        return str(self.host.path(f"{self.mark}/bin/python"))

    @property
    def command(self) -> tuple[str, ...]:
        """Its program."""
        return (str(self.host.path(f"{self.mark}/bin/companion")),)

    @property
    def is_whole(self) -> bool:
        """Whether it was made to its end."""
        return self.host.exists(f"{self.mark}/systemd")

    def put_in_place(self) -> None:
        """Have link, units, user and command be those of this environment."""
        if apt.version(self.host):
            apt.remove(self.host)
        _link(self.host, APP, os.path.basename(self.mark))
        _copy_files(self)
        for unit in UNITS:
            _copy_unit(self, unit)
        self.host.path(COMMAND).parent.mkdir(parents=True, exist_ok=True)
        _link(self.host, COMMAND, str(self.host.path(f"{APP}/bin/companion")))
        self.host.must("systemctl", "daemon-reload")

    def forget(self) -> None:
        """Remove it."""
        shutil.rmtree(self.host.path(self.mark), ignore_errors=True)


def used(host: Host) -> Slot | None:
    """Return the environment in use."""
    name = host.link(APP)
    return Slot(host, f"{os.path.dirname(APP)}/{os.path.basename(name)}") if name else None


def free(host: Host) -> Slot:
    """Return the place that is not in use; it may have the version before."""
    other = "b" if host.link(APP).endswith(".a") else "a"
    return Slot(host, f"{APP}.{other}")


def leave(host: Host) -> None:
    """Give way to a package: link, units and command go, the environments stay."""
    if not used(host):
        return
    forget_command(host)
    for name in (APP, SYSUSERS, TMPFILES, RULES, *(f"{UNITS_FOLDER}/{unit}" for unit in UNITS)):
        host.path(name).unlink(missing_ok=True)
    host.must("systemctl", "daemon-reload")


def forget_others(host: Host, marks: Container[str]) -> None:
    """Remove all other environments."""
    for name in host.files(f"{APP}.[ab]"):
        if name not in marks:
            shutil.rmtree(host.path(name))


def forget_command(host: Host) -> None:
    """Remove the command, unless it is another one's."""
    if host.link(COMMAND) == str(host.path(f"{APP}/bin/companion")):
        host.path(COMMAND).unlink()


def remove(host: Host) -> None:
    """Remove the environments, and all that leads to them."""
    forget_command(host)
    for unit in UNITS:
        host.path(f"{UNITS_FOLDER}/{unit}").unlink(missing_ok=True)
        shutil.rmtree(host.path(f"{UNITS_FOLDER}/{unit}.d"), ignore_errors=True)
    for name in (APP, f"{APP}.next", SYSUSERS, TMPFILES, RULES):
        host.path(name).unlink(missing_ok=True)
    for place in ("a", "b"):
        shutil.rmtree(host.path(f"{APP}.{place}"), ignore_errors=True)
    host.must("systemctl", "daemon-reload")


def _link(host: Host, name: str, target: str) -> None:
    """Turn a link in one step: at no time is there none."""
    new = host.path(f"{name}.next")
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    new.replace(host.path(name))


def _copy_files(slot: Slot) -> None:
    """Make the user, its groups, its folder, and the rules for its devices."""
    host = slot.host
    made = [group for group in DEVICE_GROUPS if host.members(group) is None]
    if made:
        host.path(MADE_GROUPS).parent.mkdir(parents=True, exist_ok=True)
        with host.path(MADE_GROUPS).open("a") as file:
            file.writelines(f"{group}\n" for group in made)
    for name, target in _FILES.items():
        _install(host, f"{slot.mark}/systemd/{name}", target)
    host.must("systemd-sysusers", str(host.path(SYSUSERS)))
    host.must("systemd-tmpfiles", "--create", str(host.path(TMPFILES)))
    host.apply_rules()


def _copy_unit(slot: Slot, unit: str) -> None:
    """Install a unit; another version may have other units."""
    host = slot.host
    if host.exists(f"{slot.mark}/systemd/{unit}"):
        _install(host, f"{slot.mark}/systemd/{unit}", f"{UNITS_FOLDER}/{unit}")
        return
    if unit in ONLOOKERS:
        host.run(("systemctl", "disable", "--quiet", "--now", unit))
    host.path(f"{UNITS_FOLDER}/{unit}").unlink(missing_ok=True)


def _install(host: Host, source: str, target: str) -> None:
    place = host.path(target)
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(host.path(source), place)
    place.chmod(0o644)
