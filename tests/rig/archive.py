"""Games on disk for the tests of the commands about them: played by records, or begun only."""

from collections.abc import Sequence
from pathlib import Path

from companion.game.actions import Clue, parse_action
from companion.game.record import Record
from companion.game.setup import Setup
from companion.journal.events import Began, Did, Event, Undid, event_row
from companion.journal.lines import Line, encode, header
from companion.journal.reader import FILE
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
        store.record(rows)
        store.follow_up()
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


def many_lines(
    directory: Path, games: int, events: Sequence[Event], names: tuple[str, ...] = ()
) -> None:
    """Write a journal of so many games with the same events, and no index."""
    setup, began = event_row(Began(Setup(2), names))
    steps = [*map(event_row, events)]
    with (directory / FILE).open("wb") as file:
        file.write(header(7))
        row = 0
        for game in range(1, games + 1):
            own = began.replace("{", f'{{"id": "{game:016x}", ', 1)
            for kind, data in ((setup, own), *steps):
                row += 1
                file.write(encode(Line(row, game, kind, 1.7e9 + row, data)))
