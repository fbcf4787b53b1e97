"""Probes of what a build's pins need: a library, the chip, free lines, buses, and their groups."""

import re
from typing import Final

from companion.errors import PanelError
from hardware.gpio.lines import OWN
from hardware.health.machine import Machine
from hardware.health.table import CheckResult, Probe, result_of
from wiring.diagram.components import BUS
from wiring.diagram.netlist import netlist
from wiring.spec import Build, I2c
from wiring.switches import RASPI_CONFIG, Switch, needed_switches

# What a bridge on the board chooses from.
_ADDRESSES: Final = {"display": (0x3C, 0x3D), "LED SHIM": (0x74, 0x75, 0x76, 0x77)}


def pins(machine: Machine, build: Build) -> Probe:
    """Find what drives the pins, whether it may, and whether the build's buses are as it needs."""
    has_library = machine.has_module("gpiod.line")  # the interface before 2 has no such module
    mend = machine.installing("gpiod", "libgpiod")
    yield result_of("libgpiod.right" if has_library else "libgpiod.missing", mend=mend)
    chips = machine.matching_files("/dev/gpiochip*")
    allowed = [name for name in chips if machine.is_usable(name)]
    if chips and not allowed:
        yield result_of("GPIO.denied", chip=chips[0], mend=machine.allowing("gpio", chips[0]))
    else:
        yield result_of("GPIO.right" if chips else "GPIO.missing", chips=", ".join(allowed))
    for switch in needed_switches(build):
        yield _check_bus(machine, switch)


def _check_bus(machine: Machine, switch: Switch) -> CheckResult:
    """Find whether a bus is on, or what the pins collide with is off."""
    device = switch.device
    group = "i2c" if "i2c" in device else "spi"
    mend = f"{switch.here(machine.exists(RASPI_CONFIG))} && sudo reboot"
    is_on = machine.exists(device) if device else has_console(machine)
    if not switch.on:
        line = "collides" if is_on else "off"
    elif not is_on:
        is_bare = group == "i2c" and machine.matching_files("/sys/class/i2c-adapter/i2c-*")
        line = "no_driver" if is_bare else "missing"
    elif machine.is_usable(device):
        line = "right"
    else:
        line, mend = "denied", machine.allowing(group, device)
    return result_of(f"bus.{line}", bus=switch.name, device=device, mend=mend)


def has_console(machine: Machine) -> bool:
    """Return True if the kernel talks on the UART of the header, or will from the next start on."""
    texts = (machine.read_text("/boot/firmware/cmdline.txt"), machine.read_text("/proc/cmdline"))
    named = re.findall(r"(?<!\S)console=(\w+)", "\n".join(text or "" for text in texts))
    talks = {machine.path(f"/dev/{name}").resolve().name for name in named}
    uarts = {"ttyAMA0"} if is_five(machine) else {"serial0", "ttyAMA0", "ttyS0"}
    if machine.exists("/dev/serial0") and not is_five(machine):
        uarts = {machine.path("/dev/serial0").resolve().name}
    return not talks.isdisjoint(uarts)


def is_five(machine: Machine) -> bool:
    """Return True for a Raspberry Pi 5, where `serial0` is the debug connector as a rule."""
    return bool(re.search(r"(Pi|Module) 5", machine.model))


def lines(machine: Machine, build: Build, runs: bool) -> Probe:
    """Find what else holds lines of a build, or that all are free or the companion's own.

    runs: a companion has the device now.
    """
    parts = {
        terminal.gpio: f"{component.name}: {terminal.name}"
        for component in netlist(build)
        for terminal in component.terminals
        if terminal.gpio is not None and terminal.kind != BUS
    }
    if not parts:
        return
    try:
        held = machine.lines(build.board, sorted(parts))
    except (OSError, PanelError) as error:
        yield result_of("lines.unasked", why=error)
        return
    others = {number: by for number, by in held.items() if by != OWN or not runs}
    for number, by in others.items():
        yield result_of("line.held" if by else "line.kernel", pin=number, part=parts[number], by=by)
    if not others:
        yield result_of("lines.own" if held else "lines.free", count=len(parts))


def scan(machine: Machine, build: Build) -> Probe:
    """Find whether the display and the LED SHIM answer at their addresses."""
    for part, has in (("display", build.screen), ("LED SHIM", build.strip)):
        if has and isinstance(has.bus, I2c):
            yield _check_address(machine, build, part, has.bus)
        elif part == "display" and has:
            yield result_of("scan.unasked", part=part)


def _check_address(machine: Machine, build: Build, part: str, bus: I2c) -> CheckResult:
    device = f"/dev/i2c-{bus.number}"
    facts = {"part": part, "bus": bus, "device": device, "address": f"0x{bus.address:02X}"}
    if not machine.is_usable(device):
        return result_of("scan.no_bus", **facts)
    why = machine.touch(bus, f"the {part}")
    is_dark = why and part == "display" and build.screen
    if is_dark and machine.wake(build.board, is_dark):
        why = machine.touch(bus, f"the {part}")
    if why is None:
        return result_of("scan.right", **facts)
    for address in _ADDRESSES[part]:
        other = bus._replace(address=address)
        if other != bus and machine.touch(other, part) is None:
            return result_of("scan.elsewhere", **facts, other=f"0x{address:02X}")
    return result_of("scan.silent", **facts, why=why, number=bus.number)
