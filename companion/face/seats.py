"""Seats: where each player sits, clockwise from the one in front of the screen."""

from typing import Final

from companion.face.on_table import on_table
from companion.face.state import Own, Phrase
from companion.game.state import State
from companion.journal.sitting import Sitting

_COMPASS: Final = ("s", "sw", "w", "nw", "n", "ne", "e", "se")
"""Clockwise, as seen from above, from the player in front of the screen."""


def place_of(sitting: Sitting, seat: int) -> int:
    """Return the place at the table (0-based, clockwise) of a seat."""
    began = on_table(sitting).began
    return (seat + began.first) % began.setup.players


def seat_at(sitting: Sitting, place: int) -> int:
    """Return the seat at a place; both 0-based."""
    began = on_table(sitting).began
    return (place - began.first) % began.setup.players


def seat_place(sitting: Sitting, state: State | None = None) -> int:
    """Return the place (0-based, clockwise) of the player who acts, now or in another state."""
    return place_of(sitting, (state or on_table(sitting).state).seat)


def name_at(sitting: Sitting, seat: int) -> str:
    """Return a player's name, or the number of the place at the table where there is none."""
    names = on_table(sitting).began.names
    return names[seat] if names else str(place_of(sitting, seat) + 1)


def player_phrase(sitting: Sitting, seat: int) -> Phrase:
    """Return a player, by name where there is one, else by the place at the table."""
    who = name_at(sitting, seat)
    named = bool(on_table(sitting).began.names)
    return Phrase("player", {"name": Own(who)}) if named else Phrase("player_at", {"place": who})


def to_act(sitting: Sitting) -> list[Phrase]:
    """Return the player who acts; empty where no game is going on."""
    if not sitting.playing:
        return []
    return [Phrase("to_act", {"who": player_phrase(sitting, on_table(sitting).state.seat)})]


def opposite(sitting: Sitting) -> bool:
    """Return True if the player who acts sits across from the one in front of the screen."""
    if sitting.state is None:
        return False
    return "n" in direction(seat_place(sitting), sitting.state.setup.players)


def direction(where: int, players: int, flipped: bool = False) -> str:
    """Return the compass point of a place at a round table; the screen's reader sits in the south.

    flipped: the reader of a flipped picture sits in the north.
    """
    points = len(_COMPASS)
    point = round(where * points / players)
    if flipped:
        point += points // 2
    return _COMPASS[point % points]
