"""Reading keypads, of a build or of the settings: which device, and what each key stands for."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from companion.errors import ConfigError, closest_word
from companion.panel import BUTTONS, CLUE, COLOUR_KEYS, DISCARD, JOYSTICK, PLAY, POWER, UNDO
from wiring.reading.check import Checked
from wiring.spec import Build, Keypad

CONTROLS: Final = (*BUTTONS, UNDO, POWER, *COLOUR_KEYS, *JOYSTICK)
"""What a key can stand for."""
HIGHEST_CODE: Final = 0x2FF
"""The last code of a key that the kernel has."""

_ROWS: Final = {
    1: "ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB",
    16: "Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER LEFTCTRL",
    30: "A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH",
    44: "Z X C V B N M COMMA DOT SLASH RIGHTSHIFT KPASTERISK LEFTALT SPACE CAPSLOCK",
    59: "F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK",
    71: "KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT",
    86: "102ND F11 F12",
    96: "KPENTER RIGHTCTRL KPSLASH SYSRQ RIGHTALT",
    102: "HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT DELETE",
    113: "MUTE VOLUMEDOWN VOLUMEUP POWER KPEQUAL",
    121: "KPCOMMA",
    127: "COMPOSE",
    139: "MENU CALC",
    158: "BACK FORWARD",
    163: "NEXTSONG PLAYPAUSE PREVIOUSSONG STOPCD",
    172: "HOMEPAGE",
    179: "KPLEFTPAREN KPRIGHTPAREN",
    183: "F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24",
}
"""The kernel's names, by the first code of each row; a key in none of them goes by its number."""
KEY_CODES: Final[Mapping[str, int]] = MappingProxyType(
    {
        f"KEY_{name}": first + place
        for first, row in _ROWS.items()
        for place, name in enumerate(row.split())
    }
)
_NAMES: Final = {code: name for name, code in KEY_CODES.items()}
_NUMERIC_PAD: Final[Mapping[str, str]] = {
    "KEY_KP1": CLUE,
    "KEY_KP2": DISCARD,
    "KEY_KP3": PLAY,
    "KEY_KP4": "W",
    "KEY_KP5": "R",
    "KEY_KP6": "B",
    "KEY_KP7": "Y",
    "KEY_KP8": "G",
    "KEY_KP9": "M",
    "KEY_KPSLASH": "K",
    "KEY_KPMINUS": UNDO,
    "KEY_BACKSPACE": UNDO,
}
"""What the keys of a numeric pad stand for where nothing is said."""


def key_name(code: int) -> str:
    """Return what a build calls a key."""
    return _NAMES.get(code, f"CODE_{code}")


def read_keypads(top: Checked) -> tuple[Keypad, ...]:
    """Return the keypads of a table that has them."""
    keypads: list[Keypad] = []
    for number, item in enumerate(top.items("keypads")):
        table = Checked(item, top.problems, f"keypads[{number}]")
        if table.misshapen:
            continue
        keypad = Keypad(_read_device(table, keypads), _read_keys(table))
        table.no_others()
        keypads.append(keypad)
    return tuple(keypads)


def with_keypads(build: Build, tables: Sequence[object], where: str) -> Build:
    """Return a build with the keypads of the settings too, whose keys count at the same device.

    Raises ConfigError with every mistake, for the file `where`.
    """
    top = Checked({"keypads": list(tables)}, [])
    keypads = {keypad.device: keypad for keypad in (*build.keypads, *read_keypads(top))}
    if top.problems:
        raise ConfigError(where, top.problems)
    return build._replace(keypads=tuple(keypads.values()))


def _read_device(table: Checked, before: Sequence[Keypad]) -> str:
    device = table.text("device", "")
    if "device" not in table:
        table.problem(
            "device",
            "is missing; it is the keypad's name, which `companion doctor --interactive` tells"
            " when a key is pressed, or its path in /dev/input/by-id",
        )
    elif isinstance(table.raw("device"), str) and not device.strip():
        table.problem("device", "is empty; it is the keypad's name, or its path")
    elif device in [keypad.device for keypad in before]:
        table.problem("device", f'"{device}" is another keypad already')
    return device


def _read_keys(table: Checked) -> Mapping[int, str]:
    keys = table.table("keys")
    if not keys.there:
        return MappingProxyType({KEY_CODES[name]: its for name, its in _NUMERIC_PAD.items()})
    if not keys.given_keys():
        keys.problem(None, "is empty; leave it out for the usual keys of a numeric pad")
    known = {}
    for name in keys.given_keys():
        code = _code_of(name)
        if code is None:
            keys.problem(name, f"there is no such key; {_key_advice(name)}")
        elif control := keys.choice(name, CONTROLS):
            known[code] = control
    return MappingProxyType(known)


def _code_of(name: str) -> int | None:
    if not re.fullmatch("CODE_[1-9][0-9]{0,2}", name):
        return KEY_CODES.get(name)
    code = int(name.removeprefix("CODE_"))
    return code if code <= HIGHEST_CODE and code not in _NAMES else None


def _key_advice(name: str) -> str:
    """Return the advice for a key that is none."""
    if name in CONTROLS:
        return f'write it the other way round, such as KEY_KP1 = "{name}"'
    if name.startswith("CODE_"):
        return f"only a key without a name goes by its number, up to CODE_{HIGHEST_CODE}"
    if close := closest_word(name if name.startswith("KEY_") else f"KEY_{name}", KEY_CODES):
        return f"did you mean {close}?"
    return "`companion doctor --interactive` tells the name of a key that is pressed"
