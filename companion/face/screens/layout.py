"""Layout: the room of the picture on the display, and the places of labels and boxes."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from companion.face.glyphs.canvas import Rect
from companion.game.kinds import distinct_type
from companion.panel import BUTTONS, Labels, Side

WIDTH: Final = 128
HEIGHT: Final = 64
ROWS: Final = 63
"""The rows of a picture: against wear it stands a row lower for half of the time."""
LABELS: Final = 56
"""The first row of labels below the picture: a page of the display's memory begins there."""
SIGN: Final = 11
"""Columns of the sign of what is wrong with the device; it is a row less high than a title."""
UPPER: Final = 54
"""How many rows there are above the two that keep the labels apart."""

_PAGE: Final = 8
"""Rows of a page of the display's memory."""
_LABEL: Final = ROWS - LABELS
"""Rows of a label."""
_NARROW: Final = 84
"""Columns of a picture that has its labels at the right."""
_BESIDE: Final = 86
"""The first column of labels at the right."""
_BESIDE_ROWS: Final = (0, 32, LABELS)
"""The first rows of labels at the right."""


@distinct_type
class Head(NamedTuple):
    """The first row of a question's boxes, below what it asks; 0 for no boxes."""

    below: int
    right: int


NO_BOXES: Final = Head(0, 0)


@distinct_type
class Layout(NamedTuple):
    """Where things stand; `labels` and `boxes` by button, in the order of the hands."""

    width: int
    """Columns of the picture."""
    height: int
    """Rows of the picture."""
    title: int
    """Columns of the first rows."""
    labels: Mapping[str, Rect]
    boxes: Mapping[str, Rect]
    """Each button's box of a question."""
    sign: tuple[int, int]
    """The column after the sign of what is wrong with the device, and its first row."""
    deck: int
    """The first row of the deck's figure, which stands at the right edge."""
    beside: bool
    """The labels stand at the right of the picture."""

    @property
    def parts(self) -> tuple[Rect, ...]:
        """The parts of the picture, each of which is turned round for players opposite."""
        upper = (0, 0, self.width, UPPER + 1)  # the last row is that around complete fireworks
        if not self.beside:
            return (upper,)
        lower = (0, UPPER + 1, self.width, ROWS - UPPER - 1)
        return upper, lower, (_BESIDE, self.deck, WIDTH - _BESIDE, 20)


@cache
def layout_of(labels: Labels, head: Head = NO_BOXES) -> Layout:
    """Return the layout of a build's labels, with boxes below the head of a question.

    Labels below the picture have the last rows, each below its box. At the right they stand one
    under another; beside boxes each in the middle of its box.
    """
    if labels.side != Side.RIGHT:
        top = head.below
        below = [(left, LABELS, width, _LABEL) for left, width in ((0, 42), (42, 44), (86, 42))]
        boxes = [(left, top, width, UPPER - top) for left, width in ((0, 41), (43, 42), (87, 41))]
        return Layout(
            width=WIDTH,
            height=UPPER,
            title=WIDTH,
            labels=dict(zip(labels.order, below, strict=True)),
            boxes=dict(zip(labels.order, boxes, strict=True)),
            sign=(WIDTH, 0),
            deck=0,
            beside=False,
        )
    pitch = (ROWS - 1 - head.right) // len(BUTTONS)
    tops = [ROWS - 1 - pitch * left for left in range(len(BUTTONS), 0, -1)]
    rows: Sequence[int] = _BESIDE_ROWS
    title = _NARROW
    sign_row = 42
    if head.right:
        title = WIDTH
        sign_row = 0
        middle = (tops[0] + pitch // 2) // _PAGE
        apart = round(pitch / _PAGE)
        rows = [_PAGE * (middle + apart * number) for number in range(len(BUTTONS))]
    beside = [(_BESIDE, row, WIDTH - _BESIDE, _LABEL) for row in rows]
    boxes = [(0, top, _NARROW, pitch + 1) for top in tops]
    return Layout(
        width=_NARROW,
        height=ROWS,
        title=title,
        labels=dict(zip(BUTTONS, beside, strict=True)),
        boxes=dict(zip(BUTTONS, boxes, strict=True)),
        sign=(WIDTH, sign_row),
        deck=11,
        beside=True,
    )
