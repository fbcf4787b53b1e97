"""Probe of keypads: whether each is there, may be read, and has the keys of the build."""

from hardware.health.machine import Machine
from hardware.health.table import Probe, result_of
from hardware.keypads.finding import device_with_keys, input_devices, named_devices
from wiring.spec import Build


def keypads(machine: Machine, build: Build) -> Probe:
    """Find how each keypad is; one on Bluetooth that sleeps is not there."""
    if build.keypads and not machine.has_module("evdev"):
        yield result_of("evdev.missing", mend=machine.installing("evdev", "evdev"))
    others = ", ".join(dict.fromkeys(each.name for each in input_devices(machine.root)))
    for keypad in build.keypads:
        found = device_with_keys(keypad, machine.root)
        facts = {"device": keypad.device, "others": others or "nothing with keys"}
        if found is None:
            line = "keyless" if named_devices(keypad, machine.root) else "absent"
        else:
            line = "right" if machine.is_usable(found.path) else "denied"
            facts |= {"path": found.path, "mend": machine.allowing("input", found.path)}
        yield result_of(f"keypad.{line}", **facts)
