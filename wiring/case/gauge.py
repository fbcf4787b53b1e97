"""The openings of a gauge, their rims, and which of them are joined."""

from collections.abc import Sequence
from itertools import product
from typing import Final

from wiring.panel.shapes import PanelShape, overlap
from wiring.panel.sizes import Outline

_RIM: Final = 0.9
"""The breadth of a gauge's rim around an opening: two lines of a 0.4 mm nozzle."""
_TOUCH: Final = 0.03
"""How near two edges are no solid's, since they touch."""


def joined_openings(shapes: Sequence[PanelShape]) -> list[tuple[PanelShape, PanelShape]]:
    """Return the pairs of openings that are joined, so that all are: the nearest first."""
    joined = [shapes[0]]
    left = list(shapes[1:])
    pairs = []
    while left:
        one, other = max(product(joined, left), key=lambda pair: overlap(*pair))
        pairs.append((one, other))
        joined.append(other)
        left.remove(other)
    return pairs


def rimmed_openings(shapes: Sequence[PanelShape]) -> list[PanelShape]:
    """Return the openings of a gauge with their rims, of which none just touches another."""
    rimmed: list[PanelShape] = []
    for shape in shapes:
        breadth = _RIM
        while any(
            abs(overlap(_with_rim(shape, breadth), other)) < _TOUCH for other in [*rimmed, *shapes]
        ):
            breadth += 0.1
        rimmed.append(_with_rim(shape, breadth))
    return rimmed


def _with_rim(shape: PanelShape, breadth: float) -> PanelShape:
    width, height = shape.outline
    return shape._replace(outline=Outline(width + 2 * breadth, height and height + 2 * breadth))
