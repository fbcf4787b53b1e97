"""Players: what each is called, where they sit, and who still acts."""

from collections.abc import Sequence
from typing import Any

from companion.face import seats
from companion.face.on_table import on_table
from companion.game.state import State
from companion.table.sitting import Sitting
from companion.table.statistics.standings import known
from companion.web.words import say


def called(sitting: Sitting, seat: int, language: str) -> str:
    """A player's name, or else the number of the place at the table."""
    return called_at(on_table(sitting).began.names, seat, seats.place_of(sitting, seat), language)


def called_at(names: Sequence[str], seat: int, place: int, language: str) -> str:
    """The name of the player at a seat, or else the number of the place at the table (0-based)."""
    return _name(names, seat) or say(language, "player", place=place + 1)


def at_the_table(sitting: Sitting, language: str) -> list[dict[str, Any]]:
    """The players by seat."""
    game = on_table(sitting)
    return of_a_state(game.state, game.began.names, game.began.first, language)


def of_a_state(
    state: State, names: Sequence[str], first: int, language: str
) -> list[dict[str, Any]]:
    """The players by seat, with these names, if any; the first one sits at the place `first` (0-based)."""
    count = state.setup.players
    found = []
    for seat in range(count):
        ahead = (seat - state.seat) % count  # turns before this one acts
        place = (seat + first) % count
        found.append(
            {
                "seat": seat + 1,
                "place": place + 1,
                "name": _name(names, seat),
                "called": called_at(names, seat, place, language),
                "acts": not state.over and not ahead,
                "hand": state.hands[seat],
                "done": not state.over
                and state.turns_left is not None
                and ahead >= state.turns_left,
            }
        )
    return found


def _name(names: Sequence[str], seat: int) -> str:
    """A player's name, "" where it is not known."""
    return next(iter(known(tuple(names[seat : seat + 1]))), "")
