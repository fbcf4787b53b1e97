"""Checks of what a build's pins need: a library, the chip, the buses, the groups that use them."""

from typing import Final

from hardware.health.check_result import NOTE, WRONG, CheckResult, CheckResults, note, ok, wrong
from hardware.health.machine import Machine
from hardware.health.mending import AS_ROOT, allow, gpiod, join
from wiring.spec import Build, I2c
from wiring.switches import CONFIG, RASPI_CONFIG, Switch, switches

_COMMAND_LINES: Final = ("/boot/firmware/cmdline.txt", "/boot/cmdline.txt", "/proc/cmdline")
_FURTHER: Final = {"dialout": "card readers and pods", "audio": "sound"}

_ADDRESSES: Final = {"display": (0x3C, 0x3D), "LED SHIM": (0x74, 0x75, 0x76, 0x77)}


def library(machine: Machine) -> CheckResults:
    """Check that libgpiod of version 2 or later is there, which drives the pins."""
    if machine.has_module("gpiod.line"):  # the older interface has no such module
        yield ok("libgpiod", "libgpiod drives the pins")
    else:
        sentence = "libgpiod 2, which drives the pins, is not where this program sees it"
        yield wrong("libgpiod", sentence, gpiod(machine))


def chip(machine: Machine) -> CheckResults:
    """Yield whether there are GPIO chips, and the user that drives the parts may use them."""
    chips = machine.files("/dev/gpiochip*")
    allowed = [name for name in chips if machine.usable(name)]
    if not chips:
        yield wrong("GPIO", "there is no /dev/gpiochip*: this system drives no pins", "sudo reboot")
    elif not allowed:
        yield wrong(
            "GPIO", f"{chips[0]} may not be used{_by(machine)}", allow(machine, "gpio", chips[0])
        )
    else:
        yield ok("GPIO", f"{', '.join(allowed)} can be used{_by(machine)}")


def _by(machine: Machine) -> str:
    return " by the service" if machine.driver else ""


def groups(machine: Machine, build: Build) -> CheckResults:
    """Yield whether the user that drives the parts is in the groups that the build needs."""
    mine = tuple(machine.driver.groups) if machine.driver else machine.groups()
    if mine is None:
        yield note("groups", "nobody says which groups this user is in")
        return
    if machine.driver is None and machine.user() == "root":
        yield ok("groups", "this is root, who may use everything")
        return
    needed = {"gpio"}
    for part in (build.screen, build.strip):
        if part:
            needed.add("i2c" if isinstance(part.bus, I2c) else "spi")
    for group in sorted(needed):
        yield _group(machine, group, mine, "the build's parts", WRONG)
    for group, what in _FURTHER.items():
        if group not in mine:
            yield _group(machine, group, mine, what, NOTE)


def _group(
    machine: Machine, group: str, mine: tuple[str, ...], what: str, state: str
) -> CheckResult:
    name = f"group {group}"
    who = "the service" if machine.driver else "this user"
    if group in mine:
        return ok(name, f"{who} is in the group {group}")
    members = machine.members(group)
    if members is None:
        return note(name, f"there is no group {group}, which elsewhere is for {what}")
    sentence = f"{who} is not in the group {group}, which is for {what}"
    if machine.driver is None and machine.user() in members:
        sentence = f"the group {group} counts from the next login on"
    return CheckResult(name, state, sentence, join(machine, group))


def buses(machine: Machine, build: Build) -> CheckResults:
    """Yield whether the buses of the build are on, and what its pins collide with is off."""
    for switch in switches(build):
        if switch.on:
            yield _on(machine, switch)
        elif switch.device:
            yield _off(machine, switch, machine.exists(switch.device))
        else:
            yield _off(machine, switch, has_console(machine))


def _on(machine: Machine, switch: Switch) -> CheckResult:
    name = switch.name
    device = switch.device
    group = "i2c" if "i2c" in device else "spi"
    if machine.exists(device):
        if machine.usable(device):
            return ok(name, f"{device} can be used{_by(machine)}")
        mend = allow(machine, group, device)
        return wrong(name, f"{device} may not be used{_by(machine)}", mend)
    if _set_in_config(machine, "i2c_arm=on" if group == "i2c" else "spi=on"):
        if group == "i2c" and machine.files("/sys/class/i2c-adapter/i2c-*"):
            sentence = f"{name} is on, but the kernel's i2c-dev is not loaded"
            mend = "sudo modprobe i2c-dev && echo i2c-dev | sudo tee -a /etc/modules"
            return wrong(name, sentence, mend)
        return wrong(name, f"{name} is switched on but not there yet", "sudo reboot")
    mend = f"{switch.here(machine.exists(RASPI_CONFIG))} && sudo reboot"
    return wrong(name, f"{name} is switched off: there is no {device}", mend)


def _off(machine: Machine, switch: Switch, is_on: bool) -> CheckResult:
    name = switch.name
    if is_on:
        sentence = f"{name} is switched on, but the build uses its pins for something else"
        return wrong(name, sentence, f"{switch.command} && sudo reboot")
    return ok(name, f"{name} is off, so that its pins are free")


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


def scan(machine: Machine, build: Build) -> CheckResults:
    """Yield whether the display and the LED SHIM answer at their addresses."""
    screen = build.screen
    if screen and isinstance(screen.bus, I2c):
        if blind := _blind(machine, build, "display", screen.bus):
            yield blind
            return
        trouble = machine.touch(screen.bus, "the display")
        if trouble and machine.wake(build.board, screen):
            trouble = machine.touch(screen.bus, "the display")
        yield _answer(machine, "display", screen.bus, trouble)
    elif screen:
        sentence = "a display on SPI never answers; --interactive shows whether it works"
        yield note("display", sentence)
    if build.strip and isinstance(build.strip.bus, I2c):
        bus = build.strip.bus
        blind = _blind(machine, build, "LED SHIM", bus)
        yield blind or _answer(machine, "LED SHIM", bus, machine.touch(bus, "the LED SHIM"))


def _blind(machine: Machine, build: Build, name: str, bus: I2c) -> CheckResult | None:
    """Return why a part cannot be asked at all, None if it can."""
    device = f"/dev/i2c-{bus.number}"
    if not machine.exists(device):
        mends = [_on(machine, switch).mend for switch in switches(build) if switch.device == device]
        return wrong(name, f"the {name} cannot be asked: there is no {bus} yet", mends[0])
    if not machine.may_use(device) and machine.usable(device):
        return note(
            name, f"the {name} was not asked, since this user may not use {device}", AS_ROOT
        )
    return None


def _answer(machine: Machine, name: str, bus: I2c, trouble: str | None) -> CheckResult:
    if trouble is None:
        return ok(name, f"the {name} answers at 0x{bus.address:02X} on {bus}")
    for address in _ADDRESSES[name]:
        if address != bus.address and machine.touch(bus._replace(address=address), name) is None:
            return wrong(
                name,
                f"the {name} does not answer at 0x{bus.address:02X},"
                f" but something does at 0x{address:02X}",
                f"write address = 0x{address:02X} in the build's file",
            )
    return wrong(name, trouble, f"i2cdetect -y {bus.number}")
