"""The settings: one file, `companion.toml`, read by the companion and the programs beside it.

Each program reads its own sections. A file on the boot partition overrides that of an installed
companion, since any computer that takes the card can write it.
"""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion import settings_keys, toml_file
from companion.errors import ConfigError, one_line
from companion.numbers import Json
from companion.setting_kinds import Setting
from companion.settings_keys import KEYS

APP: Final = "hanabi-companion"
FILE: Final = "companion.toml"
VARIABLE: Final = "COMPANION_CONFIG"
"""Of the environment; it names another file, which must be there."""
DEFAULT: Final = "default"
COMMAND_LINE: Final = "command line"
INSTALLED: Final = Path("/etc") / APP / FILE
INSTALLED_SOCKET: Final = Path("/run") / APP / f"{APP}.sock"
INSTALLED_VIEW: Final = Path("/run") / f"{APP}-view" / "view.sock"
"""The sockets of the installed service; the second one has a folder and a group of its own."""
BOOT: Final = (Path("/boot/firmware") / FILE, Path("/boot") / FILE)
"""The boot partition, as Raspberry Pi OS mounts it since Bookworm, and before."""
_PLACES: Final = ("state_dir", "socket", "view_socket")
"""The keys of places on this device, which no file on the boot partition names."""


class SettingsRead(NamedTuple):
    """The values of all keys that were to be read, and where each came from."""

    known: Mapping[str, Setting]
    values: Json
    sources: Mapping[str, str]
    """For each key the file, COMMAND_LINE or DEFAULT."""
    boot: str
    """The file on the boot partition that is among them, "" for none."""

    def section_values(self, name: str) -> Json:
        """Return the values of a section by their names in it."""
        keys = [key for key in self.values if settings_keys.section_of(key) == name]
        return {key.removeprefix(f"{name}."): self.values[key] for key in keys}

    def toml(self) -> str:
        """Return a file that would give the same settings."""
        lines = []
        section = ""
        for key, (meaning, *_) in self.known.items():
            home, _, name = key.rpartition(".")
            if home != section:
                lines.append(f"\n[{home}]")
                section = home
            lines.append(f"# {meaning} ({one_line(self.sources[key])})")
            lines.append(f"{name} = {toml_value(self.values[key])}")
        return "\n".join(lines)


class Settings(NamedTuple):
    """The companion's own settings, and where each of them came from."""

    panel: str
    state_dir: Path
    socket: Path
    view_socket: Path
    language: str
    players: tuple[str, ...]
    keypads: tuple[Json, ...]
    sources: Mapping[str, str]
    """For each key the file, COMMAND_LINE or DEFAULT."""
    boot: str = ""
    """The file on the boot partition that is among them, "" for none."""

    def from_boot(self, key: str) -> bool:
        """Return True if a setting is what the file on the boot partition says."""
        return self.sources[key] == self.boot


def toml_value(value: object) -> str:
    """Return a value as TOML; what JSON writes of texts and numbers is."""
    if isinstance(value, Mapping):
        entries = (f"{json.dumps(key)} = {toml_value(entry)}" for key, entry in value.items())
        return f"{{ {', '.join(entries)} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


