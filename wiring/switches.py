"""What a build needs switched on or off in the Raspberry Pi, whose pins have other functions too."""

from typing import Final, NamedTuple

from wiring.reading.pins import UART_PINS, bus_pins
from wiring.spec import Build, I2c, Spi

CONFIG: Final = "/boot/firmware/config.txt"
RASPI_CONFIG: Final = "/usr/bin/raspi-config"
_CONSOLE: Final = "serial console"
_CONSOLE_PINS: Final = frozenset(UART_PINS)

UART_ON: Final = "sudo raspi-config nonint do_serial_hw 0"
CONSOLE_OFF: Final = "sudo raspi-config nonint do_serial_cons 1"
"""The commands that a part on the UART of the header needs."""


class Switch(NamedTuple):
    """A bus or another function of pins: whether it must be `on`, its device file, the command for that.

    `by_hand` is the command on a system without raspi-config, "" where there is none.
    """

    name: str
    on: bool
    device: str
    command: str
    by_hand: str = ""

    def here(self, raspi_config: bool) -> str:
        """The command for this computer."""
        return self.command if raspi_config or not self.by_hand else self.by_hand


def switches(build: Build) -> list[Switch]:
    """All that the build needs; none for an emulated build."""
    if build.emulated:
        return []
    buses = list(dict.fromkeys(part.bus for part in (build.screen, build.strip) if part))
    wanted = {(type(bus), bus.number): _on(bus) for bus in buses}
    used = _lines(build)
    unwanted = [
        switch
        for kind, switch in (
            ((I2c, 1), Switch("I2C bus 1", False, "/dev/i2c-1", _raspi("i2c", 1))),
            ((Spi, 0), Switch("SPI bus 0", False, "/dev/spidev0.0", _raspi("spi", 1))),
        )
        if kind not in wanted
        and used & set(bus_pins(I2c(1, 0) if kind[0] is I2c else Spi(0, 0, 0)))
    ]
    if used & _CONSOLE_PINS:
        command = f"{_raspi('serial_cons', 1)} && {_raspi('serial_hw', 1)}"
        unwanted.append(Switch(_CONSOLE, False, "", command))
    return [*wanted.values(), *unwanted]


def _lines(build: Build) -> set[int]:
    """The lines that are used as plain GPIO."""
    leds = build.lights.all() if build.lights else ()
    beside = (build.screen.dc, build.screen.reset) if build.screen else ()
    return {
        *build.buttons.values(),
        *(build.encoder or ()),
        *(light.pin for light in leds),
        *(line for line in beside if line is not None),
    }


def _on(bus: I2c | Spi) -> Switch:
    if isinstance(bus, I2c):
        overlay = "dtparam=i2c_vc=on" if bus.number == 0 else f"dtoverlay=i2c{bus.number}"
        command, by_hand = _raspi("i2c", 0), _add("dtparam=i2c_arm=on")
        if bus.number != 1:
            command = by_hand = _add(overlay)
        return Switch(str(bus), True, f"/dev/i2c-{bus.number}", command, by_hand)
    overlay = f"dtoverlay=spi{bus.number}-{bus.device + 1}cs"
    command, by_hand = _raspi("spi", 0), _add("dtparam=spi=on")
    if bus.number != 0:
        command = by_hand = _add(overlay)
    return Switch(str(bus), True, f"/dev/spidev{bus.number}.{bus.device}", command, by_hand)


def _raspi(what: str, off: int) -> str:
    return f"sudo raspi-config nonint do_{what} {off}"


def _add(line: str) -> str:
    return f"echo {line} | sudo tee -a {CONFIG}"
