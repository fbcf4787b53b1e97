"""What is advised for each bus: raspi-config knows two of them, an overlay makes another one."""

import pytest

from wiring.reading.build import load
from wiring.spec import I2c, Spi
from wiring.switches import needed_switches

ADVISED = [
    (I2c(1, 0x3C), "/dev/i2c-1", "dtparam=i2c_arm=on"),
    (I2c(0, 0x3C), "/dev/i2c-0", "dtparam=i2c_vc=on"),
    (I2c(5, 0x3C), "/dev/i2c-5", "dtoverlay=i2c5"),
    (Spi(0, 1, 1000), "/dev/spidev0.1", "dtparam=spi=on"),
    (Spi(1, 0, 1000), "/dev/spidev1.0", "dtoverlay=spi1-1cs"),
    (Spi(1, 2, 1000), "/dev/spidev1.2", "dtoverlay=spi1-3cs"),
]


@pytest.mark.parametrize(("bus", "device", "line"), ADVISED)
def test_each_bus_is_switched_on_by_its_own_line(bus, device, line):
    build = load("bonnet")
    screen = build.screen._replace(bus=bus)
    (switch,) = (one for one in needed_switches(build._replace(screen=screen)) if one.on)
    assert (switch.device, switch.line) == (device, line)
    knows = line in ("dtparam=i2c_arm=on", "dtparam=spi=on")
    config = f"echo {line} | sudo tee -a /boot/firmware/config.txt"
    assert (switch.command == config) != knows
    assert switch.command.startswith("sudo raspi-config nonint do_") == knows
