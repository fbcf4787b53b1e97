"""Players: what each is called, where they sit, who still acts, what clues said of their hands."""

from collections.abc import Sequence

from companion.face import seats, shown, words
from companion.face.on_table import on_table
from companion.game.actions import Value
from companion.game.names import isolated, real_names
from companion.game.state import State
from companion.journal.sitting import Sitting
from companion.numbers import Json
from companion.onlooking.look import Look
from companion.page.words import page_text


def name_of(sitting: Sitting, seat: int, language: str) -> str:
    """Return a player's name, or else the number of the place at the table."""
    return name_at(on_table(sitting).began.names, seat, seats.place_of(sitting, seat), language)


def name_at(names: Sequence[str], seat: int, place: int, language: str) -> str:
    """Return the name of the player at a seat, or else the number of the place.

    place: at the table, 0-based.
    """
    named = real_names(tuple(names[seat : seat + 1]))  # a number stands for a name nobody gave
    return isolated(named[0]) if named else page_text(language, "player", place=place + 1)


def players_json(state: State, names: Sequence[str], first: int, language: str) -> list[Json]:
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
                # In the last round those have no turn left who are as far away as it lasts.
                "done": (
                    not state.over and state.turns_left is not None and ahead >= state.turns_left
                ),
            }
        )
    return seated


def hands_json(look: Look, language: str) -> list[list[Json]]:
    """Return the hands by seat as clues were about them, the newest card of each first."""
    return [
        [_hand_card_json(place, card, language) for place, card in enumerate(hand, 1)]
        for hand in shown.hands(look.sitting, look.clues)
    ]


def _hand_card_json(place: int, card: shown.ShownCard, language: str) -> Json:
    said = [page_text(language, "said_card", place=place)]
    said += [_value_text(value, language) for value in card.touched]
    for value in card.passed:
        said.append(page_text(language, "said_not", what=_value_text(value, language)))
    if card.unknown:
        said.append(page_text(language, "said_unknown"))
    if card.false:
        said.append(page_text(language, "said_false"))
    return {
        "touched": list(card.touched),
        "passed": list(card.passed),
        "unknown": card.unknown,
        "false": card.false,
        "says": ", ".join(said),
    }


def _value_text(value: Value, language: str) -> str:
    return words.suit(language, value) if isinstance(value, str) else str(value)
