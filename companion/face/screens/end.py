"""The end of a game: the result and its meaning, the table as it lay, what sank the fireworks."""

from typing import Final

from companion.face import ending
from companion.face.glyphs import FaceName, face, text_width
from companion.face.look_pages import LookPage
from companion.face.screens.code import code
from companion.face.screens.curve import curve
from companion.face.screens.look import actions
from companion.face.screens.page import PLAIN, Page
from companion.face.screens.parts import sentence
from companion.face.screens.pile import pile
from companion.face.screens.table import table
from companion.game.cards import BLACK
from companion.game.state import State


def end(page: Page) -> None:
    """Draw the page that is open."""
    state = page.state
    match ending.page(page.sitting, page.face.page):
        case ending.BOARD:
            table(page)
        case ending.SUNK:
            _draw_sunk(page, state)
        case ending.CURVE:
            curve(page)
        case ending.CODE:
            code(page)
        case LookPage.PILE:
            pile(page, state)
        case LookPage.ACTIONS:
            actions(page, state)
        case _:
            draw_result = _draw_win if state.status == "won" else _draw_result
            draw_result(page, state)


def _meaning(page: Page) -> str:
    """Return what the result means beside the earlier games; empty if that is not known."""
    view = page.view
    phrase = view.standing and ending.meaning(view.standing, view.sitting)
    return sentence(page.words(phrase)) if phrase else ""


def _draw_result(page: Page, state: State) -> None:
    """Draw why the game is over, what that means, a figure, out of how many, and a verdict."""
    result = ending.result(state)
    figure = str(result.figure).replace("-", "–")
    why = page.say(f"end_{state.reason}")
    meaning = _meaning(page)
    verdict = page.words(result.verdict)
    if page.beside:
        _draw_beside(page, figure, page.words(result.of), (why, meaning, verdict))
        return
    page.fit(0, 2, why, page.room, PLAIN)
    x = text_width(figure, "huge") + 6
    row = 18
    top = 25
    if meaning:
        page.fit(0, 13 if page.sign else 11, meaning, page.width, PLAIN)
        row = 21
        top = 30
    page.text(0, row, figure, "huge")
    page.fit(x, top - 9, page.words(result.of), page.width - x, PLAIN)
    page.paragraph((x, top, page.width - x, 54 - top), verdict, anchor="left")


def _draw_beside(page: Page, figure: str, of: str, texts: tuple[str, str, str]) -> None:
    """Draw a result in a narrow picture: the figure, below it the reason, meaning and verdict."""
    size: FaceName = "large" if texts[1] else "huge"
    x = page.text(0, 1, figure, size) + 5
    high = face(size).cap
    page.dense((x, 1, page.width - x, high), of)
    below = (0, high + 2, page.width, page.height - high - 2)
    page.dense(below, "\n".join(filter(None, texts)))


def _draw_win(page: Page, state: State) -> None:
    """Draw that every firework is complete."""
    figure, _, verdict = ending.result(state)
    if page.beside:
        page.icon(0, 9, "star")
        page.icon(page.width - 15, 9, "star")
    else:
        page.icon(0, 1, "star", scale=2)
        page.icon(page.width - 30, 1 if page.view.saved else 14, "star", scale=2)
    page.text(page.width // 2, 1, str(figure), "huge", "centre")
    line = page.words(verdict)
    meaning = _meaning(page)
    if not meaning and BLACK in state.fireworks:
        meaning = page.say("with_black")
    if page.beside:
        page.paragraph((0, 35, page.width, 28), f"{line}\n{meaning}".strip(), PLAIN)
        return
    if not meaning:
        page.paragraph((0, 35, page.width, 19), line)
        return
    page.fit(page.width // 2, 37, line, page.width, PLAIN, "centre")
    page.fit(page.width // 2, 46, meaning, page.width, PLAIN, "centre")


def _draw_sunk(page: Page, state: State) -> None:
    """Draw for each unfinished firework the first card that was gone or not found."""
    fireworks = ending.sunk_in(page.sitting)
    is_roomy = len(fireworks) <= _FEW
    names: tuple[FaceName, ...] = PLAIN if is_roomy else ("tiny",)
    y = 2
    pitch = min(8, 52 // len(fireworks))
    if len(fireworks) <= _TITLED:
        title = page.say("sunk_title")
        if page.beside:
            y = 11 + page.heading(title, page.room)
            pitch = 9
        else:
            page.fit(0, 2, title, page.room, names)
            y, pitch = (13, 10) if is_roomy else (10, 8)
    for firework in fireworks:
        page.symbol(0, y, firework.card.suit, 7)
        line = page.words(ending.sank(state, firework))
        if page.beside:
            page.line(11, y, line, page.width - 11)
        else:
            page.fit(11, y, line, page.width - 26, names)
        y += pitch


_FEW: Final = 4
"""So many fireworks have room in letters of the usual size."""
_TITLED: Final = 5
"""So many leave room for a title."""
