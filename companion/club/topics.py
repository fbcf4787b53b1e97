"""Topics: what is told of a table, and the JSON of each.

README.md beside this file has the table.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.clock import NEVER_SET_S
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
_LISTED: Final = 16
"""So many results are listed: more would not fit into the size of a state."""
_LISTED_KEYS: Final = (
    *("game", "players", "preset", "score", "maximum", "rating", "status", "ended"),
)


class Topics:
    """The topics of a table."""

    def __init__(self, table: str) -> None:
        """Name the topics of the table with this id."""
        self.table: Final = table
        self.state: Final = f"{ROOT}/{table}/state"
        self.event: Final = f"{ROOT}/{table}/event"
        self.availability: Final = f"{ROOT}/{table}/availability"
        self.results: Final = f"{ROOT}/{table}/results"
        self.mark: Final = f"{ROOT}/{table}/mark"
        """Where visitors write; nothing stays there."""
        self.all: Final = f"{ROOT}/{table}/#"
        """A filter."""
        self.discovery: Final = f"homeassistant/device/{table}/config"

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
    sitting, state = look.sitting, look.sitting.state
    if sitting.began is None or state is None:
        return {"name": name, "game": 0, "saved": look.saved}
    names = {"names": list(sitting.began.names)} if players and sitting.began.names else {}
    return {
        "name": name,
        "game": sitting.game,
        "players": state.setup.players,
        **names,
        "edition": edition_json(state.setup.edition),
        "preset": look.preset,
        "detail": state.setup.detail,
        **state_json(state),
        "maximum": maximum(state),
        "possible": None if state.over else possible_score(state),
        "saved": look.saved,
    }


def result_body(sitting: Sitting, name: str, players: bool, preset: str, ended: float) -> Json:
    """Return the result of a game that is over.

    ended: in seconds since 1970; told as null where the clock was not set.
    """
    state = state_body(Look(sitting, preset=preset), name, players)
    return {**state, "ended": unix_time(ended)}


def results_body(results: Sequence[Json]) -> Json:
    """Return the last of these results, in the figures that a list of an evening shows."""
    return {"results": [{key: one[key] for key in _LISTED_KEYS} for one in results[-_LISTED:]]}
