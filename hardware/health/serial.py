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


def readers(machine: Machine, build: Build) -> Probe:
    """Find whether the real card readers are there, may be used and answer."""
    real = [reader for reader in build.readers if reader.port != EMULATED]
    for reader in real:
        yield _named(_reader(machine, reader), f"card reader {reader.name}", reader.port)
    for reader in real:
        if on_header(reader.port):
            is_busy = has_console(machine)
            mend = f"{CONSOLE_OFF} && sudo reboot"
            yield found("console.talks" if is_busy else "console.off", name=reader.name, mend=mend)
            return


def pods(machine: Machine, build: Build) -> Probe:
    """Find whether the real pods are there, may be used, answer, and are as their build says."""
    for pod in build.pods:
        if pod.port != EMULATED:
            yield _named(_pod(machine, pod), f"pod {pod.name}", pod.port)


def _named(what: Found, part: str, port: str) -> Found:
    return found(what.line, **what.facts, part=part, port=port)


def _reader(machine: Machine, reader: Reader) -> Found:
    port = str(machine.path(reader.port))
    if problem := _port_problem(machine, reader.port):
        return problem
    try:
        if reader.kind == PN532:
            answer = machine.ask_pn532(port)
            what, _, mend = answer.why.partition("; ")
            mend = mend or "look at its wires and its switches; see companion wiring"
            return found("serial.pn532" if answer.there else "serial.silent", what=what, mend=mend)
        heard = machine.hear_reader(port)
    except OSError as error:
        return _refusal(error)
    if Rdm6300Frames().feed(heard, 0.0):
        return found("serial.tag", kind=reader.kind.upper())
    return found("serial.noise" if heard else "serial.quiet", kind=reader.kind.upper())


def _pod(machine: Machine, pod: Pod) -> Found:
    if problem := _port_problem(machine, pod.port):
        return problem
    try:
        hello = machine.ask_pod(str(machine.path(pod.port)))
    except OSError as error:
        return _refusal(error)
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
    names = (port.rpartition("/")[2], machine.link(port).rpartition("/")[2])
    bluetooth = machine.link(_OF_BLUETOOTH).rpartition("/")[2] or "none"
    if not machine.exists(port):
        return _absence(machine, port)
    if on_header(port) and _DEBUG in names:
        return found("serial.debug", model=machine.model, mend=_UART_OF_5)
    if on_header(port) and bluetooth in names:
        return found("serial.bluetooth", model=machine.model)
    if not machine.usable(port):
        return found("serial.denied", mend=allow(machine, "dialout", port))
    return None if machine.may_use(port) else found("serial.root")


def _absence(machine: Machine, port: str) -> Found:
    others = machine.files("/dev/serial/by-id/*")
    if on_header(port):
        is_five = re.search(r"(Pi|Module) 5", machine.model)
        mend = _UART_OF_5 if is_five else f"{UART_ON} && {CONSOLE_OFF} && sudo reboot"
        return found("serial.uart_off", mend=mend)
    if others:
        return found("serial.elsewhere", others=" and ".join(others), first=others[0])
    return found("serial.absent")


def _refusal(error: OSError) -> Found:
    """Return what it means that a device could not be opened or asked."""
    if error.errno in (errno.EBUSY, errno.EAGAIN):
        return found("serial.busy")
    return found("serial.none", why=error.strerror or error)
