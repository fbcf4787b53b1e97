"""The settings: the companion's own TOML file, its defaults, and where each value came from.

A file on the boot partition overrides those of an installed companion, since any computer that
takes the card can write it.
"""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion import LANGUAGES, settings_file
from companion.errors import nearest, one_line, quotation, unprintable
from companion.settings_file import no_text

APP: Final = "hanabi-companion"
FILE: Final = "companion.toml"
KEYS: Final[Mapping[str, str]] = {
    "panel": "the build: a name in wiring/ or a TOML file; empty for what this machine has",
    "state_dir": "the folder of the games",
    "socket": "the control socket",
    "view_socket": "the socket of programs that only look on, such as the page",
    "language": "the language of the screens; empty to ask at the first start",
    "players": "the players' names in their order around the table; "
    "empty for those of the last game",
}
_PATHS: Final = ("state_dir", "socket", "view_socket")
LONGEST_SOCKET: Final = 107
"""Bytes of a Unix socket's path (unix(7): 108 with the one that ends it)."""
DEFAULT: Final = "default"
COMMAND_LINE: Final = "command line"
INSTALLED: Final = Path("/etc") / APP / FILE
INSTALLED_SOCKET: Final = Path("/run") / APP / f"{APP}.sock"
INSTALLED_VIEW: Final = Path("/run") / f"{APP}-view" / "view.sock"
"""The sockets of the installed service; the second one has a folder and a group of its own."""
BOOT: Final = (Path("/boot/firmware") / FILE, Path("/boot") / FILE)
"""The boot partition, as Raspberry Pi OS mounts it since Bookworm, and before."""


class Settings(NamedTuple):
    """Settings, and where each of them came from."""

    panel: str
    state_dir: Path
    socket: Path
    view_socket: Path
    language: str
    players: tuple[str, ...]
    sources: Mapping[str, str]
    """For each key the file, COMMAND_LINE or DEFAULT."""
    boot: str = ""
    """The file on the boot partition that is among them, "" for none."""

    def from_boot(self, key: str) -> bool:
        """Return True if a setting is what the file on the boot partition says."""
        return self.sources[key] == self.boot

    def toml(self) -> str:
        """Return the settings as a TOML file that would give the same ones."""
        lines = []
        for key, meaning in KEYS.items():
            lines.append(f"# {meaning} ({one_line(self.sources[key])})")
            value = getattr(self, key)
            written = value if isinstance(value, tuple) else str(value)
            lines.append(f"{key} = {json.dumps(written, ensure_ascii=False)}")  # these are TOML too
        return "\n".join(lines)


