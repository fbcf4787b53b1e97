"""The games: through the companion that runs, else in their folder, locked meanwhile."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from companion import clock
from companion.commands.ctl import NotAllowed, Refused, Unanswered, open_conversation
from companion.daemon.backups import take_piece
from companion.errors import CompanionError, StoreError, refusal_answer
from companion.face.dialogue import tips
from companion.journal import backup
from companion.journal.lock import Lock
from companion.journal.reader import GamesReader
from companion.journal.restoring import Restoring
from companion.journal.store import Store
from companion.numbers import Json
from companion.settings import Settings

PATIENCE_S: Final = 60.0
"""Time within which a companion answers that has other questions to answer, in seconds."""
STANDARD: Final = "-"
"""What stands for standard input and output in the place of a file."""
AskGames = Callable[[Json], Json]
"""Takes a request of the socket about backups. Returns the answer, or raises Refused."""


@contextmanager
def reached_games(chosen: Settings, must_exist: bool = False) -> Iterator[AskGames]:
    """Yield a function that asks the companion that runs, else the files.

    must_exist: games have to be there.
    """
    with ExitStack() as stack:
        try:
            ask = stack.enter_context(open_conversation(chosen.socket, PATIENCE_S))
        except NotAllowed:
            raise
        except Unanswered:
            folder = chosen.state_dir
            if must_exist and not GamesReader(folder).has_games:
                raise CompanionError(f"there are no games in {folder}: nothing to save") from None
            ask = partial(_answer_offline, stack.enter_context(_locked_store(folder)), Restoring())
        yield ask


def piece_of(ask: AskGames, **place: object) -> Json:
    """Return a piece of a backup."""
    return ask({"get": "backup", **place})


def _answer_offline(store: Store, restoring: Restoring, body: Json) -> Json:
    """Answer as a companion does, by games that no companion uses."""
    match body:
        case {"get": "backup", **place}:
            return backup.piece_after(store, **place)
        case {"do": "backup"}:
            store.open()
            kept = tips.read_last_backup(store.kept.preferences)
            with contextlib.suppress(StoreError):  # where nothing can be written
                kept = kept._replace(at=clock.now(), game=store.latest())
                store.prefer(*tips.keep_backup(kept))
        case {"step": "end", "partial": is_partial}:
            if wrong := restoring.refusal(is_partial):
                raise Refused({**refusal_answer(wrong), "wrong": True})
            return restoring.take_in(store)
        case {"step": "text" | "check" as step}:
            store.open()
            return take_piece(restoring, store, step, body.get("text", ""))
    return {}


@contextmanager
def _locked_store(folder: Path) -> Iterator[Store]:
    """Yield the games in a folder, which no companion can use meanwhile."""
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
