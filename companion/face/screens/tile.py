"""Bonus tiles: which one was turned, what it does, and the card of the pile that it takes."""

from typing import Final

from companion.face.dialogue import choices
from companion.face.dialogue.choices import RevealedTile
from companion.face.screens.choosing import BOTTOM, TOP, cells
from companion.face.screens.page import PLAIN, WIDTH, Page
from companion.face.screens.parts import BOXES, title
from companion.face.state import Choice
from companion.game.actions import RECYCLE, REPLAY
from companion.panel import CLUE, PLAY

_CARDS: Final = 21
"""The first row of the cells under two rows of text."""


def tile(page: Page, choice: Choice) -> None:
    """The tile that was turned, or the question which one it was."""
    view = page.view
    revealed = choices.revealed(view.face, view.sitting)
    if revealed is None:
        title(page, page.say("ask_tile"))
        _six(page, choice)
        return
    offered = [item for items in page.offered.values() for item in items]
    if offered == [choices.DONE]:
        _effect(page, revealed)
    elif revealed.either:
        _two_uses(page)
    else:
        head_of_card(page)
        cells(page, _CARDS)


def _six(page: Page, choice: Choice) -> None:
    """The tiles at each button, by sign and name."""
    for control, cell in page.shown.items():
        left, width = BOXES[control]
        middle = left + width // 2
        for number, item in enumerate(cell):
            if item not in page.offered[control]:
                continue
            if len(cell) == 1:
                page.box((left, TOP, width, BOTTOM - TOP))
                page.icon(middle - 7, TOP + 4, f"tile-{item}")
                page.paragraph((left + 2, 32, width - 4, 21), page.say(f"tile_{item}"), PLAIN)
            else:
                y = TOP + 22 * number
                page.icon(middle - 7, y, f"tile-{item}")
                page.fit(middle, y + 15, page.say(f"item_{item}"), width, ("tiny",), "centre")
    if not choice.spread:
        for x in (42, 85):
            page.fill((x, TOP, 1, BOTTOM - TOP))


def _effect(page: Page, tile: RevealedTile) -> None:
    """A tile that asks for nothing more: what it does."""
    _head(page, tile.name)
    page.paragraph((0, 17, WIDTH, 37), page.say(_effect_key(page, tile)), ("medium", "small"))


def _head(page: Page, name: str) -> None:
    page.icon(0, 0, f"tile-{name}")
    page.fit(20, 2, page.say(f"tile_{name}"), page.room - 20, ("medium", "small"))


def _effect_key(page: Page, tile: RevealedTile) -> str:
    """What is done now; for a card of the pile, whether there is one."""
    if tile.replays:
        return "effect_replay_nothing"
    if tile.takes_card:
        return "effect_recycle_unnamed" if page.game.state.unnamed else "effect_recycle_nothing"
    return f"effect_{tile.name}"


def _two_uses(page: Page) -> None:
    """Recycle, with an empty deck: into the deck all the same, or onto a firework."""
    _head(page, RECYCLE)
    for control, use in ((CLUE, RECYCLE), (PLAY, REPLAY)):
        left, width = BOXES[control]
        page.box((left, 17, width, BOTTOM - 17))
        page.paragraph((left + 2, 18, width - 4, BOTTOM - 19), page.say(f"use_{use}"), PLAIN)


def head_of_card(page: Page) -> None:
    """Which card of the pile the tile takes."""
    tile = choices.revealed(page.view.face, page.view.sitting)
    if tile is None:
        return
    page.icon(0, 2, f"tile-{tile.name}")
    page.fit(19, 2, page.say(f"tile_{tile.name}"), page.room - 19, PLAIN)
    page.fit(19, 11, page.say("ask_replay" if tile.replays else "ask_recycle"), WIDTH - 19, PLAIN)
