"""How the running companion was started, noted for the other commands in a small file beside its
socket.
"""

import contextlib
import json
from pathlib import Path
from typing import NamedTuple


class Running(NamedTuple):
    """The build and its card readers, and why the file on the boot partition is ignored, line by
    line.
    """

    build: str
    readers: tuple[str, ...]
    ignored: tuple[str, ...]


def tell(socket: Path, running: Running) -> None:
    """Make the note; where that is impossible, the other commands do without."""
    forget(socket)
    with contextlib.suppress(OSError), _beside(socket).open("x", encoding="utf-8") as file:
        json.dump(running._asdict(), file)


def forget(socket: Path) -> None:
    """Remove the note."""
    with contextlib.suppress(OSError):
        _beside(socket).unlink()


def read(socket: Path) -> Running | None:
    """Return the note beside a socket; None where there is none."""
    try:
        word = json.loads(_beside(socket).read_text(encoding="utf-8"))
        return Running(str(word["build"]), tuple(word["readers"]), tuple(map(str, word["ignored"])))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _beside(socket: Path) -> Path:
    return socket.with_name(f"{socket.name}.json")
