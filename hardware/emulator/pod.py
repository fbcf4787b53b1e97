"""An emulated pod: the firmware's program at the far end of a pty, the driver at the near one."""

import time
from collections.abc import Callable
from threading import RLock
from typing import Final

from companion.panel import Clock
from hardware.emulator.serial import FarEnd, new_device_name
from hardware.pods.firmware.lights import FULL, decode_lights
from hardware.pods.firmware.protocol import TICKS, PodSession
from wiring.spec import Colour, Pod

PLUG: Final = "plug"
"""The name of a pod's plug among its controls: a press pulls it, or puts it back."""


class EmulatedPod:
    """The outside of an emulated pod: presses its controls, sees its pixels, pulls its plug."""

    def __init__(self, pod: Pod, clock: Clock = time.monotonic) -> None:
        """Make a pod that is not plugged in yet."""
        self._name: Final = pod.name
        self._clock: Final = clock
        self._lock: Final = RLock()
        self._levels: Final = dict.fromkeys(pod.controls, False)
        self._pixels: Final = pod.strip.pixels if pod.strip else 0
        self.strip: Final = pod.strip
        self.controls: Final = pod.controls
        self.colours: tuple[Colour, ...] = ()
        """The colours that its pixels show."""
        self._far: Final = FarEnd(new_device_name(), self._on_pod_bytes, self._tick_pod)
        self.device: Final = str(self._far.name)
        """The name of its device, which exists while it is plugged in."""
        self.plugged = False
        """Whether its plug is in."""
        self.on_change: Callable[[], None] = lambda: None
        self.switch_on()

    def press(self, control: str) -> None:
        """Press a control and hold it down, or pull its plug, or put it in again."""
        if control != PLUG:
            self._set_level(control, down=True)
        elif self.plugged:
            self.unplug()
        else:
            self.plug_in()

    def release(self, control: str) -> None:
        """Release a control."""
        if control != PLUG:
            self._set_level(control, down=False)

    def is_down(self, control: str) -> bool:
        """Return True if a control is down, or the plug is pulled."""
        return self._levels[control] if control != PLUG else not self.plugged

    def plug_in(self) -> None:
        """Put the plug in, which switches the board on."""
        self.switch_on()
        self._far.plug_in()
        self.plugged = True
        self.on_change()

    def unplug(self) -> None:
        """Pull the plug: the board is without power."""
        self._far.unplug()
        self.plugged = False
        self._show_lights("", 0)

    def switch_on(self) -> None:
        """Restart, as after a brown-out; the plug stays where it is."""
        with self._lock:
            self._show_lights("", 0)
            levels = list(self._levels.values())
            self._session = PodSession(
                self._name,
                self.controls,
                self._pixels,
                self._show_lights,
                levels,
                self._pod_ticks(),
            )
        self._far.tick_soon()

    def _set_level(self, control: str, down: bool) -> None:
        with self._lock:
            if control not in self._levels:
                raise KeyError(control)
            self._levels[control] = down
            self._step_session()
        self._far.tick_soon()
        self.on_change()

    def _on_pod_bytes(self, chunk: bytes) -> None:
        with self._lock:
            self._session.receive(chunk, self._pod_ticks())

    def _tick_pod(self) -> float:
        with self._lock:
            self._step_session()
            return self._session.wait(list(self._levels.values()), self._pod_ticks()) / 1000

    def _step_session(self) -> None:
        self._session.step(list(self._levels.values()), self._pod_ticks())
        if output := self._session.take_output():
            self._far.write(output)

    def _show_lights(self, text: str, brightness: int) -> None:
        self.colours = tuple(decode_lights(text, brightness, self._pixels, FULL))
        self.on_change()

    def _pod_ticks(self) -> int:
        return int(self._clock() * 1000) % TICKS
