"""Lights: a view as the plan of what every light shows; a build uses the lights that it has."""

from companion.face import seats
from companion.face.view import View
from companion.game.cards import HIGHEST
from companion.game.state import CLUE_TOKENS, State
from companion.panel import LightPlan


def plan(view: View) -> LightPlan:
    """Clue tokens, fuses left, the cards of each firework, the seat to act, the buttons that are down."""
    press = dict.fromkeys(sorted(view.pressed), 1.0)
    state = view.sitting.state
    if state is None:
        return LightPlan(press=press)
    seat = -1 if state.over or view.dim_seat else seats.place(view.sitting)
    return LightPlan(
        clue=_row(state.clues, CLUE_TOKENS),
        fuse=_row(state.fuses, state.setup.edition.fuses),
        firework={suit: _row(height, HIGHEST) for suit, height in state.fireworks.items()},
        deck=_row(state.deck, max(state.deck, _dealt(state))),
        seat=tuple(float(place == seat) for place in range(state.setup.players)),
        press=press,
    )


def _dealt(state: State) -> int:
    """The cards of the deck after dealing."""
    return state.setup.box.total - state.setup.players * state.setup.hand_size


def _row(lit: int, total: int) -> tuple[float, ...]:
    return tuple(float(number < lit) for number in range(total))
