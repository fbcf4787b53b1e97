"""The end of a game: the result as a sky with rockets, why it ended and what that means, the table
as it lay, what sank the fireworks, and the points turn by turn under what could still be reached.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from companion.face import ending
from companion.face.glyphs.letters import face, text_width
from companion.face.screens.layout import UPPER, WIDTH
from companion.face.screens.page import Page
from companion.face.screens.parts import sentence
from companion.face.screens.typography import MARGIN, TEXT, TITLE, best
from companion.face.shown import is_counted
from companion.game import curve as curves
from companion.game.cards import HIGHEST, ranks_on
from companion.game.kinds import distinct_type
from companion.game.outlook import maximum

GROUND: Final = 33
"""The row of the line from which rockets rise."""
_ON_GROUND: Final = GROUND - 5
_TOP: Final = 8
"""The middle rows of a rocket that did not rise, and of one that is complete."""
_VERDICT: Final = 37
_APART: Final = 8
"""Columns from the figure to the sky, and from the verdict to what it is out of."""
_PITCH: Final = 16
_PITCH_OF_BURSTS: Final = 11
"""Columns from one rocket to the next at most, and at least where complete ones burst."""
_GROUND_BEYOND: Final = 6
_ARROW: Final = 10
"""Columns that an arrow at the right and what is dark beside it take."""
_BURST: Final = (
    *((0, -6), (4, -5), (6, 0), (4, 5), (-4, 5), (-6, 0), (-4, -5)),
    *((-6, -3), (6, -3), (-2, -6), (2, -6)),
)
"""The sparks round a complete firework, seen from its middle."""
_TITLED: Final = 5
"""So many unfinished fireworks leave room for a title."""
_LEFT: Final = 11
"""The first column of the curve."""
_BELOW: Final = (13, 45)
_BESIDE: Final = (23, 52)
"""The rows of the most points and of the fewest: labels below the picture, labels beside it."""


def draw_result(page: Page) -> None:
    """Draw the figure, the verdict, and each firework as a rocket as high as it got."""
    verdict, of = page.lines
    left = MARGIN + page.text(MARGIN, 1, _figure(page), "huge") + _APART
    width = page.width - MARGIN
    rockets = rockets_of(page)
    if not rockets:  # nobody named them
        page.paragraph((left, 1, page.room - left, GROUND), f"{verdict}\n{of}", TEXT, "left")
        return
    _draw_ground(page, rockets)
    for rocket in rockets:
        draw_rocket(page, rocket, rocket.row)
        if rocket.bursts:
            draw_burst(page, rocket)
    if page.beside:
        rect = (MARGIN, GROUND + 2, width, page.height - GROUND - 2)
        page.paragraph(rect, f"{verdict}\n{of}", anchor="left")
        return
    name = best(verdict, width, TITLE)
    page.fit(MARGIN, _VERDICT + 11 - face(name).cap, verdict, width, (name,))
    if text_width(verdict, name) + text_width(of, "small") + _APART <= width:
        page.text(page.width - 1, _VERDICT + 4, of, "small", "right")


def _figure(page: Page) -> str:
    return str(ending.result(page.state).figure).replace("-", "–")


@distinct_type
class Rocket(NamedTuple):
    """A firework at the end: its suit, its middle column, and the middle row that it reached."""

    suit: str
    x: int
    row: int
    bursts: bool


def rockets_of(page: Page) -> list[Rocket]:
    """Return the rocket of each firework; none where nobody named them, all on the ground if lost.
    They stand as far to the right as there is room.
    """
    if is_counted(page.state):
        return []
    figure = ending.result(page.state).figure
    left = MARGIN + text_width(str(figure), "huge") + _APART
    # At the right of a narrow picture the labels are arrows.
    right = WIDTH - _ARROW if page.beside else page.room
    fireworks = page.state.fireworks.items()
    pitch = min(_PITCH, (right - left) // len(fireworks))
    first = right - pitch * len(fireworks) + pitch // 2
    rockets = []
    for number, (suit, height) in enumerate(fireworks):
        reached = len(ranks_on(suit, height)) if figure else 0
        bursts = reached == HIGHEST and pitch >= _PITCH_OF_BURSTS
        rockets.append(Rocket(suit, first + pitch * number, rise(reached), bursts))
    return rockets


def rise(cards: int) -> int:
    """Return the middle row of a rocket with so many cards."""
    return _ON_GROUND - cards * (_ON_GROUND - _TOP) // HIGHEST


def _draw_ground(page: Page, rockets: Sequence[Rocket]) -> None:
    left = rockets[0].x - _GROUND_BEYOND
    page.fill((left, GROUND, rockets[-1].x + _GROUND_BEYOND + 1 - left, 1))


def draw_rocket(page: Page, rocket: Rocket, row: int) -> None:
    """Draw a rocket whose middle is in a row, and its tail."""
    for below in range(row + 7, GROUND, 3):
        page.fill((rocket.x, below, 1, 2))
    page.symbol(rocket.x - 3, row - 3, rocket.suit, 7)


def draw_burst(page: Page, rocket: Rocket) -> None:
    """Draw the sparks round a complete firework."""
    for across, down in _BURST:
        page.fill((rocket.x + across, rocket.row + down, 1, 1))


def draw_story(page: Page) -> None:
    """Draw why the game is over, out of how many the figure is, and what it means beside others."""
    why, of, *meaning = page.lines
    below = page.title(why) + 1
    said = "\n".join((f"{_figure(page)} {of}", *map(sentence, meaning)))
    rect = (MARGIN, below, page.width - MARGIN, page.height - below)
    page.paragraph(rect, said, TEXT, "left")


def draw_sunk(page: Page) -> None:
    """Draw what sank each firework that is not complete."""
    said = page.own_text.lines
    below = page.title(page.lines[0]) + 1 if len(said) <= _TITLED else 0
    # Without a title the last of seven lines has the row above the labels.
    end = page.height if below else max(page.height, UPPER + 1)
    page.sentences((MARGIN, below, page.width - MARGIN, end - below), said)


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

    title, last = page.lines
    page.title(title)
    for points in (fewest, most):
        page.text(_LEFT - 3, y(points) - 3, str(points).replace("-", "–"), "tight", "right")
    page.text(_LEFT, bottom + 3, "0", "tight")
    page.text(page.width, bottom + 3, last, "tight", "right")
    page.fill((_LEFT - 1, top, 1, bottom - top + 1))
    page.fill((_LEFT - 1, bottom + 1, width + 1, 1))
    for now, following in pairwise((*moments, moments[-1])):
        left = x(now.turn)
        right = x(following.turn)
        # On even columns alone, so that the dots stay apart where two turns meet.
        for column in range(left + left % 2, max(right, left + 1), 2):
            page.fill((column, y(now.most), 1, 1))
        upper, lower = sorted((y(now.points), y(following.points)))
        page.fill((left, y(now.points), right - left + 1, 1))
        page.fill((right, upper, 1, lower - upper + 1))
