"""The settings: the companion's own TOML file, its defaults, and where each value came from.

Of an installed companion, a file on the boot partition overrides them: that one can be written on
any computer that takes the card.
"""

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion import LANGUAGES
from companion.errors import ConfigError, nearest

APP: Final = "hanabi-companion"
FILE: Final = "companion.toml"
KEYS: Final[Mapping[str, str]] = {
    "panel": "the build: a name in wiring/ or a TOML file; empty for what this machine has",
    "state_dir": "the folder of the games",
    "socket": "the control socket",
    "language": "the language of the screens; empty to ask at the first start",
    "players": "the players' names in their order around the table; empty for those of the last game",
}
LONGEST_NAME: Final = 16
"""Letters of a player's name."""
DEFAULT: Final = "default"
INSTALLED: Final = Path("/etc") / APP / FILE
BOOT: Final = (Path("/boot/firmware") / FILE, Path("/boot") / FILE)
"""The boot partition, as Raspberry Pi OS mounts it since Bookworm, and before."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The effective settings; `sources` says for each key which file (or default) it came from."""

    panel: str
    state_dir: Path
    socket: Path
    language: str
    players: tuple[str, ...]
    sources: Mapping[str, str]

    def toml(self) -> str:
        """The settings as a TOML file that would give the same ones."""
        lines = []
        for key, meaning in KEYS.items():
            lines.append(f"# {meaning} ({self.sources[key]})")
            lines.append(f"{key} = {_written(getattr(self, key))}")
        return "\n".join(lines)


def _written(value: object) -> str:
    """A value as it stands in TOML."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(_written, value))}]"
    return _quoted(str(value))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def places(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Where the file is looked for, the first one found counts."""
    if given := environ.get("COMPANION_CONFIG"):
        return (Path(given),)
    home = Path(environ.get("XDG_CONFIG_HOME") or Path(environ.get("HOME", "/")) / ".config")
    return (home / APP / FILE, INSTALLED)


def load(
    environ: Mapping[str, str] = os.environ,
    given: Mapping[str, str | None] | None = None,
    boot: Sequence[Path] = BOOT,
) -> Settings:
    """The settings from the file, if there is one; `given` on the command line override it.

    boot: files of which the first one found overrides the installed settings.

    Raises:
        ConfigError: the file has mistakes; every one is told.
    """
    values: dict[str, Any] = _defaults(environ)
    sources = dict.fromkeys(values, DEFAULT)
    for path in _files(environ, boot):
        for key, value in _read(path).items():
            values[key], sources[key] = value, str(path)
    for key, override in (given or {}).items():
        if override is not None:
            values[key], sources[key] = override, "command line"
    return Settings(
        panel=values["panel"],
        state_dir=Path(values["state_dir"]).expanduser().absolute(),
        socket=Path(values["socket"]).expanduser().absolute(),
        language=values["language"],
        players=tuple(name.strip() for name in values["players"]),
        sources=sources,
    )


def _files(environ: Mapping[str, str], boot: Sequence[Path]) -> list[Path]:
    """The files that count, each overriding those before it."""
    if "COMPANION_CONFIG" in environ:
        return list(places(environ))  # one that is asked for must exist
    found = [path for path in places(environ) if path.exists()][:1]
    if found and found[0] != INSTALLED:
        return found
    return found + [path for path in boot if path.exists()][:1]


def _defaults(environ: Mapping[str, str]) -> dict[str, Any]:
    home = Path(environ.get("HOME", "/"))
    state = Path(environ.get("XDG_STATE_HOME") or home / ".local" / "state") / APP
    state_dir = environ.get("STATE_DIRECTORY", str(state)).split(":")[0]
    runtime = environ.get("RUNTIME_DIRECTORY") or environ.get("XDG_RUNTIME_DIR")
    socket = Path(runtime.split(":")[0]) / f"{APP}.sock" if runtime else Path(state_dir) / f"{APP}.sock"
    return {"panel": "", "state_dir": state_dir, "socket": str(socket), "language": "", "players": ()}


def _read(path: Path) -> dict[str, Any]:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))  # some editors begin with a mark
    except OSError as error:
        raise ConfigError(str(path), [f"cannot be read: {error.strerror or error}"]) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(str(path), [f"no valid TOML: {error}"]) from None
    problems = [problem for key, value in table.items() if (problem := _problem(key, value))]
    if problems:
        raise ConfigError(str(path), problems)
    return table


def _problem(key: str, value: Any) -> str | None:
    if key not in KEYS:
        return f"{key}: there is no such setting; {nearest(key, KEYS)}"
    if key == "players":
        return _no_players(value)
    if not isinstance(value, str):
        return f"{key}: must be text in quotes, not {value!r}"
    if key in ("state_dir", "socket") and not value:
        return f"{key}: must not be empty"
    if key == "language" and value not in ("", *LANGUAGES):
        return f"language: {value!r} is none; {nearest(value, LANGUAGES)}"
    return None


def _no_players(value: Any) -> str | None:
    """What is wrong with the names of the players, if anything."""
    from companion.game.setup import FEWEST_PLAYERS, MOST_PLAYERS  # the buttons should not wait for the rules

    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return 'players: must be a list of names in quotes, such as ["Ann", "Ben"]'
    names = [name.strip() for name in value]
    if not all(0 < len(name) <= LONGEST_NAME and name.isprintable() for name in names):
        return f"players: each name must have 1 to {LONGEST_NAME} letters"
    if names and not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        return f"players: {FEWEST_PLAYERS} to {MOST_PLAYERS} names, not {len(names)}"
    if twice := next((name for name in names if names.count(name) > 1), None):
        return f"players: {twice!r} is there twice"
    return None
