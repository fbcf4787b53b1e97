"""Probes of what is on serial ports, each used as its driver does: card readers."""

from typing import Final

from hardware.health.machine import Machine
from hardware.health.pins import has_console, is_five
from hardware.health.table import Probe, result_of
from hardware.readers.link import IN_USE
from hardware.readers.rdm6300 import Rdm6300Frames
from wiring.reading.readers import on_header
from wiring.spec import EMULATED, PN532, Build, Reader
from wiring.switches import CONFIG, CONSOLE_OFF, UART_ON

_UART_OF_5: Final = f"echo dtparam=uart0=on | sudo tee -a {CONFIG} && sudo reboot"
_DEBUG: Final = "ttyAMA10"
"""The UART on the debug connector of a Raspberry Pi 5."""
_OF_BLUETOOTH: Final = "/dev/serial1"
"""The link to the UART that a Raspberry Pi with Bluetooth has given to it."""
PortLine = tuple[str, dict[str, object]]
"""The key of a line of the table, and the facts in it."""


def serial(machine: Machine, build: Build) -> Probe:
    """Find whether the real card readers are there, may be used, and are as built."""
    for reader in build.readers:
        if reader.port != EMULATED:
            line, facts = _check_port(machine, reader)
            yield result_of(f"serial.{line}", name=reader.name, port=reader.port, **facts)
    wired = [reader.name for reader in build.readers if on_header(reader.port)]
    if wired:
        line = "console.talks" if has_console(machine) else "console.off"
        yield result_of(line, name=wired[0], mend=f"{CONSOLE_OFF} && sudo reboot")


def _check_port(machine: Machine, reader: Reader) -> PortLine:
    """Find what is at a port: why it cannot be opened, or how what is there answers."""
    if problem := _port_problem(machine, reader.port):
        return problem
    try:
        answer, heard = machine.ask_reader(str(machine.path(reader.port)), reader.kind)
    except OSError as error:
        return "busy" if error.errno in IN_USE else "none", {"why": error.strerror or error}
    if reader.kind == PN532:
        what, _, mend = answer.why.partition("; ")
        mend = mend or "look at its wires and its switches; see companion wiring"
        return "pn532" if answer.there else "silent", {"what": what, "mend": mend}
    line = "tag" if Rdm6300Frames().feed(heard, 0.0) else "noise"
    return line if heard else "quiet", {"kind": reader.kind.upper()}


def _port_problem(machine: Machine, port: str) -> PortLine | None:
    """Return the reason why a device cannot even be opened, or is not where its wires are."""
    device = machine.path(port).resolve().name
    bluetooth = machine.path(_OF_BLUETOOTH).resolve().name  # the same name, where it is no link
    if not machine.exists(port):
        return _absent_port(machine, port)
    if on_header(port) and device == _DEBUG:
        return "debug", {"model": machine.model, "mend": _UART_OF_5}
    if on_header(port) and device == bluetooth:
        return "bluetooth", {"model": machine.model}
    if not machine.is_usable(port):
        return "denied", {"mend": machine.allowing("dialout", port)}
    return None


def _absent_port(machine: Machine, port: str) -> PortLine:
    if on_header(port):
        mend = _UART_OF_5 if is_five(machine) else f"{UART_ON} && {CONSOLE_OFF} && sudo reboot"
        return "uart_off", {"mend": mend}
    others = machine.matching_files("/dev/serial/by-id/*")
    facts: dict[str, object] = {"others": " and ".join(others), "first": "".join(others[:1])}
    return "elsewhere" if others else "absent", facts
