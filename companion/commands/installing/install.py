"""Installs the companion or upgrades it, and goes back to the version before.

The new version is made beside the old one, which runs on until the new one is whole, comes back if
the new one does not run well for half a minute, and stays until the next upgrade. It is a package
where apt has what that needs, else an environment of its own.
"""

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from companion import settings
from companion.commands.doctor import service
from companion.commands.installing import (
    apt,
    kept_games,
    package_file,
    slots,
    steps,
    takeover,
    versions,
)
from companion.commands.installing.environment import Extras, Maker
from companion.commands.installing.host import Host
from companion.commands.installing.package_file import PackageFile
from companion.commands.installing.places import APP, BUILDS, NAME, SETTINGS
from companion.commands.installing.plan import Plan, read_plan
from companion.commands.installing.trial import BadVersion
from companion.commands.installing.undo import SettingsBefore
from companion.commands.installing.versions import Version
from companion.commands.installing.wishes import again, wishes
from companion.errors import BadInput, CompanionError
from hardware.health.check_result import CheckResult
from hardware.health.mending import MQTT, WEB

Variables = Mapping[str, str]
_WHEELS: Final = ("PIP_NO_INDEX=1", "PIP_FIND_LINKS=FOLDER")


def install(host: Host, variables: Variables) -> None:
    """Install the companion, or upgrade it, as the variables wish."""
    with ExitStack() as stack:
        _Installation(host, variables, stack).run()


def go_back(host: Host, variables: Variables) -> None:
    """Go back to the version before the last upgrade; a second time it goes forward again.

    Settings and games stay. It is refused where the version before cannot use the games.
    """
    need_root_and_systemd(host, variables, "rollback")
    with ExitStack() as stack:
        now = versions.used(host, stack)
        if not now:
            raise CompanionError("no version that is kept here is in use; run: sudo make install")
        other = versions.before(host, stack)
        if not other:
            raise CompanionError(
                "there is no version before this one; one is kept after an upgrade, until the next"
                " one begins"
            )
        here, there = versions.number(host, now), versions.number(host, other)
        if not there:
            raise CompanionError(f"the version before, {other.mark}, does not run here")
        if why := kept_games.why_unreadable(host, other):
            raise CompanionError(f"version {there} cannot use the games, so this one stays: {why}")
        host.say(f"going back from version {here} to {there}")
        try:
            takeover.take_over(host, other, now)
        except BadVersion as fault:
            raise CompanionError(
                f"version {there} {fault}, so {here} runs on; see: sudo journalctl -u {NAME}"
            ) from None
        host.say(f"version {there} runs; sudo make rollback goes forward again")


def need_root_and_systemd(host: Host, variables: Variables, target: str) -> None:
    """Refuse a computer where nothing can be installed, and who may not do it."""
    if os.geteuid() != 0:
        raise CompanionError(f"only root may do this; run: {again(variables, target)}")
    if not host.exists("/run/systemd/system"):
        raise CompanionError(
            "systemd does not run this computer; start the companion with: make run"
        )


