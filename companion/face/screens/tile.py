"""Bonus tiles: which one was turned, what it does, and the card of the pile that it takes."""

from companion.face.dialogue import choices
from companion.face.dialogue.choices import RevealedTile
from companion.face.glyphs import Rect
from companion.face.screens.choosing import draw_cells
from companion.face.screens.page import Page
from companion.face.screens.typography import TEXT, TINY, TITLE
from companion.face.state import Choice
from companion.game.actions import RECYCLE, REPLAY
from companion.panel import CLUE, PLAY


def tile(page: Page, choice: Choice) -> None:
    """Draw the tile that was turned, or the question which one it was."""
    revealed = choices.revealed_tile(page.face, page.sitting)
    if revealed is None:
        page.title(page.say("ask_tile"))
        draw_six_tiles(page, choice)
    elif (choices.DONE,) in page.items.values():
        draw_effect(page, revealed)
    elif revealed.either:
        draw_two_uses(page)
    else:
        draw_card_question(page)
        draw_cells(page)


def draw_six_tiles(page: Page, choice: Choice) -> None:
    """Draw the tiles at each button, by sign and name."""
    for control, cell in page.cells.items():
        box = page.layout.boxes[control]
        for number, item in enumerate(cell):
            if item not in page.items[control]:
                continue
            if len(cell) == 1:
                draw_one_tile(page, item, box)
            else:
                draw_tile_of_two(page, item, box, number)
    if not choice.spread:
        draw_dividers(page)


def draw_one_tile(page: Page, item: str, box: Rect) -> None:
    """Draw a tile that has its button for itself."""
    left, top, width, height = box
    name = page.say(f"tile_{item}")
    page.box(box)
    if page.beside:
        page.icon(left + 4, top + (height - 13) // 2, f"tile-{item}")
        page.fit(left + 24, top + (height - 7) // 2, name, width - 26)
    else:
        page.icon(left + width // 2 - 7, top + 4, f"tile-{item}")
        page.paragraph((left + 2, top + 21, width - 4, 21), name)


def draw_tile_of_two(page: Page, item: str, box: Rect, number: int) -> None:
    """Draw one of the two tiles of a button."""
    left, top, width, height = box
    name = page.say(f"item_{item}")
    if page.beside:
        half = width // 2
        page.centre(top + (height - 7) // 2, name, half, left + half * number)
    else:
        y = top + 22 * number
        page.icon(left + width // 2 - 7, y, f"tile-{item}")
        page.centre(y + 15, name, width, left, TINY)


def draw_dividers(page: Page) -> None:
    """Draw the lines between the tiles of one button and those of the next."""
    _, middle, last = page.layout.boxes.values()
    left, top, width, height = middle
    if page.beside:
        page.fill((left, top, width, 1))
        page.fill((left, last[1], width, 1))
    else:
        page.fill((left - 1, top, 1, height))
        page.fill((left + width, top, 1, height))


def draw_effect(page: Page, tile: RevealedTile) -> None:
    """Draw what a tile does that asks for nothing more."""
    _draw_tile_head(page, tile.name)
    names = TEXT if page.beside else TITLE
    page.paragraph((0, 17, page.width, page.height - 17), page.say(effect_key(page, tile)), names)


def _draw_tile_head(page: Page, name: str) -> None:
    page.icon(0, 0, f"tile-{name}")
    page.fit(20, 2, page.say(f"tile_{name}"), page.room - 20, TITLE)


def effect_key(page: Page, tile: RevealedTile) -> str:
    """Return the key of what is done now, or why no card of the pile is taken."""
    if tile.replays:
        return "effect_replay_nothing"
    if tile.takes_card:
        return "effect_recycle_unnamed" if page.state.unnamed else "effect_recycle_nothing"
    return f"effect_{tile.name}"


def draw_two_uses(page: Page) -> None:
    """Draw the two uses of Recycle with an empty deck: into the deck, or onto a firework."""
    _draw_tile_head(page, RECYCLE)
    for control, use in ((CLUE, RECYCLE), (PLAY, REPLAY)):
        box = page.layout.boxes[control]
        left, top, width, height = box
        page.box(box)
        page.paragraph((left + 2, top + 1, width - 4, height - 2), page.say(f"use_{use}"))


def draw_card_question(page: Page) -> None:
    """Draw the question which card of the pile the tile takes."""
    tile = choices.revealed_tile(page.face, page.sitting)
    if tile is None:
        return
    page.icon(0, 2, f"tile-{tile.name}")
    page.fit(19, 2, page.say(f"tile_{tile.name}"), page.room - 19)
    question = page.say("ask_replay" if tile.replays else "ask_recycle")
    page.fit(19, 11, question, page.layout.title - 19)
