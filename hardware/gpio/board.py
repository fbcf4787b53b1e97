"""The GPIO lines of a build, on the very chip that it asks for, driven by libgpiod 2."""

import fcntl
import os
import struct
from collections.abc import Callable
from contextlib import suppress
from math import inf
from pathlib import Path
from threading import Lock
from typing import Any, Final

from gpiozero import LED  # type: ignore[import-untyped]
from gpiozero.exc import PinUnknownPi  # type: ignore[import-untyped]

from companion.errors import PanelError
from companion.panel import Clock, Edge
from wiring.spec import ANY_CHIP, NONE, ChipSpec

_HEADER_CHIPS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chips that drive a Raspberry Pi's header: Pi 5, Pi 4, all before."""

_DEV: Final = "/dev"
# GPIO_GET_CHIPINFO_IOCTL of linux/gpio.h, and its gpiochip_info: name, label, number of lines.
_GPIO_GET_CHIPINFO: Final = 0x8044B401
_CHIP_INFO: Final = struct.Struct("32s32sI")

_USE_EMULATOR: Final = "without a Raspberry Pi, use the emulator build"


class PinBusy(PanelError):
    """The kernel or another program has the pin; it may let it go."""


class Input:
    """A pin that a button pulls to ground, or to 3.3 V if it is `active_high`.

    It is used below gpiozero's own input devices, which keep a state of their own and hide the time
    that each edge comes with.
    """

    def __init__(self, factory: Any, pin: int, active_high: bool) -> None:
        self._pin = factory.pin(f"GPIO{pin}")
        self._active_high = active_high
        self._ticks: Clock = factory.ticks
        self._pin.function = "input"
        self._pin.pull = "down" if active_high else "up"
        self._pin.edges = "both"

    def listen(self, post: Callable[[Edge], None], control: str) -> None:
        """Post every edge as one of this control, from the thread that the edge comes in.

        Where edges before `at` are lost, a press that was under way is cancelled.
        """

        def on_edge(at: float, level: int | None) -> None:
            if level is None:
                post(Edge(control, down=False, at=at, cancelled=True))
            else:
                post(Edge(control, bool(level) == self._active_high, at))

        self._on_edge = on_edge  # gpiozero alone would not keep it
        self._pin.when_changed = on_edge

    def edge_time(self) -> float:
        """Return the time by the clock that stamps the edges."""
        return float(self._ticks())

    @property
    def down(self) -> bool:
        """Whether the button holds the pin down, read now."""
        return bool(self._pin.state) == self._active_high

    def close(self) -> None:
        """Release the pin; never raise."""
        with suppress(Exception):
            self._pin.close()


class Output:
    """A pin that the program drives, as that of an LED; it is opened, off, when it is first set."""

    def __init__(self, chip: "GpioChip", pin: int, active_high: bool = True) -> None:
        self._chip = chip
        self._pin = pin
        self._active_high = active_high
        self._device: Any = None
        self._open = True
        chip.hold_chip()

    def set(self, on: bool) -> None:
        """Switch it on or off; after a `PanelError` the next call opens the pin again."""
        try:
            if self._device is None:
                self._device = self._chip.open_led(self._pin, self._active_high)
            self._device.value = on
        except Exception as error:
            self._switch_off()
            raise _pin_error(self._pin, error) from error

    def close(self) -> None:
        """Switch it off and release the pin; never raise."""
        if self._open:
            self._open = False
            self._switch_off()
            self._chip.release_chip()

    def _switch_off(self) -> None:
        if self._device is not None:
            with suppress(Exception):
                self._device.off()
            with suppress(Exception):
                self._device.close()
            self._device = None


