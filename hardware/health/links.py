"""What prevents the use of a serial device: its absence, missing permissions, another program."""

import errno
from typing import Final

from hardware.health.check_result import CheckResult, note, wrong
from hardware.health.machine import Machine
from hardware.health.mending import AS_ROOT, allow
from wiring.reading.readers import on_header
from wiring.switches import CONSOLE_OFF, UART_ON

_BY_ID: Final = "/dev/serial/by-id"


def why_unusable(machine: Machine, name: str, port: str) -> CheckResult | None:
    """Return why a device cannot even be opened, None if it may be tried."""
    if not machine.exists(port):
        return _absence(machine, name, port)
    if not machine.usable(port):
        return wrong(name, f"{port} may not be used", allow(machine, "dialout", port))
    if not machine.may_use(port):
        sentence = f"what is at {port} was not asked, since this user may not use it"
        return note(name, sentence, AS_ROOT)
    return None


def _absence(machine: Machine, name: str, port: str) -> CheckResult:
    if on_header(port):
        sentence = f"there is no {port}: the UART of the header is switched off"
        return wrong(name, sentence, f"{UART_ON} && {CONSOLE_OFF} && sudo reboot")
    others = machine.files(f"{_BY_ID}/*")
    if others:
        sentence = f"there is no {port}, but {' and '.join(others)}"
        mend = f'plug it in, or write port = "{others[0]}" in the build\'s file'
        return wrong(name, sentence, mend)
    return wrong(name, f"there is no {port}, nor any other serial lead", "plug it in")


def refusal(name: str, port: str, error: OSError) -> CheckResult:
    """Return what it means that a device could not be opened or asked."""
    if error.errno in (errno.EBUSY, errno.EAGAIN):
        return note(name, f"{port} is in use already: by the companion, if that runs")
    return wrong(name, f"{port} is no serial port ({error.strerror or error})", f"ls {_BY_ID}")
