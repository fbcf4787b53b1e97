"""Settings in a backup: what people chose, and no secret, path or password; a restore takes those
that stay inside the device.
"""

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

from companion import settings, settings_keys
from companion.commands import whole_file
from companion.errors import CompanionError, quantity, quotation
from companion.journal.backup import SettingsTexts
from companion.numbers import Json
from companion.setting_kinds import Setting
from companion.settings import DEFAULT, FILE
from companion.settings_keys import SECTIONS, known_settings
from companion.toml_file import NoToml, parse_table
from wiring.builds import build_names


def chosen_settings() -> SettingsTexts:
    """Return what people chose, as far as it can be read; a build is among it by its name alone."""
    texts: dict[str, str] = {}
    for section in ("", *SECTIONS):
        with contextlib.suppress(CompanionError):
            found = settings.read((section,))
            texts |= {
                key: settings.toml_value(found.values[key])
                for key, setting in found.known.items()
                if not setting.is_path
                if settings_keys.section_of(key) == section and found.sources[key] != DEFAULT
            }
    if texts.get("panel", "").endswith('.toml"'):
        del texts["panel"]
    return {FILE: texts} if texts else {}


def restore_settings(texts: SettingsTexts) -> list[str]:
    """Write the settings, unless there are some. Return a sentence about them, if there are any."""
    if FILE not in texts:
        return []
    where = settings.possible_files(os.environ)
    for path in filter(settings.is_there, where):
        return [f"{path} is there, and stays as it is"]
    path = where[-1] if os.geteuid() == 0 else where[0]  # root's are those of the device
    values, left = _sorted_values(texts[FILE])
    told = [_write_settings(values, path)] if values else []
    if left:
        told.append(f"left out of {path}, where their owner may write them: {'; '.join(left)}")
    return told


def _sorted_values(texts: Mapping[str, str]) -> tuple[Json, list[str]]:
    """Return the values that stay inside this device, and what is left out of a backup, which may
    be a stranger's.
    """
    values = {}
    left = []
    known = known_settings(SECTIONS)
    for key in filter(texts.__contains__, known):
        value = _toml_value_of(texts[key])
        if _stays_inside(key, known[key], value):
            values[key] = value
        else:
            left.append(f"{key} = {quotation(value)}")
    if unknown := len(texts.keys() - known.keys()):
        left.append(f"{quantity(unknown, 'setting')} that nobody knows here")
    return values, left


def _toml_value_of(text: str) -> object:
    """Return what a text says, or the text itself if it is no TOML."""
    with contextlib.suppress(NoToml):
        return parse_table(f"value = {text}")["value"]
    return text


def _stays_inside(key: str, setting: Setting, value: object) -> bool:
    """Return whether a setting names nothing outside: no file, no address, no other computer."""
    if key == "panel":
        return value in build_names()
    is_outward = setting.is_path or settings_keys.section_of(key)
    return not is_outward and not setting.problem(value)


def _write_settings(values: Json, path: Path) -> str:
    """Write the settings. Return what became of it."""
    lines = [f"{key} = {settings.toml_value(value)}" for key, value in values.items()]
    try:
        whole_file.write(path, "".join(f"{line}\n" for line in lines).encode())
    except OSError as error:
        told = f"{path} cannot be written ({error.strerror or error})"
        return f"{told}; it would be: {'; '.join(lines)}"
    return f"{path} was written: {'; '.join(lines)}"
