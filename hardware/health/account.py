"""Whose rights count: those of the user that drives the parts, who need not be the one that asks."""

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
        """Whether a file's owner, group and mode allow this; lists of further users are not looked at."""
        if self.uid == 0:
            return True
        shift = 6 if there.st_uid == self.uid else 3 if there.st_gid in self.groups.values() else 0
        return there.st_mode >> shift & want == want
