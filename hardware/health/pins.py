"""Probes of what a build's pins need: a library, the chip, the buses, the groups that use them."""

from typing import Final

from hardware.health.found import Found, Probe, found
from hardware.health.machine import Machine
from hardware.health.mending import allow, install
from wiring.spec import Build, I2c
from wiring.switches import CONFIG, RASPI_CONFIG, Switch, switches

_COMMAND_LINES: Final = ("/boot/firmware/cmdline.txt", "/boot/cmdline.txt", "/proc/cmdline")
_ADDRESSES: Final = {"display": (0x3C, 0x3D), "LED SHIM": (0x74, 0x75, 0x76, 0x77)}


def library(machine: Machine) -> Probe:
    """Find libgpiod of version 2 or later, which drives the pins."""
    is_there = machine.has_module("gpiod.line")  # the older interface has no such module
    mend = install(machine, "gpiod", "libgpiod")
    yield found("libgpiod.right" if is_there else "libgpiod.missing", mend=mend)


def chip(machine: Machine) -> Probe:
    """Find GPIO chips, and whether the user that drives the parts may use them."""
    chips = machine.files("/dev/gpiochip*")
    allowed = [name for name in chips if machine.usable(name)]
    if allowed:
        yield found("GPIO.right", chips=", ".join(allowed))
    elif chips:
        yield found("GPIO.denied", chip=chips[0], mend=allow(machine, "gpio", chips[0]))
    else:
        yield found("GPIO.missing")


def buses(machine: Machine, build: Build) -> Probe:
    """Find whether the buses of the build are on, and what its pins collide with is off."""
    for switch in switches(build):
        if switch.on:
            yield _bus(machine, switch)
        else:
            is_on = machine.exists(switch.device) if switch.device else has_console(machine)
            line = "bus.collides" if is_on else "bus.off"
            yield found(line, bus=switch.name, mend=f"{switch.command} && sudo reboot")


def _bus(machine: Machine, switch: Switch) -> Found:
    device = switch.device
    group = "i2c" if "i2c" in device else "spi"
    line, mend = "right", ""
    if machine.exists(device):
        if not machine.usable(device):
            line, mend = "denied", allow(machine, group, device)
    elif not _set_in_config(machine, "i2c_arm=on" if group == "i2c" else "spi=on"):
        mend = f"{switch.here(machine.exists(RASPI_CONFIG))} && sudo reboot"
        line = "missing"
    elif group == "i2c" and machine.files("/sys/class/i2c-adapter/i2c-*"):
        line = "no_driver"
    else:
        line = "not_yet"
    return found(f"bus.{line}", bus=switch.name, device=device, mend=mend)


def _set_in_config(machine: Machine, setting: str) -> bool:
    """Return True if the boot's settings have it; comments do not count."""
    text = machine.text(CONFIG) or machine.text("/boot/config.txt") or ""
    for line in text.splitlines():
        key, _, values = line.split("#")[0].strip().partition("=")
        if key == "dtparam" and setting in values.split(","):
            return True
    return False


def has_console(machine: Machine) -> bool:
    """Return True if the kernel talks on the UART of the header."""
    for file in _COMMAND_LINES:
        if text := machine.text(file):
            return any(f"console={name}" in text for name in ("serial0", "ttyAMA0", "ttyS0"))
    return False


def scan(machine: Machine, build: Build) -> Probe:
    """Find whether the display and the LED SHIM answer at their addresses."""
    screen, strip = build.screen, build.strip
    if screen and isinstance(screen.bus, I2c):
        answer = _answer(machine, build, "display", screen.bus)
        if answer.line == "scan.silent" and machine.wake(build.board, screen):
            answer = _answer(machine, build, "display", screen.bus)
        yield answer
    elif screen:
        yield found("scan.unasked", part="display")
    if strip and isinstance(strip.bus, I2c):
        yield _answer(machine, build, "LED SHIM", strip.bus)


def _answer(machine: Machine, build: Build, part: str, bus: I2c) -> Found:
    device = f"/dev/i2c-{bus.number}"
    facts = {"part": part, "bus": bus, "device": device, "address": f"0x{bus.address:02X}"}
    if not machine.exists(device):
        (switch,) = (each for each in switches(build) if each.device == device)
        mend = f"{switch.here(machine.exists(RASPI_CONFIG))} && sudo reboot"
        return found("scan.no_bus", **facts, mend=mend)
    if not machine.may_use(device) and machine.usable(device):
        return found("scan.root", **facts)
    why = machine.touch(bus, f"the {part}")
    if why is None:
        return found("scan.right", **facts)
    for address in _ADDRESSES[part]:
        other = bus._replace(address=address)
        if other != bus and machine.touch(other, part) is None:
            return found("scan.elsewhere", **facts, other=f"0x{address:02X}")
    return found("scan.silent", **facts, why=why, number=bus.number)
