"""Checks of the pods: whether each is plugged in, may be used, answers, and has what its build says."""

import select
import time
from collections.abc import Callable, Iterator

from companion.errors import counted
from hardware.health.check_result import CheckResult, ok, wrong
from hardware.health.links import refused, unusable
from hardware.health.machine import Machine
from hardware.pods.firmware.protocol import VERSION, LineReader, frame
from hardware.pods.host import HELLO_S
from hardware.pods.link import BAUD
from hardware.pods.messages import Hello, lacks, parse
from wiring.spec import EMULATED, Build, Pod


def knock(port: str) -> Hello | None:
    """What a pod at a device says of itself, None if nothing there does; `OSError` if it is unusable."""
    from hardware.buses.serial_port import SerialPort  # only those who have a pod need pyserial

    device = SerialPort(port, BAUD)
    try:
        poll = select.poll()
        poll.register(device, select.POLLIN)
        lines = LineReader()
        for patience in HELLO_S:
            device.write(frame(f"h {VERSION}"))
            end = time.monotonic() + patience
            while (left := end - time.monotonic()) > 0:
                for text in lines.feed(device.read()) if poll.poll(1 + 1000 * left) else ():
                    if isinstance(hello := parse(text), Hello):
                        return hello
        return None
    finally:
        device.close(discard=True)


def pods(
    machine: Machine, build: Build, knock: Callable[[str], Hello | None] = knock
) -> Iterator[CheckResult]:
    """Whether the pods are there, may be used and answer; of emulated ones there is nothing to say."""
    for pod in build.pods:
        if pod.port != EMULATED:
            yield _pod(machine, pod, knock)


def _pod(machine: Machine, pod: Pod, knock: Callable[[str], Hello | None]) -> CheckResult:
    name, port = f"pod {pod.name}", pod.port
    if (result := unusable(machine, name, port)) is not None:
        return result
    try:
        hello = knock(str(machine.path(port)))
    except OSError as error:
        return refused(name, port, error)
    flash = "put the firmware on it, as hardware/pods/README.md says"
    if hello is None:
        return wrong(name, f"what is at {port} does not answer as a pod does", flash)
    if hello.version != VERSION:
        told = f"the pod speaks version {hello.version} of the protocol, and this program version {VERSION}"
        return wrong(name, told, flash)
    if missing := lacks(hello, pod):
        mend = "correct the build's file, or config.py on the pod"
        return wrong(name, f"the pod has {missing}, whatever the build says", mend)
    has = ", ".join((*hello.controls, counted(hello.pixels, "pixel")))
    return ok(name, f"a pod with firmware {hello.firmware} answers at {port}; it has {has}")
