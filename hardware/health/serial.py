"""Probes of what is on serial ports, each used as its driver does: card readers and pods."""

import errno
import re
from typing import Final

from companion.errors import quantity
from hardware.health.found import Found, Probe, found
from hardware.health.machine import Machine
from hardware.health.mending import allow
from hardware.health.pins import has_console
from hardware.pods.firmware.protocol import VERSION
from hardware.pods.messages import lacks
from hardware.readers.rdm6300 import Rdm6300Frames
from wiring.reading.readers import on_header
from wiring.spec import EMULATED, PN532, Build, Pod, Reader
from wiring.switches import CONFIG, CONSOLE_OFF, UART_ON

_UART_OF_5: Final = f"echo dtparam=uart0=on | sudo tee -a {CONFIG} && sudo reboot"
_DEBUG: Final = "ttyAMA10"
"""The UART on the debug connector of a Raspberry Pi 5."""
_OF_BLUETOOTH: Final = "/dev/serial1"
"""The link to the UART that a Raspberry Pi with Bluetooth has given to it."""


def serial(machine: Machine, build: Build) -> Probe:
    """Find whether the real card readers and pods are there, may be used, and are as built."""
    ends: list[Reader | Pod] = [*build.readers, *build.pods]
    for end in ends:
        if end.port != EMULATED:
            kind = "card reader" if isinstance(end, Reader) else "pod"
            what = _end(machine, end)
            yield found(what.line, **what.facts, part=f"{kind} {end.name}", port=end.port)
    for end in ends:
        if on_header(end.port):
            line = "console.talks" if has_console(machine) else "console.off"
            yield found(line, name=end.name, mend=f"{CONSOLE_OFF} && sudo reboot")
            return


def _end(machine: Machine, end: Reader | Pod) -> Found:
    """Find what is at a port: why it cannot be opened, or how what is there answers."""
    port = str(machine.path(end.port))
    if problem := _port_problem(machine, end.port):
        return problem
    try:
        if isinstance(end, Pod):
            return _pod(machine, port, end)
        return _reader(machine, port, end.kind)
    except OSError as error:
        is_busy = error.errno in (errno.EBUSY, errno.EAGAIN)
        return found("serial.busy" if is_busy else "serial.none", why=error.strerror or error)


def _reader(machine: Machine, port: str, kind: str) -> Found:
    if kind == PN532:
        answer = machine.ask_pn532(port)
        what, _, mend = answer.why.partition("; ")
        mend = mend or "look at its wires and its switches; see companion wiring"
        return found("serial.pn532" if answer.there else "serial.silent", what=what, mend=mend)
    heard = machine.hear_reader(port)
    line = "serial.noise" if heard else "serial.quiet"
    if Rdm6300Frames().feed(heard, 0.0):
        line = "serial.tag"
    return found(line, kind=kind.upper())


def _pod(machine: Machine, port: str, pod: Pod) -> Found:
    hello = machine.ask_pod(port)
    if hello is None:
        return found("serial.no_pod")
    if hello.version != VERSION:
        return found("serial.pod_version", version=hello.version, ours=VERSION)
    if missing := lacks(hello, pod):
        return found("serial.pod_lacks", missing=missing)
    has = ", ".join((*hello.controls, quantity(hello.pixels, "pixel")))
    return found("serial.pod", firmware=hello.firmware, has=has)


def _port_problem(machine: Machine, port: str) -> Found | None:
    """Return why a device cannot even be opened, or is not where its wires are."""
    device = machine.path(port).resolve().name
    bluetooth = machine.path(_OF_BLUETOOTH).resolve().name  # the same name, where it is no link
    if not machine.exists(port):
        return _absence(machine, port)
    if on_header(port) and device == _DEBUG:
        return found("serial.debug", model=machine.model, mend=_UART_OF_5)
    if on_header(port) and device == bluetooth:
        return found("serial.bluetooth", model=machine.model)
    if not machine.usable(port):
        return found("serial.denied", mend=allow(machine, "dialout", port))
    return None if machine.may_use(port) else found("serial.root")


def _absence(machine: Machine, port: str) -> Found:
    if on_header(port):
        is_five = re.search(r"(Pi|Module) 5", machine.model)
        mend = _UART_OF_5 if is_five else f"{UART_ON} && {CONSOLE_OFF} && sudo reboot"
        return found("serial.uart_off", mend=mend)
    others = machine.files("/dev/serial/by-id/*")
    first = others[0] if others else ""
    line = "serial.elsewhere" if others else "serial.absent"
    return found(line, others=" and ".join(others), first=first)
