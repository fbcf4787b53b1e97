"""Whose rights count: those of the user that drives the parts, and not of the one that asks."""

import os
from collections.abc import Mapping
from typing import Final, NamedTuple

READ: Final = 4
WRITE: Final = 2
ENTER: Final = 1
"""What may be allowed, as in the three last bits of a file's mode."""


class Account(NamedTuple):
    """A user of the system, with the numbers of their groups by name."""

    name: str
    uid: int
    groups: Mapping[str, int]

    def may(self, want: int, there: os.stat_result) -> bool:
        """Return True if a file's owner, group and mode allow this; access lists are ignored."""
        if self.uid == 0:
            return True
        shift = 0
        if there.st_uid == self.uid:
            shift = 6
        elif there.st_gid in self.groups.values():
            shift = 3
        return there.st_mode >> shift & want == want
