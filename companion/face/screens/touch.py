"""Touch: what a mouse or a finger means at a point of the picture."""

from collections.abc import Iterable
from typing import Final

from companion.face.dialogue.choices import pressed_together
from companion.face.gestures.gestures import Chord, Gesture, Tap, Touch
from companion.face.glyphs.canvas import Rect
from companion.face.screens import draw
from companion.face.screens.columns import column_middles
from companion.face.screens.layout import UPPER
from companion.face.screens.page import Page
from companion.face.view import View

Point = tuple[int, int]
"""Column and row of the display."""

NOTHING: Final = ""


def label_at(view: View, point: Point) -> str:
    """Return the button whose label stands at a point; empty where there is none."""
    page = draw(view._replace(pressed=frozenset()))
    if page.columns:
        return NOTHING
    control = _target_at(page.keys.items(), point)
    if control or page.lit:
        return control
    # Beside its word too, and where that is blank, the place of a label is its button.
    return _target_at(page.layout.labels.items(), point)


def gesture_at(view: View, point: Point, at: float) -> Gesture:
    """Return the gesture that a touch at a point is, at this time: what is seen there is meant.

    The dots below a column are its buttons, a label is its button.
    """
    page = draw(view._replace(pressed=frozenset()))
    if page.columns:
        return _column_gesture(page, point, at)
    if control := label_at(view, point):
        return Tap(control, at)
    if page.is_covered:
        return Touch(NOTHING, at)
    swapped = [(target, rect) for rect, target in page.targets]
    return Touch(_target_at(swapped, _unflipped_point(page, point)), at)


def _target_at(rects: Iterable[tuple[str, Rect]], point: Point) -> str:
    """Return the name of the first rectangle that has a point."""
    x, y = point
    for name, (left, top, width, height) in rects:
        if left <= x < left + width and top <= y < top + height:
            return name
    return NOTHING


def _unflipped_point(page: Page, point: Point) -> Point:
    """Return the point of the picture before it was turned round, if it was."""
    x, y = point
    for part in page.parts if page.view.flipped else ():
        if _target_at([("part", part)], point):
            left, top, width, height = part
            return 2 * left + width - 1 - x, 2 * top + height - 1 - y
    return point


def _column_gesture(page: Page, point: Point, at: float) -> Gesture:
    """Return the answer of the column at a point; only its dots where a panel lies over it."""
    x, y = point
    if y < UPPER and page.is_covered:
        return Touch(NOTHING, at)
    half = page.width // len(page.columns) // 2
    for middle, buttons, _ in column_middles(page):
        if abs(x - middle) <= half and buttons in page.items:
            controls = frozenset(buttons.split("+"))
            return Chord(controls, at) if len(controls) > 1 else Tap(pressed_together(controls), at)
    return Touch(NOTHING, at)
