"""Where an installation has its files, by absolute names."""

from typing import Final

from companion import settings
from hardware.health.mending import MQTT, SERVICE, WEB

NAME: Final = settings.APP
SETTINGS: Final = str(settings.INSTALLED)
FOLDER: Final = f"/etc/{NAME}"
BUILDS: Final = f"{FOLDER}/builds"
"""Copies of people's own builds, which cannot get in the settings' way there."""
MADE_GROUPS: Final = f"{FOLDER}/made-groups"
STATE: Final = f"/var/lib/{NAME}"
GAMES: Final = "games.sqlite3"
APP: Final = f"/opt/{NAME}"
"""The link to the environment in use, where there is one; beside it lie the environments."""
COMMAND: Final = "/usr/local/bin/companion"
UNITS_FOLDER: Final = "/etc/systemd/system"
SYSUSERS: Final = f"/etc/sysusers.d/{NAME}.conf"
TMPFILES: Final = f"/etc/tmpfiles.d/{NAME}.conf"
RULES: Final = f"/etc/udev/rules.d/60-{NAME}.rules"
PACKAGES: Final = f"/var/cache/{NAME}"
"""The package files of the version in use and of the one before."""
BEFORE: Final = f"{PACKAGES}/before"
"""It names the version that ran before the last upgrade."""
RUNTIME: Final = (f"/run/{NAME}", f"/run/{NAME}-view")

GROUP: Final = NAME
VIEW_GROUP: Final = f"{NAME}-view"
"""The group of the programs that only look on."""
DEVICE_GROUPS: Final = ("gpio", "i2c", "spi", "dialout", "audio")

POWEROFF_PATH: Final = f"{NAME}-poweroff.path"
RESTORE: Final = f"{NAME}-restore.service"
"""It takes in a backup from the card's first partition, where there is one."""
HALTING: Final = f"{NAME}-halting.service"
ONLOOKERS: Final = (WEB, MQTT)
"""The page and the bridge, which are off until they are wanted."""
STARTED: Final = (SERVICE, POWEROFF_PATH, RESTORE, HALTING)
"""What starts with the computer; the last one cannot be restarted."""
UNITS: Final = (*STARTED, f"{NAME}-poweroff.service", *ONLOOKERS)
