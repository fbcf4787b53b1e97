"""`companion record --all`: the records of all games, one a line, for `companion replay`."""

import json
from typing import TextIO

from companion.commands.backups.making import open_source, texts
from companion.journal import past_games
from companion.journal.restoring import Restoring
from companion.settings import Settings


def run(chosen: Settings, out: TextIO) -> int:
    """Print the records of all games that were not taken back; gives the exit status."""
    backup = Restoring()
    with open_source(chosen) as source:
        for text in texts(source):
            backup.feed(text)
    for sitting in backup.games():
        print(json.dumps(past_games.record(sitting)), file=out)
    return 0