def places(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return where the file is looked for; the first one counts."""
    if given := environ.get("COMPANION_CONFIG"):
        return (Path(given),)
    home = Path(environ.get("XDG_CONFIG_HOME") or Path(environ.get("HOME", "/")) / ".config")
    return (home / APP / FILE, INSTALLED)


def load(
    environ: Mapping[str, str] = os.environ,
    given: Mapping[str, str | None] | None = None,
    boot: Sequence[Path] | None = None,
) -> Settings:
    """Return the settings of the file, if there is one, overridden by those of the command line.

    boot: files that override the installed settings; the first one that is there counts. None for
    those of the boot partition.
    A `ConfigError` lists all mistakes of a file, or has that of the command line.
    """
    values: dict[str, Any] = _defaults(environ)
    sources = dict.fromkeys(values, DEFAULT)
    files, over = _files(environ, BOOT if boot is None else boot)
    for path in (*files, *over):
        table = _read(path)
        values |= table
        sources |= dict.fromkeys(table, str(path))
    options = settings_file.given_options(given, CHECKS)
    values |= options
    sources |= dict.fromkeys(options, COMMAND_LINE)
    socket = Path(values["socket"]).expanduser().absolute()
    view = values["view_socket"]
    return Settings(
        panel=values["panel"],
        state_dir=Path(values["state_dir"]).expanduser().absolute(),
        socket=socket,
        view_socket=Path(view).expanduser().absolute() if view else beside(socket),
        language=values["language"],
        players=_players(values["players"]),
        sources=sources,
        boot=str(over[0]) if over else "",
    )


def _files(environ: Mapping[str, str], boot: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Return the file that counts, and the one on the boot partition that overrides it, if any."""
    if environ.get("COMPANION_CONFIG"):
        return list(places(environ)), []  # one that is asked for must exist
    found = [path for path in places(environ) if is_there(path)][:1]
    if found and found[0] != INSTALLED:
        return found, []
    return found, [path for path in boot if is_there(path)][:1]


def is_there(path: Path) -> bool:
    """Return True if a file is there, or may be: reading reports one that cannot be read."""
    try:
        path.stat()
    except OSError as error:
        return not isinstance(error, FileNotFoundError | NotADirectoryError)
    return True


def _defaults(environ: Mapping[str, str]) -> dict[str, Any]:
    home = Path(environ.get("HOME", "/"))
    state = Path(environ.get("XDG_STATE_HOME") or home / ".local" / "state") / APP
    state_dir = environ.get("STATE_DIRECTORY", str(state)).split(":")[0]
    runtime = environ.get("RUNTIME_DIRECTORY") or environ.get("XDG_RUNTIME_DIR")
    socket = (
        Path(runtime.split(":")[0]) / f"{APP}.sock" if runtime else Path(state_dir) / f"{APP}.sock"
    )
    return {
        "panel": "",
        "state_dir": state_dir,
        "socket": str(socket),
        "view_socket": environ.get("COMPANION_VIEW", ""),
        "language": "",
        "players": (),
    }


def beside(socket: Path) -> Path:
    """Return the usual view socket of a companion with this control socket."""
    if socket == INSTALLED_SOCKET:
        return INSTALLED_VIEW
    return socket.with_name(f"{socket.stem}-view{socket.suffix}")


def _read(path: Path) -> dict[str, Any]:
    """Return the table of a file; its relative paths start at its own folder."""
    table = settings_file.read(path)
    for key in table.keys() & {"panel", *_PATHS}:
        table[key] = _seen_from(path.parent.absolute(), key, table[key])
    settings_file.check(str(path), table, CHECKS)
    return table


def _seen_from(folder: Path, key: str, value: Any) -> Any:
    """Return a path from a file in this folder, made absolute; a build's name stays as it is."""
    if not value or not isinstance(value, str):
        return value
    if key == "panel" and not value.endswith(".toml"):
        return value
    return os.path.expanduser(value) if value.startswith("~") else str(folder / value)


def _no_language(value: object) -> str:
    """Return what is wrong with a language, "" for nothing."""
    if not isinstance(value, str) or value in ("", *LANGUAGES):
        return no_text(value)
    return f"{quotation(value)} is none; {nearest(value, LANGUAGES)}"


def _no_path(value: object) -> str:
    """Return what is wrong with a path, "" for nothing."""
    if not isinstance(value, str):
        return no_text(value)
    if not value:
        return "must not be empty; leave it out for the usual one"
    if bad := unprintable(value):
        return f"has {bad}"
    return settings_file.no_path(value)


def _no_socket(value: object) -> str:
    """Return what is wrong with the path of a socket, "" for nothing."""
    if problem := _no_path(value):
        return problem
    size = len(os.fsencode(Path(str(value)).expanduser().absolute()))
    if size <= LONGEST_SOCKET:
        return ""
    return (
        f"the path has {size} bytes, but a socket's may have {LONGEST_SOCKET}; take a shorter one"
    )


def _players(names: list[str]) -> tuple[str, ...]:
    if not names:
        return ()
    from companion.game.names import composed

    return tuple(map(composed, names))


def _no_players(value: Any) -> str:
    """Return what is wrong with the names of the players, "" for nothing."""
    # The buttons should not wait for the rules.
    from companion.game.names import RULE, is_name, name_key
    from companion.game.setup import FEWEST_PLAYERS, MOST_PLAYERS

    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return 'must be a list of names in quotes, such as ["Ann", "Ben"]'
    names = [name.strip() for name in value]
    if not all(map(is_name, names)):
        return f"each name must have {RULE}"
    if names and not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        return f"{FEWEST_PLAYERS} to {MOST_PLAYERS} names, not {len(names)}"
    keys = list(map(name_key, names))
    for name in names:
        if keys.count(name_key(name)) > 1:
            return f"{name!r} is there twice"
    return ""


CHECKS: Final[settings_file.Checks] = {
    "panel": no_text,
    "state_dir": _no_path,
    "socket": _no_socket,
    "view_socket": _no_socket,
    "language": _no_language,
    "players": _no_players,
}
