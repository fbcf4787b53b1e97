"""Past games out of the store: their records, their summaries and their statistics."""

from functools import partial
from itertools import zip_longest

from companion.errors import Damaged, StoreError
from companion.game.actions import action_json
from companion.game.record import record_json
from companion.journal import times
from companion.journal.events import read_event
from companion.journal.reader import GamesReader
from companion.journal.sitting import EMPTY, Sitting, rebuild_sitting
from companion.journal.statistics import tables
from companion.numbers import Json


def game_record(sitting: Sitting) -> Json | None:
    """Return a game as a record, without what was undone; None before the first game."""
    if sitting.began is None:
        return None
    actions = [action_json(action) for action in sitting.actions]
    return record_json(sitting.began.setup, sitting.began.names, actions)


def history_json(store: GamesReader, limit: int) -> Json:
    """Return the summaries of the newest games, the newest first, each with the time it took."""
    return {"history": store.history(limit)}


def past_game(store: GamesReader, game: int, sitting: Sitting = EMPTY) -> Json:
    """Return the record of a game, its summary as in the history, and how long it took.

    Raises StoreError if there is no such game.

    sitting: the game on the table; its last steps may not be in the store yet.
    """
    summary = store.consult(partial(tables.of_game, game=game))
    if summary is None and game != sitting.game:
        raise no_game(game)
    lines = store.story(game) if summary else []
    try:
        story = [read_event(line.kind, line.data) for line in lines]
        shown = sitting if game == sitting.game else rebuild_sitting(game, story)
    except Damaged as error:  # so it stands in the journal, whatever the index is
        raise StoreError(str(error)) from None
    steps = times.of_steps([(event, line.at) for event, line in zip(story, lines, strict=True)])
    actions = [took for took, _ in zip_longest(steps, shown.steps)][: len(shown.steps)]
    took = {"seconds": summary["seconds"] if summary else None, "actions": actions}
    return {"record": game_record(shown), "summary": summary, "times": took}


def no_game(game: int) -> StoreError:
    """Return the error for a number that no game has."""
    return StoreError(f"there is no game {game}: see `companion history`")


def stats(store: GamesReader) -> Json:
    """Return the statistics by players and edition."""
    return {"stats": store.consult(tables.standings)}
