"""The files that browsers get: read once, so that an upgrade on disk never mixes two versions."""

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from companion import __version__
from companion.page.words import TEXTS

ROOM: Final = Path(__file__).parent
MODULES: Final = ROOM / "modules"
"""What every page of ours has a part of."""
HEAD: Final = MODULES / "head.html"
"""How each index begins."""
APP: Final = ROOM / "app"
TOUCH: Final = ROOM / "touch"
BROWSER: Final = ROOM / "browser"
INDEX: Final = "index.html"
WORDS: Final = "words"
JSON: Final = "application/json; charset=utf-8"
_NAMED: Final = re.compile(r'"(?:\./|/page/)?([\w-]+\.\w+)"')
_SAID: Final = re.compile(r"\{(\w+)\}")
"""A text by its key, in the markup."""
_REMARKS: Final = {
    ".js": re.compile(r"^ *(?://.*|/\*\*(?:.|\n)*?\*/)\n", re.MULTILINE),
    ".css": re.compile(r" */\*(?:.|\n)*?\*/"),
}
"""What readers of a source are told; a browser has no use for it."""
_TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


class PageFile(NamedTuple):
    """A file of the page."""

    body: bytes
    type: str


def named_from(*folders: Path) -> dict[str, Path]:
    """Return the files of a page by their names: its index, and each that one of them names.

    They lie in its folders and among the modules; a browser gets them side by side.
    """
    paths = {path.name: path for folder in (MODULES, *folders) for path in folder.iterdir()}
    needed: dict[str, Path] = {}
    new = {INDEX}
    while new:
        needed |= {name: paths[name] for name in sorted(new)}
        named = {name for one in new for name in _NAMED.findall(paths[one].read_text("utf-8"))}
        new = named & paths.keys() - needed.keys()
    return needed


def load_files(*folders: Path) -> dict[str, PageFile]:
    """Return the files of a page by their names, read."""
    files = {}
    for name, path in named_from(*folders).items():
        body = path.read_bytes()
        if name == INDEX:  # before its words are there it says the same in every language
            index = _SAID.sub(
                lambda key: " · ".join(texts[key[1]] for texts in TEXTS.values()), body.decode()
            )
            body = HEAD.read_bytes() + index.encode()
        elif path.suffix in _REMARKS:
            body = _REMARKS[path.suffix].sub("", body.decode()).encode()
        files[name] = PageFile(body, _TYPES[path.suffix])
    return files


def files_version(files: Mapping[str, PageFile]) -> str:
    """Return a version, another one for other files or words, or another companion."""
    seen = hashlib.sha256(repr([text.by_key for text in TEXTS.values()]).encode())
    for name, file in files.items():
        seen.update(name.encode() + file.body)
    return f"{__version__}-{seen.hexdigest()[:12]}"
