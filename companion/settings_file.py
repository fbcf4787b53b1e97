"""A settings file: a table of keys, each with a check of its own.

Every program of the companion has one: the daemon, the page, the bridge and the board.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from companion import toml_file
from companion.errors import ConfigError, nearest, quotation
from companion.numbers import is_integer

HIGHEST_PORT: Final = 65535

Checks = Mapping[str, Callable[[Any], str]]
"""For each key a function that says what is wrong with its value, "" for nothing."""


def read(path: Path) -> dict[str, Any]:
    """Return the table of a file, not yet checked. A `ConfigError` has what is wrong with it."""
    try:
        return toml_file.table(toml_file.text(path))
    except toml_file.NoToml as error:
        raise ConfigError(str(path), error.problems) from None


def check(where: str, values: Mapping[str, Any], checks: Checks) -> None:
    """Refuse values that have mistakes, with all of them in a `ConfigError` about `where`."""
    problems = []
    for key, value in values.items():
        if problem := _problem(key, value, checks):
            problems.append(f"{key}: {problem}")
    if problems:
        raise ConfigError(where, problems)


def given_options(given: Mapping[str, Any] | None, checks: Checks) -> dict[str, Any]:
    """Return the values given on the command line, where None stands for one that is not given.

    A `ConfigError` has the first mistake, by the name of its option.
    """
    values = {key: value for key, value in (given or {}).items() if value is not None}
    for key, value in values.items():
        if problem := _problem(key, value, checks):
            raise ConfigError(f"--{key.replace('_', '-')}", [problem])
    return values


def _problem(key: str, value: object, checks: Checks) -> str:
    if key not in checks:
        return f"there is no such setting; {nearest(key, checks)}"
    return checks[key](value)


def no_port(value: object) -> str:
    """Return what is wrong with a port, "" for nothing."""
    if is_integer(value) and 1 <= value <= HIGHEST_PORT:
        return ""
    return f"must be a number from 1 to {HIGHEST_PORT}, not {quotation(value)}"


def no_truth(value: object) -> str:
    """Return what is wrong with a yes or no, "" for nothing."""
    return "" if isinstance(value, bool) else f"must be true or false, not {quotation(value)}"


def no_text(value: object) -> str:
    """Return what is wrong with a text, "" for nothing."""
    return "" if isinstance(value, str) else f"must be text in quotes, not {quotation(value)}"


def no_path(value: object) -> str:
    """Return what is wrong with the path of a file or folder, "" for nothing."""
    if isinstance(value, str):
        try:
            Path(value).expanduser()
        except RuntimeError:
            return f"{quotation(value)} is in the home of nobody here; write the whole path"
    return no_text(value)
