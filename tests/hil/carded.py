"""Runs inside the virtual Raspberry Pi: a card that was copied together on another computer, from
its first start on.

Debian's cloud-init
stands where Raspberry Pi OS has it, and reads Imager's three files on a FAT file system.
"""

import hashlib
import os
import shutil
import time
from pathlib import Path

from companion.settings import INSTALLED
from tests.hil.shell import must, run, say, take_steps, until
from wiring.reading.build import load

BOOT = Path("/boot/firmware")
REPORT = BOOT / "companion-setup.txt"
CONFIG = BOOT / "config.txt"
IMAGE = Path("/var/boot.img")
SUMS = Path("/root/sums")
BASE = Path("/root/base")
TWICE = Path("/root/twice")
BACKUP = BOOT / "hanabi-backup.txt"
RESTORED = BOOT / "hanabi-backup.restored.txt"
REFUSED = BOOT / "hanabi-backup.refused.txt"
IMAGERS = {
    "user-data": """\
#cloud-config
hostname: table7
manage_etc_hosts: true
users:
- name: ada
  groups: users,sudo
  shell: /bin/bash
  lock_passwd: true
  sudo: ALL=(ALL) NOPASSWD:ALL
runcmd:
- [ sh, -c, "echo run >>/root/runcmd" ]
""",
    "meta-data": "dsmode: local\ninstance_id: rpios-image\n",
    "network-config": "network:\n  version: 2\n",
}
"""The files of Raspberry Pi Imager, as it writes them."""
CONFIG_TXT = """\
# For more options and information see
# http://rptl.io/configtxt
#dtparam=i2c_arm=on
#dtparam=spi=on
dtparam=audio=on
[pi5]
dtoverlay=nospi10

[all]
"""
CLOUD = """\
datasource_list: [ NoCloud, None ]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
"""
MOUNTED = "[Unit]\nRequiresMountsFor=/boot/firmware\n"
BUS = f'if grep -q "^dtparam=i2c_arm=on" {CONFIG}; then modprobe -a i2c-dev hil_sink; fi'


def prepare(folder: str) -> None:
    """Make the system what Lite is, and its first partition what Imager and a copy leave there."""
    must("dpkg", "--install", *map(str, Path(folder).glob("python3-gpiozero_*.deb")))
    must("truncate", "--size=64M", str(IMAGE))
    must("mkfs.vfat", str(IMAGE))
    BOOT.mkdir(parents=True, exist_ok=True)
    with Path("/etc/fstab").open("a") as fstab:
        fstab.write(f"{IMAGE} {BOOT} vfat loop 0 0\n")
    must("mount", str(BOOT))
    Path("/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg").write_text(CLOUD)
    for unit in ("cloud-init-main", "cloud-init-local", "hil-hw"):
        drop_in = Path(f"/etc/systemd/system/{unit}.service.d/boot.conf")
        drop_in.parent.mkdir(parents=True)
        drop_in.write_text(MOUNTED)
    # Lite has NetworkManager: networkd would hold up each start, for want of a network.
    must("systemctl", "mask", "systemd-networkd-wait-online.service")
    hardware = Path("/usr/local/sbin/hil-hw")
    hardware.write_text(hardware.read_text().replace("modprobe -a i2c-dev hil_sink", BUS))
    for name, text in IMAGERS.items():
        (BOOT / name).write_text(text)
    CONFIG.write_text(CONFIG_TXT)
    SUMS.write_text(sums())
    BASE.write_text(str(unpacked()))
    shutil.copytree(Path(folder) / "card", BOOT, dirs_exist_ok=True)
    say(f"prepared: {REPORT.read_text().splitlines()[0]}")


def sums() -> str:
    """Return the sums of Imager's files."""
    return " ".join(hashlib.sha256((BOOT / name).read_bytes()).hexdigest() for name in IMAGERS)


def unpacked() -> int:
    """Return how many packages there are, in whatever state."""
    return len(run("dpkg-query", "--show", "--showformat=${db:Status-Status}\n").stdout.split())


def watch() -> None:
    """Say how far the first start has come, until the computer restarts or all is done."""
    last = ""
    while not is_set_up():
        if REPORT.exists() and (head := REPORT.read_text().partition("\n")[0]) != last:
            last = head
            say(f"report: {head}")
        say(f"unpacked {unpacked() - int(BASE.read_text())}")
        time.sleep(0.3)
    say(REPORT.read_text())