def possible_files(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the places where the file is looked for; the first one counts."""
    if given := environ.get(VARIABLE):
        return (Path(given),)
    home = Path(environ.get("XDG_CONFIG_HOME") or Path(environ.get("HOME", "/")) / ".config")
    return (home / APP / FILE, INSTALLED)


def own_file(environ: Mapping[str, str]) -> Path:
    """Return the file that counts, or the installed one if there is none."""
    where = possible_files(environ)
    return next(filter(is_there, where), where[-1])


def load(
    environ: Mapping[str, str] = os.environ,
    given: Mapping[str, str | None] | None = None,
    boot: Sequence[Path] | None = None,
) -> Settings:
    """Return the companion's own settings; see `read`."""
    found = read(("",), environ, given, boot)
    own = {key: found.values[key] for key in Settings._fields if key in KEYS}
    for key in _PLACES:
        own[key] = Path(own[key])
    return Settings(**own, sources=found.sources, boot=found.boot)


def read(
    sections: Sequence[str],
    environ: Mapping[str, str] = os.environ,
    given: Mapping[str, Any] | None = None,
    boot: Sequence[Path] | None = None,
) -> SettingsRead:
    """Return the settings of the file, if there is one, overridden by those of the command line.

    Raises ConfigError with all mistakes of a file, or with that of the command line.

    Args:
        sections: those that are read, "" for what stands above the first one. Mistakes in others
            are others' business.
        environ: names the home, and perhaps the file.
        given: by their keys; None stands for one that is not given.
        boot: files that override the installed settings; the first one that is there counts. None
            for those of the boot partition.
    """
    known = settings_keys.known_settings(sections)
    values = _default_values(environ, known)
    sources = dict.fromkeys(values, DEFAULT)
    files, over = _files_that_count(environ, BOOT if boot is None else boot)
    for path in (*files, *over):  # each overrides those before it
        table = _read_file(path, sections, known)
        values |= table
        sources |= dict.fromkeys(table, str(path))
    _refuse_places(sources, over)
    for key, value in (given or {}).items():
        if value is None:
            continue
        if problem := known[key].problem(value):
            name = key.rpartition(".")[2].replace("_", "-")
            raise ConfigError(f"--{name}", [problem])
        values[key] = value
        sources[key] = COMMAND_LINE
    for key in _PLACES:
        if values[key]:
            values[key] = str(Path(values[key]).expanduser().absolute())
    values["view_socket"] = values["view_socket"] or str(view_socket_beside(Path(values["socket"])))
    if values["players"]:
        from companion.game.names import composed  # the buttons should not wait for the rules

        values["players"] = tuple(map(composed, values["players"]))
    for key, setting in known.items():
        if setting.usual and sources[key] == DEFAULT:
            values[key] = setting.usual(values)
    return SettingsRead(known, values, sources, str(over[0]) if over else "")


def _refuse_places(sources: Mapping[str, str], over: Sequence[Path]) -> None:
    """Raise ConfigError if the file on the boot partition names a place on the device."""
    told = f"only the command line and {INSTALLED} may set it"
    for path in over:
        problems = [f"{key}: {told}" for key in _PLACES if sources[key] == str(path)]
        if problems:
            raise ConfigError(str(path), problems)


def _files_that_count(
    environ: Mapping[str, str], boot: Sequence[Path]
) -> tuple[list[Path], list[Path]]:
    """Return the file that counts, and the one on the boot partition that overrides it, if any."""
    if environ.get(VARIABLE):
        return list(possible_files(environ)), []  # one that is asked for must exist
    found = [path for path in possible_files(environ) if is_there(path)][:1]
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


def _default_values(environ: Mapping[str, str], known: Mapping[str, Setting]) -> Json:
    home = Path(environ.get("HOME", "/"))
    state = Path(environ.get("XDG_STATE_HOME") or home / ".local" / "state") / APP
    # systemd names several folders of a unit with colons between them.
    state_dir = environ.get("STATE_DIRECTORY", str(state)).split(":")[0]
    runtime = environ.get("RUNTIME_DIRECTORY") or environ.get("XDG_RUNTIME_DIR")
    folder = Path(runtime.split(":")[0]) if runtime else Path(state_dir)
    return {
        **{key: setting.default for key, setting in known.items()},
        "state_dir": state_dir,
        "socket": str(folder / f"{APP}.sock"),
        "view_socket": environ.get("COMPANION_VIEW", ""),
    }


def view_socket_beside(socket: Path) -> Path:
    """Return the usual view socket of a companion with this control socket."""
    if socket == INSTALLED_SOCKET:
        return INSTALLED_VIEW
    return socket.with_name(f"{socket.stem}-view{socket.suffix}")


def _read_file(path: Path, sections: Sequence[str], known: Mapping[str, Setting]) -> Json:
    """Return the values of a file in these sections. Raises ConfigError with all that is wrong."""
    try:
        table = toml_file.parse_table(toml_file.read_regular_file(path))
    except toml_file.NoToml as error:
        raise ConfigError(str(path), error.problems) from None
    if problems := list(settings_keys.table_problems(table, sections)):
        raise ConfigError(str(path), problems)
    folder = path.parent.absolute()
    return {
        key: _seen_from(folder, key, value, known[key].is_path)
        for key, value in settings_keys.flat_values(table).items()
        if key in known and settings_keys.section_of(key) in sections
    }


def _seen_from(folder: Path, key: str, value: Any, is_path: bool) -> Any:
    """Return a path from a file in this folder, made absolute; a build's name stays as it is."""
    if not isinstance(value, str):
        return value
    is_path = is_path or (key == "panel" and value.endswith(".toml"))
    if not is_path or not value:
        return value
    return os.path.expanduser(value) if value.startswith("~") else str(folder / value)
