"""Made-up computers for the doctor, in folders with files and with answers of commands."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.commands.doctor import doctor
from companion.commands.doctor.table import CheckResult
from hardware.gpio.lines import LineUse
from hardware.health.computer import TRY_MIXER
from hardware.health.machine import CommandOutput, Machine
from hardware.health.mending import SERVICE
from wiring.spec import ChipSpec, I2c

PI = "Raspberry Pi 4 Model B Rev 1.4\0"
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
DEV = {"gpiochip0": "gpio", "i2c-1": "i2c", "spidev0.0": "spi"}
"""Devices and their groups."""
FILES = {
    "proc/device-tree/model": PI,
    "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_CODENAME=trixie\n',
    "etc/group": "gpio:x:986:ada\ni2c:x:987:ada\nspi:x:988:ada\naudio:x:29:ada\ndialout:x:20:ada\n",
    "boot/firmware/config.txt": "dtparam=i2c_arm=on\ndtparam=spi=on\n",
    "boot/firmware/cmdline.txt": "console=tty1 root=PARTUUID=1 rootwait\n",
    "usr/bin/raspi-config": "",
    "run/systemd/timesync/synchronized": "",
    "proc/asound/cards": " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n",
    THROTTLED: "0\n",
    **{f"dev/{name}": "" for name in DEV},
}
USER = "hanabi-companion"
MIXER = f"{sys.executable} -P -c {TRY_MIXER}"
"""How pygame's mixer is tried."""
COMMANDS = {
    f"id -u {USER}": CommandOutput(0, f"{os.getuid()}\n"),
    f"id -G {USER}": CommandOutput(0, "990\n"),
    f"id -Gn {USER}": CommandOutput(0, f"{USER}\n"),
    "id -Gn": CommandOutput(0, "ada gpio i2c spi audio dialout\n"),
    "id -un": CommandOutput(0, "ada\n"),
    "systemctl": CommandOutput(
        0,
        "LoadState=loaded\nActiveState=active\nSubState=running\nResult=success\nNRestarts=0\nMainPID=77\n"
        "SupplementaryGroups=gpio i2c spi dialout audio\n",
    ),
    MIXER: CommandOutput(0, ""),
}


class Fake:
    """A computer in a folder; each test breaks something of it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.commands: dict[str, CommandOutput | None] = dict(COMMANDS)
        self.units: dict[str, str] = {}
        """What systemd says of services beside the companion's."""
        self.addresses = {0x3C, 0x75}
        self.modules = {"gpiod.line", "pygame"}
        self.python = (3, 13, 5)
        self.wakes = False
        self.page = ""
        """Why the page does not answer."""
        self.room = 10**10
        self.held: dict[int, LineUse] = {}
        for name, text in FILES.items():
            self.put(name, text)

    def put(self, name: str, text: str = "") -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def lose(self, *names: str) -> None:
        for name in names:
            (self.root / name).unlink()

    def run(self, words: Sequence[str]) -> CommandOutput | None:
        if words[:2] == ("systemctl", "show") and words[2] != SERVICE:
            return CommandOutput(
                0, self.units.get(words[2], "LoadState=not-found\nActiveState=inactive\n")
            )
        return self.commands.get(" ".join(words), self.commands.get(words[0]))

    def touch(self, place: I2c, part: str) -> str | None:
        there = place.address in self.addresses and (self.root / f"dev/i2c-{place.number}").exists()
        return None if there else f"{part} does not answer"

    def wake(self, *_: object) -> bool:
        if self.wakes:
            self.addresses.add(0x3C)
        return self.wakes

    def lines(self, board: ChipSpec, numbers: Sequence[int]) -> dict[int, LineUse]:
        return {
            number: self.held.get(number, LineUse(used=False, consumer="")) for number in numbers
        }

    def machine(self) -> Machine:
        whole = Machine(
            self.root,
            self.run,
            lambda name: name in self.modules,
            self.python,
            lambda: 1000.0,
            work=lambda words: self.run(words) or CommandOutput(127, ""),
            touch=self.touch,
            wake=self.wake,
            lines=self.lines,
            fetch=lambda url: self.page,
        )
        whole.free = lambda folder: self.room  # type: ignore[method-assign]
        whole.group_of = lambda file: {**DEV, "controlC0": "audio"}.get(file.name, "")  # type: ignore[method-assign]
        return whole

    def uninstall(self) -> None:
        self.commands["systemctl"] = CommandOutput(0, "LoadState=not-found\nActiveState=inactive\n")


def looked(fake: Fake, build: str = "bonnet") -> dict[str, CheckResult]:
    return {result.name: result for result in doctor.results(fake.machine(), build)[2]}
