"""The end of a game: the result and its meaning, the table as it lay, what sank the fireworks, and
the points turn by turn under what could still be reached.
"""

from itertools import pairwise
from typing import Final

from companion.face import ending
from companion.face.ending import GameEnd
from companion.face.glyphs.letters import FaceName, face
from companion.face.screens.layout import SIGN
from companion.face.screens.page import Page
from companion.face.screens.parts import sentence
from companion.face.screens.typography import AIR, PLAIN, TEXT
from companion.game import curve as curves
from companion.game.cards import BLACK
from companion.game.outlook import maximum

_TITLED: Final = 5
"""So many unfinished fireworks leave room for a title."""
_LEFT: Final = 11
"""The first column of the curve."""
_BELOW: Final = (13, 45)
_BESIDE: Final = (20, 53)
"""The rows of the most points and of the fewest: labels below the picture, labels beside it."""


def draw_sunk(page: Page) -> None:
    """Draw what sank each firework that is not complete."""
    said = ending.sunk_said(page.sitting)
    below = page.title(page.say("sunk_title")) + 1 if len(said) <= _TITLED else 1
    page.sentences((0, below, page.width, page.height - below), said)


def draw_result(page: Page) -> None:
    """Draw the result, and its meaning beside the earlier games."""
    standing = page.view.standing
    phrase = standing and ending.standing_phrase(standing, page.sitting)
    draw = draw_win if page.state.status == "won" else draw_finished
    draw(page, ending.result(page.state), sentence(page.words(phrase)) if phrase else "")


def draw_finished(page: Page, result: GameEnd, meaning: str) -> None:
    """Draw why the game is over, a figure, out of how many, a verdict, and what all that means."""
    figure = str(result.figure).replace("-", "–")
    verdict = page.words(result.verdict)
    below = page.title(page.say(f"end_{page.state.reason}"))
    if page.beside:
        size: FaceName = "large" if meaning else "huge"
    else:
        size = "huge"
        below += 1 if meaning else 5
    after = below + face(size).cap
    if meaning and not page.beside:
        page.fit(0, after + 3, meaning, page.width)
    x = page.text(0, below, figure, size) + AIR
    width = page.width - x
    if page.beside:
        page.paragraph((x, below, width, after - below), page.words(result.of), anchor="left")
        said = "\n".join(filter(None, (verdict, meaning)))
        page.paragraph((0, after + 1, page.width, page.height - after - 1), said, anchor="left")
        return
    page.fit(x, below, page.words(result.of), width)
    end = after + 3 if meaning else page.height
    page.paragraph((x, below + 9, width, end - below - 9), verdict, TEXT, "left")


def draw_win(page: Page, result: GameEnd, meaning: str) -> None:
    """Draw that every firework is complete."""
    if page.beside:
        page.icon(0, 9, "star")
        page.icon(page.width - 15, 9, "star")
    else:
        page.icon(0, 1, "star", scale=2)
        page.icon(page.width - 30 - SIGN * bool(page.sign), 1, "star", scale=2)
    page.text(page.width // 2, 1, str(result.figure), "huge", "centre")
    verdict = page.words(result.verdict)
    if not meaning and BLACK in page.state.fireworks:
        meaning = page.say("with_black")
    rect = (0, 35, page.width, page.height - 35)
    page.paragraph(rect, f"{verdict}\n{meaning}".strip(), PLAIN if meaning else TEXT)


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
    for now, following in pairwise((*moments, moments[-1])):
        left = x(now.turn)
        right = x(following.turn)
        # On even columns alone, so that the dots stay apart where two turns meet.
        for column in range(left + left % 2, max(right, left + 1), 2):
            page.fill((column, y(now.most), 1, 1))
        upper, lower = sorted((y(now.points), y(following.points)))
        page.fill((left, y(now.points), right - left + 1, 1))
        page.fill((right, upper, 1, lower - upper + 1))
