"""The end of a game: the result and its meaning, the table as it lay, what sank the fireworks."""

from typing import Final

from companion.face import ending
from companion.face.ending import EndPage, GameEnd
from companion.face.glyphs import FaceName, face
from companion.face.look_pages import LookPage
from companion.face.screens.code import code
from companion.face.screens.curve import draw_curve
from companion.face.screens.layout import SIGN
from companion.face.screens.look import draw_actions
from companion.face.screens.page import Page
from companion.face.screens.parts import sentence
from companion.face.screens.pile import draw_pile
from companion.face.screens.table import table
from companion.face.screens.typography import AIR, PLAIN, TEXT
from companion.game.cards import BLACK
from companion.game.state import State


def end(page: Page) -> None:
    """Draw the page that is open."""
    state = page.state
    match ending.end_page(page.sitting, page.face.page):
        case EndPage.BOARD:
            table(page)
        case EndPage.SUNK:
            _draw_sunk(page, state)
        case EndPage.CURVE:
            draw_curve(page)
        case EndPage.CODE:
            code(page)
        case LookPage.PILE:
            draw_pile(page, state)
        case LookPage.ACTIONS:
            draw_actions(page, state)
        case _:
            draw = draw_win if state.status == "won" else draw_result
            draw(page, ending.result(state), meaning_text(page))


def meaning_text(page: Page) -> str:
    """Return the meaning of the result beside the earlier games; empty if that is not known."""
    standing = page.view.standing
    phrase = standing and ending.standing_phrase(standing, page.sitting)
    return sentence(page.words(phrase)) if phrase else ""


def draw_result(page: Page, result: GameEnd, meaning: str) -> None:
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


def _draw_sunk(page: Page, state: State) -> None:
    """Draw for each unfinished firework the first card that was gone or not found."""
    fireworks = ending.sunk_in(page.sitting)
    said = [
        (firework.card.suit, page.words(ending.sunk_phrase(state, firework)))
        for firework in fireworks
    ]
    below = page.title(page.say("sunk_title")) + 1 if len(fireworks) <= _TITLED else 1
    page.sentences((0, below, page.width, page.height - below), said)


_TITLED: Final = 5
"""So many leave room for a title."""
