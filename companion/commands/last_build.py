"""The build that ran last, kept with the games: its display says why a later start finds no build.

Only the installed service keeps it. A companion that was started by hand tells its terminal.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.commands import whole_file
from companion.daemon.log import log
from companion.errors import WiringError
from wiring.reading.build import Build, build_text, parse_build

FILE: Final = "last-build.toml"


def keep(name_or_path: str, environ: Mapping[str, str] = os.environ) -> None:
    """Keep the TOML of the build that runs, if it is another one than before."""
    file = _file(environ)
    if file is None:
        return
    text = build_text(name_or_path).text
    try:
        if _read(file) != text:
            whole_file.write(file, text.encode())
    except OSError as error:
        log.warning("%s: %s; a start that finds no build cannot say so on the display", file, error)


def last_build(environ: Mapping[str, str] = os.environ) -> Build | None:
    """Return the build that ran last, None if it is not known."""
    file = _file(environ)
    if file is None:
        return None
    try:
        text = _read(file)
        return parse_build(text, "last build", str(file)) if text else None
    except (OSError, WiringError) as error:
        log.warning("%s: %s", file, error)
        return None


def _file(environ: Mapping[str, str]) -> Path | None:
    """Return the file in the folder that the service manager gives, wherever the games lie."""
    folder = environ.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(folder) / FILE if folder else None


def _read(file: Path) -> str:
    """Return the text of a file, which is empty before the first build ran."""
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return ""
