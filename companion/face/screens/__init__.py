"""Screens: a view drawn as the picture on the display, 128 by 64 pixels, one bit each."""

from collections.abc import Callable, Mapping
from typing import Final

from PIL import Image

from companion.face import state
from companion.face.glyphs import Rect, invert
from companion.face.screens import (
    choosing,
    code,
    end,
    halted,
    look,
    menu,
    panels,
    parts,
    start,
    table,
    tile,
    turns,
)
from companion.face.screens.page import CELLS, HEIGHT, LABELS, WIDTH, Page
from companion.face.view import View

__all__ = ["CELLS", "HEIGHT", "WIDTH", "Drawer", "Page", "draw", "texts"]

_COUNTED: Final = frozenset({state.TABLE, state.TURNS})
"""The screens whose counters say themselves that nothing is saved, or the supply weak."""


class Drawer:
    """Draws one view after another, and anew only what a finger on a button does not change."""

    def __init__(self) -> None:
        """One that has drawn nothing yet."""
        self._page: Page | None = None

    def picture(self, view: View) -> Image.Image:
        """The picture of a view, the same as `draw` makes."""
        released = view._replace(pressed=frozenset(), happened=None)
        if self._page is None or self._page.view != released:
            self._page = draw(released)
        picture = self._page.image.copy()
        for rect in _pressed(self._page, view):
            invert(picture, rect)
        return picture


def draw(view: View) -> Page:
    """The page of a view."""
    page = Page(view)
    _DRAWERS[view.face.screen](page)
    if page.lit and (view.held is not None or view.face.notice is not None):
        page.erase((0, 0, WIDTH, HEIGHT))
        page.lit = False
    if page.sign and view.face.screen not in _COUNTED:
        page.icon(WIDTH - 13, 0, page.sign, ink=not page.lit)
    if view.held is not None:
        panels.held(page)
    elif view.face.notice is not None:
        panels.notice(page)
    if view.flipped:
        page.flip(LABELS - 1)
    if page.lit:
        code.labels(page)
    else:
        parts.draw_labels(page)
    for rect in _pressed(page, view):
        page.invert(rect)
    return page


def _pressed(page: Page, view: View) -> list[Rect]:
    """Where the labels of the buttons are that are down."""
    return [rect for control, rect in page.keys.items() if control in view.pressed]


def texts(view: View) -> list[str]:
    """Every text that is on the screen, from top to bottom as drawn."""
    return draw(view).texts


_DRAWERS: Final[Mapping[str, Callable[[Page], None]]] = {
    state.TABLE: table.table,
    state.CHOOSING: choosing.choosing,
    state.NAMING: choosing.choosing,
    state.TILE: tile.tile,
    state.EDITION: choosing.choosing,
    state.LANGUAGE: choosing.choosing,
    state.START: start.start,
    state.END: end.end,
    state.MENU: menu.menu,
    state.LOOK: look.look,
    state.TURNS: turns.turns,
    state.TURN: turns.turn,
    state.LEAVING: turns.leaving,
    state.AUDIT: menu.audit,
    state.ABOUT: menu.about,
    state.HALTED: halted.halted,
}
