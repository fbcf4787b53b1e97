"""Checks of the card readers: whether each is plugged in, may be used, and answers."""

import errno
import select
import time
from collections.abc import Callable, Iterator
from typing import Final

from hardware import pn532
from hardware.finding import NOTE, OK, WRONG, Finding
from hardware.health_pins import has_console
from hardware.machine import Machine
from hardware.read_readers import on_header
from hardware.reader_pn532 import Pn532
from hardware.reader_talk import There
from hardware.spec import EMULATED, PN532, Build, Reader
from hardware.switches import CONSOLE_OFF, UART_ON

_ALLOW: Final = "sudo usermod -aG dialout $USER, then log in again"
_BY_ID: Final = "/dev/serial/by-id"


def knock(port: str) -> There:
    """Whether a PN532 answers at a device, asked for its firmware as the driver does it.

    Raises:
        OSError: the device cannot be used.
    """
    from hardware.serial_port import SerialPort  # only those who have a reader need pyserial

    device = SerialPort(port, pn532.BAUD)
    try:
        talk = Pn532()
        poll = select.poll()
        poll.register(device, select.POLLIN)
        said = talk.connected(time.monotonic())
        while True:
            device.write(said.payload)
            for event in said.events:
                if isinstance(event, There):
                    device.write(talk.farewell)
                    return event
            patience = max(0.0, (talk.deadline or 0.0) - time.monotonic())
            if poll.poll(1 + 1000 * patience):
                said = talk.received(device.read(), time.monotonic())
            else:
                said = talk.tick(time.monotonic())
    finally:
        device.close()


def readers(machine: Machine, build: Build, knock: Callable[[str], There] = knock) -> Iterator[Finding]:
    """Whether the readers are there, may be used and answer; of emulated ones there is nothing to say."""
    real = [reader for reader in build.readers if reader.port != EMULATED]
    for reader in real:
        yield _reader(machine, reader, knock)
    on_uart = [reader for reader in real if on_header(reader.port)]
    if on_uart and has_console(machine):
        yield Finding(
            "serial console",
            WRONG,
            f"the kernel's console talks on the UART that the card reader {on_uart[0].name} is wired to",
            f"{CONSOLE_OFF} && sudo reboot",
        )
    elif on_uart:
        yield Finding("serial console", OK, "the serial console is off, so that the UART is free")


def _reader(machine: Machine, reader: Reader, knock: Callable[[str], There]) -> Finding:
    name, port = f"card reader {reader.name}", reader.port
    if not machine.exists(port):
        return _absent(machine, name, port)
    if not machine.may_use(port):
        return Finding(name, WRONG, f"{port} may not be used", _ALLOW)
    if reader.kind != PN532:
        return Finding(name, OK, f"{port} can be used; an RDM6300 says nothing before a tag comes near")
    try:
        answer = knock(str(machine.path(port)))
    except OSError as error:
        if error.errno in (errno.EBUSY, errno.EAGAIN):
            return Finding(name, NOTE, f"{port} is in use already: by the companion, if that runs")
        return Finding(name, WRONG, f"{port} is no serial port ({error.strerror or error})", f"ls {_BY_ID}")
    if answer.there:
        return Finding(name, OK, f"a PN532 answers at {port}")
    what, _, mend = answer.why.partition("; ")
    return Finding(name, WRONG, f"at {port} {what}", mend)


def _absent(machine: Machine, name: str, port: str) -> Finding:
    if on_header(port):
        sentence = f"there is no {port}: the UART of the header is switched off"
        return Finding(name, WRONG, sentence, f"{UART_ON} && {CONSOLE_OFF} && sudo reboot")
    others = machine.found(f"{_BY_ID}/*")
    if others:
        sentence = f"there is no {port}, but {' and '.join(others)}"
        return Finding(
            name, WRONG, sentence, f'plug it in, or write port = "{others[0]}" in the build\'s file'
        )
    return Finding(name, WRONG, f"there is no {port}, nor any other serial lead", "plug it in")
