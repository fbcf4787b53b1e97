"""The settings of a program that looks on: a TOML file of its own, beside that of the companion.

Such a program knows nothing of the companion's file, which a sandboxed service may not read.
"""

from collections.abc import Mapping
from pathlib import Path

from companion import settings, settings_file
from companion.numbers import Json
from companion.settings_file import Checks


def places(file: str, variable: str, environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the paths at which the file of this name is looked for; the first one counts.

    variable: of the environment; it names another file, which must be there.
    """
    if given := environ.get(variable):
        return (Path(given),)
    companions = settings.places({**environ, "COMPANION_CONFIG": ""})
    return tuple(path.with_name(file) for path in companions)


def read(
    file: str, variable: str, environ: Mapping[str, str], checks: Checks
) -> tuple[Json, Path | None]:
    """Return the table of the file and where it is; empty and None where there is none.

    A `ConfigError` lists all mistakes.
    """
    must_exist = bool(environ.get(variable))
    for path in places(file, variable, environ):
        if must_exist or settings.is_there(path):
            table = settings_file.read(path)
            settings_file.check(str(path), table, checks)
            return table, path
    return {}, None
