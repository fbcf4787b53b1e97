"""Hearing which keys a person presses, on any input device, so that a build can name them."""

import select
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any, Final

from hardware.keypads.finding import InputDevice, input_devices
from hardware.keypads.keypad import EV_KEY, open_device

_LOOK_S: Final = 0.1
_ByDescriptor = dict[int, tuple[InputDevice, Any]]


class NothingReadable(OSError):
    """There is no input device with keys, or none may be read."""


def heard_keys(quiet_s: float) -> Iterator[tuple[InputDevice, int]]:
    """Yield each key that goes down, until none came for so long; meanwhile it is typed nowhere.

    Raises NothingReadable, or ImportError where evdev is not installed.
    """
    with ExitStack() as stack:
        opened: _ByDescriptor = {}
        for found in input_devices():
            with suppress(OSError):
                device = open_device(found.path)
                stack.callback(device.close)
                opened[device.fd] = found, device
        if not opened:
            raise NothingReadable
        until = time.monotonic() + quiet_s
        while (left := until - time.monotonic()) > 0:
            for press in _next_presses(opened, min(_LOOK_S, left)):
                until = time.monotonic() + quiet_s
                yield press


def _next_presses(opened: _ByDescriptor, seconds: float) -> list[tuple[InputDevice, int]]:
    """Return what goes down within that time; a device that is pulled out is left out from then."""
    poll = select.poll()
    for descriptor, (_, device) in opened.items():
        poll.register(descriptor, select.POLLIN)
        # Not while a key is down, which a shell would think stays so. Once is enough.
        with suppress(OSError):
            if not device.active_keys():
                device.grab()
    presses = []
    for descriptor, _ in poll.poll(1000 * seconds):
        found, device = opened[descriptor]
        try:
            events = list(device.read())
        except OSError:
            del opened[descriptor]
            continue
        pressed = [event for event in events if (event.type, event.value) == (EV_KEY, 1)]
        presses += [(found, event.code) for event in pressed]
    return presses
