"""Layout: the room of the picture on the display, and the places of labels and boxes."""

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from companion.face.glyphs.canvas import Rect
from companion.game.kinds import distinct_type
from companion.panel import Labels, Side

WIDTH: Final = 128
HEIGHT: Final = 64
ROWS: Final = 63
"""The rows of a picture: against wear it stands a row lower for half of the time."""
LABELS: Final = 56
"""The first row of labels below the picture: a page of the display's memory begins there."""
SIGN: Final = 11
"""Columns of the sign of what is wrong with the device; it is a row less high than a title."""
BETWEEN: Final = 11
"""Rows of what stands between two labels at the right."""
UPPER: Final = 54
"""How many rows there are above the two that keep the labels apart."""

_LABEL: Final = ROWS - LABELS
"""Rows of a label."""
_NARROW: Final = 84
"""Columns of a picture that has its labels at the right."""
BESIDE: Final = 86
"""The first column of labels at the right."""
_EVEN: Final = (3, 31, 59)
"""The rows of the keys at the right of a build that does not say where they lie."""
_BAR: Final = 9
"""Rows of the bar of a question that has labels at its right."""


@distinct_type
class Layout(NamedTuple):
    """Where things stand; `labels` and `boxes` by button, in the order of the hands."""

    width: int
    """Columns of the picture."""
    height: int
    """Rows of the picture."""
    labels: Mapping[str, Rect]
    boxes: Mapping[str, Rect]
    """Each button's box of a question."""
    bar: Rect
    """What is asked above the boxes, or below them."""
    sign: tuple[int, int]
    """The column after the sign of what is wrong with the device, and its first row."""
    deck: int
    """The first row of the deck's figure, which stands at the right edge."""
    gaps: tuple[range, ...] = ()
    """The rows that labels at the right leave free, the first ones first."""

    @property
    def beside(self) -> bool:
        """The labels stand at the right of the picture."""
        return bool(self.gaps)


@cache
def layout_of(labels: Labels, bar: int = 0) -> Layout:
    """Return the layout of a build's labels, with boxes where a question has a bar of so many rows.

    Labels below the picture have the last rows, each below its box. At the right each stands beside
    its key.
    """
    if labels.side == Side.RIGHT:
        return _layout_beside(labels, bar > 0)
    top = bar + 2 if bar else 0
    below = [(left, LABELS, width, _LABEL) for left, width in ((0, 42), (42, 44), (86, 42))]
    boxes = [(left, top, width, UPPER - top) for left, width in ((0, 41), (43, 42), (87, 41))]
    return Layout(
        width=WIDTH,
        height=UPPER,
        labels=dict(zip(labels.order, below, strict=True)),
        boxes=dict(zip(labels.order, boxes, strict=True)),
        bar=(0, 0, WIDTH, bar),
        sign=(WIDTH, 0),
        deck=0,
    )


def _layout_beside(labels: Labels, asks: bool) -> Layout:
    """Return the layout of labels at the right, each beside its key.

    asks: a question's bar takes the rows that are further from a key, the last or the first ones.
    """
    keys = labels.rows or _EVEN
    first, end, bar = 1, ROWS, 0
    if asks and ROWS - keys[-1] >= keys[0]:
        end = bar = ROWS - _BAR
    elif asks:
        first = _BAR + 2
    tops = apart([row - _LABEL // 2 for row in keys], first, end)
    # A cell reaches half of the way to the next key; a rule parts the two.
    rules = [(one + other) // 2 + 1 for one, other in pairwise(keys)]
    cells = zip((first - 1, *(rule + 1 for rule in rules)), (*rules, end), strict=True)
    places = pairwise((-_LABEL, *tops, ROWS))
    gaps = tuple(range(one + _LABEL, other) for one, other in places)
    # The roomiest has the deck's figure, the next one the sign.
    deck, sign, *_ = sorted(gaps, key=lambda gap: (-len(gap), -gap.start))
    beside: dict[str, Rect] = {}
    boxes: dict[str, Rect] = {}
    for control, top, (above, below) in zip(labels.order, tops, cells, strict=True):
        beside[control] = (BESIDE, top, WIDTH - BESIDE, _LABEL)
        boxes[control] = (0, above, _NARROW, below - above)
    return Layout(
        width=_NARROW,
        height=ROWS,
        labels=beside,
        boxes=boxes,
        bar=(0, bar, WIDTH, _BAR),
        sign=(WIDTH, sign.start + (len(sign) - SIGN) // 2 + 1),
        deck=deck.start + (len(deck) - BETWEEN) // 2,
        gaps=gaps,
    )


def apart(tops: list[int], first: int, end: int) -> list[int]:
    """Return the first rows of labels so that all lie in these rows, and none touches the next."""
    found: list[int] = []
    for top in tops:
        found.append(max(top, first))
        first = found[-1] + _LABEL + 2
    for number in reversed(range(len(found))):
        found[number] = min(found[number], end - _LABEL)
        end = found[number] - 2
    return found
