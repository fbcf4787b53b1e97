"""Tables: what the board shows of one, small or large, in one language, as JSON."""

import re
import unicodedata
from typing import Final

from companion.club.board.club import Table
from companion.club.reading import LONGEST_NAME, Position
from companion.face.preferences import Help
from companion.game.state import State
from companion.numbers import Json
from companion.page import ends, players, states
from companion.words.texts import texts

_NUMBER: Final = re.compile("[0-9]+")
_LARGE: Final = ("detail", "pile", "outlook", "tiles", "tile_pending")
"""Of a state, what is not shown among other tables."""


def table_name(table: str, name: str, language: str) -> str:
    """Return the title of a table: its name, or else the beginning of its id."""
    return name or texts(language, "board").fill_in("table_unnamed", {"id": table[:6]})


def table_order(table: Table) -> tuple[str, str]:
    """Return a sort key of a table: its name, with numbers as numbers, then its id."""
    plain = unicodedata.normalize("NFKD", _told_name(table)).casefold()
    # Without accents: É stands among the E, as in a list of names.
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _NUMBER.sub(lambda number: number[0].zfill(LONGEST_NAME), letters), table.id


def small_table(table: Table, language: str) -> Json:
    """Return a table among the others."""
    common = _common_fields(table, language)
    position = table.position
    if position is None or position.state is None:
        return common
    state = position.state
    shown = states.public_state(state, language, Help.OFF, position.game.preset)
    return {
        **common,
        **{key: value for key, value in shown.items() if key not in _LARGE},
        "acts": "" if state.over else acting_player(position, state, language),
        "end": end_of_game(state, language) if state.over else None,
    }


def large_table(table: Table, language: str) -> Json:
    """Return a table alone."""
    common = _common_fields(table, language)
    position = table.position
    if position is None or position.state is None:
        return common
    state = position.state
    if state.over:
        sentence = ends.end_sentence(state, language)
    else:
        sentence = states.state_sentence(state, acting_player(position, state, language), language)
    return {
        **common,
        **states.public_state(state, language, Help.OUTLOOK, position.game.preset),
        "players": players.players_json(state, position.game.names, 0, language),
        "turns": None,
        "choice": None,
        "notice": None,
        "sentence": sentence,
        "end": end_of_game(state, language) if state.over else None,
    }


def _common_fields(table: Table, language: str) -> Json:
    position = table.position
    return {
        "id": table.id,
        "name": table_name(table.id, _told_name(table), language),
        "order": table_order(table)[0],
        "online": table.online,
        "saved": position is None or position.saved,
        "language": language,
        "game": position.game.number if position and position.state else None,
        "status": "none",
    }


def _told_name(table: Table) -> str:
    return table.position.game.table if table.position else ""


def acting_player(position: Position, state: State, language: str) -> str:
    """Return the name of the player who acts."""
    return players.name_at(position.game.names, state.seat, state.seat, language)


def end_of_game(state: State, language: str) -> Json:
    """Return the end of a game; of its course nothing is known."""
    return {
        **ends.result_json(state, language),
        "far_in_short": ends.figures_reached(state),
        "curve": None,
        "lost": state.status == "lost",
    }
