"""What the Debian package does after it is configured, and before it is removed.

At the first installation nothing is started. At an upgrade what runs is restarted as the new
version. Whether that one works the doctor says: a version that does not is no failure of the
installation, which would block apt for other packages.
"""

from typing import Final

from companion.commands.doctor import service
from companion.commands.installing import trial
from companion.commands.installing.host import Host
from companion.commands.installing.places import NAME, ONLOOKERS, POWEROFF_PATH
from hardware.health.mending import SERVICE

_PATIENCE_S: Final = "30"
"""A start that hangs must not hold apt."""
_INVOKE: Final = "deb-systemd-invoke"
_RESTARTED: Final = (POWEROFF_PATH, SERVICE, *ONLOOKERS)
_RUNNING: Final = ("active", "activating", "reloading")


def on_configured(host: Host, before: str) -> None:
    """Restart what runs; before: the version that was configured before, "" for none."""
    host.run(("systemctl", "--system", "daemon-reload"))
    if before:
        if service.is_enabled(host, SERVICE):
            trial.enable(host)  # a new version may have more that starts with the computer
        running = [unit for unit in _RESTARTED if _runs(host, unit)]
        if SERVICE in running:
            host.say("restarting; check it with: companion doctor")
            host.say(f"to go back: sudo apt install --allow-downgrades ./{NAME}_{before}_all.deb")
        for unit in running:
            host.work(("timeout", _PATIENCE_S, _INVOKE, "restart", unit))
    host.apply_rules()


def on_removal(host: Host) -> None:
    """Stop what runs."""
    host.work((_INVOKE, "stop", *ONLOOKERS, SERVICE, POWEROFF_PATH))


def _runs(host: Host, unit: str) -> bool:
    return host.says("systemctl", "show", "--property=ActiveState", "--value", unit) in _RUNNING
