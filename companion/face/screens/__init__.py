"""Screens: a view drawn as the picture on the display, 128 by 64 pixels, one bit each."""

from collections.abc import Callable, Mapping
from typing import Final

from PIL import Image

from companion.face.dialogue import choices
from companion.face.game_pages import PageName, open_page
from companion.face.glyphs.canvas import Rect, invert
from companion.face.screens import (
    choosing,
    code,
    columns,
    end,
    holding,
    look,
    menu,
    parts,
    start,
    table,
    turns,
)
from companion.face.screens.layout import HEIGHT, SIGN, WIDTH
from companion.face.screens.page import Page
from companion.face.state import ScreenName
from companion.face.view import View

__all__ = ["HEIGHT", "WIDTH", "Drawer", "Page", "draw"]


class Drawer:
    """Draws one view after another, and anew only what a finger on a button does not change."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self.page: Page | None = None
        """The page that was drawn last, with no button pressed."""

    def picture(self, view: View) -> Image.Image:
        """Return the picture of a view, the same as `draw` makes."""
        # A press inverts its label in a copy, which is seen a third sooner than in a new page.
        # What moves after a step is drawn over the picture, frame by frame.
        released = view._replace(pressed=frozenset(), happened=None)
        if self.page is None or self.page.view != released:
            self.page = draw(released)
        picture = self.page.image.copy()
        for rect in _pressed_rects(self.page, view):
            invert(picture, rect)
        return picture


def draw(view: View) -> Page:
    """Return the page of a view: the screen, what lies over it, and the labels."""
    page = Page(view)
    usual = _DRAWERS.get(page.face.screen, choosing.choosing)
    draw_screen = columns.draw_columns if page.columns else usual
    draw_screen(page)
    # A panel is drawn light on dark everywhere, so a code gives way to it as a whole.
    says = view.held is not None or view.face.notice is not None
    if page.lit and says:
        page.erase((0, 0, WIDTH, HEIGHT))
        page.lit = False
    if page.sign and not page.signed:
        page.icon(page.layout.sign[0] - SIGN, page.layout.sign[1], page.sign, ink=not page.lit)
    if view.held is not None:
        parts.draw_held_button(page, view.held)
    elif view.face.notice is not None and not page.has_said:
        parts.draw_notice(page, view.face.notice)
    if view.flipped:
        page.flip()
    if page.lit:
        code.draw_code_labels(page)
    elif page.columns:
        columns.dots(page)
    else:
        parts.draw_labels(page)
    if view.holding is not None:
        holding.draw_bar(page, view.holding)
    for rect in _pressed_rects(page, view):
        page.invert(rect)
    return page


def _draw_open_page(page: Page) -> None:
    name, seat = open_page(page.face, page.sitting)
    if name == PageName.HAND:
        look.draw_hand(page, seat)
    else:
        _PAGES[name](page)


def _pressed_rects(page: Page, view: View) -> list[Rect]:
    """Return the places of the pressed buttons' labels, or the column that they mean together."""
    names = {choices.pressed_together(view.pressed)} if page.columns else view.pressed
    rects = [page.keys[name] for name in names if name in page.keys]
    # The bar of words answers the finger in place of the label that it covers.
    return [holding.rect_above(page, rect) for rect in rects] if view.holding else rects


_PAGES: Final[Mapping[PageName, Callable[[Page], None]]] = {
    PageName.RESULT: end.draw_result,
    PageName.STORY: end.draw_story,
    PageName.BOARD: table.table,
    PageName.SUNK: end.draw_sunk,
    PageName.CURVE: end.draw_curve,
    PageName.CODE: code.code,
    PageName.PILE: look.draw_pile,
    PageName.OUTLOOK: look.draw_outlook,
    PageName.ACTIONS: look.draw_actions,
    PageName.CLUE: look.draw_clue_rules,
}
_DRAWERS: Final[Mapping[ScreenName, Callable[[Page], None]]] = {
    ScreenName.TABLE: table.table,
    ScreenName.START: start.start,
    ScreenName.END: _draw_open_page,
    ScreenName.MENU: menu.menu,
    ScreenName.TURN: menu.menu,
    ScreenName.EDITION: start.draw_edition,
    ScreenName.LOOK: _draw_open_page,
    ScreenName.AUDIT: menu.audit,
    ScreenName.ABOUT: menu.draw_about,
    ScreenName.PHONE: code.phone,
    ScreenName.HALTED: menu.draw_halted,
    ScreenName.TILE: choosing.tile,
    ScreenName.MORE: choosing.draw_more,
    ScreenName.WELCOME: choosing.draw_more,
    ScreenName.TURNS: turns.draw_turns,
    ScreenName.LEAVING: turns.draw_leaving,
}
"""What draws each screen; the other ones are questions whose answers stand in cells."""
