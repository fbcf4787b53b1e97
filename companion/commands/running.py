"""A note of how the running companion was started, for the other commands, beside its socket."""

import contextlib
import json
from pathlib import Path
from typing import NamedTuple


class StartNote(NamedTuple):
    """The build, its card readers, and why the boot partition's file is ignored, line by line."""

    build: str
    readers: tuple[str, ...]
    ignored: tuple[str, ...]


def write_note(socket: Path, note: StartNote) -> None:
    """Write the note; where that is impossible, the other commands do without."""
    remove_note(socket)
    # Only a new file is written: a link that lies there is not followed.
    with contextlib.suppress(OSError), _note_path(socket).open("x", encoding="utf-8") as file:
        json.dump(note._asdict(), file)


def remove_note(socket: Path) -> None:
    """Remove the note."""
    with contextlib.suppress(OSError):
        _note_path(socket).unlink()


def read_note(socket: Path) -> StartNote | None:
    """Return the note beside a socket; None where there is none."""
    try:
        fields = json.loads(_note_path(socket).read_text(encoding="utf-8"))
        return StartNote(
            str(fields["build"]), tuple(fields["readers"]), tuple(map(str, fields["ignored"]))
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _note_path(socket: Path) -> Path:
    return socket.with_name(f"{socket.name}.json")
