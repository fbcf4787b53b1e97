"""The place where a group left off: the game on its table, and what is kept beside the games."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from companion.journal.kept import Kept
from companion.journal.lines import BESIDE, RESTORE, TABLE, WHOLE, Line


class LeftOff(NamedTuple):
    """Where the group left off."""

    game: int
    """The game on the table."""
    story: Sequence[Line]
    """What happened to it."""
    latest: int
    """The highest number of a game."""
    last: int
    """The last row."""
    kept: Kept


def left_off_after(lines: Callable[[], Iterable[Line]]) -> LeftOff:
    """Return where these rows lead to; they are read twice."""
    kept, latest, table, last = Kept(), 0, 0, 0
    in_block = False
    for line in lines():
        last = line.next - 1
        kept.take(line)
        if line.kind in (RESTORE, WHOLE, TABLE):
            in_block = line.kind == RESTORE
            table = line.game if line.kind == TABLE else table
        if line.kind not in BESIDE:
            latest = max(latest, line.game)
            table = table if in_block else line.game
    story = [line for line in lines() if line.game == table and line.kind not in BESIDE]
    return LeftOff(table, story, latest, last, kept)
