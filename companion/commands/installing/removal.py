"""Removes the companion; the games stay, unless they are to go too."""

import shutil
from contextlib import suppress

from companion import settings
from companion.commands.installing import apt, slots
from companion.commands.installing.host import Host
from companion.commands.installing.places import (
    APP,
    FOLDER,
    GROUP,
    HALTING,
    MADE_GROUPS,
    NAME,
    ONLOOKERS,
    PACKAGES,
    POWEROFF_PATH,
    RESTORE,
    RUNTIME,
    SETTINGS,
    STATE,
    VIEW_GROUP,
)
from companion.errors import CompanionError
from hardware.health.mending import SERVICE


def uninstall(host: Host, with_games: bool) -> None:
    """Remove program, user and settings; each step says what it did."""
    _stop(host)
    _tell_of_games_elsewhere(host)
    if apt.version(host):
        apt.purge(host)
    slots.remove(host)
    # It could not be stopped while it was installed.
    host.work(("systemctl", "stop", HALTING))
    host.work(("systemctl", "reset-failed", SERVICE))
    for name in (PACKAGES, *RUNTIME):
        shutil.rmtree(host.path(name), ignore_errors=True)
    host.say(f"removed the program ({APP})")
    _remove_user(host)
    _leave_games(host, with_games)


def _stop(host: Host) -> None:
    host.work(("systemctl", "disable", "--quiet", "--now", *ONLOOKERS, SERVICE, POWEROFF_PATH))
    host.work(("systemctl", "disable", "--quiet", RESTORE, HALTING))
    host.say("stopped the service")


def _tell_of_games_elsewhere(host: Host) -> None:
    """Name the games that the owner's settings keep elsewhere, if they do."""
    with suppress(CompanionError):
        chosen = settings.load({"COMPANION_CONFIG": str(host.path(SETTINGS))}, boot=())
        folder = str(chosen.state_dir)
        is_elsewhere = chosen.sources["state_dir"] != settings.DEFAULT and folder != STATE
        if is_elsewhere and host.exists(folder):
            host.say(f"the games in {folder} stay, as the settings keep them there")


def _remove_user(host: Host) -> None:
    if host.members(GROUP) is not None:
        # Else userdel complains about those who may use companion ctl.
        host.run(("gpasswd", "--members", "", GROUP))
    host.run(("userdel", NAME))
    for group in (GROUP, VIEW_GROUP):
        host.run(("groupdel", group))
    for group in (host.text(MADE_GROUPS) or "").split():
        if not host.members(group):  # another user may be in it by now
            host.run(("groupdel", group))
    shutil.rmtree(host.path(FOLDER), ignore_errors=True)
    host.say("removed its user and its settings")


def _leave_games(host: Host, with_games: bool) -> None:
    if not host.exists(STATE):
        return
    if with_games:
        shutil.rmtree(host.path(STATE))
        host.say("deleted the games")
        return
    host.must("chown", "-R", "root:root", str(host.path(STATE)))  # the next user of this number
    host.say(
        f"the games stay in {STATE}; a new installation goes on with them, GAMES=delete"
        " deletes them"
    )
