"""Players: what each is called, where they sit, and who still acts."""

from collections.abc import Sequence

from companion.face import seats
from companion.face.on_table import on_table
from companion.game.state import State
from companion.journal.sitting import Sitting
from companion.journal.statistics.standings import real_names
from companion.numbers import Json
from companion.page.words import say


def name_of(sitting: Sitting, seat: int, language: str) -> str:
    """Return a player's name, or else the number of the place at the table."""
    return name_at(on_table(sitting).began.names, seat, seats.place_of(sitting, seat), language)


def name_at(names: Sequence[str], seat: int, place: int, language: str) -> str:
    """Return the name of the player at a seat, or else the number of the place.

    place: at the table, 0-based.
    """
    named = real_names(tuple(names[seat : seat + 1]))
    return named[0] if named else say(language, "player", place=place + 1)


def of_a_state(state: State, names: Sequence[str], first: int, language: str) -> list[Json]:
    """Return the players by seat, with these names, if any.

    first: the place of the first one, 0-based.
    """
    count = state.setup.players
    seated = []
    for seat in range(count):
        ahead = (seat - state.seat) % count  # turns before this one acts
        place = (seat + first) % count
        seated.append(
            {
                "seat": seat + 1,
                "place": place + 1,
                "called": name_at(names, seat, place, language),
                "acts": not state.over and not ahead,
                "hand": state.hands[seat],
                "done": (
                    not state.over and state.turns_left is not None and ahead >= state.turns_left
                ),
            }
        )
    return seated
