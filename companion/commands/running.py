"""What the companion that runs says of itself to the other commands, in a small file beside its socket.

The socket answers about the game; this is about how the companion was started.
"""

import contextlib
import json
from pathlib import Path
from typing import NamedTuple


class Running(NamedTuple):
    """The build of the running companion, and the card readers that it has.

    ignored: why the file on the boot partition does not count, a line each; none if it does.
    """

    build: str
    readers: tuple[str, ...]
    ignored: tuple[str, ...]


def tell(socket: Path, running: Running) -> None:
    """Leave word beside a socket that is ours; where that cannot be, the others do without."""
    forget(socket)
    with contextlib.suppress(OSError), _beside(socket).open("x", encoding="utf-8") as file:
        json.dump(running._asdict(), file)


def forget(socket: Path) -> None:
    """Leave no word any more."""
    with contextlib.suppress(OSError):
        _beside(socket).unlink()


def told(socket: Path) -> Running | None:
    """What the companion at a socket said; None where none did."""
    try:
        word = json.loads(_beside(socket).read_text(encoding="utf-8"))
        return Running(str(word["build"]), tuple(word["readers"]), tuple(map(str, word["ignored"])))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _beside(socket: Path) -> Path:
    return socket.with_name(f"{socket.name}.json")