class GpioChip:
    """The lines of one chip, which closes after the last `release_chip`."""

    def __init__(self, factory: Any) -> None:
        """Take the factory of the pins, None for a computer without a header."""
        self._factory = factory
        self._holders = 0
        self._lock = Lock()

    def hold_chip(self) -> None:
        """Keep the chip open until the matching `release_chip`."""
        with self._lock:
            self._holders += 1

    def release_chip(self) -> None:
        """End one `hold_chip`; the last one closes the chip."""
        with self._lock:
            self._holders -= 1
            if self._holders == 0 and self._factory is not None:
                with suppress(Exception):
                    self._factory.close()

    def watermark(self) -> float:
        """Return the time up to which every edge of the inputs is posted; post what waits."""
        return inf if self._factory is None else float(self._factory.watermark())

    def open_input(self, pin: int, active_high: bool) -> Input:
        """Open a button's pin; `PinBusy` if something else has it, `PanelError` if it is none."""
        try:
            return Input(self._factory, pin, active_high)
        except Exception as error:  # gpiozero, libgpiod and the kernel each raise their own
            raise _pin_error(pin, error) from error

    def open_led(self, pin: int, active_high: bool) -> Any:
        """Open an LED's pin, and it is dark; errors are gpiozero's."""
        return LED(pin, active_high=active_high, initial_value=False, pin_factory=self._factory)


def open_board(wanted: ChipSpec) -> GpioChip:
    """Open the chip that a build asks for.

    Raise `PanelError` if it is absent, not allowed, or libgpiod is absent.
    """
    if wanted.kind == NONE:
        return GpioChip(None)
    number = wanted.chip if isinstance(wanted.chip, int) else find_chip(wanted.chip)
    try:
        from hardware.gpio.kernel_pins import KernelFactory
    except ImportError as error:  # absent, or the older interface of the same name
        raise PanelError(
            "libgpiod 2, which drives the pins, is not installed: `sudo apt install"
            " python3-libgpiod` on Raspberry Pi OS Trixie, or `pip install gpiod`"
        ) from error
    try:
        return GpioChip(KernelFactory(number))
    except Exception as error:
        device = f"gpiochip{number}"
        raise PanelError(f"/dev/{device} cannot be opened ({error}); {_may_use(device)}") from error


def find_chip(label: str) -> int:
    """Return the number of the chip with this label, "auto" for the header's.

    Raise `PanelError` if there is none.
    """
    numbers, refused = _chip_numbers()
    for wanted in _HEADER_CHIPS if label == ANY_CHIP else (label,):
        if wanted in numbers:
            return numbers[wanted]
    if refused:
        raise PanelError(f"/dev/{refused} may not be used; {_may_use(refused)}")
    if not numbers:
        raise PanelError(f"this computer has no GPIO chip; {_USE_EMULATOR}")
    there = ", ".join(f"{name} ({number})" for name, number in numbers.items())
    if label == ANY_CHIP:
        raise PanelError(
            f"no GPIO chip here ({there}) is that of a Raspberry Pi's header; {_USE_EMULATOR}"
        )
    raise PanelError(
        f'no GPIO chip here is labelled "{label}", only {there}; correct chip in the build'
    )


def _chip_numbers() -> tuple[dict[str, int], str]:
    """Return the numbers of the chips by label, and the device of a chip that may not be used."""
    numbers: dict[str, int] = {}
    refused = ""
    for path in sorted(Path(_DEV).glob("gpiochip*")):
        try:
            numbers.setdefault(_chip_label(path), int(path.name.removeprefix("gpiochip")))
        except PermissionError:
            refused = path.name
        except (OSError, ValueError):
            continue
    return numbers, refused


def _chip_label(path: Path) -> str:
    fd = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        answer = fcntl.ioctl(fd, _GPIO_GET_CHIPINFO, bytes(_CHIP_INFO.size))
    finally:
        os.close(fd)
    label: bytes = _CHIP_INFO.unpack(answer)[1]
    return label.split(b"\0")[0].decode(errors="replace")


def _may_use(device: str) -> str:
    path = Path(_DEV) / device
    if path.exists() and not os.access(path, os.R_OK | os.W_OK):
        from wiring.switches import allow_group  # only a refused start waits for it

        return f"allow it with {allow_group('gpio')}"
    return "see that no other program uses it"


def _pin_error(pin: int, error: Exception) -> PanelError:
    if isinstance(error, PanelError):
        return error
    if isinstance(error, PinUnknownPi):
        return PanelError(f"this computer does not say which Raspberry Pi it is; {_USE_EMULATOR}")
    if "busy" in str(error).lower():
        holder = getattr(error, "consumer", "the kernel or another program")
        return PinBusy(f"GPIO {pin} is in use by {holder}; free it or use another pin")
    return PanelError(f"GPIO {pin} cannot be used: {error}")
