"""Checks of the card readers: whether each is plugged in, may be used, and answers."""

import select
import time
from collections.abc import Callable, Iterator

from hardware.health.check_result import CheckResult, ok, wrong
from hardware.health.links import refusal, why_unusable
from hardware.health.machine import Machine
from hardware.health.pins import has_console
from hardware.readers.pn532_reader import Pn532
from hardware.readers.protocol import There
from wiring.reading.readers import on_header
from wiring.spec import EMULATED, PN532, RDM630, Build, Reader
from wiring.switches import CONFIG, CONSOLE_OFF

_UART0_ON = f"echo dtparam=uart0=on | sudo tee -a {CONFIG} && sudo reboot"
_DEBUG = "ttyAMA10"
"""The UART on the debug connector of a Raspberry Pi 5."""


def knock(port: str) -> There:
    """Ask a device as the driver of a PN532 does. Return whether one answers.

    Raise `OSError` if the device is unusable.
    """
    from hardware.buses.serial_port import SerialPort  # only builds with a reader need pyserial

    device = SerialPort(port, Pn532.baud)
    try:
        protocol = Pn532()
        poll = select.poll()
        poll.register(device, select.POLLIN)
        output = protocol.connection_made(time.monotonic())
        while True:
            device.write(output.payload)
            answers = [event for event in output.events if isinstance(event, There)]
            if answers:
                device.write(protocol.farewell)
                return answers[0]
            patience = max(0.0, protocol.deadline - time.monotonic())
            chunk = device.read() if poll.poll(1 + 1000 * patience) else b""
            now = time.monotonic()
            # Time passes for a device that never stops talking too.
            if chunk and now < protocol.deadline:
                output = protocol.data_received(chunk, now)
            else:
                output = protocol.tick(now)
    finally:
        device.close()


def readers(
    machine: Machine, build: Build, knock: Callable[[str], There] = knock
) -> Iterator[CheckResult]:
    """Yield whether the real readers are there, may be used and answer."""
    real = [reader for reader in build.readers if reader.port != EMULATED]
    for reader in real:
        yield _reader(machine, reader, knock)
    on_uart = [reader for reader in real if on_header(reader.port)]
    if on_uart and has_console(machine):
        yield wrong(
            "serial console",
            "the kernel's console talks on the UART"
            f" that the card reader {on_uart[0].name} is wired to",
            f"{CONSOLE_OFF} && sudo reboot",
        )
    elif on_uart:
        yield ok("serial console", "the serial console is off, so that the UART is free")


def _is_debug_connector(machine: Machine, port: str) -> bool:
    return _DEBUG in (port.rpartition("/")[2], machine.link(port).rpartition("/")[2])


def _reader(machine: Machine, reader: Reader, knock: Callable[[str], There]) -> CheckResult:
    name = f"card reader {reader.name}"
    port = reader.port
    if (result := why_unusable(machine, name, port)) is not None:
        return result
    if _is_debug_connector(machine, port):
        return wrong(
            name,
            f"on this {machine.model} {port} is the debug connector, not the header",
            f'write port = "/dev/ttyAMA0" in the build, and `{_UART0_ON}`',
        )
    if reader.kind != PN532:
        return _silent(name, reader)
    return _asked(machine, name, port, knock)


def _silent(name: str, reader: Reader) -> CheckResult:
    told = (
        f"{reader.port} can be used; an {reader.kind.upper()} says nothing before a tag comes near"
    )
    if reader.kind == RDM630:
        return ok(name, told)
    return ok(name, f"{told}, and one that sends a tag only once is an {RDM630}")


def _asked(machine: Machine, name: str, port: str, knock: Callable[[str], There]) -> CheckResult:
    try:
        answer = knock(str(machine.path(port)))
    except OSError as error:
        return refusal(name, port, error)
    if answer.there:
        return ok(name, f"a PN532 answers at {port}")
    what, _, mend = answer.why.partition("; ")
    return wrong(
        name,
        f"at {port} {what}",
        mend or "look at its wires and its switches; see companion wiring",
    )
