"""Finding a keypad among the kernel's input devices, without opening any."""

import struct
from pathlib import Path
from typing import Final, NamedTuple

from wiring.spec import Keypad

ROOT: Final = Path("/")
_CLASS: Final = "sys/class/input"
_BLUETOOTH: Final = 0x05
"""BUS_BLUETOOTH of linux/input.h."""
_WORD: Final = 8 * struct.calcsize("l")
"""Bits of a word in which the kernel tells what a device has."""


class InputDevice(NamedTuple):
    """An input device that has keys: its file, its name, the codes of its keys."""

    path: str
    name: str
    codes: frozenset[int]
    is_bluetooth: bool


def input_devices(root: Path = ROOT) -> list[InputDevice]:
    """Return all that have keys, the first one first."""
    found = []
    for folder in (root / _CLASS).glob("event*"):
        try:
            codes = _codes((folder / "device/capabilities/key").read_text())
            name = (folder / "device/name").read_text(errors="replace").strip()
            bus = int((folder / "device/id/bustype").read_text(), 16)
        except (OSError, ValueError):  # it went meanwhile
            continue
        if codes:
            path = f"/dev/input/{folder.name}"
            found.append(InputDevice(path, name, codes, bus == _BLUETOOTH))
    return sorted(found, key=lambda device: (len(device.path), device.path))


def named_devices(keypad: Keypad, root: Path = ROOT) -> list[InputDevice]:
    """Return the devices that a build means: a keypad may be several of one name."""
    every = input_devices(root)
    if not keypad.device.startswith("/"):
        return [device for device in every if device.name == keypad.device]
    name = (root / keypad.device.lstrip("/")).resolve().name
    return [device for device in every if Path(device.path).name == name]


def device_with_keys(keypad: Keypad, root: Path = ROOT) -> InputDevice | None:
    """Return the first one that has any key of the keypad, None if there is none."""
    return next(
        (each for each in named_devices(keypad, root) if each.codes & keypad.keys.keys()), None
    )


def _codes(text: str) -> frozenset[int]:
    """Return the codes in the kernel's words, of which the last one has the lowest."""
    codes = set()
    for place, word in enumerate(reversed(text.split())):
        bits = int(word, 16)
        codes |= {place * _WORD + bit for bit in range(_WORD) if bits >> bit & 1}
    return frozenset(codes)
