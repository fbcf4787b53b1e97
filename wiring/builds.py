"""The builds: a TOML file each, which says what is connected where; a new one needs no code."""

import contextlib
from importlib.resources import files
from pathlib import Path
from typing import Final

EMULATOR: Final = "emulator"
OWN: Final = "table"
_MODEL: Final = Path("/proc/device-tree/model")
_BUS: Final = Path("/dev/i2c-1")


def build_names() -> tuple[str, ...]:
    """Return the builds that come with the program, in alphabetical order."""
    entries = (entry.name for entry in files("wiring").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in entries if name.endswith(".toml")))


def build_toml(name: str) -> str:
    """Return the TOML text of the build called `name`; `FileNotFoundError` if there is none."""
    return files("wiring").joinpath(f"{name}.toml").read_text(encoding="utf-8")


def machine_build() -> str:
    """Return the build where none is set: that of the machine's own hardware, else the emulated
    device.
    """
    with contextlib.suppress(OSError):
        if "Raspberry Pi" in _MODEL.read_text(errors="replace") and _BUS.exists():
            return OWN
    return EMULATOR
