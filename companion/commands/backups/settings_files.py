"""Settings files in a backup: what people chose in them, and no secret, path or password."""

import contextlib
import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion import settings, settings_file
from companion.club import settings as bridge
from companion.commands import whole_file
from companion.errors import CompanionError
from companion.journal.backup import SettingsTexts
from companion.onlooking.settings_file import places
from companion.settings import Settings
from companion.settings_file import Checks
from companion.web import settings as page


class _File(NamedTuple):
    """A settings file."""

    variable: str
    """Of the environment; it names another file."""
    keys: tuple[str, ...]
    """Those that are in a backup."""
    checks: Checks
    """What is wrong with the values of some of them."""


_FILES: Final[Mapping[str, _File]] = {
    settings.FILE: _File("COMPANION_CONFIG", ("panel", "language", "players"), settings.CHECKS),
    page.FILE: _File(page.VARIABLE, tuple(page.CHECKS), page.CHECKS),
    bridge.FILE: _File(
        bridge.VARIABLE,
        ("broker", "port", "tls", "user", "name", "players", "home_assistant"),
        {},
    ),
}


def read(chosen: Settings) -> SettingsTexts:
    """Return what people chose, for each settings file that is there."""
    tables = {settings.FILE: _chosen(chosen)}
    for name in _FILES.keys() - tables.keys():
        tables[name] = _beside(name, _FILES[name])
    return {name: texts for name, texts in sorted(tables.items()) if texts}


def _beside(name: str, file: _File) -> Mapping[str, str]:
    """Return the settings of a program beside the companion, as far as they can be read."""
    for path in _places(name, file):
        if settings.is_there(path):
            with contextlib.suppress(CompanionError):
                return _texts(settings_file.read(path), file.keys)
            break
    return {}


def _chosen(chosen: Settings) -> Mapping[str, str]:
    """Return the settings of the companion itself; a build is among them by its name alone."""
    unchosen = (settings.DEFAULT, settings.COMMAND_LINE)
    keys = [key for key in _FILES[settings.FILE].keys if chosen.sources[key] not in unchosen]
    values = {key: getattr(chosen, key) for key in keys}
    if str(values.get("panel", "")).endswith(".toml"):
        del values["panel"]
    return _texts(values, tuple(values))


def _texts(table: Mapping[str, Any], keys: tuple[str, ...]) -> Mapping[str, str]:
    """Return values as TOML; what JSON writes of texts, numbers and lists of them is."""
    texts = {}
    for key in keys:
        with contextlib.suppress(TypeError, KeyError):  # a date is none of our values
            texts[key] = json.dumps(table[key])
    return texts


def _places(name: str, file: _File) -> tuple[Path, ...]:
    return places(name, file.variable, os.environ)


def restore(texts: SettingsTexts) -> list[str]:
    """Write the settings files that are not there. Return a sentence about each of them."""
    sentences = []
    for name in texts.keys() & _FILES.keys():
        where = _places(name, _FILES[name])
        there = [path for path in where if settings.is_there(path)]
        if there:
            sentences.append(f"{there[0]} is there, and stays as it is")
        else:
            sentences.append(_write(name, texts[name], _own_place(where)))
    return sorted(sentences)


def _own_place(places: tuple[Path, ...]) -> Path:
    """Return where this user's settings are; root's are those of the device."""
    return places[-1] if os.geteuid() == 0 else places[0]


def _write(name: str, texts: Mapping[str, str], path: Path) -> str:
    """Write a settings file. Return what became of it."""
    table = _read_back(texts, _FILES[name].keys)
    checks = _FILES[name].checks
    for key in [key for key in table if key in checks and checks[key](table[key])]:
        del table[key]
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in table.items()]
    try:
        whole_file.write(path, "".join(lines).encode())
    except OSError as error:
        return f"{path} cannot be written ({error.strerror or error}); it would be: " + "; ".join(
            line.strip() for line in lines
        )
    return f"{path} was written"


def _read_back(texts: Mapping[str, str], keys: tuple[str, ...]) -> dict[str, Any]:
    """Return the values of the known keys that make sense."""
    table = {}
    for key, text in texts.items():
        with contextlib.suppress(tomllib.TOMLDecodeError):
            value = tomllib.loads(f"value = {text}")["value"]
            if key in keys and isinstance(value, str | int | list):
                table[key] = value
    return table
