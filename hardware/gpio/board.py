"""The GPIO lines of a build, on the very chip that it asks for, driven by libgpiod 2."""

import fcntl
import os
import struct
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final

from companion.errors import PanelError
from companion.panel import Clock
from wiring.spec import ANY_CHIP, NONE, ChipSpec

HEADER_CHIPS: Final = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chips that drive a Raspberry Pi's header: Pi 5, Pi 4, all before."""

_DEV: Final = "/dev"
_GPIO_GET_CHIPINFO: Final = 0x8044B401
_CHIP_INFO: Final = struct.Struct("32s32sI")

_USE_EMULATOR: Final = "without a Raspberry Pi, use the emulator build"

OnEdge = Callable[[float, bool], None]
"""Called with the time of an edge, and whether the pin is active after it."""


class PinBusy(PanelError):
    """The kernel or another program has the pin; it may let it go."""


class Pin(ABC):
    """A pin of a button, which is active while that is down, or of an LED, while that is lit."""

    now: Clock
    """The time by the clock that stamps the edges."""

    @property
    @abstractmethod
    def active(self) -> bool:
        """Whether it is active, read now."""

    @abstractmethod
    def set(self, active: bool) -> None:
        """Make an output active or not; `PanelError` if it cannot be written."""

    @abstractmethod
    def listen(self, on_edge: OnEdge) -> None:
        """Call this with every edge from now on, in the thread that the edge comes in."""

    @abstractmethod
    def close(self) -> None:
        """Switch an output off, and release the pin; never raise."""


class GpioChip:
    """The lines of one chip, which closes after the last `release`; this one has no lines."""

    def __init__(self) -> None:
        self._holders = 0
        self._lock = Lock()

    def hold(self) -> None:
        """Keep the chip open until the matching `release`."""
        with self._lock:
            self._holders += 1

    def release(self) -> None:
        """End one `hold`; the last one closes the chip."""
        with self._lock:
            self._holders -= 1
            if self._holders == 0:
                with suppress(Exception):
                    self._close()

    def input(self, pin: int, active_high: bool) -> Pin:
        """Open the pin of a button that pulls it to ground, or to 3.3 V if it is `active_high`.

        Raise `PinBusy` if something else has it, `PanelError` if it cannot be used.
        """
        raise PanelError(f"there is no GPIO {pin}; {_USE_EMULATOR}")

    def output(self, pin: int, active_high: bool) -> Pin:
        """Open the pin of an LED, which starts dark; errors as for a button's."""
        raise PanelError(f"there is no GPIO {pin}; {_USE_EMULATOR}")

    def _close(self) -> None:
        """Release the chip."""


def open_board(wanted: ChipSpec) -> GpioChip:
    """Open the chip that a build asks for.

    Raise `PanelError` if it is absent, not allowed, or libgpiod is absent.
    """
    if wanted.kind == NONE:
        return GpioChip()
    number = wanted.chip if isinstance(wanted.chip, int) else find_chip(wanted.chip)
    try:
        from hardware.gpio.kernel_pins import KernelChip
    except ImportError as error:  # absent, or the older interface of the same name
        raise PanelError(
            "libgpiod 2, which drives the pins, is not installed: `sudo apt install"
            " python3-libgpiod` on Raspberry Pi OS Trixie, or `pip install gpiod`"
        ) from error
    try:
        return KernelChip(number)
    except OSError as error:
        device = f"gpiochip{number}"
        raise PanelError(f"/dev/{device} cannot be opened ({error}); {_may_use(device)}") from error


def find_chip(label: str) -> int:
    """Return the number of the chip with this label, "auto" for the header's.

    Raise `PanelError` if there is none.
    """
    numbers, refused = _chips()
    for wanted in HEADER_CHIPS if label == ANY_CHIP else (label,):
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


def _chips() -> tuple[dict[str, int], str]:
    """Return the numbers of the chips by label, and the device of a chip that may not be used."""
    numbers: dict[str, int] = {}
    refused = ""
    for path in sorted(Path(_DEV).glob("gpiochip*")):
        try:
            numbers.setdefault(_label(path), int(path.name.removeprefix("gpiochip")))
        except PermissionError:
            refused = path.name
        except (OSError, ValueError):
            continue
    return numbers, refused


def _label(path: Path) -> str:
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
