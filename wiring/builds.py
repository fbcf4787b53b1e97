"""The builds: a TOML file each, which says what is connected where; a new one needs no code."""

import contextlib
from pathlib import Path
from typing import Final

EMULATOR: Final = "emulator"
OWN: Final = "table"
_MODEL: Final = Path("/proc/device-tree/model")
_BUS: Final = Path("/dev/i2c-1")
_FOLDER: Final = Path(__file__).parent


def build_names() -> tuple[str, ...]:
    """Return the builds that come with the program, in alphabetical order."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


def build_toml(name: str) -> str:
    """Return the TOML text of the build called `name`; `FileNotFoundError` if there is none."""
    return (_FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def machine_build() -> str:
    """Return the build where none is set: that of the machine's own hardware, else the emulated
    device.
    """
    with contextlib.suppress(OSError):
        if "Raspberry Pi" in _MODEL.read_text(errors="replace") and _BUS.exists():
            return OWN
    return EMULATOR
