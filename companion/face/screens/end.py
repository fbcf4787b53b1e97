"""The end of a game: what came of it, and the fireworks."""

from companion.face.glyphs import text_width
from companion.face.screens.page import PLAIN, WIDTH, Page
from companion.face.screens.table import fireworks
from companion.game.cards import BLACK, HIGHEST
from companion.game.outlook import score
from companion.game.state import State
from companion.game.verdict import rating


def end(page: Page) -> None:
    """The result, or on the next page the fireworks."""
    state = page.view.sitting.state
    assert state is not None
    if page.view.face.page == 1:
        page.fit(0, 2, page.say("board_title"), page.room, ("medium", "small"))
        fireworks(page, state)
    elif state.status == "won":
        _won(page, state)
    elif state.setup.edition.flourish:
        total = HIGHEST * len(state.fireworks)
        _result(page, state, state.played, page.say("cards_of", total=total), page.say("lost"))
    else:
        verdict = rating(state)
        line = page.say("lost") if verdict is None else page.say(f"rating_{verdict}")
        _result(page, state, score(state), page.say("points_of", maximum=maximum(state)), line)


def maximum(state: State) -> int:
    """The highest score of the edition."""
    return HIGHEST * len([suit for suit in state.fireworks if suit != BLACK])


def _result(page: Page, state: State, figure: int, of: str, verdict: str) -> None:
    """A figure, out of how many, and a verdict; above them why the game is over."""
    page.fit(0, 2, page.say(f"end_{state.reason}"), page.room, PLAIN)
    string = str(figure).replace("-", "–")
    page.text(0, 18, string, "huge")
    x = text_width(string, "huge") + 6
    page.fit(x, 16, of, WIDTH - x, PLAIN)
    page.paragraph((x, 25, WIDTH - x, 29), verdict, anchor="left")


def _won(page: Page, state: State) -> None:
    """Every firework is complete."""
    flourish = state.setup.edition.flourish
    figure = state.played if flourish else score(state)
    page.icon(0, 1, "star", scale=2)
    page.icon(WIDTH - 30, 1 if page.view.saved else 14, "star", scale=2)
    page.text(WIDTH // 2, 1, str(figure), "huge", "centre")
    line = page.say("flourish_won") if flourish else page.say(f"rating_{rating(state)}")
    page.paragraph((0, 35, WIDTH, 19), line)
