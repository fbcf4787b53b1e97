"""The end of a game: the result and what it means, the table as it lay, and what sank the fireworks."""

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
    """The page that is open."""
    state = page.game.state
    match ending.page(page.view.sitting, page.view.face.page):
        case ending.BOARD:
            table(page)
        case ending.SUNK:
            _sunk(page, state)
        case ending.CURVE:
            curve(page)
        case ending.CODE:
            code(page)
        case LookPage.PILE:
            pile(page, state)
        case LookPage.ACTIONS:
            actions(page, state)
        case _:
            _ended(page, state)


def _ended(page: Page, state: State) -> None:
    """The result."""
    if state.status == "won":
        _won(page, state)
    else:
        _result(page, state)


def _meaning(page: Page) -> str:
    """What the result means beside the earlier games; empty for nothing, or where it is not known."""
    view = page.view
    phrase = view.standing and ending.meaning(view.standing, view.sitting)
    return sentence(page.words(phrase)) if phrase else ""


def _result(page: Page, state: State) -> None:
    """A figure, out of how many, and a verdict; above them why the game is over, and what it means."""
    figure, of, verdict = ending.result(state)
    meaning = _meaning(page)
    if page.layout.beside:
        said = [page.say(f"end_{state.reason}"), meaning, page.words(verdict)]
        _beside(page, str(figure).replace("-", "–"), page.words(of), said)
        return
    page.fit(0, 2, page.say(f"end_{state.reason}"), page.room, PLAIN)
    string = str(figure).replace("-", "–")
    x = text_width(string, "huge") + 6
    top = 25
    if meaning:
        page.fit(0, 13 if page.sign else 11, meaning, page.layout.width, PLAIN)
        top = 30
    page.text(0, top - 9 if meaning else 18, string, "huge")
    page.fit(x, top - 9, page.words(of), page.layout.width - x, PLAIN)
    page.paragraph((x, top, page.layout.width - x, 54 - top), page.words(verdict), anchor="left")


def _beside(page: Page, figure: str, of: str, said: list[str]) -> None:
    """A result in a narrow picture: the figure, and below it what it means."""
    size: FaceName = "large" if said[1] else "huge"
    x = page.text(0, 1, figure, size) + 5
    high = face(size).cap
    page.dense((x, 1, page.layout.width - x, high), of)
    page.dense(
        (0, high + 2, page.layout.width, page.layout.height - high - 2),
        "\n".join(filter(None, said)),
    )


def _won(page: Page, state: State) -> None:
    """Every firework is complete."""
    figure, _, verdict = ending.result(state)
    if page.layout.beside:
        page.icon(0, 9, "star")
        page.icon(page.layout.width - 15, 9, "star")
    else:
        page.icon(0, 1, "star", scale=2)
        page.icon(page.layout.width - 30, 1 if page.view.saved else 14, "star", scale=2)
    page.text(page.layout.width // 2, 1, str(figure), "huge", "centre")
    line = page.words(verdict)
    meaning = _meaning(page) or (page.say("with_black") if BLACK in state.fireworks else "")
    if page.layout.beside:
        page.paragraph((0, 35, page.layout.width, 28), f"{line}\n{meaning}".strip(), PLAIN)
        return
    if not meaning:
        page.paragraph((0, 35, page.layout.width, 19), line)
        return
    page.fit(page.layout.width // 2, 37, line, page.layout.width, PLAIN, "centre")
    page.fit(page.layout.width // 2, 46, meaning, page.layout.width, PLAIN, "centre")


def _sunk(page: Page, state: State) -> None:
    """For each firework that is not complete the first card that was gone, or that was not found."""
    found = ending.lost(page.view.sitting)
    few = len(found) <= _FEW
    y, pitch = 2, min(8, 52 // len(found))
    if len(found) <= _TITLED and page.layout.beside:
        y, pitch = 11 + page.heading(page.say("sunk_title"), page.room), 9
    elif len(found) <= _TITLED:
        page.fit(0, 2, page.say("sunk_title"), page.room, PLAIN if few else ("tiny",))
        y, pitch = (13, 10) if few else (10, 8)
    for one in found:
        page.symbol(0, y, one.card.suit, 7)
        line = page.words(ending.sank(state, one))
        if page.layout.beside:
            page.line(11, y, line, page.layout.width - 11)
        else:
            page.fit(11, y, line, page.layout.width - 26, PLAIN if few else ("tiny",))
        y += pitch


_FEW: Final = 4
"""So many fireworks have room in letters of the usual size."""
_TITLED: Final = 5
"""So many leave room for a title."""
