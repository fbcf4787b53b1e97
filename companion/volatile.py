"""Folders whose files a restart loses: they lie in memory, or on an overlay that does.

The read-only card of raspi-config is such an overlay: what is written goes to memory.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

MOUNTS: Final = "/proc/self/mountinfo"
COMMAND_LINE: Final = "/proc/cmdline"
_IN_MEMORY: Final = ("tmpfs", "ramfs")
_OVERLAY: Final = "overlay"
_BOOTED: Final = ("boot=overlay", "overlayroot=tmpfs")
"""Words of the kernel's command line with which a Raspberry Pi keeps all changes in memory."""

_LINE: Final = re.compile(r"^(?:\S+ ){4}(\S+) .*? - (\S+) \S+ (\S+)$", re.MULTILINE)
_ESCAPE: Final = re.compile(r"\\([0-7]{3})")


class Mount(NamedTuple):
    """A line of /proc/self/mountinfo (proc(5))."""

    place: Path
    kind: str
    options: list[str]


def is_volatile(folder: Path, read: Callable[[str], str | None]) -> bool:
    """Return True if a restart loses what is written in a folder.

    read: returns the text of a file by its absolute name, None if it cannot be read.
    """
    mounts = _parse_mounts(read(MOUNTS) or "")
    mount = _mount_of(folder.resolve(), mounts)
    if mount is None:
        return False
    if mount.kind != _OVERLAY:
        return mount.kind in _IN_MEMORY
    if any(word.startswith(_BOOTED) for word in (read(COMMAND_LINE) or "").split()):
        return True
    # What is written to an overlay lies in its upper folder.
    upper = next((word for word in mount.options if word.startswith("upperdir=")), "")
    below = _mount_of(Path(upper.removeprefix("upperdir=")), mounts)
    return below is not None and below.kind in _IN_MEMORY


def _parse_mounts(text: str) -> list[Mount]:
    mounts = []
    for place, kind, options in _LINE.findall(text):
        path = _ESCAPE.sub(lambda escape: chr(int(escape[1], 8)), place)
        mounts.append(Mount(Path(path), kind, options.split(",")))
    return mounts


def _mount_of(path: Path, mounts: list[Mount]) -> Mount | None:
    """Return the mount on which a path lies: the innermost, and of two at one place the later."""
    above = [mount for mount in reversed(mounts) if path.is_relative_to(mount.place)]
    return max(above, key=lambda mount: len(mount.place.parts), default=None)
