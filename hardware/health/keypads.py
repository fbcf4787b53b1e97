"""Probe of keypads: whether each is there, may be read, and has the keys of the build."""

from hardware.health.machine import Machine
from hardware.health.mending import allow_command, install_command
from hardware.health.table import Probe, result_of
from hardware.keypads.finding import device_with_keys, input_devices, named_devices
from wiring.spec import Build


def keypads(machine: Machine, build: Build) -> Probe:
    """Find how each keypad is; one on Bluetooth that sleeps is not there."""
    if build.keypads and not machine.has_module("evdev"):
        yield result_of("evdev.missing", mend=install_command(machine, "evdev", "evdev"))
    for keypad in build.keypads:
        found = device_with_keys(keypad, machine.root)
        path, mend, line = "", "", "right"
        if found is None:
            line = "keyless" if named_devices(keypad, machine.root) else "absent"
        elif not machine.is_usable(found.path):
            line, mend = "denied", allow_command(machine, "input", found.path)
        if found:
            path = found.path
        others = ", ".join(dict.fromkeys(each.name for each in input_devices(machine.root)))
        facts = {"path": path, "others": others or "nothing with keys", "mend": mend}
        yield result_of(f"keypad.{line}", device=keypad.device, **facts)
