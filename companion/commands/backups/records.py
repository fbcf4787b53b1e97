"""`companion record --all`: the records of all games, one a line, for `companion replay`."""

import json
from collections.abc import Iterator
from typing import TextIO

from companion.commands.backups.making import open_source, texts
from companion.journal import past_games
from companion.journal.backup.intake import Intake
from companion.journal.events import read
from companion.journal.sitting import rebuild
from companion.numbers import Json
from companion.settings import Settings


def run(chosen: Settings, out: TextIO) -> int:
    """Print the records of all games that were not taken back; gives the exit status."""
    intake = Intake()
    with open_source(chosen) as source:
        for text in texts(source):
            intake.feed(text)
    intake.end()
    for record in _records(intake):
        print(json.dumps(record), file=out)
    return 0


def _records(intake: Intake) -> Iterator[Json]:
    """Yield the records of all games in a text, the first one first."""
    db = intake.db
    db.execute("CREATE INDEX row_of_game ON row (game, id)")
    for (game,) in db.execute(
        "SELECT game FROM whole WHERE NOT withdrawn ORDER BY game"
    ).fetchall():
        rows = db.execute("SELECT kind, data FROM row WHERE game = ? ORDER BY id", (game,))
        record = past_games.record(rebuild(game, (read(kind, data) for kind, data in rows)))
        if record:
            yield record
