"""Settings in a backup: what people chose, and no secret, path or password."""

import contextlib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

from companion import settings, settings_keys
from companion.commands import whole_file
from companion.errors import CompanionError
from companion.journal.backup import SettingsTexts
from companion.numbers import Json
from companion.settings import DEFAULT, FILE
from companion.settings_keys import KEYS, SECTIONS


def chosen_settings() -> SettingsTexts:
    """Return what people chose, as far as it can be read; a build is among it by its name alone."""
    texts: dict[str, str] = {}
    for section in ("", *SECTIONS):
        with contextlib.suppress(CompanionError):
            found = settings.read((section,))
            texts |= {
                key: settings.toml_value(found.values[key])
                for key in filter(_is_backed_up, KEYS)
                if settings_keys.section_of(key) == section and found.sources[key] != DEFAULT
            }
    if texts.get("panel", "").endswith('.toml"'):
        del texts["panel"]
    return {FILE: texts} if texts else {}


def _is_backed_up(key: str) -> bool:
    return key in KEYS and not KEYS[key].is_path


def restore_settings(texts: SettingsTexts) -> list[str]:
    """Write the settings, unless there are some. Return a sentence about them, if there are any."""
    if FILE not in texts:
        return []
    where = settings.possible_files(os.environ)
    for path in filter(settings.is_there, where):
        return [f"{path} is there, and stays as it is"]
    return [write_settings(texts[FILE], where[-1] if os.geteuid() == 0 else where[0])]


def write_settings(texts: Mapping[str, str], path: Path) -> str:
    """Write the settings: root's are those of the device. Return what became of it."""
    lines = []
    section = ""
    for key, value in sorted(
        known_values(texts).items(), key=lambda item: list(KEYS).index(item[0])
    ):
        home = settings_keys.section_of(key)
        if home != section:
            lines.append(f"[{home}]")
            section = home
        lines.append(f"{key.removeprefix(f'{home}.')} = {settings.toml_value(value)}")
    try:
        whole_file.write(path, "".join(f"{line}\n" for line in lines).encode())
    except OSError as error:
        told = f"{path} cannot be written ({error.strerror or error})"
        return f"{told}; it would be: {'; '.join(lines)}"
    return f"{path} was written"


def known_values(texts: Mapping[str, str]) -> Json:
    """Return the values of the known keys that make sense."""
    values = {}
    for key in filter(_is_backed_up, texts):
        with contextlib.suppress(tomllib.TOMLDecodeError):
            value = tomllib.loads(f"value = {texts[key]}")["value"]
            if not KEYS[key].problem(value):
                values[key] = value
    return values
