"""Games on disk for the tests of the commands about them: played by records, or begun only."""

from pathlib import Path

from companion.game.actions import Clue, parse_action
from companion.game.record import Record
from companion.game.setup import Setup
from companion.journal.events import Began, Did, Undid
from companion.journal.sitting import begin, follow
from companion.journal.store import Row, Store

NAMES = ("Ada", "Bo")


def keep(directory: Path, *records: Record) -> None:
    """Write games as the table did, each with a step too many that was undone."""
    store = Store(directory)
    for number, record in enumerate(records, store.latest() + 1):
        began = Began(record.setup, record.names)
        sitting = begin(number, began)
        rows = [Row(began, sitting)]
        for event in (Did(Clue()), Undid(), *(Did(parse_action(raw)) for raw in record.actions)):
            sitting = follow(sitting, event)
            rows.append(Row(event, sitting))
        store.append(rows)
    store.close()


def short(*actions: str, players: int = 2, names: tuple[str, ...] = NAMES) -> Record:
    """Return a game of a few plain actions, such as `clue`, `conceded`."""
    raw = [
        {"do": "concede", "reason": word}
        if word in ("conceded", "no_more_points")
        else {"do": word}
        for word in actions
    ]
    return Record(Setup(players, detail="tokens"), names, tuple(raw))
