"""The page's settings: where it is served, and to whom."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion import settings

PAGE_PORT: Final = 8080


class PageSettings(NamedTuple):
    """Where the page is served, and to whom."""

    port: int = PAGE_PORT
    host: str = ""
    """The only address at which the page is served; empty for every one of this computer."""
    names: tuple[str, ...] = ()
    """Further names by which browsers may ask for the page."""
    open: bool = False
    """Whether everybody may read past games, without the evening's code."""


def load_page(
    environ: Mapping[str, str] = os.environ,
    given: Mapping[str, Any] | None = None,
    boot: Sequence[Path] | None = None,
) -> PageSettings:
    """Return the page's settings; see `settings.read`."""
    page = settings.read(("page",), environ, given, boot).section_values("page")
    return PageSettings(**{**page, "names": tuple(page["names"])})
