"""Reaches the games: through the companion that runs, else in their folder, locked meanwhile."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final, TypeVar

from companion.commands.ctl import NotAllowed, Unanswered, conversation
from companion.errors import CompanionError
from companion.journal.lock import Lock
from companion.journal.reader import GamesReader
from companion.numbers import Json
from companion.settings import Settings

PATIENCE_S: Final = 60.0
"""Time within which a companion answers that has other questions to answer, in seconds."""
STANDARD: Final = "-"
"""What stands for standard input and output in the place of a file."""
Tell = Callable[[Json], Json]
T = TypeVar("T")
R = TypeVar("R", bound=GamesReader)


@contextmanager
def reached(
    chosen: Settings,
    running: Callable[[Tell], T],
    resting: Callable[[R], T],
    files: Callable[[Path], R],
) -> Iterator[T]:
    """Give what `running` makes of the companion's answers, else what `resting` makes of the files.

    files: what opens them in their folder.
    """
    with ExitStack() as stack:
        try:
            games = running(stack.enter_context(conversation(chosen.socket, PATIENCE_S)))
        except NotAllowed:
            raise
        except Unanswered:
            games = resting(stack.enter_context(_locked(chosen.state_dir, files)))
        yield games


@contextmanager
def _locked(folder: Path, files: Callable[[Path], R]) -> Iterator[R]:
    """Give the files in a folder, which no companion can use meanwhile."""
    if files is GamesReader and not GamesReader(folder).has_games:
        raise CompanionError(f"there are no games in {folder}: nothing to save")
    lock = Lock(folder)
    lock.take()
    try:
        with closing(files(folder)) as store:
            yield store
    finally:
        lock.release()
