"""Screens: a view drawn as the picture on the display, 128 by 64 pixels, one bit each."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.face import state
from companion.face.screens.choosing import choosing
from companion.face.screens.end import end
from companion.face.screens.look import look
from companion.face.screens.menu import about, audit, menu, put_back, turns
from companion.face.screens.page import CELLS, HEIGHT, WIDTH, Page
from companion.face.screens.panels import held, notice
from companion.face.screens.parts import labels
from companion.face.screens.start import start
from companion.face.screens.table import table
from companion.face.screens.tile import tile
from companion.face.view import View

__all__ = ["CELLS", "HEIGHT", "WIDTH", "Page", "draw", "texts"]

_COUNTED: Final = frozenset({state.TABLE, state.TURNS})
"""The screens whose counters say themselves that nothing is saved."""


def draw(view: View, size: tuple[int, int] = (WIDTH, HEIGHT)) -> Page:
    """The page of a view; `size` is the display's."""
    page = Page(view)
    _DRAWERS[view.face.screen](page)
    if not view.saved and view.face.screen not in _COUNTED:
        page.icon(WIDTH - 13, 0, "unsaved")
    if view.held is not None:
        held(page)
    elif view.face.notice is not None:
        notice(page)
    labels(page)
    return page


def texts(view: View) -> list[str]:
    """Every text that is on the screen, from top to bottom as drawn."""
    return draw(view).texts


_DRAWERS: Final[Mapping[str, Callable[[Page], None]]] = {
    state.TABLE: table,
    state.CHOOSING: choosing,
    state.NAMING: choosing,
    state.TILE: tile,
    state.EDITION: choosing,
    state.LANGUAGE: choosing,
    state.START: start,
    state.END: end,
    state.PUT_BACK: put_back,
    state.MENU: menu,
    state.LOOK: look,
    state.TURNS: turns,
    state.AUDIT: audit,
    state.ABOUT: about,
}
