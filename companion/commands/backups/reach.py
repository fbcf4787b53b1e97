"""Reaches the games: through the companion that runs, else in their folder, locked meanwhile."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final, TypeVar

from companion.commands.ctl import NotAllowed, Unanswered, conversation
from companion.errors import CompanionError
from companion.journal.lock import Lock
from companion.journal.reader import GamesReader
from companion.journal.store import Store
from companion.numbers import Json
from companion.settings import Settings

PATIENCE_S: Final = 60.0
"""Time within which a companion answers that has other questions to answer, in seconds."""
STANDARD: Final = "-"
"""What stands for standard input and output in the place of a file."""
Tell = Callable[[Json], Json]
A = TypeVar("A")
B = TypeVar("B")


@contextmanager
def reached(
    chosen: Settings,
    running: Callable[[Tell], A],
    resting: Callable[[Store], B],
    must_exist: bool = False,
) -> Iterator[A | B]:
    """Give what `running` makes of the companion's answers, else what `resting` makes of the files.

    must_exist: games have to be there.
    """
    with ExitStack() as stack:
        games: A | B
        try:
            games = running(stack.enter_context(conversation(chosen.socket, PATIENCE_S)))
        except NotAllowed:
            raise
        except Unanswered:
            folder = chosen.state_dir
            if must_exist and not GamesReader(folder).has_games:
                raise CompanionError(f"there are no games in {folder}: nothing to save") from None
            games = resting(stack.enter_context(_locked(folder)))
        yield games


@contextmanager
def _locked(folder: Path) -> Iterator[Store]:
    """Give the games in a folder, which no companion can use meanwhile."""
    lock = Lock(folder)
    lock.take()
    try:
        with closing(Store(folder)) as store:
            yield store
            for mended in store.told:
                kept = f"; {mended.name} is kept" if mended.name else ""
                print(f"companion: {mended.sentence}{kept}", file=sys.stderr)
    finally:
        lock.release()
