"""The board's settings: which broker it follows, and where its page is served."""

import os
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from companion.club import broker_settings
from companion.club.broker_settings import Broker
from companion.settings_file import Checks, given_options, no_text
from companion.web.settings import CHECKS

FILE: Final = "club.toml"
VARIABLE: Final = "COMPANION_CLUB_CONFIG"
PORT: Final = 8090
LONGEST_TITLE: Final = 40
"""Letters of the board's title."""


class BoardSettings(NamedTuple):
    """Which broker is followed, and where the page is served."""

    broker: Broker
    port: int = PORT
    """Of the page."""
    host: str = ""
    """The only address at which the page is served; empty for every one of this computer."""
    names: tuple[str, ...] = ()
    """Further names by which browsers may ask for the page."""
    title: str = ""
    """What the board is called; empty for its own words in each language."""


def load(
    environ: Mapping[str, str] = os.environ, given: Mapping[str, Any] | None = None
) -> BoardSettings:
    """Return the settings of the file.

    Those of the page that are `given` on the command line override it.

    A `ConfigError` lists all mistakes of the file, or has that of the command line.
    """
    options = given_options(given, CHECKS)
    broker, table = broker_settings.load(FILE, VARIABLE, environ, _PAGE)
    return BoardSettings(
        broker,
        options.get("port", table.get("page_port", PORT)),
        options.get("host", table.get("page_host", "")),
        tuple(table.get("names", ())),
        " ".join(table.get("title", "").split()),
    )


def _no_title(value: object) -> str:
    """Return what is wrong with a title, "" for nothing."""
    if isinstance(value, str) and len(value) > LONGEST_TITLE:
        return f"has {len(value)} letters, at most {LONGEST_TITLE}"
    return no_text(value)


_PAGE: Final[Checks] = {
    "page_port": CHECKS["port"],
    "page_host": CHECKS["host"],
    "names": CHECKS["names"],
    "title": _no_title,
}
