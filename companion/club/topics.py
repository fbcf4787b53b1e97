"""Topics: what is told of a table, and the JSON of each.

README.md beside this file has the table.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from companion.clock import NEVER_SET_S
from companion.face.on_table import on_table
from companion.game.outlook import maximum, possible_score
from companion.game.record import edition_json
from companion.game.view import state_json
from companion.journal.sitting import Sitting
from companion.numbers import Json, compact_json
from companion.onlooking.look import Look

ROOT: Final = "hanabi"
HOME_ASSISTANT: Final = "homeassistant/status"
"""Where Home Assistant says that it starts."""
VERSION: Final = 1
"""Of what the keys mean; keys that are added do not change it."""
RESULT_S: Final = 48 * 3600
"""Time for which the broker keeps a result, in seconds."""
_OF_A_RESULT: Final = (
    "score",
    "rating",
    "status",
    "reason",
    "turn",
    "clues",
    "errors",
    "fuses",
    "fireworks",
    "unplaced",
)
_LISTED: Final = 16
"""So many results are listed: more would not fit into the size of a state."""
_OF_A_LISTED_RESULT: Final = (
    "game",
    "players",
    "preset",
    "score",
    "maximum",
    "rating",
    "status",
    "ended",
)


class Topics(NamedTuple):
    """The topics of a table."""

    table: str
    """Its id."""

    @property
    def state(self) -> str:
        """The game on the table."""
        return f"{ROOT}/{self.table}/state"

    @property
    def event(self) -> str:
        """What just happened."""
        return f"{ROOT}/{self.table}/event"

    @property
    def results(self) -> str:
        """The last results in one message."""
        return f"{ROOT}/{self.table}/results"

    @property
    def availability(self) -> str:
        """Whether the table is there."""
        return f"{ROOT}/{self.table}/availability"

    @property
    def mark(self) -> str:
        """Where `--check` and `--forget` mark the end of what is kept; nothing stays there."""
        return f"{ROOT}/{self.table}/mark"

    @property
    def all(self) -> str:
        """Everything that is told of the table, but for Home Assistant: a filter."""
        return f"{ROOT}/{self.table}/#"

    @property
    def discovery(self) -> str:
        """Where Home Assistant is told of the table."""
        return f"homeassistant/device/{self.table}/config"

    def result(self, game: int) -> str:
        """Return the topic with the result of a game."""
        return f"{ROOT}/{self.table}/result/{game}"


def versioned_json(body: Mapping[str, Any]) -> bytes:
    """Return a body as it is sent to the topics of a table."""
    return compact_json({"v": VERSION, **body})


def unix_time(at: float) -> int | None:
    """Return a time in whole seconds since 1970; None where the clock was not set."""
    return round(at) if at > NEVER_SET_S else None


def state_body(look: Look, name: str, players: bool) -> Json:
    """Return the game on the table; `game` is 0 before the first one. players: with their names."""
    sitting = look.sitting
    if sitting.state is None:
        return {"name": name, "game": 0, "saved": look.saved}
    return {
        **game_identity(sitting, name, players, look.preset),
        **state_json(sitting.state),
        "maximum": maximum(sitting.state),
        "possible": None if sitting.state.over else possible_score(sitting.state),
        "saved": look.saved,
    }


def result_body(sitting: Sitting, name: str, players: bool, preset: str, ended: float) -> Json:
    """Return the result of a game that is over.

    ended: in seconds since 1970; told as null where the clock was not set.
    """
    now = on_table(sitting).state
    keys = state_json(now)
    return {
        **game_identity(sitting, name, players, preset),
        **{key: keys[key] for key in _OF_A_RESULT},
        "maximum": maximum(now),
        "ended": unix_time(ended),
    }


def results_body(results: Sequence[Json]) -> Json:
    """Return the last of these results, in the figures that a list of an evening shows."""
    last = results[-_LISTED:]
    return {"results": [{key: one[key] for key in _OF_A_LISTED_RESULT} for one in last]}


def game_identity(sitting: Sitting, name: str, players: bool, preset: str) -> Json:
    """Return the identity of a game: its number, players and edition."""
    began = on_table(sitting).began
    names = {"names": list(began.names)} if players and began.names else {}
    return {
        "name": name,
        "game": sitting.game,
        "players": began.setup.players,
        **names,
        "edition": edition_json(began.setup.edition),
        "preset": preset,
        "detail": began.setup.detail,
    }
