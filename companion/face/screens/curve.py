"""The curve of a game: the points turn by turn, under what could still be reached."""

from typing import Final

from companion.face.screens.page import PLAIN, WIDTH, Page
from companion.game import curve as curves
from companion.game.outlook import maximum

_LEFT: Final = 11
_TOP: Final = 13
_BOTTOM: Final = 47
"""The columns and rows of the chart: the first column, the rows of the most points and of the fewest."""


def curve(page: Page) -> None:
    """A line for the points that lay there after each turn, dots for the most that was still possible."""
    sitting = page.view.sitting
    opening = page.game.opening
    moments = curves.curve(opening, [step.state for step in sitting.steps], WIDTH - _LEFT)
    most = maximum(opening)
    fewest = moments[0].points
    last = max(1, moments[-1].turn)

    def x(turn: int) -> int:
        return _LEFT + turn * (WIDTH - 1 - _LEFT) // last

    def y(points: int) -> int:
        return _BOTTOM - (points - fewest) * (_BOTTOM - _TOP) // (most - fewest)

    page.fit(0, 2, page.say("curve_title"), page.room, PLAIN)
    for points in (fewest, most):
        page.text(_LEFT - 2, y(points) - 2, _figure(points), "tiny", "right")
    page.text(_LEFT, _BOTTOM + 3, "0", "tiny")
    page.text(WIDTH, _BOTTOM + 3, page.say("curve_turns", turns=moments[-1].turn), "tiny", "right")
    page.fill((_LEFT - 1, _TOP, 1, _BOTTOM - _TOP + 1))
    page.fill((_LEFT - 1, _BOTTOM + 1, WIDTH - _LEFT + 1, 1))
    for before, now in zip(moments, (*moments[1:], moments[-1]), strict=True):
        left, right = x(before.turn), x(now.turn)
        for column in range(left + left % 2, max(right, left + 1), 2):
            page.fill((column, y(before.most), 1, 1))
        lower, upper = sorted((y(before.points), y(now.points)))
        page.fill((left, y(before.points), right - left + 1, 1))
        page.fill((right, lower, 1, upper - lower + 1))


def _figure(points: int) -> str:
    return str(points).replace("-", "–")
