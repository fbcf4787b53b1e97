"""The end of a game: the result and its meaning, the table as it lay, what sank the fireworks."""

from typing import Final

from companion.face import ending
from companion.face.ending import EndPage, GameEnd
from companion.face.glyphs import FaceName, face
from companion.face.look_pages import LookPage
from companion.face.screens.code import code
from companion.face.screens.curve import curve
from companion.face.screens.layout import SIGN
from companion.face.screens.look import actions
from companion.face.screens.page import PLAIN, TEXT, TINY, Page
from companion.face.screens.parts import sentence
from companion.face.screens.pile import pile
from companion.face.screens.table import table
from companion.game.cards import BLACK
from companion.game.state import State


def end(page: Page) -> None:
    """Draw the page that is open."""
    state = page.state
    match ending.page(page.sitting, page.face.page):
        case EndPage.BOARD:
            table(page)
        case EndPage.SUNK:
            _draw_sunk(page, state)
        case EndPage.CURVE:
            curve(page)
        case EndPage.CODE:
            code(page)
        case LookPage.PILE:
            pile(page, state)
        case LookPage.ACTIONS:
            actions(page, state)
        case _:
            draw_result = _draw_win if state.status == "won" else _draw_result
            draw_result(page, ending.result(state), _meaning(page))


def _meaning(page: Page) -> str:
    """Return what the result means beside the earlier games; empty if that is not known."""
    standing = page.view.standing
    phrase = standing and ending.meaning(standing, page.sitting)
    return sentence(page.words(phrase)) if phrase else ""


def _draw_result(page: Page, result: GameEnd, meaning: str) -> None:
    """Draw why the game is over, what that means, a figure, out of how many, and a verdict."""
    figure = str(result.figure).replace("-", "–")
    of = page.words(result.of)
    why = page.say(f"end_{page.state.reason}")
    verdict = page.words(result.verdict)
    if page.beside:
        below = "\n".join(filter(None, (why, meaning, verdict)))
        _draw_beside(page, figure, "large" if meaning else "huge", of, below)
        return
    page.fit(0, 2, why, page.room)
    row = 18
    top = 25
    if meaning:
        page.fit(0, 11, meaning, page.width)
        row = 21
        top = 30
    x = page.text(0, row, figure, "huge") + 6
    width = page.width - x
    page.fit(x, top - 9, of, width)
    page.paragraph((x, top, width, 54 - top), verdict, TEXT, "left")


def _draw_beside(page: Page, figure: str, size: FaceName, of: str, below: str) -> None:
    """Draw a result in a narrow picture: the figure, and below it all the rest."""
    x = page.text(0, 0, figure, size) + 5
    high = face(size).cap
    page.dense((x, 0, page.width - x, high), of)
    page.dense((0, high + 1, page.width, page.height - high - 1), below)


def _draw_win(page: Page, result: GameEnd, meaning: str) -> None:
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
    if page.beside:
        page.paragraph((0, 35, page.width, 28), f"{verdict}\n{meaning}".strip())
    elif meaning:
        page.centre(37, verdict, page.width)
        page.centre(46, meaning, page.width)
    else:
        page.paragraph((0, 35, page.width, 19), verdict, TEXT)


def _draw_sunk(page: Page, state: State) -> None:
    """Draw for each unfinished firework the first card that was gone or not found."""
    fireworks = ending.sunk_in(page.sitting)
    is_roomy = len(fireworks) <= _FEW
    names = PLAIN if is_roomy else TINY
    y = 2
    pitch = min(8, 52 // len(fireworks))
    if len(fireworks) <= _TITLED:
        title = page.say("sunk_title")
        if page.beside:
            y = 10 + page.heading(title, page.room)
            pitch = 9
        else:
            page.fit(0, 2, title, page.room, names)
            y, pitch = (13, 10) if is_roomy else (10, 8)
    for firework in fireworks:
        page.symbol(0, y, firework.card.suit, 7)
        line = page.words(ending.sunk_phrase(state, firework))
        if page.beside:
            page.line(11, y, line, page.width - 11)
        else:
            page.fit(11, y, line, page.width - 26, names)
        y += pitch


_FEW: Final = 4
"""So many fireworks have room in letters of the usual size."""
_TITLED: Final = 5
"""So many leave room for a title."""
