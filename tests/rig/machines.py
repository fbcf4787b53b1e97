"""Made-up computers for the doctor, in folders with files and with answers of commands."""

import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.commands.doctor import doctor
from hardware.health.computer import TRY_MIXER
from hardware.health.machine import MISSING, SERVICE, CommandOutput, Machine
from hardware.health.table import CheckResult
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
    "dev/snd/controlC0": "",
    **{f"dev/{name}": "" for name in DEV},
}
USER = "hanabi-companion"
MIXER = f"{sys.executable} -P -c {TRY_MIXER}"
"""How pygame's mixer is tried."""
RUNS = (
    "LoadState=loaded\nActiveState=active\nSubState=running\nResult=success\nNRestarts=0\n"
    "SupplementaryGroups=gpio i2c spi dialout audio\n"
)
COMMANDS = {
    "id -Gn ada": CommandOutput(0, "ada gpio i2c spi audio dialout\n"),
    "systemctl": CommandOutput(0, RUNS),
    MIXER: CommandOutput(0, ""),
}
NOTHING = CommandOutput(MISSING, "")


class Fake:
    """A computer in a folder; each test breaks something of it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.commands: dict[str, CommandOutput] = dict(COMMANDS)
        self.units: dict[str, str] = {}
        """What systemd says of services beside the companion's."""
        self.addresses = {0x3C, 0x75}
        self.modules = {"gpiod.line", "pygame"}
        self.wakes = False
        self.room = 10**10
        self.held: dict[int, str] = {}
        self.denied: set[str] = set()
        """The files that the service's user may not use."""
        for name, text in FILES.items():
            self.put(name, text)

    def put(self, name: str, text: str = "") -> None:
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def lose(self, *names: str) -> None:
        for name in names:
            (self.root / name).unlink()

    def run(self, words: Sequence[str], patience_s: float = 0.0) -> CommandOutput:
        if words[:2] == ("systemctl", "show") and words[2] != SERVICE:
            return CommandOutput(
                0, self.units.get(words[2], "LoadState=not-found\nActiveState=inactive\n")
            )
        if words[0] == "setpriv":
            is_denied = any(words[-1].endswith(each) for each in self.denied)
            return CommandOutput(int(is_denied or not Path(words[-1]).exists()), "")
        return self.commands.get(" ".join(words), self.commands.get(words[0], NOTHING))

    def touch(self, place: I2c, part: str) -> str | None:
        there = place.address in self.addresses and (self.root / f"dev/i2c-{place.number}").exists()
        return None if there else f"{part} does not answer"

    def wake(self, *_: object) -> bool:
        if self.wakes:
            self.addresses.add(0x3C)
        return self.wakes

    def lines(self, board: ChipSpec, numbers: Sequence[int]) -> dict[int, str]:
        return self.held

    def machine(self) -> Machine:
        return Machine(
            self.root,
            self.run,
            lambda name: name in self.modules,
            lambda folder: self.room,
            touch=self.touch,
            wake=self.wake,
            lines=self.lines,
        )

    def uninstall(self) -> None:
        self.commands["systemctl"] = CommandOutput(0, "LoadState=not-found\nActiveState=inactive\n")


def findings(machine: Machine, build: str | None) -> list[CheckResult]:
    """Return what the doctor says."""
    out = io.StringIO()
    doctor.run(build, as_json=True, interactive=False, out=out, err=out, machine=machine)
    return [CheckResult(**each) for each in json.loads(out.getvalue())["findings"]]


def looked(fake: Fake, build: str | None = "bonnet") -> dict[str, CheckResult]:
    """Return the same by names."""
    return {result.name: result for result in findings(fake.machine(), build)}
