"""Shortcuts: the optional controls that the grammar alone does not explain."""

from companion.face.command import Reaction, SwitchOff
from companion.face.dialogue.grammar import current_row
from companion.face.dialogue.intents import HANDLERS
from companion.face.dialogue.outcomes import refuse_press
from companion.face.gestures.gestures import Gesture, Tap
from companion.face.state import Face
from companion.journal.sitting import Sitting


def switch_off_by_key(face: Face, gesture: Gesture, now: float) -> Reaction:
    """Switch the computer off if the power key was held; a tap is told to hold it."""
    if not face.can_switch_off:
        return refuse_press(face, now, "cannot_switch_off")
    if isinstance(gesture, Tap):
        return refuse_press(face, now, "power_is_held")
    return Reaction(face, SwitchOff())


def rotate_mark(face: Face, sitting: Sitting, steps: int, now: float) -> Reaction:
    """Turn the encoder. A detent means LEFT or RIGHT, and asks nothing of the game."""
    face = face._replace(touched=now, notice=None)
    way = "RIGHT" if steps > 0 else "LEFT"
    for _ in range(abs(steps)):
        face = HANDLERS[current_row(face, sitting)[way]](face, sitting).face
    return Reaction(face)
