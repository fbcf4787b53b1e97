"""The settings of a program that looks on: a TOML file of its own, beside that of the companion.

Such a program knows nothing of the companion's file, which a sandboxed service may not read.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from companion import settings, toml_file
from companion.errors import ConfigError, quoted
from companion.numbers import is_integer

HIGHEST_PORT: Final = 65535


def places(file: str, variable: str, environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Where the file of this name is looked for; the first one counts.

    variable: of the environment; it names another file, which must be there.
    """
    if given := environ.get(variable):
        return (Path(given),)
    return tuple(
        path.with_name(file) for path in settings.places({**environ, "COMPANION_CONFIG": ""})
    )


def read(
    file: str, variable: str, environ: Mapping[str, str], problem: Callable[[str, object], str]
) -> tuple[dict[str, Any], Path | None]:
    """The table of the file and where it is; empty and None where there is none.

    problem: says what is wrong with the value of a key, "" for nothing. A `ConfigError` lists all mistakes.
    """
    asked = bool(environ.get(variable))
    path = next(
        (one for one in places(file, variable, environ) if asked or settings.is_there(one)), None
    )
    if path is None:
        return {}, None
    try:
        table = toml_file.table(toml_file.text(path))
    except toml_file.NoToml as error:
        raise ConfigError(str(path), error.problems) from None
    problems = [f"{key}: {wrong}" for key, value in table.items() if (wrong := problem(key, value))]
    if problems:
        raise ConfigError(str(path), problems)
    return table, path


def no_port(value: object) -> str:
    """What is wrong with a port, "" for nothing."""
    if is_integer(value) and 1 <= value <= HIGHEST_PORT:
        return ""
    return f"must be a number from 1 to {HIGHEST_PORT}, not {quoted(value)}"


def no_truth(value: object) -> str:
    """What is wrong with a yes or no, "" for nothing."""
    return "" if isinstance(value, bool) else f"must be true or false, not {quoted(value)}"


def no_text(value: object) -> str:
    """What is wrong with a text, "" for nothing."""
    return "" if isinstance(value, str) else f"must be text in quotes, not {quoted(value)}"
