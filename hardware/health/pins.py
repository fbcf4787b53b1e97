"""Probes of what a build's pins need: a library, the chip, the buses, the groups that use them."""

from typing import Final

from hardware.health.found import Found, Probe, found
from hardware.health.machine import Machine
from hardware.health.mending import allow, install
from wiring.spec import Build, I2c
from wiring.switches import CONFIG, RASPI_CONFIG, Switch, switches

_COMMAND_LINES: Final = ("/boot/firmware/cmdline.txt", "/boot/cmdline.txt", "/proc/cmdline")
_ADDRESSES: Final = {"display": (0x3C, 0x3D), "LED SHIM": (0x74, 0x75, 0x76, 0x77)}


def pins(machine: Machine, build: Build) -> Probe:
    """Find what drives the pins, whether it may, and whether the build's buses are as it needs."""
    has_library = machine.has_module("gpiod.line")  # the interface before 2 has no such module
    mend = install(machine, "gpiod", "libgpiod")
    yield found("libgpiod.right" if has_library else "libgpiod.missing", mend=mend)
    chips = machine.files("/dev/gpiochip*")
    allowed = [name for name in chips if machine.usable(name)]
    if chips and not allowed:
        yield found("GPIO.denied", chip=chips[0], mend=allow(machine, "gpio", chips[0]))
    else:
        yield found("GPIO.right" if chips else "GPIO.missing", chips=", ".join(allowed))
    for switch in switches(build):
        yield _bus(machine, switch)


def _bus(machine: Machine, switch: Switch) -> Found:
    """Find whether a bus is on, or what the pins collide with is off."""
    device = switch.device
    group = "i2c" if "i2c" in device else "spi"
    mend = f"{switch.here(machine.exists(RASPI_CONFIG))} && sudo reboot"
    line = "right"
    if not switch.on:
        is_on = machine.exists(device) if device else has_console(machine)
        line = "collides" if is_on else "off"
    elif machine.exists(device):
        if not machine.usable(device):
            line, mend = "denied", allow(machine, group, device)
    elif switch.line not in _config(machine):
        line = "missing"
    else:
        is_bare = group == "i2c" and machine.files("/sys/class/i2c-adapter/i2c-*")
        line = "no_driver" if is_bare else "not_yet"
    return found(f"bus.{line}", bus=switch.name, device=device, mend=mend)


def _config(machine: Machine) -> list[str]:
    """Return the boot's settings, each as a line of its own; comments do not count."""
    text = machine.text(CONFIG) or machine.text("/boot/config.txt") or ""
    lines = []
    for line in text.splitlines():
        key, _, values = line.split("#")[0].strip().partition("=")
        lines += [f"{key}={value}" for value in values.split(",")]
    return lines


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
        answer = _answer(machine, "display", screen.bus)
        if answer.line == "scan.silent" and machine.wake(build.board, screen):
            answer = _answer(machine, "display", screen.bus)
        yield answer
    elif screen:
        yield found("scan.unasked", part="display")
    if strip and isinstance(strip.bus, I2c):
        yield _answer(machine, "LED SHIM", strip.bus)


def _answer(machine: Machine, part: str, bus: I2c) -> Found:
    device = f"/dev/i2c-{bus.number}"
    facts = {"part": part, "bus": bus, "device": device, "address": f"0x{bus.address:02X}"}
    if not machine.exists(device):
        return found("scan.no_bus", **facts)
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
