"""Lights: a view as the plan of what every light shows; a build uses the lights that it has."""

from typing import Final

from companion.face import seats
from companion.face.dialogue import choices
from companion.face.effects.light_shows import DrawPlan, first_lit, one_lit, show
from companion.face.happened import Playing, playing_now
from companion.face.preferences import DARK, LIGHTS
from companion.face.view import Night, View
from companion.game.cards import HIGHEST
from companion.game.state import CLUE_TOKENS
from companion.journal.events import Began
from companion.journal.sitting import begin
from companion.panel import LightPlan

LEVELS: Final = dict(zip(LIGHTS[1:], (0.1, 0.3, 0.6, 1.0), strict=True))
"""How bright each step of the preferences is.

The eye takes them for steps of about the same size."""
DIMMED: Final = 0.3
"""The share of the brightness that is left when no button was pressed for a while."""

OFFERED: Final = 0.3
"""How bright a button is that stands for an answer; lights that are just on or off stay dark."""


def plan(view: View, now: float | None = None) -> LightPlan:
    """Return the plan of every light: the truth, or for a moment a show of what happened.

    now: None for the truth.
    """
    if _dark(view):
        return LightPlan()
    lights = _true_plan(view)
    if now is not None and (playing := _running_show(view, now)):
        act, event, number, _ = playing
        # A prompt's blinking goes on beneath, in its own time.
        lights = act.draw(_true_plan(view._replace(dim_seat=False)), event, number)
    preferences = view.face.preferences
    brightness = LEVELS[preferences.lights] * (DIMMED if view.night == Night.DIM else 1.0)
    return lights._replace(brightness=brightness, palette=preferences.colours)


def _running_show(view: View, now: float) -> Playing[DrawPlan] | None:
    if view.sitting.state is None:
        return None
    return playing_now(view.happened, show, now)


def plays(view: View, now: float) -> bool:
    """Return True if a show of what happened plays at a moment."""
    return _running_show(view, now) is not None


def next_change_of_lights(view: View, now: float) -> float | None:
    """Return the time at which the plan changes by itself; None for never."""
    playing = _running_show(view, now)
    # Lights that are off would wake the outputs for each frame of a show.
    return None if playing is None or _dark(view) else playing[-1]


def _true_plan(view: View) -> LightPlan:
    """Return the truth: clue tokens, fuses, fireworks, deck, the seat to act, buttons down, and
    dimly those that have answers.

    While the next game is set up, that is how it will begin.
    """
    sitting = view.sitting
    answers = choices.items_by_press(view.face, sitting) if view.face.choice else {}
    offered = {button for buttons in answers if answers[buttons] for button in buttons.split("+")}
    press = {**dict.fromkeys(offered, OFFERED), **dict.fromkeys(sorted(view.pressed), 1.0)}
    if view.face.starts_next:
        draft = view.face.draft
        # No such game is kept: only its counters are shown.
        sitting = begin(0, Began(draft.setup, draft.names, draft.first))
    state = sitting.state
    if state is None:
        return LightPlan(press=press)
    setup = state.setup
    # A deck of all cards but the hands fills the row; recycled ones may make it longer.
    dealt = setup.box.total - setup.players * setup.hand_size
    seat = -1 if state.over or view.dim_seat else seats.seat_place(sitting)
    return LightPlan(
        clue=first_lit(state.clues, CLUE_TOKENS),
        fuse=first_lit(state.fuses, setup.edition.fuses),
        firework={suit: first_lit(height, HIGHEST) for suit, height in state.fireworks.items()},
        deck=first_lit(state.deck, max(state.deck, dealt)),
        seat=one_lit(seat, setup.players),
        press=press,
    )


def _dark(view: View) -> bool:
    """Return True if every light stays dark."""
    return view.night == Night.BLANK or view.face.preferences.lights == DARK
