"""Plays: a game as BG Stats takes it, an app in which people log what they played.

The link is that of https://app.bgstatsapp.com; it was never tried with the app itself.
"""

import hashlib
import json
import time
from typing import Final
from urllib.parse import quote

from companion.game.outlook import score
from companion.journal.sitting import Sitting
from companion.journal.statistics.standings import NEVER_SET_S
from companion.numbers import Json
from companion.onlooking.replayed import replay_record
from companion.web import players

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


def link(game: int, answer: Json, language: str) -> str:
    """Return the link that logs a game.

    answer: to `{"get":"record","game":n}`.
    """
    sitting = replay_record(game, answer["record"]).sitting
    summary = answer.get("summary") or {}
    began = summary.get("began", 0.0)
    seconds = (answer.get("times") or {}).get("seconds")
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": _play_id(answer["record"], began),
        **_when(began),
        **({"durationMin": max(1, round(seconds / 60))} if seconds else {}),
        "game": _GAME,
        "players": _players(sitting, language),
    }
    return APP + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _play_id(record: Json, began: float) -> str:
    """Return what tells a game from others, the same on every device that has it."""
    text = json.dumps([record, began], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:_ID_LENGTH]


def _when(began: float) -> Json:
    """Return when a game began, by the clock of the wall; nothing where that was never set."""
    if began <= NEVER_SET_S:
        return {}
    return {"playDate": time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(began))}


def _players(sitting: Sitting, language: str) -> list[Json]:
    """Return who played; they win and score together."""
    state = sitting.state
    assert state is not None
    rows = []
    for seat in range(state.setup.players):
        name = players.name_of(sitting, seat, language)
        player = {
            "name": name,
            "sourcePlayerId": name.casefold(),
            "startPlayer": seat == 0,
            "winner": state.status == "won",
            "score": score(state),
        }
        rows.append(player)
    return rows
