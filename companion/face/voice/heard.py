"""Heard: what is spoken when one view follows another."""

from companion.face.happened import Step
from companion.face.preferences import Voice
from companion.face.view import View
from companion.face.voice import steps
from companion.face.voice.aloud import clean


def heard(before: View | None, after: View, taken: Step | None) -> str:
    """What is said of a step and of what is new on the screen; empty for nothing.

    before: the view of which something was said last; None for none. taken: the step that counts since then.
    """
    level = after.face.preferences.voice
    if level == Voice.OFF:
        return ""
    said = steps.step(taken, after.language, level) if taken else ""
    return clean(said)
