"""The builds: a TOML file each, which says what is connected where; a new one needs no code."""

from importlib.resources import files


def build_names() -> tuple[str, ...]:
    """Return the builds that come with the program, in alphabetical order."""
    entries = (entry.name for entry in files("wiring").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in entries if name.endswith(".toml")))


def build_toml(name: str) -> str:
    """Return the TOML text of the build called `name`; `FileNotFoundError` if there is none."""
    return files("wiring").joinpath(f"{name}.toml").read_text(encoding="utf-8")
