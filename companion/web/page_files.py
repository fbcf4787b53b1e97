"""The files that browsers get: read once, so that an upgrade on disk never mixes two versions."""

import hashlib
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from companion import __version__
from companion.words.texts import AllTexts

FOLDER: Final = Path(__file__).with_name("page")
INDEX: Final = "index.html"
_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
}


class PageFile(NamedTuple):
    """A file of the page."""

    body: bytes
    type: str
    tag: str
    """Changes whenever the file does."""


def load(folder: Path = FOLDER) -> dict[str, PageFile]:
    """Return the files of a folder by their names."""
    return {path.name: _file(path) for path in sorted(folder.iterdir()) if path.is_file()}


def version(files: Mapping[str, PageFile], texts: AllTexts) -> str:
    """Return what changes with the companion's version, the page's files and its words."""
    seen = hashlib.sha256(repr([text.by_key for text in texts.values()]).encode())
    for name, file in files.items():
        seen.update(f"{name} {file.tag}".encode())
    return f"{__version__}-{seen.hexdigest()[:12]}"


def _file(path: Path) -> PageFile:
    body = path.read_bytes()
    kind = (
        _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    )
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return PageFile(body, kind, f'W/"{hashlib.sha256(body).hexdigest()[:20]}"')
