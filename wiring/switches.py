"""What a build needs switched on or off in the Raspberry Pi, whose pins have other functions.

And who may use its devices.
"""

import grp
from collections.abc import Mapping
from typing import Final, NamedTuple

from wiring.reading.pins import UART_PINS, bus_pins
from wiring.spec import Build, I2c, Spi

CONFIG: Final = "/boot/firmware/config.txt"
RASPI_CONFIG: Final = "/usr/bin/raspi-config"
CONSOLE: Final = "serial console"
_CONSOLE_PINS: Final = frozenset(UART_PINS)
_PLAIN_BUSES: Final[tuple[tuple[I2c | Spi, str, str, str], ...]] = (
    (I2c(1, 0), "i2c", "/dev/i2c-1", "dtparam=i2c_arm=off"),
    (Spi(0, 0, 0), "spi", "/dev/spidev0.0", "dtparam=spi=off"),
)
"""The buses to switch off where their pins are plain GPIO: raspi-config's name, the device file,
the line of config.txt."""

UART_ON: Final = "sudo raspi-config nonint do_serial_hw 0"
CONSOLE_OFF: Final = "sudo raspi-config nonint do_serial_cons 1"
"""The commands that a part on the UART of the header needs."""

_DEVICES: Final[Mapping[str, str]] = {
    "gpio": 'SUBSYSTEM=="gpio"',
    "i2c": 'SUBSYSTEM=="i2c-dev"',
    "spi": 'SUBSYSTEM=="spidev"',
    "dialout": 'SUBSYSTEM=="tty", KERNEL=="tty[A-Z]*"',
    "audio": 'SUBSYSTEM=="sound"',
    "input": 'SUBSYSTEM=="input", KERNEL=="event*"',
}
"""What udev calls the devices of each group; Debian itself has none of the first three groups."""

_TOUCH: Final[Mapping[str, str]] = {
    "cage": "/usr/bin/cage",
    "chromium": "/usr/bin/chromium",
    "fonts-dejavu-core": "/usr/share/fonts/truetype/dejavu",
    "python3-tornado": "/usr/lib/python3/dist-packages/tornado",
}


def extra_packages(build: Build) -> Mapping[str, str]:
    """Return Debian's packages that a build needs more than others, each with what it brings."""
    return _TOUCH if build.touch else {}


def allow_group(group: str) -> str:
    """Return the command by which this user may use the devices of a group, there or not."""
    try:
        grp.getgrnam(group)
    except KeyError:
        return f"`{make_group(group)}`"
    return f"`{join_group(group)}`, then log in again"


def join_group(group: str) -> str:
    """Return the command that takes this user into a group."""
    return f"sudo usermod -aG {group} $USER"


def make_group(group: str) -> str:
    """Return the command that makes a group, takes this user into it, and gives it its devices."""
    rule = f'{_DEVICES[group]}, GROUP="{group}", MODE="0660"'
    return (
        f"sudo groupadd --system {group} && {join_group(group)} &&"
        f" echo '{rule}' | sudo tee /etc/udev/rules.d/60-{group}.rules && sudo reboot"
    )


class Switch(NamedTuple):
    """A bus or another function of pins that must be `on` or off, and the command for that.

    `device` is its device file, `line` the line of config.txt that switches it.
    """

    name: str
    on: bool
    device: str
    command: str
    line: str

    def here(self, raspi_config: bool) -> str:
        """Return the command for this computer; without raspi-config a bus is on by its line."""
        return self.command if raspi_config or not self.on else _add_line(self.line)


def needed_switches(build: Build) -> list[Switch]:
    """Return all that the build needs; none for an emulated build."""
    if build.is_emulated:
        return []
    buses = dict.fromkeys(part.bus for part in (build.screen, build.strip) if part)
    needed = {(type(bus), bus.number): _bus_switch(bus) for bus in buses}
    lines = _plain_lines(build)
    found = list(needed.values())
    for bus, name, device, line in _PLAIN_BUSES:
        is_needed = (type(bus), bus.number) in needed
        if not is_needed and lines & set(bus_pins(bus)):
            found.append(
                Switch(str(bus), on=False, device=device, command=_raspi_config(name, 1), line=line)
            )
    if lines & _CONSOLE_PINS:
        command = f"{_raspi_config('serial_cons', 1)} && {_raspi_config('serial_hw', 1)}"
        found.append(Switch(CONSOLE, on=False, device="", command=command, line="enable_uart=0"))
    return found


def _plain_lines(build: Build) -> set[int]:
    lines = {*build.buttons.values(), *(build.encoder or ())}
    if build.lights:
        lines.update(light.pin for light in build.lights.all())
    if build.screen:
        beside = (build.screen.dc, build.screen.reset)
        lines.update(line for line in beside if line is not None)
    return lines


def _bus_switch(bus: I2c | Spi) -> Switch:
    if isinstance(bus, I2c):
        device = f"/dev/i2c-{bus.number}"
        overlay = "dtparam=i2c_vc=on" if bus.number == 0 else f"dtoverlay=i2c{bus.number}"
        usual, command, line = 1, _raspi_config("i2c", 0), "dtparam=i2c_arm=on"
    else:
        device = f"/dev/spidev{bus.number}.{bus.device}"
        overlay = f"dtoverlay=spi{bus.number}-{bus.device + 1}cs"
        usual, command, line = 0, _raspi_config("spi", 0), "dtparam=spi=on"
    if bus.number != usual:  # raspi-config knows no other
        command, line = _add_line(overlay), overlay
    return Switch(str(bus), on=True, device=device, command=command, line=line)


def _raspi_config(what: str, off: int) -> str:
    return f"sudo raspi-config nonint do_{what} {off}"


def _add_line(line: str) -> str:
    return f"echo {line} | sudo tee -a {CONFIG}"
