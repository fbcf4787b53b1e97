"""Plays: a game as BG Stats takes it, an app in which people log what they played.

The link is that of https://app.bgstatsapp.com; it was never tried with the app itself.
"""

import hashlib
import json
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote

from companion import clock
from companion.face.editions import edition_name
from companion.face.on_table import on_table
from companion.game.names import name_key, real_names
from companion.game.outlook import score
from companion.game.record import parse_edition
from companion.journal.sitting import Sitting
from companion.numbers import Json
from companion.onlooking.replayed import replay_record
from companion.page import players

APP: Final = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST: Final = 8000
"""Signs of a link at most."""
SOURCE: Final = "Hanabi table companion"
_GAME: Final = {
    "name": "Hanabi",
    "sourceGameId": "hanabi",
    "bggId": 98778,
    "highestWins": True,
    "noPoints": False,
}
_ID_LENGTH: Final = 16
_LATEST_S: Final = 1 << 32
"""Seconds since 1970 that a browser's clock says at most; this is in 2106."""


def play_link(game: int, answer: Json, language: str, asked: float = 0.0) -> str:
    """Return the link that logs a game.

    answer: to `{"get":"record","game":n}`. asked: when it is logged, in seconds since 1970; the app
    wants a day, and has this one where nobody knows when it was played.
    """
    sitting = replay_record(game, answer["record"]).sitting
    summary = answer.get("summary") or {}
    setup = {key: value for key, value in answer["record"].items() if key != "actions"}
    began = summary.get("began", 0.0)
    # Without the actions: a game that is repaired stays the same play to the app.
    mark = json.dumps([setup, began], sort_keys=True)
    play: Json = {
        "sourceName": SOURCE,
        "sourcePlayId": hashlib.sha256(mark.encode()).hexdigest()[:_ID_LENGTH],
    }
    at = began if began > clock.NEVER_SET_S else asked
    if clock.NEVER_SET_S < at < _LATEST_S:
        play["playDate"] = f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S}"
    seconds = (answer.get("times") or {}).get("seconds")
    if seconds:
        play["durationMin"] = max(1, round(seconds / 60))
    preset = summary.get("preset", "")
    play["game"] = _GAME
    play["board"] = edition_name(language, parse_edition(setup["edition"]), preset)
    play["players"] = _player_rows(sitting, language, play["sourcePlayId"])
    return APP + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _player_rows(sitting: Sitting, language: str, play_id: str) -> list[Json]:
    """Return the players as the app lists them; they win and score together.

    The app knows people again by the id: a place without a name has another id in each game.
    """
    state = sitting.state
    assert state is not None
    rows = []
    names = on_table(sitting).began.names
    for seat in range(state.setup.players):
        # One person is one: the key is that of all spellings of a name.
        named = real_names(names[seat : seat + 1])
        player = {
            "name": named[0] if named else players.name_of(sitting, seat, language),
            "sourcePlayerId": name_key(named[0]) if named else f"{play_id} {seat + 1}",
            "startPlayer": seat == 0,
            "winner": state.status == "won",
            "score": score(state),
        }
        rows.append(player)
    return rows
