"""Lights: a view as the plan of what every light shows; a build uses the lights that it has."""

from functools import lru_cache
from typing import Final

from companion.face import seats
from companion.face.effects import frames
from companion.face.effects.light_shows import Show, show
from companion.face.preferences import DARK, LIGHTS
from companion.face.view import Night, View
from companion.game.cards import HIGHEST
from companion.game.state import CLUE_TOKENS, State
from companion.panel import LightPlan

LEVELS: Final = dict(zip(LIGHTS[1:], (0.1, 0.3, 0.6, 1.0), strict=True))
"""How bright each step of the preferences is.

The eye takes them for steps of about the same size."""
DIMMED: Final = 0.3
"""The share of the brightness that is left when no button was pressed for a while."""


def plan(view: View, now: float | None = None) -> LightPlan:
    """Return what every light shows: the truth, or for a moment a show of what happened.

    now: None for the truth.
    """
    if _dark(view):
        return LightPlan()
    lights = plain(view) if now is None else _moving(view, now)
    preferences = view.face.preferences
    brightness = LEVELS[preferences.lights] * (DIMMED if view.night == Night.DIM else 1.0)
    return lights._replace(brightness=brightness, palette=preferences.colours)


def _moving(view: View, now: float) -> LightPlan:
    """Return the plan at a moment, with what happened playing in it."""
    running = _running(view, now)
    if running is None or view.happened is None:
        return plain(view)
    act, number, began = running
    # A prompt's blinking goes on beneath, in its own time.
    steady = plain(view._replace(dim_seat=False))
    return act.draw(steady, view.happened.visible[number], _frame(act, began, now))


def next_change(view: View, now: float) -> float | None:
    """Return when the plan changes by itself; None for not at all."""
    running = _running(view, now)
    if running is None or _dark(view):
        return None
    act, _, began = running
    return began + (_frame(act, began, now) + 1) * act.step


def plain(view: View) -> LightPlan:
    """Return the truth: clue tokens, fuses, fireworks, deck, the seat to act, buttons down."""
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


def _dark(view: View) -> bool:
    """Return True if every light stays dark."""
    return view.night == Night.BLANK or view.face.preferences.lights == DARK


def _running(view: View, now: float) -> tuple[Show, int, float] | None:
    """Return the show that runs, the number of the event that it is of, and when it began."""
    if view.happened is None or view.sitting.state is None:
        return None
    began = view.happened.at
    for number, event in enumerate(view.happened.visible):
        act = show(event)
        if act is None:
            continue
        if now < began + act.seconds - frames.TOLERANCE_S:
            return act, number, began
        began += act.seconds
    return None


def _frame(act: Show, began: float, now: float) -> int:
    return min(act.frames - 1, frames.number(began, now, act.step))


def _dealt(state: State) -> int:
    """Return the cards of the deck after dealing."""
    return state.setup.box.total - state.setup.players * state.setup.hand_size


@lru_cache(maxsize=256)
def _row(lit: int, total: int) -> tuple[float, ...]:
    return tuple(float(number < lit) for number in range(total))
