"""Checks of the pods: whether each is there, may be used, answers, and is as its build says."""

import select
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from companion.errors import quantity
from hardware.health.check_result import CheckResult, ok, wrong
from hardware.health.links import refusal, why_unusable
from hardware.health.machine import Machine
from hardware.pods.firmware.protocol import VERSION, LineReader, frame
from hardware.pods.host import HELLO_S
from hardware.pods.link import BAUD
from hardware.pods.messages import Hello, lacks, parse
from wiring.spec import EMULATED, Build, Pod

if TYPE_CHECKING:
    from hardware.buses.serial_port import SerialPort


def knock(port: str) -> Hello | None:
    """Return the hello of a pod at a device, None if nothing says one.

    Raise `OSError` if the device is unusable.
    """
    from hardware.buses.serial_port import SerialPort  # only builds with a pod need pyserial

    device = SerialPort(port, BAUD)
    try:
        lines = LineReader()
        for patience in HELLO_S:
            device.write(frame(f"h {VERSION}"))
            if hello := _wait_for_hello(device, lines, time.monotonic() + patience):
                return hello
        return None
    finally:
        device.close(discard=True)


def _wait_for_hello(device: "SerialPort", lines: LineReader, until: float) -> Hello | None:
    poll = select.poll()
    poll.register(device, select.POLLIN)
    while (left := until - time.monotonic()) > 0:
        chunk = device.read() if poll.poll(1 + 1000 * left) else b""
        for text in lines.feed(chunk):
            if isinstance(hello := parse(text), Hello):
                return hello
    return None


def pods(
    machine: Machine, build: Build, knock: Callable[[str], Hello | None] = knock
) -> Iterator[CheckResult]:
    """Yield whether the real pods are there, may be used and answer."""
    for pod in build.pods:
        if pod.port != EMULATED:
            yield _pod(machine, pod, knock)


def _pod(machine: Machine, pod: Pod, knock: Callable[[str], Hello | None]) -> CheckResult:
    name = f"pod {pod.name}"
    if (result := why_unusable(machine, name, pod.port)) is not None:
        return result
    try:
        hello = knock(str(machine.path(pod.port)))
    except OSError as error:
        return refusal(name, pod.port, error)
    return _judge(pod, name, hello)


def _judge(pod: Pod, name: str, hello: Hello | None) -> CheckResult:
    """Return whether a pod is as its build says."""
    flash = "put the firmware on it, as hardware/pods/README.md says"
    if hello is None:
        return wrong(name, f"what is at {pod.port} does not answer as a pod does", flash)
    if hello.version != VERSION:
        sentence = (
            f"the pod speaks version {hello.version} of the protocol,"
            f" and this program version {VERSION}"
        )
        return wrong(name, sentence, flash)
    if missing := lacks(hello, pod):
        mend = "correct the build's file, or config.py on the pod"
        return wrong(name, f"the pod has {missing}, whatever the build says", mend)
    has = ", ".join((*hello.controls, quantity(hello.pixels, "pixel")))
    return ok(name, f"a pod with firmware {hello.firmware} answers at {pod.port}; it has {has}")
