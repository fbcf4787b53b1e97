"""Players: what each is called, where they sit, and who still acts."""

from typing import Any

from companion.face import seats
from companion.face.on_table import on_table
from companion.table.sitting import Sitting
from companion.table.statistics.standings import known
from companion.web.words import say


def called(sitting: Sitting, seat: int, language: str) -> str:
    """A player's name, or else the number of the place at the table."""
    return name(sitting, seat) or say(language, "player", place=seats.place_of(sitting, seat) + 1)


def name(sitting: Sitting, seat: int) -> str:
    """A player's name, "" where it is not known."""
    names = on_table(sitting).began.names
    return next(iter(known(names[seat : seat + 1])), "")


def at_the_table(sitting: Sitting, language: str) -> list[dict[str, Any]]:
    """The players by seat."""
    state = on_table(sitting).state
    count = state.setup.players
    found = []
    for seat in range(count):
        ahead = (seat - state.seat) % count  # turns before this one acts
        found.append(
            {
                "seat": seat + 1,
                "place": seats.place_of(sitting, seat) + 1,
                "name": name(sitting, seat),
                "called": called(sitting, seat, language),
                "acts": not state.over and not ahead,
                "hand": state.hands[seat],
                "done": not state.over and state.turns_left is not None and ahead >= state.turns_left,
            }
        )
    return found
