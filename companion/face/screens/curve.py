"""The curve of a game: the points turn by turn, under what could still be reached."""

from itertools import pairwise
from typing import Final

from companion.face.screens.page import Page
from companion.game import curve as curves
from companion.game.outlook import maximum

_LEFT: Final = 11
"""The first column of the chart."""
_BELOW: Final = (13, 45)
_BESIDE: Final = (20, 53)
"""The rows of the most points and of the fewest: labels below the picture, labels beside it."""


def draw_curve(page: Page) -> None:
    """Draw the points after each turn as a line, and the most still possible as dots."""
    opening = page.game.opening
    states = [step.state for step in page.sitting.steps]
    width = page.width - _LEFT
    moments = curves.points_curve(opening, states, width)
    turns = moments[-1].turn
    most = maximum(opening)
    fewest = moments[0].points
    top, bottom = _BESIDE if page.beside else _BELOW

    def x(turn: int) -> int:
        return _LEFT + turn * (width - 1) // max(1, turns)

    def y(points: int) -> int:
        return bottom - (points - fewest) * (bottom - top) // (most - fewest)

    page.title(page.say("curve_title"))
    for points in (fewest, most):
        page.text(_LEFT - 2, y(points) - 2, str(points).replace("-", "–"), "tiny", "right")
    page.text(_LEFT, bottom + 3, "0", "tiny")
    page.text(page.width, bottom + 3, page.say("curve_turns", turns=turns), "tiny", "right")
    page.fill((_LEFT - 1, top, 1, bottom - top + 1))
    page.fill((_LEFT - 1, bottom + 1, width + 1, 1))
    draw_curve_lines(
        page, [(x(moment.turn), y(moment.points), y(moment.most)) for moment in moments]
    )


def draw_curve_lines(page: Page, corners: list[tuple[int, int, int]]) -> None:
    """Draw the points as a line, and the most still possible as dots.

    corners: the column of each turn, and the rows of both.
    """
    for (left, row, most), (right, after, _) in pairwise((*corners, corners[-1])):
        for column in range(left + left % 2, max(right, left + 1), 2):
            page.fill((column, most, 1, 1))
        upper, lower = sorted((row, after))
        page.fill((left, row, right - left + 1, 1))
        page.fill((right, upper, 1, lower - upper + 1))
