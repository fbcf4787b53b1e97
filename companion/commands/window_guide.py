"""What the emulated device's window is told of the view on its display."""

from collections.abc import Callable, Mapping
from functools import partial

from companion.daemon.mistakes import Mistakes
from companion.face import words
from companion.face.dialogue import labels
from companion.face.screens import touch
from companion.face.view import View
from hardware.emulator.window.guide import Guide


def window_guide(view: Callable[[], View | None]) -> Guide:
    """Return a guide to the view that is on the display now, if there is one.

    A mistake of the program ends no window: it is told once, and there is nothing to press.
    """
    mistakes = Mistakes()

    def label(point: touch.Point) -> str:
        now = view()
        if now is None:
            return touch.NOTHING
        found = mistakes.contain("finding what a click presses", touch.label_at, now, point)
        return found or touch.NOTHING

    def caps() -> Mapping[str, str]:
        now = view()
        if now is None:
            return {}
        return mistakes.contain("writing on the buttons", _caps_of, now) or {}

    def language() -> str:
        now = view()
        return now.language if now is not None else ""

    return Guide(label, caps, language)


def _caps_of(view: View) -> Mapping[str, str]:
    """Return the word on each button, as on the display."""
    say = partial(words.say, view.language)
    return labels.key_texts(view.face, view.sitting, say)
