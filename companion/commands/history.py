"""`companion history`: the games so far, from the running companion or else from its file."""

from pathlib import Path
from typing import Any, Final, TextIO

from companion import settings
from companion.commands.ctl import Unanswered, ask
from companion.errors import CompanionError
from companion.table.store import Store

MOST: Final = 1000


def games(chosen: settings.Settings, limit: int) -> list[dict[str, Any]]:
    """Summaries of the newest games.

    Raises:
        CompanionError: neither a companion nor its file can be asked.
    """
    if not 0 < limit <= MOST:
        raise CompanionError(f"--limit must be a number from 1 to {MOST}")
    try:
        answer = next(ask(chosen.socket, {"get": "history", "limit": limit}))
    except Unanswered:
        return _from_file(chosen.state_dir, limit)
    if not answer["ok"]:
        raise CompanionError(answer["error"])
    found: list[dict[str, Any]] = answer["history"]
    return found


def _from_file(directory: Path, limit: int) -> list[dict[str, Any]]:
    store = Store(directory, read_only=True)
    if not store.path.exists():
        return []
    try:
        return store.history(limit)
    finally:
        store.close()


def run(state_dir: str | None, socket: str | None, limit: int, out: TextIO) -> int:
    """Print a line a game, the newest first; gives the exit status."""
    found = games(settings.load(given={"state_dir": state_dir, "socket": socket}), limit)
    for game in found:
        names = game["players"]
        players = f"{names} players" if isinstance(names, int) else ", ".join(names)
        ended = game["reason"] or game["status"]
        print(
            f"game {game['game']}: {players}, {game['score']} points, turn {game['turn']}, {ended}",
            file=out,
        )
    if not found:
        print("no games yet", file=out)
    return 0