def is_set_up() -> bool:
    """Return True if the card says that it is done."""
    return REPORT.exists() and REPORT.read_text().startswith("The Hanabi companion is set up.")


def whole(name: str) -> None:
    """Check that all is as it should be, whatever was cut off on the way."""
    until("the card is set up", is_set_up, 900)
    from tests.hil.guest import get, glass  # they need what the card brought

    say(REPORT.read_text())
    assert sums() == SUMS.read_text(), "Imager's files changed"
    assert must("dpkg", "--audit") == ""
    assert Path("/root/runcmd").read_text() == "run\n", "user-data's own commands ran once"
    assert must("hostname") == "table7"
    must("id", "ada")
    assert CONFIG.read_text() == f"{CONFIG_TXT}dtparam=i2c_arm=on\n"
    assert INSTALLED.read_text().count(f'panel = "{name}"') == 1
    until("the companion runs", active)
    until("it asks for the language", lambda: get("screen")["screen"]["name"] == "language", 60)
    assert glass(load(name)).getbbox() is not None
    assert must("systemctl", "is-enabled", "hanabi-companion") == "enabled"
    failed = must("systemctl", "--failed", "--plain", "--no-legend")
    assert "hanabi" not in failed, failed
    TWICE.write_text(traces())
    say(f"failed units: {failed or 'none'}")
    say("whole: the display asks for the language")


def active() -> bool:
    """Return True if the companion has said that it is ready."""
    return run("systemctl", "is-active", "hanabi-companion").stdout.strip() == "active"


def traces() -> str:
    """Return what a second set-up would change."""
    log = hashlib.sha256(Path("/var/log/dpkg.log").read_bytes()).hexdigest()
    return f"{log} {INSTALLED.stat().st_mtime_ns} {CONFIG.read_text()}"


def again() -> None:
    """Check that another start of the computer does nothing twice."""
    until("the companion runs", active)
    until("the card's unit has ended", lambda: not card_runs(), 120)
    assert traces() == TWICE.read_text()
    assert is_set_up()
    restarts = must("systemctl", "show", "--property=NRestarts", "hanabi-companion")
    assert restarts == "NRestarts=0"
    said = must("journalctl", "--boot", "--unit", "hanabi-companion", "--output", "cat")
    assert said.count("ready: build") == 1, said
    say("again: nothing was done twice")


def card_runs() -> bool:
    """Return True while the card's set-up is under way."""
    state = must("systemctl", "show", "--property=ActiveState", "hanabi-companion-card.service")
    return state.partition("=")[2] in ("active", "activating")


def wrong_build() -> None:
    """Check that a wrong build is a sentence, and that the companion goes on as it is."""
    until("the companion runs", active)
    until("the card says why", lambda: "bonet" in REPORT.read_text(), 120)
    say(REPORT.read_text())
    assert "there is no build bonet" in REPORT.read_text() or "did you mean" in REPORT.read_text()
    assert active()
    say("wrong build: told")


def named(panel: str) -> None:
    """Name another build on the card, as any computer can."""
    (BOOT / "companion.toml").write_text(f'panel = "{panel}"\n')
    os.sync()
    say(f"named: {panel}")


def lay_backup(file: str) -> None:
    """Put a backup on the card, as any computer can."""
    shutil.copy(file, BACKUP)
    os.sync()
    say(f"laid: {file}")


def restored(games: str) -> None:
    """Check that a backup was taken in once, told on the display until a press, and renamed."""
    from tests.hil.guest import get, texts

    until("the companion runs", active)
    until("the backup is taken in", RESTORED.exists, 120)
    assert not BACKUP.exists()
    said = must("journalctl", "--unit", "hanabi-companion-restore", "--output", "cat")
    assert said.count(f"{games} games restored") == 1, said
    assert get("history")["history"]
    assert f"Backup taken in: {games} games" in texts(), texts()
    say(f"restored: {games} games, told as: {texts()}")


def refused() -> None:
    """Check that what is no backup is told and renamed, and changes nothing."""
    from tests.hil.guest import get, texts

    until("the companion runs", active)
    games = get("history")["history"]
    assert games, "those of the backup before"
    until("what was no backup is put aside", REFUSED.exists, 120)
    assert not BACKUP.exists()
    assert get("history")["history"] == games
    assert "wrong with the backup" in texts(), texts()
    say(f"refused: renamed, told as: {texts()}; the games stay")


if __name__ == "__main__":
    take_steps(globals())