class _Installation:
    """One run of `make install`: what is wanted, and what it leads to."""

    def __init__(self, host: Host, variables: Variables, stack: ExitStack) -> None:
        self._host = host
        self._variables = variables
        self._stack = stack
        self._wishes = wishes(variables)
        need_root_and_systemd(host, variables, "install")
        self._scratch = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        self._source, self._plan = self._read()
        self._extras = Extras(self._has_page(), self._has_bridge())

    def run(self) -> None:
        """Install or upgrade."""
        host, plan = self._host, self._plan
        old = versions.used(host, self._stack)
        new = self._made()
        self._stack.callback(_forget_unused, host, new)
        files = [SETTINGS, *([plan.panel] if plan.panel.startswith("/") else [])]
        before = SettingsBefore(*map(host.path, files))
        try:
            self._tell(steps.settle(host, plan, self._source))
            self._tell(steps.switch_buses_on(host, plan))
            takeover.take_over(host, new, old, before.put_back)
        except BadVersion as fault:
            raise _told(fault, old) from None
        except BaseException:
            before.put_back()
            raise
        self._tell(steps.switch(host, steps.PAGE, self._extras.web))
        self._tell(steps.switch(host, steps.BRIDGE, self._extras.mqtt))
        self._tell(steps.admit_owner(host))
        number = versions.number(host, new)
        host.say(f"version {number} runs, and starts with the computer; see: companion doctor")
        if old:
            host.say(
                "the version before stays until the next upgrade; sudo make rollback goes back to"
                " it"
            )

    def _read(self) -> tuple[str, Plan]:
        """Read which build is to run. A build of one's own is copied at once, so that what was
        looked at is what will run.
        """
        host, build = self._host, self._wishes.build
        source, panel = steps.place(host, build) if build else ("", "")
        if panel.startswith(f"{BUILDS}/") and source != panel:
            copy = self._scratch / Path(source).name
            if Path(source).is_file():
                shutil.copyfile(source, copy)
                source = str(copy)
        boot = [host.path(str(file)) for file in settings.BOOT]
        try:
            return source, read_plan(host.path(SETTINGS), panel, source, boot)
        except CompanionError as error:
            reason = str(error).replace(str(self._scratch / Path(source).name), build)
            raise BadInput(f"the build or the settings cannot be used: {reason}") from None

    def _has_page(self) -> bool:
        """Return True if the page is wanted: as it is said, else as it is."""
        wanted = self._wishes.web
        return service.is_enabled(self._host, WEB) if wanted is None else wanted

    def _has_bridge(self) -> bool:
        """Return True if the bridge is wanted.

        It may be here and not run yet, since its owner has to name the broker first.
        """
        wanted = self._wishes.mqtt
        if wanted is not None:
            return wanted
        there = self._host.path(f"{APP}/lib").glob("python3*/site-packages/paho")
        return service.is_enabled(self._host, MQTT) or any(there)

    def _made(self) -> Version:
        """Return the new version, with nothing changed of what runs."""
        host, asked = self._host, self._wishes
        if asked.package:
            return self._of_file(Path(asked.package))
        if not asked.wheels and apt.can_satisfy(host, package_file.needs(host.source)):
            return self._of_file(self._built())
        if apt.version(host):
            raise CompanionError(
                f"the package {NAME} is installed here, and apt has not all that a new one needs;"
                f" connect a network, or remove it first (the games stay): sudo apt remove {NAME}"
            )
        if host.exists(APP) and not host.link(APP):
            raise CompanionError(f"{APP} is in the way; move it elsewhere")
        slot = slots.free(host)
        advice = again(self._variables, "install", *_WHEELS)
        self._stack.callback(_forget_unused, host, slot)
        Maker(host, slot, self._scratch, advice).make(self._plan, self._extras)
        host.has_module = lambda name: host.succeeds(slot.python, "-I", "-c", f"import {name}")
        return slot

    def _of_file(self, file: Path) -> PackageFile:
        """Return the version of a package file, which is kept."""
        host = self._host
        if not file.is_file():
            raise BadInput(f"there is no file {file}; PACKAGE is a package of the companion")
        kept = package_file.keep(host, file)
        host.has_module = lambda name: host.succeeds("python3", "-I", "-c", f"import {name}")
        parts = zip((steps.PAGE, steps.BRIDGE), self._extras, strict=True)
        lacking = [part.package for part, is_wanted in parts if is_wanted]
        if lacking:
            apt.get(host, lacking)
        return PackageFile(host, kept, self._stack)

    def _built(self) -> Path:
        """Build the package, in a clean system that is kept for the next time."""
        host, folder = self._host, self._scratch / "built"
        host.say("building the package; the first time takes many minutes on a Raspberry Pi")
        tool = (host.executable, "-B", "-m", "tests.tools.deb", "--local", str(folder))
        done = host.work(("env", "-C", str(host.source), *tool), host.say)
        if done.status != 0:
            advice = again(self._variables, "install", "PACKAGE=FILE")
            raise host.failure(
                f"the package cannot be built here; run make deb on another computer: {advice}",
                done.text,
            )
        (file,) = folder.glob("*.deb")
        return file

    def _tell(self, results: Iterable[CheckResult]) -> None:
        """Say how some steps went."""
        for result in results:
            mend = f": {result.mend}" if result.mend else ""
            self._host.say(f"{result.sentence}{mend}")


def _told(fault: BadVersion, old: Version | None) -> CompanionError:
    if old:
        return CompanionError(
            f"the new version {fault}, so the old one runs on; see: sudo journalctl -u {NAME}"
        )
    return CompanionError(
        f"it is installed but {fault}, and tries again and again; see: companion doctor"
    )


def _forget_unused(host: Host, version: Version) -> None:
    """Remove a version that did not become the one in use."""
    with ExitStack() as stack:
        now = versions.used(host, stack)
        if now is None or now.mark != version.mark:
            version.forget()
