"""A keypad, presenter or foot switch: its keys are controls, while it comes and goes.

It may be unplugged, or asleep, at any time. Each event has the kernel's time. While it is here it
is grabbed: what is pressed is typed nowhere else.
"""

import fcntl
import logging
import os
import select
import struct
import time
from math import inf
from threading import RLock, Thread
from typing import Any, Final

from companion.panel import Edge, Plugged
from hardware.gpio.buttons import Post
from hardware.keypads.finding import InputDevice, device_with_keys, named_devices
from wiring.spec import Keypad

RETRY_S: Final = 1.0
"""Interval between two looks for a keypad that is absent."""
SHORTEST_S: Final = 0.03
"""A press lasts at least so long: some foot switches let go at once, which on a wire is a spike."""
_EV_SYN: Final = 0
EV_KEY: Final = 1
_SYN_DROPPED: Final = 3
"""Codes of linux/input-event-codes.h: the end of a report, a key, and that reports were lost."""
_EVIOCSCLOCKID: Final = 0x400445A0
"""Of linux/input.h: by which clock events are stamped."""

_log: Final = logging.getLogger("companion")


def open_device(path: str) -> Any:
    """Open a device by evdev, whose events then have the time of `time.monotonic`.

    Raises OSError, or ImportError where evdev is not installed.
    """
    import evdev  # type: ignore[import-not-found, import-untyped, unused-ignore]

    device = evdev.InputDevice(path)
    fcntl.ioctl(device.fd, _EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
    return device


class KeypadControls:
    """The controls on a keypad (see `companion.panel.Controls`); its thread waits for its keys."""

    def __init__(self, keypad: Keypad) -> None:
        self.names: Final = tuple(dict.fromkeys(keypad.keys.values()))
        self._keypad: Final = keypad
        # Whoever hears of an edge may close the keypad.
        self._lock: Final = RLock()
        self._post: Post = lambda message: None
        self._device: Any = None
        self._is_grabbed = False
        self._is_behind = False
        """Whether reports were lost, and the end of the first whole one has not come."""
        self._down: dict[int, float] = {}
        """When each key that is down went down, by its code."""
        self._letting_go: dict[str, float] = {}
        """When a control that is up already counts as up."""
        self._is_there = True  # a keypad that is there from the first is not posted
        self._is_bluetooth = False
        self._absence_told = False
        self._complaint = ""
        self._logged = ""
        self._wake: Final = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._open = True
        self._thread: Thread | None = None

    def listen(self, post: Post) -> None:
        """Post every edge from now on, and when the keypad comes and goes.

        A key that is down already counts from its next press.
        """
        self._post = post
        self._thread = Thread(target=self._run, name="keypad", daemon=True)
        self._thread.start()

    def watermark(self) -> float:
        """Return the time up to which every edge is posted; post what waits."""
        with self._lock:
            now = time.monotonic()
            if self._device is not None:
                self._read_events()
            for control, until in tuple(self._letting_go.items()):
                if until <= now:
                    self._let_go(control, until)
            return now

    def is_down(self, control: str) -> bool:
        """Return True if a key of the control is down, or was for an instant."""
        # Without the lock, which whoever posts an edge of another member would wait for.
        held = map(self._keypad.keys.get, tuple(self._down))
        return control in self._letting_go or control in held

    def close(self) -> None:
        """End the thread, and let others have the keypad; never raise."""
        if not self._open:
            return
        self._open = False
        os.eventfd_write(self._wake, 1)
        if self._thread is not None:
            self._thread.join()
        os.close(self._wake)

    # The thread

    def _run(self) -> None:
        while self._open:
            if found := device_with_keys(self._keypad):
                self._serve_device(found)
            else:
                self._complain(self._keyless_advice())
            if self._open:
                self._post_absence()
                self._wait(RETRY_S)

    def _serve_device(self, found: InputDevice) -> None:
        try:
            device = open_device(found.path)
            with self._lock:
                self._device = device
                self._is_grabbed = self._is_behind = False
                self._grab_when_up()
        except (OSError, ImportError) as error:
            self._complain(self._refusal_advice(found.path, error))
            self._drop_device()
            return
        self._complain("")
        self._is_bluetooth = found.is_bluetooth
        self._post_presence()
        while self._open and self._device is not None:
            until = min(self._letting_go.values(), default=inf)
            self._wait(until - time.monotonic(), device.fd)
            self.watermark()
        self._drop_device()

    def _wait(self, seconds: float, *descriptors: int) -> None:
        poll = select.poll()
        for descriptor in (self._wake, *descriptors):
            poll.register(descriptor, select.POLLIN)
        poll.poll(None if seconds == inf else max(0.0, 1000 * seconds))

    # Its events; the lock is held

    def _read_events(self) -> None:
        try:
            for event in self._device.read():
                self._take_event(event)
            self._grab_when_up()
        except BlockingIOError:
            pass  # nothing waits
        except OSError:
            self._drop_device()

    def _take_event(self, event: Any) -> None:
        at = event.sec + event.usec / 1e6
        if event.type == _EV_SYN:
            if event.code == _SYN_DROPPED:
                self._is_behind = True
                self._cancel_presses(at)
                _log.warning(
                    "%s: presses are lost, since the computer was too busy to read them",
                    self._keypad.device,
                )
            else:
                self._is_behind = False
        elif event.type == EV_KEY and not self._is_behind:
            self._take_key(event.code, event.value, at)

    def _take_key(self, code: int, value: int, at: float) -> None:
        """Take a key that went down (1) or up (0); 2 is its autorepeat."""
        control = self._keypad.keys.get(code)
        if control is None:
            return
        if value == 1 and code not in self._down:
            if control in self._letting_go:
                self._let_go(control, at)
            was_down = self.is_down(control)
            self._down[code] = at
            if not was_down:
                self._post(Edge(control, down=True, at=at))
        elif value == 0 and code in self._down:
            until = max(at, self._down.pop(code) + SHORTEST_S)
            if self.is_down(control):  # by another key of it
                return
            self._letting_go[control] = until
            if until == at:
                self._let_go(control, at)

    def _let_go(self, control: str, at: float) -> None:
        del self._letting_go[control]
        self._post(Edge(control, down=False, at=at))

    def _cancel_presses(self, at: float) -> None:
        """Post what is down as up, without a release."""
        held = {*self._letting_go, *map(self._keypad.keys.__getitem__, self._down)}
        self._down.clear()
        self._letting_go.clear()
        for control in sorted(held):
            self._post(Edge(control, down=False, at=at, cancelled=True))

    def _grab_when_up(self) -> None:
        """Grab the device once no key is down: else other programs think that it stays so."""
        if not self._is_grabbed and not self._device.active_keys():
            self._device.grab()
            self._is_grabbed = True

    def _drop_device(self) -> None:
        with self._lock:
            if self._device is not None:
                self._device.close()
                self._device = None
                self._cancel_presses(time.monotonic())

    # What is said

    def _post_presence(self) -> None:
        if not self._is_there:
            self._is_there = True
            self._post(Plugged(self._keypad.device, there=True))

    def _post_absence(self) -> None:
        """Post that it is gone; of one on Bluetooth, which sleeps many times an evening, once."""
        if self._is_there and not (self._is_bluetooth and self._absence_told):
            self._is_there = False
            self._absence_told = True
            self._post(Plugged(self._keypad.device, there=False))

    def _complain(self, sentence: str) -> None:
        """Log a problem once, if a second try has it too: a new device has no permissions yet."""
        if sentence and sentence == self._complaint != self._logged:
            _log.warning("%s", sentence)
            self._logged = sentence
        self._complaint = sentence

    def _keyless_advice(self) -> str:
        """Return the advice for a device that is there and has none of the keys."""
        if not named_devices(self._keypad):
            return ""
        return (
            f"{self._keypad.device}: it has none of the keys of the build;"
            " `companion doctor --interactive` shows those that it has"
        )

    def _refusal_advice(self, path: str, error: OSError | ImportError) -> str:
        keypad = self._keypad.device
        if isinstance(error, ImportError):
            return (
                f"{keypad}: evdev, which reads keypads, is not installed:"
                " `sudo apt install python3-evdev`, or `pip install evdev`"
            )
        if isinstance(error, PermissionError):
            from wiring.switches import allow_group  # only a refused device waits for it

            return f"{keypad}: {path} may not be used; allow it with {allow_group('input')}"
        why = error.strerror or error
        return f"{keypad}: {path} cannot be used ({why}); end the program that has it"
