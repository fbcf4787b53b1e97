"""The page's settings: where it is served, and to whom."""

import ipaddress
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.errors import quotation
from companion.onlooking import settings_file
from companion.settings_file import Checks, given_options, no_port, no_truth

FILE: Final = "web.toml"
VARIABLE: Final = "COMPANION_WEB_CONFIG"
PORT: Final = 8080
_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", re.IGNORECASE)


class PageSettings(NamedTuple):
    """Where the page is served, and to whom."""

    port: int = PORT
    host: str = ""
    """The only address at which the page is served; empty for every one of this computer."""
    names: tuple[str, ...] = ()
    """Further names by which browsers may ask for the page."""
    open: bool = False
    """Whether everybody may read past games, without the evening's code."""


def places(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return where the file is looked for; the first one counts."""
    return settings_file.places(FILE, VARIABLE, environ)


def load(
    environ: Mapping[str, str] = os.environ, given: Mapping[str, Any] | None = None
) -> PageSettings:
    """Return the settings of the file, if there is one.

    Those `given` on the command line override it.

    A `ConfigError` lists all mistakes of a file, or has that of the command line.
    """
    values, _ = settings_file.read(FILE, VARIABLE, environ, CHECKS)
    values |= given_options(given, CHECKS)
    values["names"] = tuple(values.get("names", ()))
    return PageSettings(**values)


def _no_host(value: object) -> str:
    if value == "":
        return ""
    try:
        if isinstance(value, str) and ipaddress.ip_address(value):
            return ""
    except ValueError:
        pass
    return f"must be an address of this computer such as 192.168.178.20, not {quotation(value)}"


def _no_names(value: object) -> str:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        return 'must be a list of names in quotes, such as ["hanabi.lan"]'
    for name in value:
        if not _NAME.fullmatch(name):
            return f"{quotation(name)} is no name of a computer"
    return ""


CHECKS: Final[Checks] = {
    "port": no_port,
    "host": _no_host,
    "names": _no_names,
    "open": no_truth,
}
