"""Shortcuts: what the optional controls do, each a step that the three buttons can do too."""

from companion.face.command import Do, SwitchOff
from companion.face.dialogue import choices
from companion.face.dialogue.grammar import LISTS, ROWS, meaning
from companion.face.dialogue.intents import STEPS, Answer, chosen, move
from companion.face.dialogue.outcomes import refuse
from companion.face.gestures.gestures import Chord, Gesture, Hold, Tap
from companion.face.state import LOOK, PROMPTS, TABLE, Face
from companion.game.actions import Play
from companion.game.cards import SUITS
from companion.panel import CLUE, DISCARD, DOWN, LEFT, PLAY, RIGHT, UNDO, UP
from companion.table.sitting import Sitting


def shortcut(face: Face, sitting: Sitting, control: str, now: float) -> Answer:
    """What a control that is none of the three buttons does."""
    if control in SUITS:
        return _colour_key(face, sitting, control, now)
    if control in (LEFT, RIGHT):
        return rotate(face, sitting, 1 if control == RIGHT else -1, now)
    in_list = ROWS[face.screen] in LISTS
    buttons: dict[str, Gesture] = {
        UNDO: Hold(CLUE, now),
        UP: Tap(CLUE, now) if in_list else Chord(frozenset({CLUE, PLAY}), now),
        DOWN: Tap(DISCARD, now) if in_list else Chord(frozenset({CLUE, DISCARD}), now),
    }
    intent = meaning(face.screen, buttons[control])
    if intent is None:
        return refuse(face, now, "no_meaning"), None
    return STEPS[intent](face, sitting, now)


def _colour_key(face: Face, sitting: Sitting, suit: str, now: float) -> Answer:
    """At the table that firework grew; while something is chosen, it chooses that suit."""
    if face.screen in PROMPTS:
        return chosen(face, sitting, now, choices.take(face, sitting, suit), "empty_cell")
    if face.screen in (TABLE, LOOK):
        return face, Do(Play(suit=suit))
    return refuse(face, now, "no_meaning"), None


def power(face: Face, gesture: Gesture, now: float) -> Answer:
    """The power key: held it switches the computer off, tapped it says so."""
    if not face.can_switch_off:
        return refuse(face, now, "cannot_switch_off"), None
    if isinstance(gesture, Tap):
        return refuse(face, now, "power_is_held"), None
    return face, SwitchOff()


def rotate(face: Face, sitting: Sitting, steps: int, now: float) -> Answer:
    """The face after an encoder turned: it marks a firework, or moves through a list."""
    face = face._replace(touched=now, notice=None)
    if ROWS[face.screen] in LISTS:
        return move(face, sitting, steps)
    if face.screen not in (TABLE, LOOK) or sitting.state is None or sitting.state.setup.detail == "tokens":
        return face, None
    suits = [suit for suit in sitting.state.fireworks if suit in choices.playable(sitting.state)]
    if not suits:
        return face, None
    start = suits.index(face.marked) if face.marked in suits else (-1 if steps > 0 else 0)
    return face._replace(screen=TABLE, marked=suits[(start + steps) % len(suits)]), None
