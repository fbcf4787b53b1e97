"""Presses: from a gesture to what is asked of the game, guarded against hasty fingers.

Nothing here changes the game: a wish is returned, and `news` says what came of it.
"""

from typing import Final

from companion.face import hints, practice
from companion.face.gestures import Gesture, Hold, Sleeve, Tap
from companion.face.grammar import meaning
from companion.face.news import refuse, say
from companion.face.shortcuts import power, shortcut
from companion.face.state import CHOOSING, NOTICE, PROMPTS, TILE, Face, Notice, Phrase
from companion.face.steps import STEPS, Answer
from companion.panel import BUTTONS, POWER
from companion.table.sitting import Sitting

GUARD: Final = 0.3
"""Seconds after an action in which no button starts another turn."""
MASHED: Final = 4
MASHING: Final = 1.0
"""So many presses in so many seconds are nobody's intention."""
ASLEEP: Final = 10.0
"""Seconds after which the first press on an open prompt only wakes it."""


def press(face: Face, sitting: Sitting, gesture: Gesture, now: float, exempt: bool = False) -> Answer:
    """The face after a gesture, and what it asks of the game.

    exempt: a script pressed, so the guards against hasty fingers do not hold.
    """
    hasty = not exempt and _hasty(face, gesture)
    control = gesture.control if isinstance(gesture, Tap | Hold | Sleeve) else ""
    face = face._replace(last=(control, now), recent=(*face.recent, gesture.began)[-MASHED:], notice=None)
    if hasty:
        return face, None
    if control == POWER:
        return power(face, gesture, now)
    if isinstance(gesture, Sleeve):
        explained = hints.explained(face, sitting, control) if control in BUTTONS else Phrase("hold_nothing")
        return face._replace(notice=Notice(explained, now + NOTICE)), None
    asleep = face.screen in (CHOOSING, TILE) and now - face.touched > ASLEEP
    face = face._replace(touched=now)
    if asleep:
        return say(face, now, "awake"), None
    if control and control not in BUTTONS:
        return shortcut(face, sitting, control, now)
    if practice.leaves(face, gesture):
        return practice.left(face), None
    intent = meaning(face.screen, gesture)
    if intent is None:
        return refuse(face, now, "no_meaning"), None
    return STEPS[intent](face, sitting, now)


def _hasty(face: Face, gesture: Gesture) -> bool:
    """Too soon after an action, the same button twice on one prompt, or a child at the buttons."""
    if gesture.began < face.acted + GUARD:
        return True
    earlier = face.recent[1 - MASHED :]
    if len(earlier) == MASHED - 1 and gesture.began < earlier[0] + MASHING:
        return True
    control, when = face.last
    again = isinstance(gesture, Tap) and gesture.control == control and gesture.began < when + GUARD
    return again and face.screen in PROMPTS
