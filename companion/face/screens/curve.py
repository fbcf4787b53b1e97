"""The curve of a game: the points turn by turn, under what could still be reached."""

from typing import Final

from companion.face.screens.page import Page
from companion.game import curve as curves
from companion.game.outlook import maximum

_LEFT: Final = 11
"""The first column of the chart."""
_BELOW: Final = (13, 45)
_BESIDE: Final = (20, 53)
"""The rows of the most points and of the fewest: labels below the picture, labels beside it."""


def curve(page: Page) -> None:
    """Draw the points after each turn as a line, and the most still possible as dots."""
    sitting = page.sitting
    opening = page.game.opening
    moments = curves.curve(opening, [step.state for step in sitting.steps], page.width - _LEFT)
    most = maximum(opening)
    fewest = moments[0].points
    top, bottom = _BESIDE if page.beside else _BELOW
    last = max(1, moments[-1].turn)

    def x(turn: int) -> int:
        return _LEFT + turn * (page.width - 1 - _LEFT) // last

    def y(points: int) -> int:
        return bottom - (points - fewest) * (bottom - top) // (most - fewest)

    if page.beside:
        page.heading(page.say("curve_title"), page.room)
    else:
        page.fit(0, 2, page.say("curve_title"), page.room)
    for points in (fewest, most):
        page.text(_LEFT - 2, y(points) - 2, _figure(points), "tiny", "right")
    page.text(_LEFT, bottom + 3, "0", "tiny")
    page.text(
        page.width,
        bottom + 3,
        page.say("curve_turns", turns=moments[-1].turn),
        "tiny",
        "right",
    )
    page.fill((_LEFT - 1, top, 1, bottom - top + 1))
    page.fill((_LEFT - 1, bottom + 1, page.width - _LEFT + 1, 1))
    for before, now in zip(moments, (*moments[1:], moments[-1]), strict=True):
        left = x(before.turn)
        right = x(now.turn)
        for column in range(left + left % 2, max(right, left + 1), 2):
            page.fill((column, y(before.most), 1, 1))
        lower, upper = sorted((y(before.points), y(now.points)))
        page.fill((left, y(before.points), right - left + 1, 1))
        page.fill((right, lower, 1, upper - lower + 1))


def _figure(points: int) -> str:
    return str(points).replace("-", "–")
