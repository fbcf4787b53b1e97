"""The builds: a TOML file each, which says what is connected where; a new one needs no code."""

from importlib.resources import files
from typing import Final

_SUFFIX: Final = ".toml"


def build_names() -> tuple[str, ...]:
    """Return the builds that come with the program, in alphabetical order."""
    entries = (entry.name for entry in files("wiring").iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in entries if name.endswith(_SUFFIX)))


def text(name: str) -> str:
    """Return the TOML text of the build called `name`; `FileNotFoundError` if there is none."""
    return files("wiring").joinpath(name + _SUFFIX).read_text(encoding="utf-8")
